"""The commands: what can be typed, and what is checked first.

A command is thin: what it does is in the room that it is about.
"""

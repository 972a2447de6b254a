"""Players that are programs: levels, search, guessing hidden cards, the coach.

What a bot knows about one game is in the folder of that game.
"""

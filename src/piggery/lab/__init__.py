"""The laboratory: questions asked of many games, answered with a sentence, intervals and a picture.

What is measured of one game only is in the folder of that game.
"""

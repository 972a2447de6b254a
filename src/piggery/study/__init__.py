"""A finished game looked at again: review, luck and skill, the graph; and puzzles.

What is shown while a game is played belongs in `table`, what is counted over many games in `sim` and `lab`.
"""

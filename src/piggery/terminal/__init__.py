"""Playing in the terminal: the table on the screen, the game line by line, and where saved games lie.

How the cards of one game are painted is in the folder of that game.
"""

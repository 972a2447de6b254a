"""The games: what every game provides (`contract`), where games are found (`registry`), and one folder for each game.

Whatever is true of one game only belongs in its folder, and nowhere else.
"""

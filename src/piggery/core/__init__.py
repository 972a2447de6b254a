"""A game written down and in play: notation, where cards come from, records, the story of a ply.

Nothing here thinks about moves, keeps tables, or knows one game from another.
"""

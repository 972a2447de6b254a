"""Questions that need the rules and no table: replays, lessons, puzzles, reviews in slices.

They are answered by the server and by the engine in a browser alike.
"""

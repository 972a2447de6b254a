"""How rules run: kernels, bags of cards in integers, and how Numba compiles them.

Nothing here knows a game, a card by its name, or a sentence.
"""

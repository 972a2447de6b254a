"""Many games between bots: batches, counts that add, clusters, records of whole games, the arena.

Questions asked of such games are in `lab`.
"""

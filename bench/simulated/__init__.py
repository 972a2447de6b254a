"""Several processes of a server in one, from one seed: time, lines, the store and whatever goes wrong are made up.

What runs is the real thing: lobby, tables, connections, presence and leases. Only what is outside of them is made up:
the event loop (`loop`), the database and the way to others (`database`), the players (`players`). `faults` says what
goes wrong, `world` lets everything happen, `checks` looks at what is stored and told, `history` is one evening.
"""

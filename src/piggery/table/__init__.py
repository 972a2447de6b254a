"""A table: its messages, its log, what is decided there, what each seat sees, and the host that runs it.

No network and no database: a server, a browser and a terminal bring their own.
"""

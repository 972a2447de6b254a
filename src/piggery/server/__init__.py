"""Tables online: HTTP, sockets, stores, limits, logs, and the web client as it is given out.

What a table does is in `table`; here is how it reaches people.
"""

"""A bot as a program, a view a line in, a move out: piggery arena --bots "cmd:python3 examples/program.py,otto"."""

import json
import sys

for text in sys.stdin:
    view = json.loads(text)
    best = view["moves"][0]
    if view["game"] == "pig10":  # ten if possible, else as high as can be without going over
        calls = {move: int(move.split("=")[1]) for move in view["moves"]}
        best = max(calls, key=lambda move: (calls[move] == 10, calls[move] < 10, calls[move]))
    elif "draw" in view["moves"]:  # lay anything before drawing
        best = next((move for move in view["moves"] if move != "draw"), "draw")
    else:  # a grunt for each card left
        best = f"g{len(view['hand'])}"
    print(best, flush=True)

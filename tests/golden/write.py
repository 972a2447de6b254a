"""Write the golden games again. A changed golden file is a changed rule: the commit says which.

python tests/golden/write.py
"""

from pathlib import Path

from piggery.bots.minds import bot
from piggery.core.chance import CardSource
from piggery.core.game import Game
from piggery.core.record import Record, Seat, dump, replay
from piggery.engine.kernel import generator
from piggery.games.checks import deck_of, options_of
from piggery.games.contract import Options
from piggery.games.registry import game_type

HERE = Path(__file__).parent
PIGS_ONLY = {"F": 0, "H": 0, "L": 0, "D": 0}
THIN = {str(pig): 2 for pig in range(1, 11)} | {"L": 6}
GAMES_TO_WRITE: dict[str, tuple[str, list[str], dict[str, int], Options]] = {
    "pig10-two": ("pig10", ["greedy", "random"], {}, {}),
    "pig10-four": ("pig10", ["random"] * 4, {}, {}),
    "pig10-eight": ("pig10", ["greedy"] * 8, {}, {}),
    "pig10-frogs": ("pig10", ["random"] * 3, {"0": 15, "5": 15, "7": 0}, {}),
    "truie-two": ("truie", ["greedy", "greedy"], {}, {}),
    "truie-three": ("truie", ["random", "greedy", "random"], {}, {"rounds": 2}),
    "truie-two-thin": ("truie", ["random", "random"], THIN, {"rounds": 1}),
    "truie-six-copy": ("truie", ["greedy"] * 6, {}, {"lucky": "copy", "grunting": "auto", "rounds": 2}),
    "truie-hogs-ends": ("truie", ["greedy"] * 6, {"H": 15}, {"rounds": 2}),
    "truie-hogs-draws": ("truie", ["greedy"] * 3, {"H": 15}, {"rounds": 3, "last_card": "draws"}),
    "truie-pigs-only": ("truie", ["greedy"] * 3, PIGS_ONLY, {"rounds": 3}),
}


def play(name: str) -> Game:
    game, bots, copies, options = GAMES_TO_WRITE[name]
    rules = game_type(game)
    seats = tuple(Seat(f"{bot.title()} {n}", bot) for n, bot in enumerate(bots))
    cards: CardSource = {"from": "seed", "seed": name}
    record = Record(rules, seats, len(name) % len(seats), deck_of(rules, copies), options_of(rules, options), cards)
    table = Game(record)
    table.deal()
    players = [bot(rules, seat.player) for seat in seats]
    rng = generator(len(name))
    while not table.over:
        seen = table.view(table.state.turn)
        move = players[seen.turn](seen, rules.legal(seen), rng)
        table.play(seen.turn, rules.move_text(seen, move))
    return table


def main() -> None:
    for name in GAMES_TO_WRITE:
        record = play(name).record
        (HERE / f"{name}.json").write_text(dump(record), encoding="utf-8")
        positions = [record.rules.position_text(ply.after) for ply in replay(record)]
        (HERE / f"{name}.txt").write_text("\n".join(positions) + "\n", encoding="utf-8")
        print(f"{name}: {len(record.plies)} plies")


if __name__ == "__main__":
    main()

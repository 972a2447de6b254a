"""Writes what the coach says of every puzzle, in all languages, beside the puzzles: for those who have no Piggery.

PYTHONPATH=src python training/explain_puzzles.py
"""

import json

from piggery.games.registry import game_types
from piggery.study.puzzles import explained, has_puzzles, puzzles
from piggery.table.names import BOT_NAMES
from piggery.words import LANGUAGES


def main() -> None:
    for game, rules in game_types().items():
        if not has_puzzles(game):
            continue
        rows = [
            {"id": one.id} | {language: explained(one, BOT_NAMES, language) for language in LANGUAGES}
            for one in puzzles(game)
        ]
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (rules.folder / "puzzles.explained.jsonl").write_text(text, encoding="utf-8")
        print(f"{len(rows)} puzzles of {game}")


if __name__ == "__main__":
    main()

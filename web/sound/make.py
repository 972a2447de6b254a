"""Makes every sound of Piggery from nothing, and checks those that are there.

    apt install espeak-ng lame
    python web/sound/make.py            make the files, then check them
    python web/sound/make.py --check    only check the files that are there; exit 1 where one is wrong

Python 3.11 and its standard library are enough. Made twice on one machine, the files are the same to the byte.

voices.py has the spoken words, effects.py the effects, synth.py the instruments these are played on, levels.py their
loudness, sprite.py the MP3 files with many sounds in each, check.py what must be true of them.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))  # so that web.sound is found, whether this is run as a script or as a module

from web.sound import check, levels, sprite, voices  # noqa: E402
from web.sound.effects import CARDS, OTHERS  # noqa: E402
from web.sound.sprite import Windows  # noqa: E402
from web.sound.synth import Sound  # noqa: E402

VOICE_BUDGET, EFFECTS_BUDGET = 260_000, 60_000  # bytes
CARDS_LOUDNESS, OTHERS_LOUDNESS = -26.0, -22.0
VOICE_WINDOWS, EFFECTS_WINDOWS, EFFECTS = HERE / "voice.json", HERE / "effects.json", HERE / "effects.mp3"


def voice_file(language: str) -> Path:
    return HERE / f"voice-{language}.mp3"


def make() -> None:
    spoken = {}
    for language in voices.SPEAKERS:
        spoken[language] = sprite.write(voice_file(language), sprite.VOICE, voices.spoken(language))
    _store(VOICE_WINDOWS, spoken)
    played = _played(CARDS, CARDS_LOUDNESS) | _played(OTHERS, OTHERS_LOUDNESS)
    _store(EFFECTS_WINDOWS, sprite.write(EFFECTS, sprite.EFFECTS, played))


def _played(effects: tuple[Callable[[], Sound], ...], loudness: float) -> dict[str, Sound]:
    """The effects by name, equally loud to the ear."""
    sounds = {}
    for effect in effects:
        sound = effect()
        now = levels.loudness(levels.heard(sound, sprite.EFFECTS.rate), sprite.EFFECTS.rate)
        sounds[effect.__name__] = levels.raised(sound, loudness - now)
    return sounds


def _store(path: Path, entries: Mapping[str, object]) -> None:
    """One entry a line, to be read by people too."""
    lines = (f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in entries.items())
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _spoken() -> dict[str, Windows]:
    """The windows of every language."""
    found: dict[str, Windows] = json.loads(_stored(VOICE_WINDOWS))
    return found


def _effects() -> Windows:
    found: Windows = json.loads(_stored(EFFECTS_WINDOWS))
    return found


def _stored(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else "{}"


def problems() -> Iterator[str]:
    """Everything that is wrong with the files in this folder."""
    spoken, played = _spoken(), _effects()
    for language in voices.SPEAKERS:
        windows, words = spoken.get(language, {}), list(voices.texts(language))
        yield from check.problems(voice_file(language), sprite.VOICE, windows, words)
    yield from check.problems(EFFECTS, sprite.EFFECTS, played, [effect.__name__ for effect in CARDS + OTHERS])
    yield from check.too_big([voice_file(language) for language in voices.SPEAKERS], VOICE_BUDGET)
    yield from check.too_big([EFFECTS], EFFECTS_BUDGET)


def unevenness() -> Iterator[str]:
    """Whether words, and effects of one kind, are equally loud. Asked only where nothing else is wrong."""
    for language, windows in _spoken().items():
        yield from check.uneven(voice_file(language), sprite.VOICE, windows, weighed=False)
    played = _effects()
    for effects in (CARDS, OTHERS):
        windows = {effect.__name__: played[effect.__name__] for effect in effects}
        yield from check.uneven(EFFECTS, sprite.EFFECTS, windows, weighed=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only check the files that are there")
    if not parser.parse_args().check:
        make()
    wrong = list(problems()) or list(unevenness())
    print("\n".join(wrong) or "All sounds are there, whole, and equally loud.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

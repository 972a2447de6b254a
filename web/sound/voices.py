"""The spoken words: what each language says, how espeak-ng is made to say it, and the care each word gets after that.

The words come from the catalogues of Piggery and its games. The voice is espeak-ng's with a variant of our own,
higher and softer than its standard voice and without the echo of its female variants.
"""

import json
import re
import tempfile
import wave
from array import array
from pathlib import Path

from web.sound import levels
from web.sound.programs import run
from web.sound.sprite import VOICE

SOURCE = Path(__file__).resolve().parents[2] / "src" / "piggery"
SPEAKERS = {"en": "en-us", "fr": "fr", "de": "de", "it": "it"}
PACE = {"en": 152, "fr": 132, "de": 154, "it": 158}
PITCH, CRY = 55, 68  # a cry is higher
SHORTEST, LONGEST = 0.39, 0.70  # a word that comes out shorter or longer is said again, slower or faster
LOUDNESS = -21.0

# What espeak-ng would say wrongly: the plus of a sum, whose s is heard; the English pig in German.
SAID = {
    "fr": {"plus": "[[pl'ys]]"},
    "de": {"Pig": "Pigg"},
}
PIGLET = """\
language variant
name piglet
gender female
pitch 150 230
roughness 3
flutter 2
formant 0 105 80 170
formant 1 110 80 200
formant 2 110 70 180
formant 3 110 70 180
formant 4 115 80 150
formant 5 115 80 150
consonants 125 125
"""


def texts(language: str) -> dict[str, str]:
    """The words to say, out of the catalogue: its numbers, the words between those of its sums, its two cries."""
    sentences: dict[str, str] = {}
    for folder in (SOURCE / "locale", *SOURCE.glob("games/*/words")):
        sentences |= json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    plus, equals = _between(sentences["sum.plus"])
    minus, _ = _between(sentences["sum.minus"])
    numbers = {str(n): sentences[f"number.{n}"] for n in range(21)}
    cry = sentences["pig10.title"].replace("10", numbers["10"]) + "!"
    over = " ".join(sentences["table.over_ten"].split())  # French sets a narrow space before its mark
    return {**numbers, "plus": plus + ",", "minus": minus + ",", "is": equals + ",", "ten": cry, "over": over}


def _between(sentence: str) -> list[str]:
    """The words of a sum without its numbers: *plus* and *is* of "{top} plus {a} is {b}"."""
    return [part.strip() for part in re.split(r"{\w+}", sentence) if part.strip()]


def spoken(language: str) -> dict[str, list[float]]:
    """Every word of the language, trimmed and equally loud."""
    with tempfile.TemporaryDirectory() as folder:
        _lend_data(Path(folder))
        return {word: _careful(Path(folder), language, text) for word, text in texts(language).items()}


def _lend_data(folder: Path) -> None:
    """espeak-ng's data, linked, with our variant of a voice among it."""
    version = run("espeak-ng", "--version").decode()
    source = Path(version.split("Data at:")[1].strip())
    data = folder / "espeak-ng-data"
    variants = data / "voices" / "!v"
    variants.mkdir(parents=True)
    (variants / "piglet").write_text(PIGLET, encoding="utf-8")
    for entry in source.iterdir():
        if entry.name != "voices":
            (data / entry.name).symlink_to(entry)


def _careful(folder: Path, language: str, text: str) -> list[float]:
    """A word neither too short for a child to catch nor too long to wait for."""
    pace = float(PACE[language])
    for _ in range(4):
        word = _trimmed(_say(folder, language, text, round(pace)))
        seconds = len(word) / VOICE.rate
        pace *= seconds / min(max(seconds, SHORTEST), LONGEST)
    bright = levels.brighter(word, VOICE.rate)
    return levels.raised(bright, LOUDNESS - levels.loudness(bright, VOICE.rate))


def _say(folder: Path, language: str, text: str, pace: int) -> list[float]:
    """A text as espeak-ng says it. Its codes with a country, as fr-fr, take no variant: they are not used."""
    for word, sound in SAID.get(language, {}).items():
        text = text.replace(word, sound)
    path = folder / "word.wav"
    voice, pitch = f"{SPEAKERS[language]}+piglet", CRY if text.endswith("!") else PITCH
    run("espeak-ng", f"--path={folder}", "-v", voice, "-s", str(pace), "-p", str(pitch), "-w", str(path), text)
    with wave.open(str(path)) as file:
        if file.getframerate() != VOICE.rate:
            raise SystemExit(f"espeak-ng speaks at {file.getframerate()} Hz, not at {VOICE.rate}")
        return [value / 32768 for value in array("h", file.readframes(file.getnframes()))]


def _trimmed(word: list[float]) -> list[float]:
    """Without the silence around it, and with soft ends."""
    first, last = levels.bounds(word, VOICE.rate, below=-42)
    spare = round(0.006 * VOICE.rate)
    kept = word[max(0, first - spare) : last + spare]
    return levels.faded(kept, VOICE.rate, start=0.008, end=0.02)

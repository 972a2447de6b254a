"""Many sounds in one MP3 file, one after another, and the window each of them lies in.

An MP3 decoder gives back more than was encoded: some silence first. lame's own decoder gives 576 samples of it, those
of Chromium, ffmpeg, mpg123 and dr_mp3 1105; the file carries no LAME tag by which some would cut it off and others not.
A window is wide enough for both, with a margin on either side.
"""

from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from web.sound.programs import run

DELAYS = (576, 1105)
MARGIN = 0.012
Windows = Mapping[str, Sequence[float]]  # the second at which a sound starts, and its length in seconds


class Sprite(NamedTuple):
    """How a file is encoded: its samples and kilobits a second, the highest pitch kept, in kHz, and the seconds of
    silence between two sounds. The kilobits are the same all along: old players seek in such files best."""

    rate: int
    kilobits: int
    highest: float
    gap: float


VOICE = Sprite(rate=22050, kilobits=32, highest=8.5, gap=0.122)
EFFECTS = Sprite(rate=44100, kilobits=48, highest=10.0, gap=0.122)


def write(path: Path, sprite: Sprite, sounds: Mapping[str, Sequence[float]]) -> Windows:
    """Encodes the sounds into the file, and returns where a player finds them."""
    silence = [0.0] * round(sprite.gap * sprite.rate)
    samples = silence[: len(silence) // 2]
    windows = {}
    for name, sound in sounds.items():
        windows[name] = _window(len(samples), len(sound), sprite.rate)
        samples += [*sound, *silence]
    _encode(path, sprite, samples)
    return windows


def _window(start: int, length: int, rate: int) -> tuple[float, float]:
    """The start and the length in seconds, such that no decoder's delay moves the sound out of it."""
    first = (start + DELAYS[0]) / rate - MARGIN
    last = (start + length + DELAYS[1]) / rate + MARGIN
    return round(first, 3), round(last - first, 3)


def _encode(path: Path, sprite: Sprite, samples: Sequence[float]) -> None:
    rate = str(sprite.rate / 1000)
    raw = array("h", (round(32767 * max(-1.0, min(1.0, value))) for value in samples))
    source = ["-r", "-s", rate, "--bitwidth", "16", "--signed", "--little-endian", "-m", "m"]
    wanted = ["--cbr", "-b", str(sprite.kilobits), "--lowpass", str(sprite.highest), "--resample", rate]
    care = ["-q", "0", "-t", "--noreplaygain"]  # -t: no LAME tag
    path.write_bytes(run("lame", "--quiet", *source, *wanted, *care, "-", "-", given=_little(raw).tobytes()))


def read(path: Path) -> list[float]:
    """The samples lame's decoder makes of the file: 576 late."""
    raw = array("h", run("lame", "--quiet", "--decode", "--mp3input", "-t", str(path), "-"))
    return [value / 32768 for value in _little(raw)]


def _little(raw: "array[int]") -> "array[int]":
    """Lowest byte first, on every machine."""
    if array("h", [1]).tobytes() != b"\x01\x00":
        raw.byteswap()
    return raw

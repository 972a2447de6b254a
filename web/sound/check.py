"""The check of the finished files: each is decoded again, and every sound must lie whole inside its window.

What is wrong comes back as sentences; none is good.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from web.sound import levels
from web.sound.sprite import DELAYS, MARGIN, Sprite, Windows, read

SILENCE = -50.0  # dB, what the encoder may leave where nothing is
FAINT = -35.0  # a sound below this is missing
CEILING = -3.0
SPREAD = 2.0  # how far two sounds of one kind may lie apart in loudness


def problems(path: Path, sprite: Sprite, windows: Windows, names: Sequence[str]) -> Iterator[str]:
    """What is wrong with one file, seen as every known decoder gives it."""
    if not path.exists():
        yield f"{path.name} is missing"
    elif list(windows) != list(names):
        yield f"{path.name}: the windows written down are not those of its sounds"
    else:
        decoded = read(path)
        if levels.peak(decoded) > CEILING:
            yield f"{path.name} is too loud: {levels.peak(decoded):.1f} dB"
        for delay in DELAYS:
            late = [0.0] * (delay - DELAYS[0]) + decoded
            yield from (f"{path.name}, {delay} late: {wrong}" for wrong in _misplaced(late, sprite.rate, windows))


def _misplaced(decoded: list[float], rate: int, windows: Windows) -> Iterator[str]:
    """Sounds that are silent, cut at an end of their window, or heard outside of all windows."""
    outside = decoded[:]
    for name, (start, length) in windows.items():
        first, last = round(start * rate), round((start + length) * rate)
        if last > len(decoded):
            yield f"{name} ends after the file"
        elif levels.loudness(decoded[first:last], rate) < FAINT:
            yield f"{name} is silent"
        elif _cut(decoded[first:last], rate):
            yield f"{name} is cut"
        outside[first:last] = [0.0] * len(outside[first:last])
    if levels.decibels(max(levels.frames(outside, rate))) > SILENCE:
        yield "something sounds outside of the windows"


def _cut(sound: Sequence[float], rate: int) -> bool:
    """Whether it does not begin and end with near silence, for half of the margin."""
    edge = round(MARGIN / 2 * rate)
    return levels.decibels(max(levels.rms(sound[:edge]), levels.rms(sound[-edge:]))) > SILENCE


def uneven(path: Path, sprite: Sprite, windows: Windows, weighed: bool) -> Iterator[str]:
    """Whether the sounds in these windows are equally loud; weighed as an ear does, where they are not all voices."""
    decoded = read(path)
    if weighed:
        decoded = levels.heard(decoded, sprite.rate)
    found = sorted((_loudness(decoded, sprite.rate, window), name) for name, window in windows.items())
    (low, softest), (high, loudest) = found[0], found[-1]
    if high - low > SPREAD:
        yield f"{path.name}: {loudest} is {high - low:.1f} dB louder than {softest}"


def _loudness(decoded: Sequence[float], rate: int, window: Sequence[float]) -> float:
    start, length = window
    return levels.loudness(decoded[round(start * rate) : round((start + length) * rate)], rate)


def too_big(paths: Sequence[Path], budget: int) -> Iterator[str]:
    total = sum(path.stat().st_size for path in paths if path.exists())
    if total > budget:
        yield f"{', '.join(path.name for path in paths)}: {total} bytes, more than {budget}"

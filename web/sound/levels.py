"""How loud a sound is, where it begins and ends, and how it is brought to a wanted loudness.

Loudness is the root mean square of the frames in which the sound is there at all: those within 20 dB of its loudest.
All levels are in dB below full scale.
"""

import math
from collections.abc import Sequence

FRAME = 0.005


def decibels(value: float) -> float:
    return 20 * math.log10(max(value, 1e-6))


def rms(sound: Sequence[float]) -> float:
    return math.sqrt(sum(value * value for value in sound) / len(sound)) if sound else 0.0


def peak(sound: Sequence[float]) -> float:
    return decibels(max(map(abs, sound), default=0.0))


def frames(sound: Sequence[float], rate: int) -> list[float]:
    """The root mean square of every 5 ms."""
    step = round(FRAME * rate)
    return [rms(sound[i : i + step]) for i in range(0, len(sound), step)]


def loudness(sound: Sequence[float], rate: int) -> float:
    strengths = frames(sound, rate)
    there = [strength for strength in strengths if strength >= max(strengths) / 10]
    return decibels(rms(there))


def heard(sound: Sequence[float], rate: int) -> list[float]:
    """The sound as a small loudspeaker gives it and an ear weighs it: without most of what lies below 250 Hz."""
    keep = math.exp(-2 * math.pi * 250 / rate)
    once = _less_low(sound, keep)
    return _less_low(once, keep)


def brighter(sound: Sequence[float], rate: int) -> list[float]:
    """With 5 dB more above 2500 Hz, where consonants are told apart."""
    high = _less_low(sound, math.exp(-2 * math.pi * 2500 / rate))
    return [value + 0.78 * more for value, more in zip(sound, high, strict=True)]


def _less_low(sound: Sequence[float], keep: float) -> list[float]:
    low = 0.0
    values = []
    for value in sound:
        low = value + keep * (low - value)
        values.append(value - low)
    return values


def bounds(sound: Sequence[float], rate: int, below: float) -> tuple[int, int]:
    """The samples between which the sound is, up to so many dB below its loudest frame."""
    strengths = frames(sound, rate)
    least = max(strengths) * 10 ** (below / 20)
    there = [k for k, strength in enumerate(strengths) if strength > least]
    step = round(FRAME * rate)
    return there[0] * step, min((there[-1] + 1) * step, len(sound))


def raised(sound: Sequence[float], by: float) -> list[float]:
    factor = 10 ** (by / 20)
    return [value * factor for value in sound]


def faded(sound: Sequence[float], rate: int, start: float, end: float) -> list[float]:
    """Rises from nothing in `start` seconds and sinks to nothing in `end` seconds."""
    values = list(sound)
    for seconds, first, way in ((start, 0, 1), (end, len(values) - 1, -1)):
        length = min(round(seconds * rate), len(values))
        for i in range(length):
            values[first + way * i] *= 0.5 - 0.5 * math.cos(math.pi * i / length)
    return values

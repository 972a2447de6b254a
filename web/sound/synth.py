"""Small instruments: curves, noise, tones and filters, from which the effects are put together.

A sound is a list of samples between -1 and 1. A curve is such a list too, one value a sample: a pitch, a loudness or
the frequency of a filter as it moves. Nothing here is random: noise comes from a counter with a seed.
"""

import math
from collections.abc import Sequence

Sound = list[float]
RATE = 44100


def count(seconds: float) -> int:
    return round(seconds * RATE)


def curve(seconds: float, *points: float) -> Sound:
    """Straight lines through the points, which are spread evenly over the time."""
    length = count(seconds)
    if len(points) == 1:
        return [points[0]] * length
    steps = len(points) - 1
    values = []
    for i in range(length):
        at = i * steps / length
        k = int(at)
        values.append(points[k] + (points[k + 1] - points[k]) * (at - k))
    return values


def noise(seconds: float, seed: int) -> Sound:
    """White noise from a linear congruential counter, the same on every machine."""
    state = seed * 2654435761 % 2**32
    values = []
    for _ in range(count(seconds)):
        state = (state * 1664525 + 1013904223) % 2**32
        values.append(state / 2**31 - 1)
    return values


def wander(seconds: float, times: float, depth: float, seed: int) -> Sound:
    """A curve around 1 that takes a new way so many times a second: the wobble of a throat."""
    points = noise((int(seconds * times) + 2) / RATE, seed)
    return [1 + depth * value for value in curve(seconds, *points)]


def tone(pitch: Sequence[float], partials: Sequence[float]) -> Sound:
    """A tone with the given strengths of its harmonics; those too high to be sampled are left out."""
    phase = 0.0
    values = []
    for hertz in pitch:
        phase += 2 * math.pi * hertz / RATE
        heard = min(len(partials), int(RATE / 2.2 / hertz))
        values.append(sum(partials[k] * math.sin((k + 1) * phase) for k in range(heard)))
    return values


def ring(hertz: float, seconds: float, partials: Sequence[tuple[float, float, float]]) -> Sound:
    """Something struck softly: each partial has a ratio to the pitch, a strength, and the seconds in which it dies to
    a tenth."""
    values = [0.0] * count(seconds)
    for ratio, strength, dies in partials:
        turn, fall = 2 * math.pi * hertz * ratio / RATE, math.log(10) / dies / RATE
        for i in range(len(values)):
            values[i] += strength * math.sin(turn * i) * math.exp(-fall * i)
    return times(values, swell(seconds, 0.003, seconds / 3))


def band(sound: Sequence[float], centre: float | Sequence[float], narrow: float) -> Sound:
    """What lies around the centre frequency, which may move; the narrower, the more it rings. A state variable
    filter, steady however fast the centre moves."""
    centres = [centre] * len(sound) if isinstance(centre, float | int) else centre
    one = two = 0.0
    values = []
    for value, hertz in zip(sound, centres, strict=True):
        g = math.tan(math.pi * hertz / RATE)
        high = (value - (1 / narrow + g) * one - two) / (1 + g / narrow + g * g)
        middle = g * high + one
        low = g * middle + two
        one, two = g * high + middle, g * middle + low
        values.append(middle / narrow)
    return values


def formants(sound: Sequence[float], *resonances: tuple[float | Sequence[float], float, float]) -> Sound:
    """A throat: the sum of several bands, each with a centre, a narrowness and a strength."""
    return mix(*((0.0, band(sound, centre, narrow), strength) for centre, narrow, strength in resonances))


def soften(sound: Sequence[float], hertz: float) -> Sound:
    """Without the sharp edges: a gentle low pass."""
    keep = math.exp(-2 * math.pi * hertz / RATE)
    last = 0.0
    values = []
    for value in sound:
        last = value + keep * (last - value)
        values.append(last)
    return values


def times(*sounds: Sequence[float]) -> Sound:
    """Sounds and curves multiplied with each other, as long as the shortest."""
    return [math.prod(values) for values in zip(*sounds, strict=False)]


def mix(*parts: tuple[float, Sequence[float], float]) -> Sound:
    """Sounds on top of each other, each with the second it begins at and a strength."""
    values = [0.0] * max(count(at) + len(sound) for at, sound, _ in parts)
    for at, sound, strength in parts:
        start = count(at)
        for i, value in enumerate(sound):
            values[start + i] += strength * value
    return values


def warm(sound: Sequence[float], drive: float) -> Sound:
    """Pressed a little against the ceiling, as a loud throat or horn is."""
    top = max(abs(value) for value in sound)
    return [math.tanh(drive * value / top) for value in sound]


def swell(seconds: float, rise: float, fall: float) -> Sound:
    """A loudness that rises to 1, stays, and falls to 0, round at both ends."""
    length, up, down = count(seconds), count(rise), count(fall)
    return [_round(i / up if i < up else min(1.0, (length - i) / down)) for i in range(length)]


def _round(share: float) -> float:
    return 0.5 - 0.5 * math.cos(math.pi * share)

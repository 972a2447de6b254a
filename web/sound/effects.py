"""The effects: cards, pigs and small tunes, each a function that makes its sound from nothing."""

from collections.abc import Callable

from web.sound.synth import Sound, band, curve, formants, mix, noise, ring, soften, swell, times, tone, wander, warm

WOOD = ((1.0, 1.0, 0.28), (3.93, 0.3, 0.07), (9.2, 0.08, 0.03))  # a marimba bar
BELL = ((1.0, 1.0, 0.5), (2.0, 0.35, 0.3), (3.01, 0.15, 0.2), (5.4, 0.06, 0.08))
HORN = (1.0, 0.8, 0.6, 0.4, 0.25, 0.15, 0.1, 0.05)
C4, E4, G4, C5, D5, E5, G5, A5, C6 = 261.6, 329.6, 392.0, 523.3, 587.3, 659.3, 784.0, 880.0, 1046.5


def lift() -> Sound:
    """A card taken up: a soft tick."""
    flick = times(band(noise(0.08, 1), 1900, 2.0), curve(0.08, 1, 0.25, 0.08, 0.02, 0))
    return times(mix((0, flick, 1.0), (0, ring(620, 0.08, ((1, 1, 0.03),)), 0.35)), swell(0.08, 0.003, 0.03))


def lay() -> Sound:
    """A card laid on the table: a slap, the wood under it, and the edge that follows."""
    slap = times(band(noise(0.17, 2), 1500, 0.9), curve(0.17, 1, 0.2, 0.05, 0.02, 0.01, 0))
    edge = times(band(noise(0.03, 3), 2600, 1.2), swell(0.03, 0.004, 0.02))
    wood = ring(190, 0.17, ((1, 1, 0.06), (2.3, 0.5, 0.04)))
    return times(mix((0, slap, 1.0), (0, wood, 0.7), (0.035, edge, 0.3)), swell(0.17, 0.002, 0.06))


def draw() -> Sound:
    """A card drawn: it slides over the others, quicker and quicker."""
    slide = soften(band(noise(0.24, 4), curve(0.24, 1200, 1600, 2800), 1.1), 4000)
    return times(slide, curve(0.24, 0.05, 0.5, 0.7, 1.0, 0), swell(0.24, 0.03, 0.04))


def sweep() -> Sound:
    """A pile gathered: a handful of cards brushed together, then knocked on the table."""
    brush = times(band(noise(0.5, 5), curve(0.5, 2600, 2000, 1100, 900), 0.9), curve(0.5, 0.3, 1, 0.8, 0.15))
    riffle = times(brush, wander(0.5, 34, 0.8, 6), swell(0.5, 0.06, 0.1))
    return mix((0, riffle, 1.0), (0.33, lay(), 0.8))


def grunt(pitch: float = 88, seconds: float = 0.34, seed: int = 7) -> Sound:
    """A pig: a low, rough throat with breath in every pulse, through a long snout that opens and closes."""
    low = times(curve(seconds, pitch * 0.75, pitch * 1.3, pitch, pitch * 0.65), wander(seconds, 45, 0.14, seed))
    throat = tone(low, [1 / k**0.6 for k in range(1, 40)])
    breath = times(noise(seconds, seed + 1), [max(0.0, value) for value in soften(throat, 400)])
    source = mix((0, throat, 1.0), (0, breath, 2.2), (0, noise(seconds, seed + 2), 0.2))
    opening = curve(seconds, 620, 1050, 900, 640)
    snout = formants(source, (curve(seconds, 300, 420, 330), 4, 1.0), (opening, 5, 1.0), (1800, 6, 0.4), (2600, 6, 0.2))
    rough = times(swell(seconds, 0.03, seconds * 0.6), wander(seconds, 28, 0.25, seed + 3))
    return times(soften(warm(snout, 2.2), 2200), rough)


def grunt2() -> Sound:
    """Two grunts, the second more pleased than the first."""
    return mix((0, grunt(84, 0.24, 11), 0.85), (0.31, grunt(104, 0.36, 15), 1.0))


def oink(pitch: float = 230, seconds: float = 0.4) -> Sound:
    """A small pig: the voice jumps up from *o* to *ink*."""
    jump = curve(seconds, pitch * 0.85, pitch, pitch * 1.75, pitch * 1.9, pitch * 1.5)
    voice = tone(times(jump, wander(seconds, 40, 0.05, 21)), [1 / k**0.8 for k in range(1, 20)])
    source = mix((0, voice, 1.0), (0, noise(seconds, 22), 0.3))
    first, second = curve(seconds, 520, 560, 420, 380), curve(seconds, 850, 900, 1900, 2100, 1900)
    mouth = formants(source, (first, 4, 1.0), (second, 6, 0.8), (2900, 6, 0.25))
    return times(warm(mouth, 1.6), curve(seconds, 0.9, 1, 0.6, 0.9, 0.6), swell(seconds, 0.03, 0.12))


def squeal(seconds: float = 0.45) -> Sound:
    """A happy squeal, kept soft."""
    high = times(curve(seconds, 620, 1050, 1250, 1150, 900), wander(seconds, 36, 0.035, 31))
    source = mix((0, tone(high, (1, 0.7, 0.5, 0.3, 0.2)), 1.0), (0, noise(seconds, 32), 0.2))
    return times(formants(source, (1100, 1.5, 1.0), (2300, 3, 0.5)), swell(seconds, 0.05, 0.2))


def horn(hertz: float, seconds: float) -> Sound:
    """A small brass note that opens as it sounds."""
    note = tone(times(curve(seconds, hertz), wander(seconds, 12, 0.003, 41)), HORN)
    bright = band(note, curve(seconds, 700, 1500, 1200, 900), 0.7)
    return times(bright, swell(seconds, 0.02, min(0.2, seconds / 2)))


def chord(seconds: float) -> Sound:
    return mix((0, horn(C5, seconds), 0.6), (0, horn(E5, seconds), 0.5), (0, horn(G5, seconds), 0.5))


def ten() -> Sound:
    """Pig 10: three quick notes, a long chord, and a squeal on top."""
    call = mix((0, horn(G4, 0.14), 0.9), (0.13, horn(C5, 0.14), 0.9), (0.26, horn(E5, 0.16), 0.9))
    return mix((0, call, 1.0), (0.42, chord(0.55), 0.8), (0.64, squeal(), 0.7))


def over() -> Sound:
    """Too much: a slide whistle goes down and ends in a bump."""
    shake = [1 + 0.03 * value for value in tone(curve(0.72, 7.5), (1,))]
    fall = times(curve(0.72, 880, 760, 520, 330, 210), shake)
    air = band(noise(0.72, 51), fall, 4)
    whistle = times(mix((0, tone(fall, (1, 0.25, 0.12)), 1.0), (0, air, 0.5)), swell(0.72, 0.04, 0.1))
    bump = ring(150, 0.2, ((1, 1, 0.09), (1.6, 0.6, 0.06)))
    return mix((0, whistle, 0.7), (0.7, bump, 0.9), (0.7, lay(), 0.3))


def turn() -> Sound:
    """Your turn: two bell notes, gently."""
    return times(mix((0, ring(G5, 0.55, BELL), 0.8), (0.16, ring(C6, 0.55, BELL), 0.8)), swell(0.71, 0.006, 0.25))


def tick() -> Sound:
    """A second of the countdown: a small wood block."""
    return times(ring(980, 0.07, ((1, 1, 0.025), (2.6, 0.3, 0.012))), swell(0.07, 0.002, 0.03))


def tune(notes: str, beat: float) -> Sound:
    """Marimba notes, one a beat, a dot for a rest."""
    names = {"c": C4, "e": E4, "g": G4, "C": C5, "D": D5, "E": E5, "G": G5, "A": A5, "Z": C6}
    return mix(*((i * beat, ring(names[name], 0.5, WOOD), 1.0) for i, name in enumerate(notes) if name != "."))


def win() -> Sound:
    """The game is won: a skipping tune over a bass, and a last chord with an oink."""
    skip, bass = tune("gCEG.EGZ", 0.12), tune("c..e..g", 0.12)
    return mix((0, skip, 1.0), (0, bass, 0.5), (0.84, chord(0.66), 0.6), (1.02, oink(), 0.35))


def lose() -> Sound:
    """The game is lost, and it was a good one: a few soft steps home, in major."""
    steps = tune("GECDe", 0.15)
    return times(mix((0, soften(steps, 1800), 1.0), (0.6, ring(C4, 0.5, WOOD), 0.6)), swell(1.1, 0.01, 0.35))


CARDS: tuple[Callable[[], Sound], ...] = (lift, lay, draw, sweep, tick)  # heard at every move, so kept quieter
OTHERS: tuple[Callable[[], Sound], ...] = (grunt, grunt2, ten, over, turn, win, lose, oink)

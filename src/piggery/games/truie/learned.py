"""Numbers learned by games against itself, written by training/: from a number of players on, until the next."""

# fmt: off
MINDS = {2: [100, -21, 79, 2313, 858, 798, 105, -139, 4496, 1572, 717, -671, -313, -314, -159, -205, -542,
     -753, -736, -1126, -1202, -1653, -791, 671, 3147, 173, 1, 0, 0, 0, 0, 0, 0]}

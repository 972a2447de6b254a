"""Numbers learned by games against itself, written by training/: by the least number of players."""

# fmt: off
MINDS = {2: [100, -125, 122, 1792, 943, 752, 122, 47, 1820, 274, 1369, -282, -54, -10, -17, -350, -502,
     -842, -902, -967, -1281, -1564, -675, 1069, 3481, 31, 1, 0, 0, 0, 0, 0, 0]}

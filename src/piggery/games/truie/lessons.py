"""The lesson of Un, deux, truie: positions from the worked examples of the rules, and what to try in each."""

from ..lessons import Exercise, Lessons

STEPS = (
    Exercise("truie 1,3,5,7,9,F,D/?7/?7 7 0 - 1:0 0/0/0 - ?50", ("7",)),
    Exercise("truie 1,3,5,9,F,D/?7/?7 2 0 - 1:0 0/0/0 7 ?49", ("+3=5",)),
    Exercise("truie 1,3,5,9,F,D/?7/?6 8 0 - 1:0 0/0/0 7,9 ?47", ("-5=3", "-3=5")),
    Exercise("truie 1,4,9,F,H,D/?5/?6 6 0 - 1:0 0/0/0 7,8 ?46", ("F",)),
    Exercise("truie 1,4,9,H,L,D/?5/?6 4 0 F 1:0 0/0/0 7,8,F ?45", ("4",)),
    Exercise("truie 1,3,5,9,H,D/?5/?6 8 0 H 1:0 0/0/0 4,7,8,F ?45", ("-5=3",), ("2", "6", "10")),
    Exercise(
        "truie 1,2,6,9,L,D/?5/?6 10 0 - 1:0 0/0/0 4,7,8,F,H ?42",
        ("L2", "L6", "L1", "L9", "L10", "L3", "L4", "L5", "L7", "L8"),
    ),
    Exercise("truie 1,5,9,D/?5/?6 2 0 - 1:0 0/0/0 4,7,8,F,H ?40", ("5>1",)),
    Exercise("truie 1,9/?6/?6 5 0 G 1:0 0/0/0 4,7,8,F,H ?40", ("g2",)),
    Exercise("truie 4,9/2,3,6,8,10/1,1,5,7,F,D 5 0 - 4:0 -31/-52/-47 4,7,8,F,H ?40", ("+4=9",)),
)
LESSONS = Lessons(STEPS)

"""Every question of the laboratory, by name."""

from ..errors import BadOption
from . import compare, house, length, skill, specials, starter, sums
from .answer import LabQuestion

QUESTIONS: dict[str, LabQuestion] = {
    "starter": starter.QUESTION,
    "length": length.QUESTION,
    "skill": skill.QUESTION,
    "specials": specials.QUESTION,
    "rules": house.QUESTION,
    "sums": sums.QUESTION,
    "compare": compare.QUESTION,
}


def question(name: str) -> LabQuestion:
    if name not in QUESTIONS:
        raise BadOption("lab.question", text=name, known=list(QUESTIONS))
    return QUESTIONS[name]

"""Every question of the laboratory, by name."""

from ..errors import BadOption
from . import compare, house, length, skill, specials, starter, sums
from .answer import Inquiry, LabQuestion

QUESTIONS = {
    "starter": LabQuestion("lab.starter", Inquiry.settings, starter.answer),
    "length": LabQuestion("lab.length", Inquiry.settings, length.answer),
    "skill": LabQuestion("lab.skill", skill.settings, skill.answer),
    "specials": LabQuestion("lab.specials", specials.settings, specials.answer),
    "rules": LabQuestion("lab.rules", house.settings, house.answer),
    "sums": LabQuestion("lab.sums", sums.settings, sums.answer),
    "compare": LabQuestion("lab.compare", compare.settings, compare.answer),
}


def question(name: str) -> LabQuestion:
    if name not in QUESTIONS:
        raise BadOption("lab.question", text=name, known=list(QUESTIONS))
    return QUESTIONS[name]

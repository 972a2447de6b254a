"""How every picture of the laboratory looks: a slide with the finding on top and its source below, readable in grey.

Only here Matplotlib is known, and only when a picture is drawn.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, cast

from ..sim.summary import Mean
from ..words import Line, say
from .figures import tick

if TYPE_CHECKING:
    from matplotlib import RcParams
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

SIZE = (10.0, 5.625)  # inches: a slide
DPI = 160
INK, STRONG, QUIET, PALE, FAINT = "#2b1d24", "#a3204c", "#8f857d", "#cfc6bd", "#ece6df"  # dark to light in grey, too
SOFT = "#6b625b"  # small letters
PAPER = {"facecolor": "white", "edgecolor": "none", "alpha": 0.75, "pad": 0.6}  # behind letters that cross a line
FONT = "DejaVu Sans"  # comes with Matplotlib; letters stay letters in an SVG, and Verdana is about as wide
FONTS = [FONT, "Verdana"]
FORMATS = ("svg", "png")
TITLE, SMALLER, LABEL, TICK, SMALL = 16, 14, 12, 11, 9.5
ROOM = 0.93 * SIZE[0] * 72  # for a title, in points
LEAST = 30  # characters that always fit
LOOK: dict[str, object] = {
    "font.family": "sans-serif", "font.sans-serif": FONTS, "text.color": INK, "axes.labelcolor": INK,
    "axes.edgecolor": QUIET, "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
    "axes.axisbelow": True, "axes.labelsize": LABEL, "axes.titlesize": LABEL, "axes.titlelocation": "left",
    "axes.titleweight": "bold", "axes.unicode_minus": True, "grid.color": FAINT, "grid.linewidth": 1.0,
    "xtick.color": INK, "ytick.color": INK, "xtick.labelsize": TICK, "ytick.labelsize": TICK,
    "xtick.major.size": 0, "ytick.major.size": 0,
    "svg.fonttype": "none", "svg.hashsalt": "piggery", "path.simplify": True,
}  # fmt: skip


def drawable() -> bool:
    """Whether Matplotlib is installed."""
    return find_spec("matplotlib") is not None


def broken(title: str, longest: int) -> list[str]:
    """A title in lines of at most `longest` characters; none begins with a stop or ends with a quote."""
    title = re.sub(r" (?=[;:%»?!])|(?<=«) ", "\u00a0", title)
    return wrap(title, longest, break_long_words=False, break_on_hyphens=False)


def balanced(title: str, longest: int) -> list[str]:
    """The same in as few lines, about equally long."""
    cut = (broken(title, width) for width in range(1, longest + 1))
    least = len(broken(title, longest))
    return next(lines for lines in cut if len(lines) == least)


def fitted(title: str, size: float, weight: str = "bold") -> list[str]:
    """A title in lines that fit on the slide in letters of this size."""
    longest = range(len(title), LEAST - 1, -1)
    fits = (n for n in longest if all(width_of(line, size, weight) < ROOM for line in broken(title, n)))
    return balanced(title, next(fits, LEAST))


@lru_cache(maxsize=1000)
def width_of(line: str, size: float, weight: str = "bold") -> float:
    """How wide a line is, in points."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    font = get_font(findfont(FontProperties(family=FONT, weight=weight)))
    font.set_size(size, 72)
    font.set_text(line)
    return font.get_width_height()[0] / 64


class Sheet:
    """A picture in the making, in one language."""

    def __init__(self, title: Line, small: Sequence[Line], language: str) -> None:
        from matplotlib.figure import Figure

        self.language = language
        self.figure = Figure(figsize=SIZE, dpi=DPI, facecolor="white")
        lines, size = fitted(self.say(title), TITLE), TITLE
        if len(lines) > 2:
            lines, size = fitted(self.say(title), SMALLER), SMALLER
        self.figure.text(0.035, 0.95, "\n".join(lines), size=size, weight="bold", va="top", linespacing=1.25)
        self.top = 0.87 - 0.0034 * size * (len(lines) - 1)
        below = [row for one in small for row in fitted(self.say(one), SMALL, "normal")]
        self.figure.text(0.035, 0.028, "\n".join(below), size=SMALL, color=SOFT, va="bottom", linespacing=1.35)
        self.bottom = 0.14 + 0.032 * len(below)

    def say(self, what: Line | str | int) -> str:
        return say(what, self.language) if isinstance(what, Line) else str(what)

    def panels(self, *widths: float, left: float = 0.1, between: float = 0.28, head: float = 0.0) -> "list[Panel]":
        """Panels side by side, of these widths; `head` is room above them for titles of their own."""
        grid = self.figure.add_gridspec(
            1, len(widths), width_ratios=widths, left=left, right=0.965, bottom=self.bottom, top=self.top - 0.02 - head,
            wspace=between,
        )  # fmt: skip
        return [Panel(self.figure.add_subplot(grid[0, n]), self.say) for n in range(len(widths))]


class Panel:
    """One part of a picture with axes of its own, and what several questions draw there."""

    def __init__(self, axes: "Axes", say: Callable[[Line | str | int], str]) -> None:
        self.axes = axes
        self.say = say

    def name(self, across: Line | None = None, up: Line | None = None, head: Line | None = None) -> None:
        """Label the axes, with units."""
        if across:
            self.axes.set_xlabel(self.say(across), labelpad=8)
        if up:
            self.axes.set_ylabel(self.say(up), labelpad=8)
        if head:
            self.axes.set_title(self.say(head), pad=10)

    def signed(self, axis: "Axis") -> None:
        """Ticks as the language writes numbers, with their signs."""
        axis.set_major_formatter(lambda value, _: self.say(tick(value, sign=True)))

    def note(
        self, what: Line | str, at: tuple[float, float], by: tuple[float, float], *, size: float | None = None,
        bold: bool = False, color: str = INK, ha: str = "left", va: str = "center", paper: bool = False,
        coords: str = "data",
    ) -> None:  # fmt: skip
        """Letters `by` some points beside a place; on `paper` where they cross a line."""
        self.axes.annotate(
            self.say(what), at, by, coords, "offset points", size=size, weight="bold" if bold else "normal",
            color=color, ha=ha, va=va, bbox=PAPER if paper else None,
        )  # fmt: skip

    def dot(
        self, x: float, y: float, error: float, strong: bool = True, across: bool = False, filled: bool | None = None
    ) -> None:
        """A point with its 95 % interval; what matters is dark and filled, the rest light and open.

        The ends of the interval stand out beyond the dot, so that a narrow one is seen, too.
        """
        colour, size = (STRONG, 6) if strong else (QUIET, 5)
        self.axes.errorbar(
            [x], [y], xerr=[error] if across else None, yerr=None if across else [error], fmt="o", ms=size,
            color=colour, mfc=colour if (strong if filled is None else filled) else "white", mew=1.4, elinewidth=1.6,
            capsize=5 if across else 3, capthick=1.6, zorder=4 if strong else 3,
        )  # fmt: skip

    def bars(self, at: Sequence[float], shares: Sequence[Mean], height: float, colours: Sequence[str]) -> None:
        """Shares in percent with their 95 % intervals, from left to right."""
        self.axes.barh(
            at, [100 * share.value for share in shares], xerr=[100 * share.error for share in shares], height=height,
            color=colours, error_kw={"ecolor": INK, "elinewidth": 1, "capsize": 2},
        )  # fmt: skip

    def heat(
        self, cells: Sequence[Sequence[float]], said: Sequence[Sequence[Line | str]], most: float, size: float
    ) -> None:
        """A table of shades, from white to dark, and what is said in each; what is not a number stays blank."""
        from matplotlib.colors import LinearSegmentedColormap

        shades = LinearSegmentedColormap.from_list("rose", ["#ffffff", "#f0c9d2", "#d2738f", STRONG, "#4a0f2a"])
        self.axes.grid(False)
        for spine in self.axes.spines.values():
            spine.set_visible(False)
        self.axes.imshow(cells, cmap=shades, vmin=0, vmax=most, aspect="auto")
        for y, row in enumerate(said):
            for x, what in enumerate(row):
                colour = "white" if cells[y][x] > 0.55 * most else INK
                if what:
                    self.axes.text(x, y, self.say(what), ha="center", va="center", size=size, color=colour)

    def frame(self, x: int, y: int) -> None:
        """Mark a cell of such a table."""
        from matplotlib.patches import Rectangle

        frame = Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, ec=INK, lw=1.8, zorder=5, clip_on=False)
        self.axes.add_patch(frame)


@contextmanager
def look() -> Iterator[None]:
    """Our own look, whatever somebody has set up."""
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(cast("RcParams", LOOK))
        yield


def draw(path: Path, title: Line, small: Sequence[Line], language: str, what: Callable[[Sheet], None]) -> None:
    """Write a picture with small print below; the ending of its name says which kind."""
    with look():
        sheet = Sheet(title, small, language)
        what(sheet)
        metadata = {"Date": None, "Title": sheet.say(title)} if path.suffix == ".svg" else {"Title": sheet.say(title)}
        sheet.figure.savefig(path, metadata=metadata)

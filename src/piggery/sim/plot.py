"""Ratings as a picture: a dot and its error bar for each bot, readable in grey."""

from collections.abc import Sequence
from html import escape

from .ratings import Rating

WIDTH, ROW, LEFT, RIGHT, TOP, BOTTOM = 640, 34, 120, 40, 56, 46
STEP = 200  # points between lines
LONGEST = 13  # characters of a name
STYLE = (
    "text{font:15px system-ui,sans-serif;fill:#2b1d24}.title{font-weight:700;font-size:17px}.quiet{font-size:13px}"
    ".grid{stroke:#8a7f78;stroke-opacity:.35}.bar{stroke:#2b1d24;stroke-width:2}.dot{fill:#b83b5e}"
    ".ground{fill:#f7efe2}"
)


def picture(rated: Sequence[Rating], title: str, axis: str) -> str:
    """An SVG of ratings, the best on top."""
    low = STEP * int(min(r.points - r.error for r in rated) // STEP)
    high = STEP * int(max(r.points + r.error for r in rated) // STEP + 1)
    height = TOP + ROW * len(rated) + BOTTOM

    def x(points: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (points - low) / (high - low), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
        f'<rect class="ground" width="{WIDTH}" height="{height}"/>',
        f'<text class="title" x="16" y="30">{escape(title)}</text>',
    ]
    bottom = TOP + ROW * len(rated)
    for points in range(low, high + 1, STEP):
        parts.append(f'<line class="grid" x1="{x(points)}" x2="{x(points)}" y1="{TOP}" y2="{bottom}"/>')
        parts.append(f'<text class="quiet" text-anchor="middle" x="{x(points)}" y="{bottom + 18}">{points}</text>')
    for row, rating in enumerate(rated):
        y = TOP + ROW * row + ROW // 2
        ends = x(rating.points - rating.error), x(rating.points + rating.error)
        parts.append(f'<text text-anchor="end" x="{LEFT - 14}" y="{y + 5}">{escape(_short(rating.bot))}</text>')
        parts.append(f'<line class="bar" x1="{ends[0]}" x2="{ends[1]}" y1="{y}" y2="{y}"/>')
        parts.append(f'<circle class="dot" cx="{x(rating.points)}" cy="{y}" r="6"/>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text class="quiet" text-anchor="middle" x="{middle}" y="{height - 8}">{escape(axis)}</text></svg>')
    return "\n".join(parts) + "\n"


def _short(name: str) -> str:
    """A name that fits; the end of a command tells more than its beginning."""
    return name if len(name) <= LONGEST else f"…{name[1 - LONGEST :]}"

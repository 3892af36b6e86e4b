"""What notebooks show: pictures as SVG and small tables, without scripts. Where there is no
picture, such as of a large network or of a density that is refused, it is the text."""

from __future__ import annotations

from html import escape
from typing import Any, Iterable

#: Larger networks are named and not drawn: they could not be read in a cell of a notebook.
MOST_NODES = 80
#: Longer tables end with the number of the other rows.
MOST_ROWS = 40


class Picture(str):
    """A picture as the text of SVG, which notebooks show."""

    def _repr_svg_(self) -> str:
        return str(self)


def text(value: Any) -> str:
    """The text of a value as HTML."""
    return f"<pre>{escape(repr(value))}</pre>"


def bars(rows: Iterable[tuple[str, float]], count: int, title: str = "") -> str:
    """A table of probabilities with bars; `count` rows, of which the first ones are shown."""
    lines = "".join(
        f"<tr><td>{escape(name)}</td><td style='text-align:right'>{p:.6g}</td>"
        f"<td><div style='background:#4878a8;height:0.7em;width:{120 * p:.1f}px'></div></td></tr>"
        for (name, p), _ in zip(rows, range(MOST_ROWS))
    )
    if count > MOST_ROWS:
        lines += f"<tr><td>... and {count - MOST_ROWS} more</td></tr>"
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    return f"<table>{caption}{lines}</table>"


def table(head: Iterable[str], rows: Iterable[Iterable[str]], title: str = "") -> str:
    """A table of texts."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    return f"<table>{caption}<tr>{top}</tr>{lines}</table>"


def side_by_side(parts: Iterable[str]) -> str:
    cells = "".join(f"<div>{part}</div>" for part in parts)
    return f"<div style='display:flex;flex-wrap:wrap;gap:1em'>{cells}</div>"

"""A page on which a network is asked with clicks."""

from __future__ import annotations

import os
import re
from html import escape
from typing import Any, Optional, Sequence, Union

from . import _pgm
from ._border import at_the_border, border, shown
from ._engine import Engine
from ._errors import ArgumentError, ArgumentTypeError
from ._evidence import EvidenceLike, plain
from ._files import read
from ._network import Network

#: A network, what has one, or where it is: :func:`explore` says which.
Model = Union[Network, Engine, str, "os.PathLike[str]", Any]


@border
class InteractivePage(str):
    """A page of HTML on which a network is asked with clicks, as a text; a notebook shows it."""

    _title: str

    def __new__(cls, html: str, title: str = "network") -> InteractivePage:
        page = super().__new__(cls, html)
        page._title = title
        return page

    def write(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the page to an .html file, which any browser opens without a connection."""
        if not isinstance(path, (str, os.PathLike)):
            raise ArgumentTypeError(f"a page needs the path of a file, not {shown(path)}")
        if not os.fspath(path).endswith(".html"):
            raise ArgumentError(f"a page to explore is an .html file, not {os.fspath(path)!r}")
        _pgm.save(os.fspath(path), str(self))

    def __repr__(self) -> str:
        return f"<pgm.InteractivePage of {self._title!r}, {len(self)} characters>"

    def _repr_html_(self) -> str:
        # Without allow-same-origin the page can neither read nor change the notebook.
        style = "width:100%;height:40em;border:1px solid #9ca3af"
        return (
            f'<iframe title="{escape(self._title)}" sandbox="allow-scripts"'
            f' srcdoc="{escape(self)}" style="{style}"></iframe>'
        )


@at_the_border
def explore(
    model: Model,
    evidence: EvidenceLike = None,
    *,
    title: str = "",
    theme: str = "auto",
    lock: Union[str, Sequence[str]] = (),
    questions: Union[str, os.PathLike[str], Sequence[str]] = (),
    only: Union[str, Sequence[str], None] = None,
    around: Union[str, Sequence[str], None] = None,
    depth: int = 1,
    work_limit: Optional[int] = None,
) -> InteractivePage:
    """A page on which the network is asked with clicks: a finding is entered, and all bars move.
    It has the network in it, and needs no program but a browser. ``pgm draw --explore`` writes it,
    too.

    >>> page = explore("Rain{no|yes} -> Wet{no|yes}; Rain: 0.8 0.2; Wet | Rain=no: 0.9 0.1; "
    ...                "Wet: 0.1 0.9", title="The lawn")
    >>> page.startswith("<!DOCTYPE html>")
    True

    Arguments:
        model: a network, an influence diagram (under its best strategy), an engine, an estimator
            that is fitted, the path of a file, or the text of a network.
        evidence: states that hold for good, which make the page smaller.
        title: of the page; "": the name of the network, or of its file.
        theme: "auto" (that of the browser), "light" or "dark".
        lock: variables whose probabilities are hidden.
        questions: exercises, a query each, also with words before it, whose answers the page
            checks; or the path of a file with one on each line.
        only, around, depth: these variables, and those at most `depth` arcs away from those of
            `around`; None: all. The others are summed out, so the numbers stay exact.
        work_limit: millions of multiplications that one answer may take; None: 5.

    Raises:
        ArgumentError: a name of no variable, or evidence that is no state of a single variable.
        ImpossibleEvidenceError: evidence that cannot be.
        ModelError: numbers are missing or wrong, or densities have no finite form.
        ParseError: a question that is none.
        TooLargeError: an answer takes more work than the limit.
    """
    network, path = _network_of(model)
    if only is not None and not only:
        raise ArgumentError("only names no variable: None is all of them")
    is_path = isinstance(questions, (str, os.PathLike))
    call = (
        path,
        title,
        theme,
        _names(lock, "lock"),
        _names(only or (), "only"),
        _names(around or (), "around"),
        depth,
        os.fspath(questions) if is_path else "",  # type: ignore[arg-type]
        [] if is_path else _names(questions, "questions"),  # type: ignore[arg-type]
        work_limit,
    )
    return InteractivePage(*_pgm.explore(network._core, plain(evidence, network.variables), call))


def _network_of(model: Any) -> tuple[Network, str]:
    """The network of a model, and the path that it was read from, or ""."""
    if isinstance(model, Network):
        return model, ""
    if isinstance(model, Engine):
        return model.network, ""
    if isinstance(model, str) and re.search(r"->|[{\n]", model):
        return Network(model), ""
    if isinstance(model, (str, os.PathLike)):
        return read(model), os.fspath(model)
    networks = getattr(model, "networks_", ())
    if len(networks) > 1:
        raise ArgumentError(
            f"this {type(model).__name__} averages {len(networks)} networks, each with a page of "
            "its own: model.network_ is the one of most weight"
        )
    network = getattr(model, "network_", None)
    if not isinstance(network, Network):
        raise ArgumentTypeError(
            f"{shown(model)} is neither a network nor an engine nor an estimator that is fitted"
        )
    return network, ""


def _names(names: Union[str, Sequence[str]], what: str) -> list[str]:
    """One name or several as a list."""
    if isinstance(names, str):
        return [names]
    try:
        found = list(names)
    except TypeError:
        found = [None]  # type: ignore[list-item]
    if not all(isinstance(name, str) for name in found):
        raise ArgumentTypeError(f"{what} is {shown(names)}, not a list of texts")
    return found

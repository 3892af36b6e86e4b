"""One page about a table or a model."""

from __future__ import annotations

import json
import os
from html import escape
from typing import Any, Optional, Union

from . import _pgm
from ._border import at_the_border, shown
from ._data import frame_of, named_states, names_in
from ._errors import ArgumentError, ArgumentTypeError
from ._network import Network
from ._warnings import warn


class Page:
    """A page about a table or a model, which a notebook shows; ``str()`` is its Markdown."""

    def __init__(self, core: _pgm.Page) -> None:
        if not isinstance(core, _pgm.Page):
            raise ArgumentTypeError(f"{shown(core)} is no page: pgm.report makes one")
        self._core = core

    @at_the_border
    def write(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the page, by its suffix as .html (without scripts or other files), .pdf or .md."""
        replaced = self._core.write(os.fspath(path))
        warn(f"the fonts of PDF files have no characters for all of {text!r}" for text in replaced)

    def to_dict(self) -> dict[str, Any]:
        """The facts of the page, as ``pgm report --json`` prints them."""
        return json.loads(self._core.json())  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return self._core.markdown()

    def __repr__(self) -> str:
        return f"<pgm.Page of {self.to_dict()['subject']!r}>"

    def _repr_html_(self) -> str:
        style = "width:100%;height:40em;border:1px solid #9ca3af"
        return f'<iframe srcdoc="{escape(self._core.html())}" style="{style}"></iframe>'


@at_the_border
def report(
    subject: Any,
    *,
    target: Optional[str] = None,
    data: Any = None,
    estimator: Any = None,
    title: Optional[str] = None,
    date: str = "",
    folds: int = 10,
    bootstrap: int = 50,
    categorical_features: Any = "from_dtype",
    keep_identifiers: bool = False,
    seed: int = 1,
    threads: int = 1,
) -> Page:
    """A page about a table or a model: table 1, missing cells, associations, the network and its
    numbers with intervals, validation, contributions of some rows, and sentences for a methods
    section.

    >>> page = report(Network("A{no|yes}; A: 0.3 0.7"), title="a coin")
    >>> str(page).splitlines()[0]
    '# a coin'

    Arguments:
        subject: a table; a network; or a classifier that is fitted.
        target: the column of a table that is predicted; None: a network of all columns is learned.
        data: the table that a model is tested on.
        estimator: how the target is predicted, a classifier with its choices; None: TAN.
        title: of the page; None: a word for what it is about.
        date: a text for the page, which has none by default: the same input gives the same page.
        folds, bootstrap: of the cross-validation, and replicates for the confidence of arcs.
    """
    model = _model_of(subject)
    arguments = {"target": target, "folds": folds, "bootstrap": bootstrap, "seed": seed}
    if model is not None and (target is not None or estimator is not None):
        raise ArgumentError("a fitted model is reported as it is, without target and estimator")
    if model is None and data is not None:
        raise ArgumentError("data is the table of a model, and the subject is a table")
    if estimator is not None and (target is None or not hasattr(estimator, "_structure_words")):
        raise ArgumentTypeError(
            f"estimator is a classifier of pgm for a target, not {shown(estimator)}"
        )
    name = title or ("table" if model is None else type(subject).__name__.lower())
    shown_arguments = ", ".join(f"{key}={value!r}" for key, value in arguments.items())
    words = {
        "title": name,
        "source": name if model is None else "data",
        "command": f"pgm.report({name}, {shown_arguments})",
        "date": date,
    }
    if model is not None:
        table = None if data is None else frame_of(data, categorical=categorical_features)
        of_model: Any = (words, {}, folds, bootstrap, seed, threads, None)
        return Page(_pgm.page_of_model(model, table, of_model))
    names = names_in(subject)
    named = [] if target is None else [target]
    kept = None if keep_identifiers else [*named, *named_states(names, categorical_features)]
    choices: dict[str, str] = {}
    if target is not None:
        if target not in names:
            raise ArgumentError(f"no column {shown(target)} to be the target")
        structure = "tan" if estimator is None else estimator._structure_words()
        choices = {} if estimator is None else estimator._words()
        words.update({"class": target, "structure": structure or "", "label": structure or "auto"})
    table = frame_of(subject, categorical=categorical_features)
    of_table: Any = (words, choices, folds, bootstrap, seed, threads, kept)
    core, remarks = _pgm.page_of_table(table, of_table, None)
    warn(remarks)
    return Page(core)


def _model_of(subject: Any) -> Any:
    """The compiled part of a network or of a fitted classifier; None for anything else."""
    if isinstance(subject, Network):
        return subject._core
    return getattr(subject, "_classifier", None)

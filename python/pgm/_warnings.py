"""What the command line notes or warns of, as warnings of Python."""

from __future__ import annotations

import re
import sys
import warnings
from typing import Collection, Iterable, Iterator, Sequence, Union

from ._errors import ArgumentError, Problem, Warning
from ._pgm import remarks_on_columns
from ._words import in_python


_MOST_ALIKE = 3


def warn(findings: Iterable[Union[Problem, str]], *, of_estimator: bool = False) -> None:
    """Warns of each finding once, at the line that called the package; of many that differ in names
    and numbers alone once, too."""
    for text in _summarised(dict.fromkeys(map(sentence, findings))):
        warnings.warn(in_python(text, of_estimator=of_estimator), Warning, stacklevel=_outside())


def _summarised(sentences: Iterable[str]) -> Iterator[str]:
    """Sentences, of which more than three of a kind are the first one, with their number."""
    kinds: dict[str, list[str]] = {}
    for text in sentences:
        kinds.setdefault(re.sub(r"'[^']*'|[0-9.]+", "", text), []).append(text)
    for alike in kinds.values():
        if len(alike) <= _MOST_ALIKE:
            yield from alike
        else:
            yield f"{alike[0]}; {len(alike) - 1} more like this"


def known_columns(
    names: Sequence[str],
    variables: Collection[str],
    targets: Collection[str] = (),
    *,
    of_row: bool = False,
) -> list[str]:
    """The columns that are variables of a network and no targets. Warns of those that are no
    variables, of a row only of variables that they may mean; throws where no column is known."""
    ignored = [name for name in names if name not in variables]
    known = [name for name in names if name in variables and name not in targets]
    absent = [name for name in variables if name not in known and name not in targets]
    remarks = remarks_on_columns(absent, list(map(str, ignored))) if ignored else []
    if of_row:
        remarks = [remark for remark in remarks if remark.hint or remark is remarks[-1]]
    if not known:
        hint = next((f" ({remark.hint})" for remark in remarks if remark.hint), "")
        besides = " but the targets" if targets else ""
        raise ArgumentError(f"no column is a variable of the network{besides}{hint}")
    warn(remarks)
    return known


def sentence(finding: Union[Problem, str]) -> str:
    """A finding as one sentence, with its place and its hint."""
    if isinstance(finding, str):
        return finding
    where = finding.location
    place = ":".join(str(part) for part in (where.file, where.line, where.column) if part)
    hint = f" ({finding.hint})" if finding.hint else ""
    return f"{place}: {finding.message}{hint}" if place else f"{finding.message}{hint}"


def _outside() -> int:
    """The level of the first caller that is no module of the package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and _is_of_package(frame.f_globals.get("__name__", "")):
        level, frame = level + 1, frame.f_back
    return level


def _is_of_package(module: str) -> bool:
    package = __name__.partition(".")[0]
    return module == package or module.startswith(f"{package}.")

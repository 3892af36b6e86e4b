"""Distributions of a network as they are set and shown: rows by the states of the parents."""

from __future__ import annotations

import itertools
import math
import numbers
from typing import Any, Callable, Mapping, Optional, Sequence, Union

import numpy as np

from . import _html
from ._border import near, shown
from ._data import text_of, unmasked
from ._errors import ArgumentError, ArgumentTypeError
from ._pgm import quoted_if_needed
from ._results import Array

#: Probabilities in the order of the states, or the text of a distribution.
Row = Union[str, Array]


class Table:
    """P(variable | parents): ``values`` has an axis for each parent, in order, and a last one for
    the variable itself. A distribution that has densities has texts as its rows, and no values."""

    def __init__(
        self,
        variable: str,
        parents: list[str],
        states: list[list[str]],
        values: Optional[Array],
        rows: Optional[Mapping[str, str]] = None,
    ) -> None:
        self.variable = variable
        self.parents = parents
        self.states = states
        self._values = values
        self._rows = dict(rows or {})

    @property
    def values(self) -> Array:
        if self._values is None:
            raise ArgumentError(
                f"{self._title()} is no table of probabilities: to_dict() has its rows"
            )
        return self._values

    def to_numpy(self) -> Array:
        return self.values

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        return np.array(self.values, dtype=dtype) if copy else self.values

    def to_dict(self) -> dict[str, Any]:
        """The rows by the states of the parents, as ``network[name] = ...`` takes them: lists of
        probabilities, or texts such as ``"normal(2 + X, sd 1)"``."""
        if self._values is None:
            return dict(self._rows)
        rows = {}
        for index in np.ndindex(*self._values.shape[:-1]):
            states = [self.states[axis][i] for axis, i in enumerate(index)]
            rows[key_of(self.parents, states)] = self._values[index].tolist()
        return rows

    def to_frame(self) -> Any:
        """A pandas DataFrame: the states of the parents in the index, a column for each state, or
        one of texts."""
        import pandas as pd

        if self._values is None:
            rows = pd.Series(self._rows, name=self.variable, dtype=object)
            return rows.rename_axis(", ".join(self.parents)).to_frame()
        columns = pd.Index(self.states[-1], name=self.variable)
        values = self._values.reshape(-1, self._values.shape[-1])
        if not self.parents:
            return pd.DataFrame(values, columns=columns)
        index = pd.MultiIndex.from_product(self.states[:-1], names=self.parents)
        return pd.DataFrame(values, index=index, columns=columns)

    def _title(self) -> str:
        given = f" | {', '.join(self.parents)}" if self.parents else ""
        return f"P({self.variable}{given})"

    def __repr__(self) -> str:
        lines = [f"{self._title()}: {' '.join(self.states[-1])}".rstrip(": ")]
        for key, row in self.to_dict().items():
            cells = row if isinstance(row, str) else " ".join(f"{p:.6g}" for p in row)
            lines.append(f"  {key}  {cells}" if key else f"  {cells}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        if self._values is None:
            return _html.table(("given", "distribution"), self._rows.items(), self._title())
        of_parents = itertools.product(*self.states[:-1])
        configurations = list(itertools.islice(of_parents, _html.MOST_ROWS))
        values = self._values.reshape(-1, self._values.shape[-1])
        rows = [
            [*states, *(f"{p:.6g}" for p in row)] for states, row in zip(configurations, values)
        ]
        others = len(values) - len(rows)
        if others > 0:
            rows.append([f"... and {others} more"])
        return _html.table([*self.parents, *self.states[-1]], rows, self._title())


def key_of(parents: Sequence[str], states: Sequence[Any]) -> str:
    """A configuration of the parents as text, "A=no, B='b c'"."""
    return ", ".join(
        f"{quoted_if_needed(parent)}={quoted_if_needed(text_of(state))}"
        for parent, state in zip(parents, states)
    )


def rows_in(
    distribution: Mapping[Any, Any],
    name: str,
    parents: Sequence[str],
    states_of: Callable[[str], Optional[list[str]]],
) -> list[tuple[str, Row]]:
    """The rows that a mapping gives a variable: by the states of the discrete parents, as text or
    as a tuple, or of a single parent by its state; or one row, by the states of the variable."""
    states = states_of(name)
    if states is None and not all(isinstance(row, str) for row in distribution.values()):
        raise no_text(name)
    discrete = [parent for parent in parents if states_of(parent) is not None]
    if states is not None and _is_one_row(distribution):
        return [("", _row(name, states, distribution))]
    return [
        (_key(name, discrete, key), _row(name, states, row)) for key, row in distribution.items()
    ]


def _is_one_row(distribution: Mapping[Any, Any]) -> bool:
    return bool(distribution) and all(
        hasattr(p, "__float__") and np.ndim(p) == 0 for p in distribution.values()
    )


def _key(name: str, parents: Sequence[str], key: Any) -> str:
    if isinstance(key, str) and ("=" in key or not key.strip()):
        return key
    states = key if isinstance(key, tuple) else (key,)
    if len(states) == len(parents) and all(isinstance(s, (str, numbers.Real)) for s in states):
        return key_of(parents, states)
    if not parents:
        raise ArgumentError(
            f"{name!r} has no discrete parents, so it has one row: a list, or a dict by its states"
        )
    example = ", ".join(f"{parent}=.." for parent in parents)
    raise ArgumentError(
        f"{shown(key)} names no row of {name!r}: a row is named by a text such as '{example}', or"
        f" by a tuple of the states of {', '.join(parents)}"
    )


def _row(name: str, states: Optional[Sequence[str]], row: Any) -> Row:
    if isinstance(row, str):
        return row
    row = by_labels(row)
    if not isinstance(row, Mapping):
        return numbers_in(name, row)
    given = {text_of(key): p for key, p in row.items()}
    unknown = [key for key in given if key not in (states or ())]
    if unknown:
        meant = near(unknown[0], states or (), listed=8)
        raise ArgumentError(f"{name!r} has no state {unknown[0]!r}{meant}")
    missing = [state for state in states or () if state not in given]
    if missing:
        raise ArgumentError(f"the row of {name!r} has no probability of {missing[0]!r}")
    return numbers_in(name, [given[state] for state in states or ()])


def numbers_in(name: str, values: Any) -> Array:
    """Probabilities as an array. Throws for what has none."""
    try:
        return np.ascontiguousarray(unmasked(values), dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ArgumentTypeError(
            f"{shown(values)} is no distribution of {name!r}: it is set by numbers, by a dict of"
            " rows, or by a text"
        ) from error


def array_in(name: str, values: Any, states: Sequence[Optional[Sequence[str]]]) -> Array:
    """The table of a variable as an array, of as many axes as it is given with. Throws where these
    are those of another table: of parents in another order, or with the states in front."""
    if states[-1] is None:
        raise no_text(name)
    array = numbers_in(name, values)
    whole = tuple(len(of_one) for of_one in states if of_one is not None)
    rows = math.prod(whole[:-1])
    long = [tuple(n for n in shape if n > 1) for shape in (array.shape, whole, (rows, whole[-1]))]
    if array.ndim > 1 and array.size == rows * whole[-1] and long[0] not in long[1:]:
        raise ArgumentError(
            f"the table of {name!r} has the shape {array.shape}, not {whole}: an axis for each"
            " parent, in the order of the arcs, and the last one for its own states"
        )
    return array


def no_text(name: str) -> ArgumentTypeError:
    """The error that numbers are no distribution of a continuous variable."""
    return ArgumentTypeError(
        f"{name!r} is continuous: its distribution is a text, 'normal(2 + 0.9 X, sd 1)'"
    )


def by_labels(table: Any) -> Any:
    """A Series or a DataFrame of pandas as a dict, for its labels say whose the numbers are; as an
    array where it only counts; all else as it is."""
    if not hasattr(table, "index") or not hasattr(table, "to_numpy"):
        return table
    if not hasattr(table, "columns"):
        is_counted = list(table.index) == list(range(len(table)))
        return table.to_numpy() if is_counted else dict(zip(table.index, table.to_numpy()))
    if list(table.columns) == list(range(len(table.columns))):
        return table.to_numpy()
    names = [str(name) for name in table.index.names if name is not None]
    rows: dict[Any, Any] = {}
    for key, (_, row) in zip(table.index, table.iterrows()):
        is_text = isinstance(key, str) and "=" in key
        states = key if isinstance(key, tuple) else (key,)
        named = key_of(names, states) if len(names) == len(states) and not is_text else key
        is_one = len(row) == 1 and isinstance(row.iloc[0], str)
        rows[named] = row.iloc[0] if is_one else dict(zip(row.index, row.to_numpy()))
    return next(iter(rows.values())) if list(rows) == [0] and not names else rows

"""What the columns of a table have to do with each other: associations and tests."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional, Sequence, Union

from . import _html, _pgm
from ._border import at_the_border, shown
from ._data import frame_of, named_states, names_in
from ._errors import ArgumentError, ArgumentTypeError
from ._warnings import warn

#: The columns of the table that associations() returns.
_COLUMNS = (
    "column",
    "other",
    "test",
    "statistic",
    "df",
    "df_residual",
    "p",
    "q",
    "strength",
    "rows",
)

_MOST_PERMUTATIONS = 10_000_000


class TestResult(NamedTuple):
    """A test of independence: a small p speaks against it. ``rows`` have a value in each column."""

    test: str
    statistic: float
    degrees_of_freedom: float
    p: float
    rows: float

    def _repr_html_(self) -> str:
        return _html.table(self._fields, [[self.test, *(f"{x:.6g}" for x in self[1:])]])


@at_the_border
def associations(
    frame: Any,
    columns: Optional[Sequence[str]] = None,
    target: Optional[str] = None,
    *,
    rank: bool = False,
    permutations: Optional[int] = None,
    categorical_features: Any = "from_dtype",
    keep_identifiers: bool = False,
    seed: int = 1,
    threads: int = 1,
) -> Any:
    """How strongly each pair of columns is related, the surest first: a DataFrame where there is
    pandas, else a list of dicts.

    Each pair has the test that fits: "g2" of states (strength: Cramer's V), "pearson" of numbers
    (absolute value of r), "anova" of both (eta), by the rows that have both. ``q`` is the false
    discovery rate over all pairs (Benjamini and Hochberg). A pair that cannot be tested has None.

    Arguments:
        columns: those to pair; None: all but those that identify rows, which are warned of.
        target: only pairs with this column.
        rank: "spearman" and "kruskal-wallis" in place of "pearson" and "anova".
        permutations: p by so many random tables where counts are small.
    """
    if isinstance(permutations, int) and permutations > _MOST_PERMUTATIONS:
        raise ArgumentError(f"permutations is {permutations}, and at most {_MOST_PERMUTATIONS}")
    names = names_in(frame)
    chosen = [] if columns is None else names_of_columns(columns, "columns")
    kept = [*chosen, *([] if target is None else [target])]
    kept += named_states(names, categorical_features)
    rows, of_columns, of_pairs = _pgm.associations(
        frame_of(frame, categorical=categorical_features),
        chosen,
        target,
        rank,
        permutations,
        seed,
        threads,
        None if keep_identifiers else kept,
    )
    warn([*of_columns, *of_pairs])
    sure = sorted(rows, key=lambda row: (row[7] is None, row[7] or 0, -(row[8] or 0)))
    found = [dict(zip(_COLUMNS, row)) for row in sure]
    try:
        import pandas as pd
    except ImportError:
        return found
    numbers = {name: "float64" for name in _COLUMNS[3:]}
    return pd.DataFrame(found, columns=list(_COLUMNS)).astype(numbers)


@at_the_border
def test(
    frame: Any,
    left: Union[str, Sequence[str]],
    right: Union[str, Sequence[str]],
    given: Union[str, Sequence[str]] = (),
    *,
    test: Optional[str] = None,
    categorical_features: Any = "from_dtype",
) -> TestResult:
    """Tests whether columns are independent of others, given a third set.

    >>> table = {"A": ["no", "yes"] * 40, "B": ["no", "yes", "no", "no"] * 20}
    >>> found = test(table, "A", "B")
    >>> found.test, round(found.statistic, 4), found.degrees_of_freedom
    ('g2', 34.5218, 1.0)

    Arguments:
        left, right, given: a column, or a list of columns.
        test: "g2", "x2", "mi" or "mc-g2:1000" (random permutations) of states, "fisher-z" of
            numbers, "cg" of both; None: by the columns.

    Warns of columns that do not vary, and of those that are functions of each other.
    """
    sides = [
        [names] if isinstance(names, str) else names_of_columns(names, argument)
        for argument, names in (("left", left), ("right", right), ("given", given))
    ]
    names_in(frame)
    *found, remarks = _pgm.test_independence(
        frame_of(frame, categorical=categorical_features), sides[0], sides[1], (sides[2], test)
    )
    warn(remarks)
    return TestResult(*found)


def names_of_columns(names: Any, argument: str) -> list[str]:
    """A list of names. Throws for anything else."""
    if isinstance(names, str):
        raise ArgumentTypeError(f"{argument} is a list of names: [{names!r}]")
    try:
        found = list(names)
    except TypeError:
        raise ArgumentTypeError(f"{argument} is {shown(names)}, not a list of names") from None
    if not all(isinstance(name, str) for name in found):
        raise ArgumentTypeError(f"{argument} is a list of names, which are texts")
    return found

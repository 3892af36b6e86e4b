"""Tables of data read from files by the library's own reader."""

from __future__ import annotations

import os
from typing import Any, Iterator, NamedTuple, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _pgm
from ._border import at_the_border
from ._errors import ArgumentError, Problem
from ._files import Source, contents_of, name_of
from ._results import Array
from ._warnings import warn


class CategoricalColumn:
    """Cells that are states, where there is no pandas: ``codes`` count the ``categories`` from 0,
    and -1 is a missing value. Engines and estimators take it as they take a pandas Categorical."""

    def __init__(self, codes: npt.NDArray[np.signedinteger[Any]], categories: list[str]) -> None:
        self.codes = codes
        self.categories = categories

    def __len__(self) -> int:
        return len(self.codes)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        """The states as texts, None where missing."""
        return np.array([*self.categories, None], dtype=dtype or object)[self.codes]

    def __repr__(self) -> str:
        return f"CategoricalColumn of {len(self)} cells: {', '.join(self.categories[:8])}"


@at_the_border
def read_csv(
    path: Source,
    *,
    missing_marks: Sequence[str] = ("?", "", "NA"),
    delimiter: Optional[str] = None,
    header: bool = True,
    decimal: str = ".",
    encoding: str = "utf-8",
    numbers: Sequence[str] = (),
    discrete: Sequence[str] = (),
    ignore: Sequence[str] = (),
    dates: str = "number",
) -> Any:
    """Reads a table (.csv, .tsv, .txt or .arff, also with .gz or .zst) as ``pgm fit`` does.

    Columns whose cells are all numbers are floats, NaN where missing; every other column, and one
    of the words 0 and 1, has states; a column of dates is one of datetime64. With pandas it is a DataFrame, whose columns of states are a
    Categorical in the order of the library; without, a dict from names to arrays and to
    :class:`CategoricalColumn`. It differs from ``pandas.read_csv`` in that the types do not depend
    on the order of the rows, and in its errors, which name line and column. Ctrl-C takes effect
    when the file has been read.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "lawn.csv"
    >>> _ = path.write_text("rain,mm\\nno,0\\nyes,3.5\\n?,1\\n")
    >>> table = read_csv(path)
    >>> table["mm"].tolist()
    [0.0, 3.5, 1.0]
    >>> list(table["rain"].cat.categories)
    ['no', 'yes']

    Arguments:
        path: a path; or bytes, or a file that is open to be read.
        missing_marks: texts of missing values.
        delimiter: the character between cells, or "tab"; None: guessed.
        header: whether the first line has the names; without, they are c1, c2, ...
        decimal: the decimal sign, "." or ",".
        encoding: "utf-8" or "latin1".
        numbers: columns that must be numbers.
        discrete: columns whose numbers are the names of states.
        ignore: columns that are left out.
        dates: what becomes of columns of dates: "number", "text", or one or more of "month",
            "weekday" and "hour" between commas, each a column of states, ``month of admitted``; also
            "day-first" or "month-first" where 3/5/2024 may be either.

    Raises:
        IoError, ParseError: with file, line and column.
    """
    if encoding not in ("utf-8", "latin1"):
        raise ArgumentError(f"encoding={encoding!r} is neither 'utf-8' nor 'latin1'")
    if decimal not in (".", ","):
        raise ArgumentError(f"decimal={decimal!r} is neither '.' nor ','")
    columns, remarks = _pgm.read_data(
        name_of(path),
        contents_of(path),
        missing_marks=_names(missing_marks, "missing_marks"),
        delimiter=_delimiter(delimiter, decimal),
        header=header,
        decimal=decimal,
        is_latin1=encoding == "latin1",
        numbers=_names(numbers, "numbers"),
        discrete=_names(discrete, "discrete"),
        ignored=_names(ignore, "ignore"),
        dates=dates,
    )
    found = _Remarks(*remarks)
    warn(_sentences(found))
    return _table(
        [
            (name, states, _dates(cells) if states is None and name in found.dates else cells)
            for name, states, cells in columns
        ]
    )


class _Remarks(NamedTuple):
    notes: list[Problem]
    columns: list[tuple[str, str, int, bool, str]]
    more_columns: int
    dates: list[str]


def _sentences(remarks: _Remarks) -> Iterator[Union[Problem, str]]:
    """What the reader noticed."""
    yield from remarks.notes
    for name, cell, line, are_dates, reason in remarks.columns:
        yield (
            f"column {name!r} has states because of {cell!r} in line {line}"
            f"{reason and ', '}{reason}, and {'dates' if are_dates else 'numbers'} otherwise;"
            " name that in missing_marks if it is the mark of a missing value"
        )
    if remarks.more_columns:
        yield f"{remarks.more_columns} more columns have states because of a few cells"


def _names(names: Sequence[str], argument: str) -> list[str]:
    if isinstance(names, str):
        raise ArgumentError(f"{argument} is a list of texts: [{names!r}]")
    return list(names)


def _delimiter(delimiter: Optional[str], decimal: str) -> Optional[str]:
    if delimiter is None:
        return None
    character = "\t" if delimiter == "tab" else delimiter
    if len(character) != 1 or ord(character) > 127:
        raise ArgumentError(f"delimiter={delimiter!r} is no single character, nor 'tab'")
    if character == decimal:
        raise ArgumentError(f"{delimiter!r} cannot be the delimiter and the decimal sign")
    return character


def _signed(codes: Any, count: int) -> Any:
    """Codes as pandas has them, -1 where missing: the same memory where the width suffices."""
    if count < 1 << (8 * codes.itemsize - 1):
        return codes.view(f"i{codes.itemsize}")
    missing = np.iinfo(codes.dtype).max
    return np.where(codes == missing, -1, codes.astype(np.int64))


def _dates(days: Any) -> Any:
    """Days since 1970-01-01 as times of numpy, to the microsecond."""
    times = np.rint(np.nan_to_num(days) * 86400e6).astype(np.int64).view("datetime64[us]")
    return np.where(np.isnan(days), np.datetime64("NaT", "us"), times)


def _table(columns: list[tuple[str, Optional[list[str]], Any]]) -> Any:
    found: dict[str, Union[Array, CategoricalColumn]] = {
        name: cells if states is None else CategoricalColumn(_signed(cells, len(states)), states)
        for name, states, cells in columns
    }
    try:
        import pandas as pd
    except ImportError:
        return found
    return pd.DataFrame(
        {
            name: (
                pd.Categorical.from_codes(cells.codes, categories=pd.Index(cells.categories))
                if isinstance(cells, CategoricalColumn)
                else cells
            )
            for name, cells in found.items()
        },
        copy=False,
    )

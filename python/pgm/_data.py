"""Tables of data as the compiled part takes them: pandas, polars, Arrow, numpy, mappings."""

from __future__ import annotations

import numbers
import sys
from importlib import import_module
from typing import Any, Iterable, Mapping, Optional, Sequence

import numpy as np

from ._border import shown
from ._errors import ArgumentError, ArgumentTypeError
from ._pgm import Frame, usual_order

CategoricalFeatures = Any  # "from_dtype", "all", None, or a sequence of names, numbers or bools


def frame_of(
    table: Any,
    names: Optional[Sequence[str]] = None,
    *,
    categorical: CategoricalFeatures = "from_dtype",
    extra: Iterable[tuple[str, Any, Any]] = (),
    weights: Any = None,
) -> Frame:
    """A table in the form of the library. Numbers of 64 bits in one piece are not copied, unless
    another thread could change them meanwhile.

    Arguments:
        table: a DataFrame of pandas or polars, an Arrow table, a mapping from names to columns, or
            a two-dimensional array.
        names: of the columns of an array, or those to be taken of a table.
        categorical: the columns whose numbers are states.
        extra: further columns, (name, cells, states).
        weights: of the rows.
    """
    columns = _columns_of(table, names)
    chosen = categorical_mask([name for name, _ in columns], categorical)
    parts = [_part_of(name, cells, states) for (name, cells), states in zip(columns, chosen)]
    rows = {len(cells) for _, cells in columns}
    if len(rows) > 1:
        lengths = ", ".join(f"{name!r} {len(cells)}" for name, cells in columns)
        raise ArgumentError(f"columns have different numbers of rows: {lengths}")
    if weights is not None:
        weights = private_numbers(weights)
    return Frame(parts + list(extra), weights)


def column_names(table: Any) -> Optional[list[str]]:
    """The names of the columns of a table that has some; None of an array. Throws where two are
    the same."""
    if type(table).__name__ == "LazyFrame":
        raise ArgumentTypeError("a LazyFrame has no rows yet: frame.collect() has")
    names = table if isinstance(table, Mapping) else getattr(table, "column_names", None)
    if names is None:  # else of Arrow, whose `columns` are not names
        names = getattr(table, "columns", None)
    if names is None:
        return None
    texts = [str(name) for name in names]
    if len(set(texts)) < len(texts):
        twice = next(name for name in texts if texts.count(name) > 1)
        raise ArgumentError(f"two columns are called {twice!r}: rename one of them")
    return texts


def names_in(table: Any) -> list[str]:
    """The names of the columns of a table. Throws for what is none, or has no names."""
    names = column_names(table)
    if names is None:
        raise ArgumentTypeError(
            f"{shown(table)} is no table whose columns have names: a DataFrame, an Arrow table, or"
            " a dict of lists"
        )
    return names


def named_states(names: Sequence[str], categorical: CategoricalFeatures) -> list[str]:
    """The columns that are listed as states; none where a word is a rule for all."""
    if categorical is None or isinstance(categorical, str):
        return []
    return [name for name, is_one in zip(names, categorical_mask(names, categorical)) if is_one]


def categorical_mask(names: Sequence[str], categorical: CategoricalFeatures) -> list[bool]:
    """For each column whether its numbers are states."""
    if categorical is None or (isinstance(categorical, str) and categorical == "from_dtype"):
        return [False] * len(names)
    if isinstance(categorical, str):
        if categorical == "all":
            return [True] * len(names)
        raise ArgumentError(
            f"categorical_features={categorical!r} is none of 'from_dtype', 'all', None or a list"
        )
    if not isinstance(categorical, Iterable):
        raise ArgumentTypeError(
            f"categorical_features is {shown(categorical)}, not a list of columns"
        )
    listed = list(categorical)
    if listed and all(isinstance(entry, (bool, np.bool_)) for entry in listed):
        if len(listed) != len(names):
            raise ArgumentError(
                f"categorical_features has {len(listed)} truth values for {len(names)} columns"
            )
        return [bool(entry) for entry in listed]
    mask = [False] * len(names)
    for entry in listed:
        if isinstance(entry, str):
            if entry not in names:
                raise ArgumentError(f"categorical_features: there is no column {entry!r}")
            mask[list(names).index(entry)] = True
        elif isinstance(entry, numbers.Integral) and 0 <= int(entry) < len(names):
            mask[int(entry)] = True
        else:
            raise ArgumentError(f"categorical_features: there is no column {entry!r}")
    return mask


def _columns_of(table: Any, names: Optional[Sequence[str]]) -> list[tuple[str, Any]]:
    own = column_names(table)
    if own is not None:
        if hasattr(table, "column_names"):
            found = {name: table.column(i) for i, name in enumerate(own)}
        else:
            keys = table if isinstance(table, Mapping) else table.columns
            found = {str(key): table[key] for key in keys}
        wanted = own if names is None else names
        return [(name, found[name]) for name in wanted if name in found]
    array = np.asarray(unmasked(table))
    if array.ndim != 2:
        raise ArgumentError(f"a data set has two dimensions, not {array.ndim}")
    if names is None:
        names = [f"x{i}" for i in range(array.shape[1])]
    if len(names) != array.shape[1]:
        raise ArgumentError(f"an array of {array.shape[1]} columns for {len(names)} names")
    array = np.asfortranarray(array)
    return [(name, array[:, i]) for i, name in enumerate(names)]


def _part_of(name: str, cells: Any, are_states: bool) -> tuple[str, Any, Any]:
    """(name, cells, states) as the compiled part takes them."""
    cells = unmasked(cells)
    is_unordered = isinstance(cells, (set, frozenset, Mapping))
    if isinstance(cells, (str, bytes)) or is_unordered or not hasattr(cells, "__len__"):
        raise ArgumentTypeError(f"column {name!r} is {shown(cells)}, not a list of cells")
    if hasattr(cells, "__arrow_c_array__") and not hasattr(cells, "__arrow_c_stream__"):
        cells = import_module("pyarrow").chunked_array([cells])  # of a batch
    categorical = getattr(cells, "cat", None)
    if categorical is not None and hasattr(categorical, "categories"):  # of pandas
        cells = categorical
    if hasattr(cells, "codes") and hasattr(cells, "categories"):
        if not len(cells.categories):  # hence no value at all
            return name, np.full(len(cells.codes), np.nan), None
        codes, states = _without_empty(np.asarray(cells.codes), _texts(cells.categories))
        return name, codes, states
    dtype = getattr(cells, "dtype", None)
    is_numpy = isinstance(dtype, np.dtype)
    if str(dtype).startswith("Sparse["):  # of pandas, which Arrow does not have
        cells, is_numpy = np.asarray(cells), True
    if str(dtype) == "Categorical":  # of polars, which numbers its texts as they come
        cells = cells.cast(import_module("polars").String)
    can_stream = not is_numpy and hasattr(cells, "__arrow_c_stream__")
    if can_stream and not (are_states and _has_numbers(cells)):
        try:
            return name, cells.__arrow_c_stream__(), None
        except ImportError:  # pandas asks pyarrow for it
            pass
    if is_numpy:
        array = np.asarray(cells)
    else:
        array = _array_of(cells) if dtype is None else np.asarray(cells, dtype=object)
    if array.ndim != 1:
        raise ArgumentError(f"column {name!r} has {array.ndim} dimensions, not one")
    kind = array.dtype.kind
    if kind == "c":
        raise ArgumentError(f"Complex data not supported: column {name!r}")
    if kind == "m":
        raise ArgumentError(f"column {name!r} has durations: turn them into numbers or states first")
    if kind == "M" and not are_states:
        return name, days_of(array), "dates"
    if kind == "M":
        array = np.where(np.isnat(array), "", np.datetime_as_string(array))
    if kind in "fiu" and not are_states:
        return name, private_numbers(array), None
    if kind == "O" and not are_states:
        return name, np.ascontiguousarray(array), None
    values, codes = _factorised(array)
    return name, codes, values


def days_of(times: Any) -> Any:
    """Times of numpy as the library has dates: days since 1970-01-01, NaN for NaT."""
    days = times.astype("datetime64[D]")
    seconds = (times - days) / np.timedelta64(1, "s")
    return np.where(np.isnat(times), np.nan, days.astype(np.int64) + seconds / 86400)


def unmasked(cells: Any) -> Any:
    """An array in which the cells that a mask of numpy hides are missing: NaN, or None."""
    if not np.ma.isMaskedArray(cells):
        return cells
    if cells.dtype.kind in "fiu":
        return np.ma.filled(cells.astype(np.float64), np.nan)
    known = np.array(cells.data, dtype=object)
    known[np.ma.getmaskarray(cells)] = None
    return known


def _without_empty(codes: Any, states: list[str]) -> tuple[Any, list[str]]:
    """Codes of states, of which the empty text is a missing value."""
    if "" not in states:
        return codes, states
    place = states.index("")
    kept = np.where(codes == place, -1, codes - (codes > place))
    return kept.astype(np.int64), states[:place] + states[place + 1 :]


def _has_numbers(cells: Any) -> bool:
    """Whether a column of Arrow, polars or a type of pandas' own has numbers."""
    if hasattr(cells, "type"):
        return is_arrow_number(cells.type)
    if hasattr(cells.dtype, "is_numeric"):
        return bool(cells.dtype.is_numeric())
    return getattr(cells.dtype, "kind", "O") in "iuf"


def is_arrow_number(kind: Any) -> bool:
    """Whether a type of Arrow is one of numbers."""
    types = import_module("pyarrow").types
    return bool(types.is_integer(kind) or types.is_floating(kind))


def private_numbers(array: Any) -> Any:
    """Contiguous doubles, which stay as they are while the library reads them without the lock of
    the interpreter: as long as there is one thread, no other can write to the array itself."""
    array = unmasked(array)
    numbers = np.ascontiguousarray(array, dtype=np.float64)
    is_alone = len(sys._current_frames()) == 1
    return numbers if is_alone or not np.may_share_memory(numbers, array) else numbers.copy()


def _array_of(cells: Any) -> Any:
    """A list as an array: of numbers, or else of objects, since numpy makes texts of mixed
    cells."""
    array = np.asarray(cells)
    return array if array.dtype.kind in "fiub" else np.array(list(cells), dtype=object)


def _factorised(array: Any) -> tuple[Optional[list[str]], Any]:
    """The states of a column of numbers, truth values or texts, and the codes of its cells."""
    if array.dtype.kind == "O":
        missing = np.array([_is_missing(cell) for cell in array], dtype=bool)
    elif array.dtype.kind == "f":
        missing = np.isnan(array)
    else:
        missing = array == "" if array.dtype.kind == "U" else np.zeros(len(array), dtype=bool)
    known = array[~missing]
    if known.dtype.kind == "O" and not all(isinstance(cell, (int, float)) for cell in known):
        known = known.astype(str)
    values, places = np.unique(known, return_inverse=True)
    if not len(values):
        return None, np.full(len(array), np.nan)
    texts = _texts(values)
    states = usual_order(texts)
    place_of = {state: place for place, state in enumerate(states)}
    codes = np.full(len(array), -1, dtype=np.int64)
    codes[~missing] = np.array([place_of[text] for text in texts], dtype=np.int64)[places]
    return states, codes


def _is_missing(cell: Any) -> bool:
    if cell is None or type(cell).__name__ in ("NAType", "NaTType"):
        return True
    return not cell if isinstance(cell, str) else bool(cell != cell)


def _texts(values: Iterable[Any]) -> list[str]:
    """The names of states: 1.0 is "1", as in a file."""
    return [text_of(value) for value in values]


def text_of(value: Any) -> str:
    """A value as the name of a state."""
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return str(int(value))
    return str(value)


def library_of(table: Any) -> str:
    """The name of the package that a table comes from: "pandas", "polars", "pyarrow", ..."""
    return type(table).__module__.partition(".")[0]


def without_columns(table: Any, names: Sequence[str]) -> Any:
    """A table of pandas, polars or Arrow without these columns."""
    is_arrow = hasattr(table, "column_names")
    labels = table.column_names if is_arrow else table.columns
    kept = [label for label in labels if str(label) not in names]
    return table.select(kept) if is_arrow else table[kept]


def with_columns(table: Any, columns: Mapping[str, Any]) -> Any:
    """A table of pandas, polars or Arrow with these arrays behind its columns."""
    if hasattr(table, "assign"):  # of pandas
        return table.assign(**columns)
    if not hasattr(table, "append_column"):
        pl = import_module("polars")
        return table.with_columns(
            pl.Series(name, values.tolist(), dtype=pl.String if values.dtype.kind == "O" else None)
            for name, values in columns.items()
        )
    pa = import_module("pyarrow")
    for name, values in columns.items():
        kind = pa.string() if values.dtype.kind == "O" else None
        table = table.append_column(name, pa.array(values, type=kind))
    return table


def with_cells(table: Any, cells: Mapping[str, tuple[Sequence[int], Sequence[Any]]]) -> Any:
    """A table in which these rows of these columns have other values, the names of states being
    those of the column's own values: True, not "True"."""
    filled = {}
    for name, (rows, values) in cells.items():
        key = _key_of(table, name)
        column = list(table.column(name).to_pylist() if _is_arrow(table) else table[key])
        own = {text_of(cell): cell for cell in column if not _is_missing(cell)}
        for row, value in zip(rows, values):
            if value is not None:
                column[row] = own.get(value, value) if isinstance(value, str) else value
        filled[name] = column
    return _with_lists(table, filled)


def _is_arrow(table: Any) -> bool:
    return hasattr(table, "column_names")


def _key_of(table: Any, name: str) -> Any:
    """The label of a column whose name as text is this."""
    labels = table if isinstance(table, Mapping) else getattr(table, "columns", [name])
    return next((label for label in labels if str(label) == name), name)


def _with_lists(table: Any, columns: Mapping[str, list[Any]]) -> Any:
    """A table with these columns in the place of its own, of the same types."""
    if isinstance(table, Mapping):
        return {**table, **{_key_of(table, name): cells for name, cells in columns.items()}}
    if _is_arrow(table):
        pa = import_module("pyarrow")
        for name, cells in columns.items():
            place = list(table.column_names).index(name)
            kind = table.column(name).type
            table = table.set_column(place, name, pa.array(cells, type=kind))
        return table
    if library_of(table) == "polars":
        pl = import_module("polars")
        return table.with_columns(
            pl.Series(name, cells, dtype=table[name].dtype) for name, cells in columns.items()
        )
    pd = import_module("pandas")
    table = table.copy()
    for name, cells in columns.items():
        key = _key_of(table, name)
        table[key] = pd.Series(cells, index=table.index, dtype=table[key].dtype)
    return table


def has_missing(column: Any) -> bool:
    """Whether a column of pandas, polars or Arrow has missing values."""
    count = getattr(column, "null_count", None)
    if count is None:
        return bool(column.isna().any())
    return bool(count() if callable(count) else count)

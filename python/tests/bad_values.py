"""Values that no caller should give: what every function is tried with."""

from __future__ import annotations

import decimal
import math
from typing import Any, Callable

import numpy as np


class Evil(Exception):
    """What hostile objects raise, and nothing of pgm does."""


class Raising:
    """An object that answers every question with an exception."""

    def _raise(self, *_: Any, **__: Any) -> Any:
        raise Evil

    __array__ = __len__ = __getitem__ = __iter__ = __float__ = __index__ = __fspath__ = _raise
    __eq__ = __contains__ = __bool__ = __arrow_c_stream__ = keys = _raise  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


class Lying:
    """A table whose parts are not what they are called."""

    columns = ["a", "b"]
    column_names = ("a",)
    shape = (10**30, -1)
    dtype = "float64"
    cat = codes = categories = names = None
    _findings = 7
    _core = "core"

    def column(self, place: int) -> Any:
        return self

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, int):
            return self
        if key >= 3:
            raise IndexError
        return key

    def __len__(self) -> int:
        return 3

    def __arrow_c_stream__(self, schema: Any = None) -> Any:
        return object()


class Shrinking(dict):  # type: ignore[type-arg]
    """A dict that is emptied while it is read."""

    class Cell(float):
        owner: Any

        def __float__(self) -> float:
            self.owner.clear()
            return 1.0

        def __str__(self) -> str:
            self.owner.clear()
            return "yes"

    def __init__(self) -> None:
        super().__init__()
        for name in ("Wet", "Rain", "Cloudy", "cells"):
            cell = self.Cell(1)
            cell.owner = self
            self[name] = cell


class Text(str):
    """A text with a length of its own."""

    def __len__(self) -> int:
        return 10**6


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


NESTED = nested(10_000)


def itself() -> dict[str, Any]:
    value: dict[str, Any] = {}
    value["Wet"] = value
    return value


def read_only() -> Any:
    array = np.arange(6.0).reshape(3, 2)
    array.flags.writeable = False
    return array


SCALARS: list[Callable[[], Any]] = [
    lambda: None,
    lambda: True,
    lambda: -1,
    lambda: 0,
    lambda: 2**31,
    lambda: 2**63,
    lambda: 2**64,
    lambda: -(10**400),
    lambda: 10**400,
    lambda: 1e308,
    lambda: math.nan,
    lambda: -math.inf,
    lambda: 1j,
    lambda: decimal.Decimal("sNaN"),
    lambda: np.float32("inf"),
    lambda: np.datetime64("NaT"),
    lambda: object,
    object,
    Raising,
    Lying,
    lambda: iter([]),
    lambda: len,
]

TEXTS: list[Callable[[], Any]] = [
    lambda: "",
    lambda: " ",
    lambda: "Rain",
    lambda: "\0",
    lambda: "a\ud800",
    lambda: "\N{PILE OF POO}" * 1000,
    lambda: "a" * 1_000_000,
    lambda: "P(" * 20_000,
    lambda: "(" * 20_000 + ")" * 20_000,
    lambda: "Wet=yes or " * 2000 + "Wet=yes",
    lambda: "not " * 20_000 + "Wet=yes",
    lambda: "A -> " * 3000 + "A",
    lambda: "A: 1e999 nan inf -1",
    lambda: "kdb:999999999999999999999",
    lambda: "../" * 2000,
    lambda: Text("Wet"),
    lambda: b"Wet=yes",
    lambda: bytearray(b"\xff" * 100),
]

CONTAINERS: list[Callable[[], Any]] = [
    lambda: [],
    lambda: [[]],
    lambda: [None],
    lambda: [math.nan, math.inf],
    lambda: [[1], [1, 2]],
    lambda: ["Wet", "Wet"],
    lambda: ["\0", "a\ud800", ""],
    lambda: [10**400],
    lambda: [object()],
    lambda: NESTED,
    lambda: (),
    lambda: (None, None),
    lambda: (5, 1),
    lambda: {},
    lambda: {"": ""},
    lambda: {1: 2},
    lambda: {None: None},
    lambda: {"Wet": None, "cells": (None, None, None)},
    lambda: {"Wet": [1, 2, 3]},
    lambda: {"Wet": []},
    lambda: {"Wet": [math.nan, -1]},
    lambda: {"Wet": Raising()},
    lambda: {"Wet": {"Wet": {}}},
    lambda: {"cells": math.nan},
    lambda: {"cells": (math.inf, -math.inf)},
    lambda: {"cells": 10**400},
    lambda: {"Wet": ["yes", None], "cells": [1.0]},
    lambda: {"Wet": [["yes"], {}], "cells": [1.0, 2.0]},
    lambda: {"Wet": np.array(["yes", 1, None, b"x"], dtype=object)},
    itself,
    Shrinking,
    lambda: {1, 2},
    lambda: frozenset({"Wet"}),
]

ARRAYS: list[Callable[[], Any]] = [
    lambda: np.zeros(0),
    lambda: np.zeros((0, 3)),
    lambda: np.zeros((3, 0)),
    lambda: np.array(1.0),
    lambda: np.zeros((2, 2, 2, 2, 2)),
    lambda: np.full((4, 2), np.nan),
    lambda: np.full((4, 2), np.inf),
    lambda: np.full((4, 2), 1e308),
    lambda: np.full((4, 2), -1),
    lambda: np.full((4, 2), 2**63, dtype=np.uint64),
    read_only,
    lambda: np.arange(40.0).reshape(10, 4)[::-2, ::2],
    lambda: np.broadcast_to(np.float64(1), (50, 2)),
    lambda: np.arange(8.0).astype(">f8").reshape(4, 2),
    lambda: np.arange(8, dtype=np.float16).reshape(4, 2),
    lambda: np.arange(8, dtype=np.longdouble).reshape(4, 2),
    lambda: np.ones((4, 2), dtype=complex),
    lambda: np.array([["a", None], [1, {}]], dtype=object),
    lambda: np.array([["a", "b\0"], ["", "\ud800"]]),
    lambda: np.array([[b"a", b"\xff"]]),
    lambda: np.array([(1, 2.0)], dtype=[("a", int), ("b", float)]),
    lambda: np.array(["2020-01-01"], dtype="datetime64[D]"),
    lambda: np.ma.masked_array([1.0, 2.0], mask=[True, False]),
    lambda: np.frombuffer(b"\1" * 65, dtype=np.uint8)[1:].view(np.float64),  # not aligned
    lambda: memoryview(b"abc"),
]


def frames() -> list[Callable[[], Any]]:
    """Tables of pandas, polars and Arrow, as far as these are there."""
    found: list[Callable[[], Any]] = []
    try:
        import pandas as pd

        cells = [None, float("nan"), 10**400, b"\xff", "a\ud800", {}, pd.NA, decimal.Decimal("NaN")]
        found += [
            pd.DataFrame,
            lambda: pd.DataFrame({"Wet": []}),
            lambda: pd.DataFrame(index=range(5)),
            lambda: pd.DataFrame([[1, 2], [3, 4]], columns=["Wet", "Wet"]),
            lambda: pd.DataFrame([[1, 2]], columns=[None, float("nan")]),
            lambda: pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_tuples([("a", 1), ("a", 2)])),
            lambda: pd.DataFrame({"Wet": cells, "cells": cells}),
            lambda: pd.DataFrame({"Wet": pd.Categorical([1, None, 2.5]), "cells": [1, 2, 3]}),
            lambda: pd.DataFrame({"Wet": pd.to_datetime(["2020-01-01"])}),
            lambda: pd.DataFrame({"Wet": pd.array([1, None], dtype="Int64")}),
            lambda: pd.DataFrame({"cells": pd.arrays.SparseArray([0.0, np.inf])}),
            lambda: pd.DataFrame({"cells": pd.interval_range(0, 3)}),
            lambda: pd.Series(["yes", None], name=("a", 1)),
            lambda: pd.Series([[1], {}], dtype=object),
        ]
    except ImportError:
        pass
    try:
        import pyarrow as pa

        found += [
            lambda: pa.table({"Wet": pa.array([None, None]), "cells": pa.array([[1], [2]])}),
            lambda: pa.table({"Wet": pa.array(["yes", None]).dictionary_encode()}),
            lambda: pa.table({"Wet": pa.chunked_array([[], ["yes"]], pa.large_string())}),
            lambda: pa.table({"Wet": pa.DictionaryArray.from_arrays([0, None], [None])}),
            lambda: pa.table({"cells": pa.array([decimal.Decimal("1.5")])}),
            lambda: pa.table({"cells": pa.array([{"a": 1}])}),
            lambda: pa.table({"cells": pa.array([1.0, 2.0, 3.0]).slice(1, 1)}),
            lambda: pa.table({"Wet": pa.array([b"\xff"]), "cells": pa.array([True])}),
            lambda: pa.array(["yes"]),
        ]
    except ImportError:
        pass
    try:
        import polars as pl

        found += [
            lambda: pl.DataFrame(),
            lambda: pl.DataFrame({"Wet": [None], "cells": [[1]]}),
            lambda: pl.DataFrame({"Wet": pl.Series(["yes", "a" * 20, None])}),
            lambda: pl.DataFrame({"Wet": pl.Series(["yes"], dtype=pl.Categorical)}),
        ]
    except ImportError:
        pass
    return found


def all_values() -> list[Callable[[], Any]]:
    """Makers of values, since a value may be changed by what takes it."""
    return [*SCALARS, *TEXTS, *CONTAINERS, *ARRAYS, *frames()]

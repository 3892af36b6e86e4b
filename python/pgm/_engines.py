"""The places where rows lie: partitions in turn, and data frames of Dask, Spark and DuckDB.

Each carries a :class:`pgm._counting.Step` to the rows by the public interface of its engine.
"""

from __future__ import annotations

import pickle
from abc import ABC, abstractmethod
from contextlib import closing
from functools import reduce
from importlib import import_module
from itertools import count as numbers_from
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Optional, Sequence, cast

import numpy as np

from ._counting import (
    Answer,
    ColumnKind,
    Count,
    Describe,
    Description,
    Predict,
    Step,
    kinds_of,
    labels_in,
    merged,
    merged_labels,
    naming,
    table_in,
)
from ._data import categorical_mask, column_names, frame_of, is_arrow_number, library_of
from ._errors import ArgumentError, Error
from ._pgm import Sums


class Rows(ABC):
    """Rows somewhere, in an engine's own form."""

    @abstractmethod
    def describe(self, step: Describe) -> Description: ...

    @abstractmethod
    def count(self, step: Count) -> Sums: ...

    @abstractmethod
    def predict(self, step: Predict) -> Any:
        """The rows with their predictions, in the form of the engine."""


class PartitionedRows(Rows):
    """Rows in partitions, each of which answers any question in the form of a table."""

    def names(self) -> Optional[list[str]]:
        """The columns of all partitions, where they are known before a pass."""
        return None

    @abstractmethod
    def answer(self, step: Step[Answer]) -> Answer:
        """The sum of the answers of all partitions."""

    def describe(self, step: Describe) -> Description:
        names = self.names()
        if names is not None:
            step.columns.check(names)
        return self.answer(step)

    def count(self, step: Count) -> Sums:
        return self.answer(step)


def rows_in(frame: Any) -> Rows:
    """The rows of whatever :func:`pgm.distributed.fit` takes."""
    library = library_of(frame)
    if library == "dask" and hasattr(frame, "to_delayed"):
        return DaskRows(frame)
    if library == "pyspark" and hasattr(frame, "mapInArrow"):
        return SparkRows(frame)
    if library in ("duckdb", "_duckdb") and hasattr(frame, "query"):
        return DuckDbRows(frame)
    if hasattr(frame, "shape") and column_names(frame) is not None:
        return OneTable(frame)
    if callable(frame):
        return Partitions(frame)
    if not isinstance(frame, Iterable) or isinstance(frame, (str, bytes)):
        raise ArgumentError(
            f"a {type(frame).__name__} is no data frame of Dask, PySpark or DuckDB, and no data"
            " frames one after the other"
        )
    if iter(frame) is frame:
        raise ArgumentError(
            "an iterator gives its data frames once, and a fit passes over them several times:"
            " give a list, or a function that begins again"
        )
    return Partitions(lambda: frame)


class Partitions(PartitionedRows):
    """Data frames of pandas or polars or tables of Arrow, one after the other."""

    def __init__(self, tables: Callable[[], Iterable[Any]]) -> None:
        self._tables = tables

    def _numbered(self) -> Iterator[tuple[int, Any]]:
        end = object()
        with naming(0):
            tables = iter(self._tables())
        for partition in numbers_from(0):
            with naming(partition):
                table = next(tables, end)
            if table is end:
                return
            yield partition, table

    def answer(self, step: Step[Answer]) -> Answer:
        return merged(step, (step(table, partition) for partition, table in self._numbered()))

    def predict(self, step: Predict) -> Iterator[Any]:
        return (step(table, partition) for partition, table in self._numbered())


class OneTable(PartitionedRows):
    """One data frame."""

    def __init__(self, table: Any) -> None:
        self._table = table

    def answer(self, step: Step[Answer]) -> Answer:
        return step(self._table, None)

    def predict(self, step: Predict) -> Any:
        return step(self._table, None)


class DaskRows(PartitionedRows):
    """A data frame of Dask: its partitions are delayed tables, and answers are added up in a
    tree."""

    _at_once = 8

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def names(self) -> list[str]:
        return [str(name) for name in self._frame.columns]

    def answer(self, step: Step[Answer]) -> Answer:
        delayed = import_module("dask").delayed
        ask = delayed(step, traverse=False)
        merge = delayed(step.merge, traverse=False)
        answers = [ask(table, i) for i, table in enumerate(self._frame.to_delayed())]
        while len(answers) > 1:
            groups = range(0, len(answers), self._at_once)
            answers = [merge(answers[i : i + self._at_once]) for i in groups]
        return cast(Answer, answers[0].compute()) if answers else step.empty()

    def predict(self, step: Predict) -> Any:
        step.check(self.names())
        make_meta = import_module("dask.dataframe.utils").make_meta

        def predicted(table: Any, partition_info: Any = None) -> Any:
            return step(table, (partition_info or {}).get("number"))

        meta = step(make_meta(self._frame), None)
        return self._frame.map_partitions(predicted, meta=meta)


class SparkRows(PartitionedRows):
    """A data frame of Spark: every partition answers with one cell of bytes, by mapInArrow, and
    answers are added up in a tree."""

    _at_once = 8

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def names(self) -> list[str]:
        return list(self._frame.columns)

    def answer(self, step: Step[Answer]) -> Answer:
        def ask(batches: Iterable[Any]) -> Iterator[Any]:
            partition = _spark_partition()
            yield _cell_of(lambda: merged(step, (step(batch, partition) for batch in batches)))

        def merge(batches: Iterable[Any]) -> Iterator[Any]:
            cells = [cell for batch in batches for cell in batch.column(0).to_pylist()]
            if cells:
                yield _cell_of(lambda: merged(step, map(_answer_in, cells)))

        answers = self._frame.mapInArrow(ask, "answer binary")
        wide = self._partitions()
        while wide > self._at_once:
            wide = -(-wide // self._at_once)
            answers = answers.repartition(wide).mapInArrow(merge, "answer binary")
        cells = (bytes(row[0]) for row in answers.collect())
        return cast(Answer, merged(step, map(_answer_in, cells)))

    def _partitions(self) -> int:
        try:
            return int(self._frame.rdd.getNumPartitions())
        except Exception:  # a client of Spark Connect does not know
            return self._at_once**2

    def predict(self, step: Predict) -> Any:
        step.check(self.names())
        types = import_module("pyspark.sql.types")
        kinds = {"i": types.LongType, "f": types.DoubleType, "b": types.BooleanType}
        label = kinds.get(step.labels().dtype.kind, types.StringType)
        schema = types.StructType(list(self._frame.schema.fields))
        for i, name in enumerate(step.names()):
            schema = schema.add(name, label() if i == 0 else types.DoubleType())

        def predicted(batches: Iterable[Any]) -> Iterator[Any]:
            partition = _spark_partition()
            for batch in batches:
                yield from step(batch, partition).to_batches()

        return self._frame.mapInArrow(predicted, schema)


def _spark_partition() -> Optional[int]:
    """The number of the partition that a worker of Spark is at."""
    context = import_module("pyspark").TaskContext.get()
    return None if context is None else int(context.partitionId())


def _cell_of(answer: Callable[[], Any]) -> Any:
    """A batch of one cell: the answer, or the error that there was instead."""
    pa = import_module("pyarrow")
    try:
        found = answer()
    except Error as error:
        found = error
    return pa.RecordBatch.from_pydict({"answer": pa.array([pickle.dumps(found)], pa.binary())})


def _answer_in(cell: bytes) -> Any:
    found = pickle.loads(cell)
    if isinstance(found, Error):
        raise found
    return found


class DuckDbRows(Rows):
    """A relation of DuckDB: families of discrete columns are counted by GROUP BY, numbers come as a
    stream of the columns that they need, since only the library adds them up without rounding."""

    _batch = 100_000

    def __init__(self, relation: Any) -> None:
        self._relation = relation

    def _ask(self, step: Step[Answer], columns: Sequence[str], *, grouped_as: str = "") -> Answer:
        """The answer of all rows of these columns, or of the different ones and how many there
        are."""
        names = ", ".join(map(_quoted, columns))
        if grouped_as:
            counted = f"{names}, COUNT(*) AS {_quoted(grouped_as)}"
            found = self._relation.aggregate(counted, names)
        else:
            found = self._relation.project(names)
        with closing(self._stream(found)) as batches:  # an open one blocks the connection
            return merged(step, (step(batch, None) for batch in batches))

    def _stream(self, relation: Any) -> Any:
        name = "to_arrow_reader" if hasattr(relation, "to_arrow_reader") else "fetch_record_batch"
        return getattr(relation, name)(self._batch)

    def _first(self, rows: int) -> Any:
        with closing(self._stream(self._relation.limit(rows))) as batches:
            return batches.read_all()

    def _free_name(self, usual: str) -> str:
        taken = {name.lower() for name in self._relation.columns}
        while usual in taken:
            usual += "_"
        return usual

    def describe(self, step: Describe) -> Description:
        step.columns.check(self._relation.columns)
        rows = self._relation.aggregate("COUNT(*)").fetchall()[0][0]
        if rows == 0:
            return step.empty()
        labels = self._ask(Labels(step), [step.columns.target], grouped_as=self._free_name("rows"))
        first_row = self._first(1)
        described = step(first_row, None)
        names = [kind.name for kind in described.kinds]
        mask = categorical_mask(names, step.learner.categorical_features)
        kinds = []
        for name, are_states in zip(names, mask):
            if not are_states and is_arrow_number(first_row.column(name).type):
                kinds.append(ColumnKind(name, numbers_in=0))
            else:
                kinds.append(
                    self._ask(States(name, are_states), [name], grouped_as=self._free_name("rows"))
                )
        return Description(rows, described.features, kinds, labels, 0)

    def count(self, step: Count) -> Sums:
        discrete = {name for name, states in step.schema if states}
        grouped: dict[tuple[str, ...], list[int]] = {}
        streamed: list[int] = []
        for position, members in enumerate(step.request.families):
            if step.columns.weight is None and discrete.issuperset(members):
                key = tuple(sorted({*members, step.columns.target}))
                grouped.setdefault(key, []).append(position)
            else:
                streamed.append(position)
        sums = [self._grouped(step.of_families(p), names) for names, p in grouped.items()]
        if streamed:
            sums.append(self._streamed(step.of_families(streamed)))
        return step.request.joined(sums, step.rows)

    def _grouped(self, step: Count, names: Sequence[str]) -> Sums:
        weight = self._free_name("rows")
        return self._ask(step.weighted_by(weight), names, grouped_as=weight)

    def _streamed(self, step: Count) -> Sums:
        needed = {name for members in step.request.families for name in members}
        needed.update(name for name in step.columns if name is not None)
        return self._ask(step, sorted(needed))

    def predict(self, step: Predict) -> Any:
        """A stream of Arrow batches, which DuckDB reads as it does a table."""
        pa = import_module("pyarrow")
        step.check(self._relation.columns)
        schema = step(self._first(0), None).schema

        def predicted() -> Iterator[Any]:
            with closing(self._stream(self._relation)) as batches:
                for batch in batches:
                    yield from step(batch, None).cast(schema).to_batches()

        return pa.RecordBatchReader.from_batches(schema, predicted())


class Labels(NamedTuple):
    """The different labels of a column, sorted."""

    step: Describe

    def __call__(self, table: Any, partition: Optional[int]) -> Any:
        with naming(partition):
            return np.unique(labels_in(table, self.step.learner, self.step.columns))

    def merge(self, answers: list[Any]) -> Any:
        return merged_labels(answers)

    def empty(self) -> Any:
        return np.empty(0)


class States(NamedTuple):
    """The kind of one column, whose numbers may be states."""

    name: str
    are_states: bool

    def __call__(self, table: Any, partition: Optional[int]) -> ColumnKind:
        with naming(partition):
            categorical = [self.name] if self.are_states else None
            return kinds_of(frame_of(table, [self.name], categorical=categorical), partition)[0]

    def merge(self, answers: list[ColumnKind]) -> ColumnKind:
        return reduce(ColumnKind.merged_with, answers)

    def empty(self) -> ColumnKind:
        return ColumnKind(self.name)


def _quoted(name: str) -> str:
    """A name of SQL, whatever characters it has."""
    return '"' + name.replace('"', '""') + '"'

"""The places where rows lie: partitions in turn, and data frames of Dask, Spark and DuckDB.

Each carries a :class:`pgm._counting.Step` to the rows by the public interface of its engine.
"""

from __future__ import annotations

import pickle
from typing import Any, Callable, Iterable, Iterator, Protocol, Sequence

import numpy as np

from ._counting import (
    ColumnKind,
    Count,
    Describe,
    Description,
    Predict,
    Step,
    kinds_of,
    merged,
    naming,
    table_in,
)
from ._data import categorical_mask, column_names, frame_of, library_of
from ._errors import ArgumentError, Error
from ._pgm import Sums


class Rows(Protocol):
    """Rows somewhere, in an engine's own form."""

    def describe(self, step: Describe) -> Description: ...

    def count(self, step: Count) -> Sums: ...

    def predict(self, step: Predict) -> Any:
        """The rows with their predictions, in the form of the engine."""


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


class Partitions:
    """Data frames of pandas or polars or tables of Arrow, one after the other."""

    def __init__(self, tables: Callable[[], Iterable[Any]]) -> None:
        self._tables = tables

    def _numbered(self) -> Iterator[tuple[int, Any]]:
        partition = 0
        with naming(partition):
            tables = iter(self._tables())
        while True:
            with naming(partition):
                table = next(tables, None)
            if table is None:
                return
            yield partition, table
            partition += 1

    def _answer(self, step: Step) -> Any:
        return merged(step, (step(table, partition) for partition, table in self._numbered()))

    def describe(self, step: Describe) -> Description:
        return self._answer(step)  # type: ignore[no-any-return]

    def count(self, step: Count) -> Sums:
        return self._answer(step)  # type: ignore[no-any-return]

    def predict(self, step: Predict) -> Iterator[Any]:
        return (step(table, partition) for partition, table in self._numbered())


class OneTable(Partitions):
    """One data frame, which is one partition."""

    def __init__(self, table: Any) -> None:
        super().__init__(lambda: [table])
        self._table = table

    def predict(self, step: Predict) -> Any:
        return step(self._table, 0)


class DaskRows:
    """A data frame of Dask: its partitions are delayed tables, and answers are added up in a
    tree."""

    _at_once = 8

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def _answer(self, step: Step) -> Any:
        import dask  # type: ignore[import-untyped, import-not-found, unused-ignore]

        ask = dask.delayed(step, traverse=False)
        merge = dask.delayed(step.merge, traverse=False)
        answers = [ask(table, i) for i, table in enumerate(self._frame.to_delayed())]
        while len(answers) > 1:
            groups = range(0, len(answers), self._at_once)
            answers = [merge(answers[i : i + self._at_once]) for i in groups]
        return answers[0].compute() if answers else step.nothing()

    def describe(self, step: Describe) -> Description:
        step.columns.check([str(name) for name in self._frame.columns])
        return self._answer(step)  # type: ignore[no-any-return]

    def count(self, step: Count) -> Sums:
        return self._answer(step)  # type: ignore[no-any-return]

    def predict(self, step: Predict) -> Any:
        from dask.dataframe.utils import make_meta  # type: ignore[import-untyped, import-not-found, unused-ignore]  # noqa: E501

        step.check([str(name) for name in self._frame.columns])

        def predicted(table: Any, partition_info: Any = None) -> Any:
            return step(table, (partition_info or {}).get("number", 0))

        meta = step(make_meta(self._frame), 0)
        return self._frame.map_partitions(predicted, meta=meta)


class SparkRows:
    """A data frame of Spark: every partition answers with one cell of bytes, by mapInArrow, and
    answers are added up in a tree."""

    _at_once = 8

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def _answer(self, step: Step) -> Any:
        def ask(batches: Iterable[Any]) -> Iterator[Any]:
            from pyspark import TaskContext  # type: ignore[import-untyped, import-not-found, unused-ignore]  # noqa: E501

            context = TaskContext.get()
            partition = 0 if context is None else context.partitionId()
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
        return merged(step, (_answer_in(bytes(row[0])) for row in answers.collect()))

    def _partitions(self) -> int:
        try:
            return int(self._frame.rdd.getNumPartitions())
        except Exception:  # a client of Spark Connect does not know
            return self._at_once**2

    def describe(self, step: Describe) -> Description:
        step.columns.check(self._frame.columns)
        return self._answer(step)  # type: ignore[no-any-return]

    def count(self, step: Count) -> Sums:
        return self._answer(step)  # type: ignore[no-any-return]

    def predict(self, step: Predict) -> Any:
        from pyspark.sql import types  # type: ignore[import-untyped, import-not-found, unused-ignore]  # noqa: E501

        step.check(self._frame.columns)
        kinds = {"i": types.LongType, "f": types.DoubleType, "b": types.BooleanType}
        label = kinds.get(step.labels().dtype.kind, types.StringType)
        schema = types.StructType(list(self._frame.schema.fields))
        for i, name in enumerate(step.names()):
            schema = schema.add(name, label() if i == 0 else types.DoubleType())

        def predicted(batches: Iterable[Any]) -> Iterator[Any]:
            for batch in batches:
                yield from step(batch, 0).to_batches()

        return self._frame.mapInArrow(predicted, schema)


def _cell_of(answer: Callable[[], Any]) -> Any:
    """A batch of one cell: the answer, or the error that there was instead."""
    import pyarrow as pa  # type: ignore[import-untyped, import-not-found, unused-ignore]

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


class DuckDbRows:
    """A relation of DuckDB: families of discrete columns are counted by GROUP BY, numbers come as a
    stream of the columns that they need, since only the library adds them up without rounding."""

    _batch = 100_000

    def __init__(self, relation: Any) -> None:
        self._relation = relation

    def _batches(self, columns: Sequence[str], *, grouped_as: str = "") -> Iterator[Any]:
        """Tables of these columns: all rows, or the different ones and how many there are."""
        names = ", ".join(map(_quoted, columns))
        if grouped_as:
            counted = f"{names}, COUNT(*) AS {_quoted(grouped_as)}"
            found = self._relation.aggregate(counted, names)
        else:
            found = self._relation.project(names)
        return map(table_in, self._stream(found))

    def _first_row(self) -> Any:
        return self._stream(self._relation.limit(1)).read_all()

    def _stream(self, relation: Any) -> Any:
        name = "to_arrow_reader" if hasattr(relation, "to_arrow_reader") else "fetch_record_batch"
        return getattr(relation, name)(self._batch)

    def _free_name(self, usual: str) -> str:
        taken = {name.lower() for name in self._relation.columns}
        while usual in taken:
            usual += "_"
        return usual

    def describe(self, step: Describe) -> Description:
        step.columns.check(self._relation.columns)
        rows = self._relation.aggregate("COUNT(*)").fetchall()[0][0]
        if rows == 0:
            return step.nothing()
        labels = merged(
            Labels(step), (Labels(step)(t, 0) for t in self._different(step.columns.target))
        )
        described = step(self._first_row(), 0)
        features = [kind.name for kind in described.kinds]
        mask = categorical_mask(features, step.learner.categorical_features)
        kinds = [self._kind_of(name, are_states) for name, are_states in zip(features, mask)]
        return Description(rows, described.features, kinds, labels, 0)

    def _different(self, column: str) -> Iterator[Any]:
        return self._batches([column], grouped_as=self._free_name("rows"))

    def _kind_of(self, name: str, are_states: bool) -> ColumnKind:
        kind = ColumnKind(name)
        if not are_states and _is_number(self._first_row().column(name).type):
            return kind._replace(numbers_in=0)
        for table in self._different(name):
            frame = frame_of(table, [name], categorical=[name] if are_states else None)
            kind = kind.merged_with(kinds_of(frame, 0)[0])
        return kind

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
        step = step.weighted_by(weight)
        return merged(  # type: ignore[no-any-return]
            step, (step(table, 0) for table in self._batches(names, grouped_as=weight))
        )

    def _streamed(self, step: Count) -> Sums:
        needed = {name for members in step.request.families for name in members}
        names = [*needed, *(name for name in step.columns if name and name not in needed)]
        return merged(  # type: ignore[no-any-return]
            step, (step(table, 0) for table in self._batches(names))
        )

    def predict(self, step: Predict) -> Any:
        """A stream of Arrow batches, which DuckDB reads as it does a table."""
        import pyarrow as pa  # type: ignore[import-untyped, import-not-found, unused-ignore]

        step.check(self._relation.columns)
        schema = step(self._stream(self._relation.limit(0)).read_all(), 0).schema
        tables = (step(batch, 0) for batch in self._stream(self._relation))
        return pa.RecordBatchReader.from_batches(
            schema, (batch for table in tables for batch in table.cast(schema).to_batches())
        )


class Labels:
    """The different labels of a column, sorted."""

    def __init__(self, step: Describe) -> None:
        self._step = step

    def __call__(self, table: Any, partition: int) -> Any:
        labels = self._step.columns.labels(table)
        return np.unique(self._step.learner._labels(labels, table))

    def merge(self, answers: list[Any]) -> Any:
        return np.unique(np.concatenate(answers))

    def nothing(self) -> Any:
        return np.empty(0)


def _quoted(name: str) -> str:
    """A name of SQL, whatever characters it has."""
    return '"' + name.replace('"', '""') + '"'


def _is_number(kind: Any) -> bool:
    import pyarrow as pa  # type: ignore[import-untyped, import-not-found, unused-ignore]

    return bool(pa.types.is_integer(kind) or pa.types.is_floating(kind))

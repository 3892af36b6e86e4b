"""Learning from rows that lie in several places: the questions that each place answers for itself.

A place gives a description of its rows and sums over them, both of which can be added up; no row
leaves it. :mod:`pgm._engines` carries the questions to the places.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, Iterable, Iterator, NamedTuple, Optional, Protocol, Sequence, TypeVar

import numpy as np

from ._classifiers import BayesNetBase
from ._data import (
    categorical_mask,
    column_names,
    frame_of,
    has_missing,
    text_of,
    with_columns,
    without_columns,
)
from ._errors import ArgumentError, Error, IoError
from ._pgm import CountRequest, Frame, Sums, usual_order

from sklearn.base import clone  # type: ignore[import-untyped, unused-ignore]

Answer = TypeVar("Answer")


class Step(Protocol[Answer]):
    """A question to one partition of the rows, whose answers can be added up in any order."""

    def __call__(self, table: Any, partition: Optional[int]) -> Answer: ...

    def merge(self, answers: list[Answer]) -> Answer: ...

    def empty(self) -> Answer:
        """The answer where there is no partition."""


def merged(step: Step[Answer], answers: Iterable[Answer], *, at_once: int = 8) -> Answer:
    """The sum of all answers, of which few are held at a time."""
    waiting: list[Answer] = []
    for answer in answers:
        waiting.append(answer)
        if len(waiting) == at_once:
            waiting = [step.merge(waiting)]
    if not waiting:
        return step.empty()
    return waiting[0] if len(waiting) == 1 else step.merge(waiting)


@contextmanager
def naming(partition: Optional[int]) -> Iterator[None]:
    """Errors are subclasses of pgm.Error that say in which partition they happened, if in one."""
    where = "" if partition is None else f"partition {partition}: "
    try:
        yield
    except Error as error:
        named = type(error)(f"{where}{error}")
        named.message = f"{where}{error.message or error}"
        named.location, named.hint = error.location, error.hint
        named.problems = error.problems
        raise named from error
    except (ValueError, TypeError) as error:
        raise ArgumentError(f"{where}{error}") from error
    except OSError as error:
        raise IoError(f"{where}{error}") from error
    except Exception as error:
        raise Error(f"{where}{type(error).__name__}: {error}") from error


def table_in(partition: Any) -> Any:
    """A partition as a table, which a batch of Arrow becomes. Throws for what is no table."""
    if type(partition).__name__ == "RecordBatch":
        partition = import_module("pyarrow").Table.from_batches([partition])
    if not hasattr(partition, "shape") or column_names(partition) is None:
        raise ArgumentError(
            f"a {type(partition).__name__} is no data frame of pandas or polars, nor a table of"
            " Arrow"
        )
    return partition


class Columns(NamedTuple):
    """The columns of rows that have a target: which of them are what."""

    target: str
    weight: Optional[str]

    def check(self, names: Sequence[str]) -> None:
        for name in (self.target, self.weight):
            if name is not None and name not in names:
                known = ", ".join(map(repr, names))
                raise ArgumentError(f"there is no column {name!r} (known: {known})")
        if self.target == self.weight:
            raise ArgumentError(f"the target {self.target!r} cannot be the weight as well")

    def features(self, table: Any) -> Any:
        return without_columns(table, [name for name in self if name is not None])

    def labels(self, table: Any) -> Any:
        labels = _column(table, self.target)
        if has_missing(labels):
            raise ArgumentError(
                f"the target {self.target!r} is missing in some rows: leave these rows out"
            )
        return labels if hasattr(labels, "iloc") else np.asarray(labels)

    def weights(self, table: Any) -> Any:
        return None if self.weight is None else np.asarray(_column(table, self.weight))


def _column(table: Any, name: str) -> Any:
    if name not in (column_names(table) or []):
        raise ArgumentError(f"there is no column {name!r}")
    return table.column(name) if hasattr(table, "column_names") else table[name]


class ColumnKind(NamedTuple):
    """What partitions say of a column: its states, or that it has numbers; neither where all its
    cells are missing. Each with the first partition that says so."""

    name: str
    states: Optional[tuple[str, ...]] = None
    states_in: int = -1
    numbers_in: int = -1

    def merged_with(self, other: ColumnKind) -> ColumnKind:
        return ColumnKind(
            self.name,
            _merged_states(self.states, other.states),
            _first(self.states_in, other.states_in),
            _first(self.numbers_in, other.numbers_in),
        )

    def of_whole(self) -> tuple[str, list[str]]:
        """The name and the states, none of numbers."""
        if self.states is not None and self.numbers_in >= 0:
            raise ArgumentError(
                f"column {self.name!r} has states in partition {self.states_in} and numbers in"
                f" partition {self.numbers_in}: give it one type, or name it in"
                " categorical_features"
            )
        return self.name, list(self.states or ())


def _merged_states(
    a: Optional[tuple[str, ...]], b: Optional[tuple[str, ...]]
) -> Optional[tuple[str, ...]]:
    """States that all partitions have in one order keep it; else they have the usual order."""
    if a is None or b is None or a == b:
        return b if a is None else a
    return tuple(usual_order(sorted({*a, *b})))


def _first(a: int, b: int) -> int:
    return max(a, b) if min(a, b) < 0 else min(a, b)


def kinds_of(frame: Frame, partition: Optional[int]) -> list[ColumnKind]:
    """The kinds of the columns of one partition, or of all rows."""
    number = partition or 0
    kinds = []
    for name, states, is_known in frame.columns:
        if states:
            kinds.append(ColumnKind(name, tuple(states), states_in=number))
        else:
            kinds.append(ColumnKind(name, numbers_in=number if is_known else -1))
    return kinds


@dataclass(frozen=True)
class Description:
    """What a learner has to know of all rows before they are counted."""

    rows: int = 0
    features: Optional[BayesNetBase] = None  # whose feature_names_in_ are those of the rows
    kinds: Sequence[ColumnKind] = ()
    labels: Any = None  # the different ones, sorted
    partition: int = -1  # the first that has rows

    def schema(self) -> list[tuple[str, list[str]]]:
        return [kind.of_whole() for kind in self.kinds]


def labels_in(table: Any, learner: BayesNetBase, columns: Columns) -> Any:
    """The labels of a partition, as the learner takes those of the whole."""
    return learner._checked_target(columns.labels(table), table, numeric=False)


def merged_labels(parts: Sequence[Any]) -> Any:
    """The different labels of several partitions, sorted."""
    if len({labels.dtype.kind in "OUS" for labels in parts}) > 1:
        raise ArgumentError(
            "the target has texts in some partitions and numbers in others: give it one type"
        )
    return np.unique(np.concatenate(parts))


@dataclass(frozen=True)
class Describe:
    """The first pass: columns, their states, the labels and the number of rows."""

    learner: BayesNetBase
    columns: Columns

    def __call__(self, table: Any, partition: Optional[int]) -> Description:
        with naming(partition):
            table = table_in(table)
            if table.shape[0] == 0:
                return Description()
            self.columns.check(column_names(table) or [])
            features = self.columns.features(table)
            learner = clone(self.learner)
            labels = labels_in(table, learner, self.columns)
            frame = learner._frame(learner._checked(features, reset=True))
            kinds = kinds_of(frame, partition)
            return Description(frame.rows, learner, kinds, np.unique(labels), partition or 0)

    def merge(self, answers: list[Description]) -> Description:
        known = [answer for answer in answers if answer.rows > 0]
        if not known:
            return self.empty()
        first = min(known, key=lambda answer: answer.partition)
        kinds = list(first.kinds)
        for answer in known:
            if [kind.name for kind in answer.kinds] != [kind.name for kind in kinds]:
                raise ArgumentError(
                    f"partition {answer.partition} has other columns than partition"
                    f" {first.partition}, or in another order"
                )
            kinds = [kind.merged_with(other) for kind, other in zip(kinds, answer.kinds)]
        return Description(
            sum(answer.rows for answer in known),
            first.features,
            kinds,
            merged_labels([answer.labels for answer in known]),
            first.partition,
        )

    def empty(self) -> Description:
        return Description()


@dataclass(frozen=True)
class Count:
    """A further pass: the sums of one request over all rows."""

    learner: BayesNetBase  # with its classes_
    columns: Columns
    schema: Sequence[tuple[str, list[str]]]  # of all rows: the features, then the target
    request: CountRequest
    rows: int  # of all partitions

    def __call__(self, table: Any, partition: Optional[int]) -> Sums:
        with naming(partition):
            table = table_in(table)
            if table.shape[0] == 0:
                return self.empty()
            return self.request.count(self.frame(table), self.schema)

    def frame(self, table: Any) -> Frame:
        """The table, which may have some of the features only."""
        present = {str(name) for name in column_names(table) or []}
        names = [name for name in self.features() if name in present]
        labels = labels_in(table, self.learner, self.columns)
        return frame_of(
            table,
            names,
            categorical=[name for name in self.categorical() if name in present],
            extra=[self.learner._target_column(self.columns.target, self.learner._codes(labels))],
            weights=self.columns.weights(table),
        )

    def features(self) -> list[str]:
        return [name for name, _ in self.schema[:-1]]

    def categorical(self) -> list[str]:
        names = self.features()
        mask = categorical_mask(names, self.learner.categorical_features)
        return [name for name, is_categorical in zip(names, mask) if is_categorical]

    def of_families(self, positions: Sequence[int]) -> Count:
        return replace(self, request=self.request.of_families(positions))

    def weighted_by(self, column: str) -> Count:
        return replace(self, columns=self.columns._replace(weight=column))

    def merge(self, answers: list[Sums]) -> Sums:
        return Sums.merged(answers)

    def empty(self) -> Sums:
        return self.request.no_rows()


@dataclass(frozen=True)
class Predict:
    """The prediction of each row, and if wanted its probabilities, behind its columns."""

    model: BayesNetBase
    probabilities: bool

    def names(self) -> list[str]:
        names = ["prediction"]
        if self.probabilities:
            target = self.model._classifier.class_name()
            names += [f"P({target}={text_of(label)})" for label in self.model.classes_]
        return names

    def check(self, present: Sequence[str]) -> None:
        for name in self.names():
            if name in present:
                raise ArgumentError(
                    f"the data have a column {name!r}, which is what a prediction is called:"
                    " rename it"
                )
        for name in self.features(present):
            if name not in present:
                raise ArgumentError(f"there is no column {name!r}, which the model was fitted with")

    def features(self, present: Sequence[str]) -> list[str]:
        return [str(name) for name in getattr(self.model, "feature_names_in_", present)]

    def labels(self) -> Any:
        """The labels as a column holds them: numbers, truth values or texts."""
        labels = self.model.classes_
        if labels.dtype.kind in "fb":
            return labels
        if labels.dtype.kind in "iu":
            return labels.astype(np.int64)
        return np.array([text_of(label) for label in labels], dtype=object)

    def __call__(self, table: Any, partition: Optional[int]) -> Any:
        with naming(partition):
            table = table_in(table)
            present = column_names(table) or []
            self.check(present)
            wanted = set(self.features(present))
            found = np.empty((0, len(self.model.classes_)))
            if table.shape[0] > 0:
                others = [name for name in present if name not in wanted]
                features = without_columns(table, others)
                found = self.model.predict_proba(features)
            columns = [self.labels()[np.argmax(found, axis=1)], *found.T]
            return with_columns(
                table, {name: np.ascontiguousarray(c) for name, c in zip(self.names(), columns)}
            )

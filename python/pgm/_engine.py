"""Exact answers about a network."""

from __future__ import annotations

from typing import Any, Iterable, NamedTuple, Optional, Sequence

import numpy as np

from . import _pgm
from ._errors import ArgumentError, EvidenceError
from ._evidence import EvidenceLike
from ._network import Network, _plain
from ._results import Array, Marginals, Result


class Explanation(NamedTuple):
    """The most probable states of all variables that were not known; None if the evidence is
    impossible."""

    assignment: Optional[dict[str, str]]
    log_probability: float
    log_evidence: float


class Posteriors(NamedTuple):
    """Posteriors of many rows: for each target an array of rows by states, and log P(e) of each
    row. A row of impossible evidence is NaN, and -inf there."""

    probabilities: dict[str, Array]
    log_evidence: Array


class Engine:
    """Answers questions about a network, exactly. Immutable: many threads may use one.

    >>> engine = Engine(Network("A{no|yes} -> B{no|yes}; A: 1/4 3/4; B | A=no: 1 0; B: 1/2 1/2"))
    >>> float(engine.query("P(B=yes)"))
    0.375
    >>> engine.marginals({"B": "yes"})["A"].to_dict()
    {'no': 0.0, 'yes': 1.0}

    Arguments:
        network: a copy of it is kept, so changes of it afterwards do not matter.
        threads: of one question; batches have their own.

    Raises:
        ModelError: numbers are missing or wrong; ``problems`` lists them all.
    """

    __slots__ = ("_core", "_places", "_states")

    def __init__(self, network: Network, *, threads: int = 1) -> None:
        self._core = _pgm.Engine(network._core, threads)
        self._states: dict[str, Optional[list[str]]] = {
            name: network.states(name) for name in network.variables
        }
        self._places = self._places_of(self._states)

    def query(self, text: str) -> Result:
        """Answers a question in the language of the textbooks: ``P(Rain | Wet=yes)``,
        ``P(X > 3 or A=a)``, ``E(X | A=a)``, ``argmax(A, B | C=c)``, ``P(A | do(B=b))``.

        Raises:
            ParseError: with the column.
            TooLargeError: the network is too densely connected for exact inference.
        """
        (kind, parts), log_evidence, query = self._core.query(text)
        return Result(kind, parts, log_evidence, query)

    def marginals(
        self, evidence: EvidenceLike = None, targets: Optional[Sequence[str]] = None
    ) -> Marginals:
        """The posterior of every variable, or of the targets."""
        chosen = None if targets is None else list(targets)
        log_evidence, values, densities = self._core.marginals(_plain(evidence), chosen)
        places = self._places if chosen is None else self._places_of(chosen)
        return Marginals(log_evidence, self._states, places, values, densities)

    def _places_of(self, targets: Iterable[str]) -> dict[str, Optional[slice]]:
        """Where the posterior of each target is among those of all; None of a continuous one."""
        places: dict[str, Optional[slice]] = {}
        begin = 0
        for name in targets:
            states = self._states[name]
            if states is None:
                places[name] = None
            else:
                places[name] = slice(begin, begin + len(states))
                begin += len(states)
        return places

    def mpe(self, evidence: EvidenceLike = None) -> Explanation:
        """The most probable explanation: the states of all discrete variables together."""
        return Explanation(*self._core.most_probable(_plain(evidence)))

    def log_evidence(self, evidence: EvidenceLike) -> float:
        """log P(e), natural logarithm; -inf if impossible, a log density where values are known."""
        log_evidence, _, _ = self._core.marginals(_plain(evidence), [])
        return float(log_evidence)

    def posteriors(
        self, frame: Any, targets: Sequence[str], *, threads: int = 1
    ) -> Posteriors:
        """The posteriors of the targets for every row of a table of findings.

        Arguments:
            frame: a DataFrame, or a mapping from names to columns: states as text or as pandas
                Categorical, or numbers of continuous variables. NaN, None and NA are not known.
                Columns of other names are left out, and so is a target's own column.
            targets: discrete variables.
            threads: 0 is one for each core.
        """
        if isinstance(targets, str):
            raise ArgumentError(f"targets is a list of names: [{targets!r}]")
        columns: dict[str, Any] = {}
        rows = -1
        for name in frame.columns if hasattr(frame, "columns") else frame:
            column = frame[name]
            rows = len(column) if rows < 0 else rows
            if len(column) != rows:
                raise ArgumentError(f"column {name!r} has {len(column)} rows, not {rows}")
            if name in self._states and name not in targets:
                columns[name] = self._cells(name, column)
        tables, log_evidence = self._core.posteriors(columns, max(rows, 0), list(targets), threads)
        return Posteriors(tables, log_evidence)

    def _cells(self, name: str, column: Any) -> Any:
        """Codes of states, the largest number where a cell is missing, or values."""
        states = self._states[name]
        if states is None:
            return np.ascontiguousarray(column, dtype=np.float64)
        missing = np.uint32(0xFFFFFFFF)
        categorical = getattr(column, "cat", None)
        if categorical is not None and hasattr(categorical, "codes"):
            names = [str(category) for category in categorical.categories]
            codes = np.asarray(categorical.codes)
        else:
            codes, names = _factorised(column)
        lookup = np.full(len(names) + 1, missing, dtype=np.uint32)
        place = {state: i for i, state in enumerate(states)}
        for i, state in enumerate(names):
            if state in place:
                lookup[i] = place[state]
            elif (codes == i).any():
                row = int(np.argmax(codes == i))
                raise EvidenceError(f"row {row}: variable {name!r} has no state {state!r}")
        return np.ascontiguousarray(lookup[codes])


def _factorised(column: Any) -> tuple[Any, list[str]]:
    """The number of each cell among the different texts, -1 for a missing one."""
    codes = np.empty(len(column), dtype=np.int64)
    numbers: dict[str, int] = {}
    for row, cell in enumerate(column):
        is_missing = cell is None or cell != cell or type(cell).__name__ in ("NAType", "NaTType")
        codes[row] = -1 if is_missing else numbers.setdefault(_text(cell), len(numbers))
    return codes, list(numbers)


def _text(cell: Any) -> str:
    """A cell as the name of a state: 1.0 in a column of numbers is 1."""
    if isinstance(cell, (float, np.floating)) and float(cell).is_integer():
        return str(int(cell))
    return str(cell)

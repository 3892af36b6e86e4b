"""Exact answers about a network."""

from __future__ import annotations

import os
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Iterable, NamedTuple, Optional, Sequence, Union

from . import _html, _pgm
from ._border import border, no_attribute, shown
from ._data import frame_of, names_in, with_cells
from ._errors import ArgumentTypeError
from ._evidence import EvidenceLike, plain
from ._network import Network
from ._pgm import Frame
from ._results import Array, Distribution, Interval, Marginals, Place, Result
from ._warnings import known_columns, warn


class Explanation(NamedTuple):
    """The most probable states of all variables that were not known; None if the evidence is
    impossible."""

    assignment: Optional[dict[str, str]]
    log_probability: float
    log_evidence: float

    def _repr_html_(self) -> str:
        if self.assignment is None:
            return "impossible evidence"
        title = f"log P = {self.log_probability:.6g}, given what is known"
        return _html.table(("variable", "state"), self.assignment.items(), title)


class Forecast(NamedTuple):
    """The posterior of a continuous variable in each row: means, standard deviations, and the ends
    of a central interval. NaN where the evidence is impossible."""

    mean: Array
    sd: Array
    low: Array
    high: Array


class Posteriors(NamedTuple):
    """Posteriors of many rows: for each discrete target an array of rows by states, for each
    continuous one a :class:`Forecast`, and log P(e) of each row. A row of impossible evidence is
    NaN, and -inf there."""

    probabilities: dict[str, Array]
    forecasts: dict[str, Forecast]
    log_evidence: Array


def _placed(
    states: Iterable[tuple[str, Optional[tuple[str, ...]]]]
) -> dict[str, Optional[Place]]:
    """The places of variables whose posteriors follow each other; None of a continuous one."""
    places: dict[str, Optional[Place]] = {}
    begin = 0
    for name, of_one in states:
        if of_one is None:
            places[name] = None
        else:
            places[name] = slice(begin, begin + len(of_one)), (name,), (of_one,)
            begin += len(of_one)
    return places


@border
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

    __slots__ = ("_core", "_places", "_threads")

    def __init__(self, network: Network, *, threads: int = 1) -> None:
        if not isinstance(network, Network):
            raise ArgumentTypeError(f"{shown(network)} is no pgm.Network{_network_meant(network)}")
        self._core = _pgm.Engine(network._core, threads)
        self._threads = threads
        states = ((name, network.states(name)) for name in network.variables)
        self._places = _placed(
            (name, None if of_one is None else tuple(of_one)) for name, of_one in states
        )

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            no_attribute("Engine", name)

    def __copy__(self) -> Engine:
        return self

    def __deepcopy__(self, memo: Any) -> Engine:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _engine_of, (self.network, self._threads)

    @property
    def network(self) -> Network:
        """A copy of the network."""
        return Network._of(self._core.network())

    def query(self, text: str, evidence: EvidenceLike = None) -> Result:
        """Answers a question in the language of the textbooks: ``P(Rain | Wet=yes)``,
        ``P(X > 3 or A=a)``, ``E(2 X - Y | A=a)``, ``argmax(A, B | C=c)``, ``P(A | do(B=b))``,
        ``P(A | B)`` for each state of B, ``odds(A=a | ..)``, ``P(..) / P(..)``, ``H(A)`` and
        ``I(A; B | C)`` in nats, and counterfactuals, ``P(Y[do(X=no)]=yes | X=yes, Y=yes)``, which
        have ``bounds`` where mechanisms are missing. Evidence may stand beside the text.

        Raises:
            ParseError: with the column.
            TooLargeError: the network is too densely connected for exact inference.
        """
        known = plain(evidence, self._places)
        (kind, parts), log_evidence, query = self._core.query(text, known)
        return Result(kind, parts, log_evidence, query)

    def interval(
        self,
        text: str,
        probability: float = 0.95,
        *,
        evidence: EvidenceLike = None,
        draws: int = 4000,
        seed: int = 1,
    ) -> Union[Interval, list[Optional[Interval]]]:
        """How sure the answer to a question is, of a network that was fitted from rows: the
        interval in which it lies with this probability. A list in the order of the numbers for a
        distribution or a table; None for a number without an interval.

        Raises:
            ArgumentError: nothing that the answer depends on was estimated from rows.
        """
        found = [
            None if spread is None else Interval(*spread)
            for spread in self._core.intervals(
                text, plain(evidence, self._places), interval_words(probability, draws, seed)
            )
        ]
        return found[0] if len(found) == 1 and found[0] is not None else found

    def marginals(
        self,
        evidence: EvidenceLike = None,
        targets: Optional[Sequence[str]] = None,
        *,
        interval: Optional[float] = None,
        draws: int = 4000,
        seed: int = 1,
    ) -> Marginals:
        """The posterior of every variable, or of the targets; with ``interval``, a probability, how
        sure they are, as ``found.intervals[name][state]`` has it: see :meth:`interval`."""
        known = plain(evidence, self._places)
        if type(known) is dict:
            known = known.copy()  # it may be changed before it is shown
        chosen = None if targets is None else list_of_names(targets)
        log_evidence, values, densities = self._core.marginals(known, chosen)
        found = Marginals(
            log_evidence,
            self._places if chosen is None else self._places_of(chosen),
            values,
            densities,
            (lambda: self.network._picture(known or "")) if chosen is None else None,
        )
        if interval is not None and not found.impossible:
            words = interval_words(interval, draws, seed)
            discrete = [name for name, of_one in found.items() if isinstance(of_one, Distribution)]
            found._keep_intervals(self._core.marginal_intervals(known, discrete, words))
        return found

    def _places_of(self, targets: Iterable[str]) -> dict[str, Optional[Place]]:
        """Where the posterior of each target is among those of the targets."""
        places = ((name, self._places[name]) for name in targets)
        return _placed((name, place and place[2][0]) for name, place in places)

    def mpe(self, evidence: EvidenceLike = None) -> Explanation:
        """The most probable explanation: the states of all discrete variables together."""
        return Explanation(*self._core.most_probable(plain(evidence, self._places)))

    def log_evidence(self, evidence: EvidenceLike) -> float:
        """log P(e), natural logarithm; -inf if impossible, a log density where values are known."""
        log_evidence, _, _ = self._core.marginals(plain(evidence, self._places), [])
        return float(log_evidence)

    def posteriors(
        self,
        frame: Any,
        targets: Sequence[str],
        *,
        interval: float = 0.9,
        unseen: str = "error",
        threads: int = 1,
    ) -> Posteriors:
        """The posteriors of the targets for every row of a table of findings, or those of its
        missing values.

        Warns of columns that are no variables, which are left out.

        Arguments:
            frame: a DataFrame of pandas or polars, an Arrow table, or a mapping from names to
                columns: states as text or as categoricals, or numbers of continuous variables. NaN,
                None, NA, null and empty texts are not known. The columns of the targets are left
                out.
            targets: variables; or "missing": every column with missing cells, each of them given
                all known cells of its row, also those of these columns. A known cell is certain.
            interval: the probability of the central intervals of continuous targets.
            unseen: a value that is no state: "error", or "missing", with a warning.
            threads: 0 is one for each core.

        Raises:
            EvidenceError: with variable and row, for a value that is no state.
            ArgumentError: no column is a variable.
        """
        if isinstance(targets, str) and targets == "missing":
            return self._missing_posteriors(frame, interval, unseen, threads)
        chosen = list_of_names(targets)
        known = known_columns(names_in(frame), self._places, chosen)
        table = frame_of(frame, known)
        tables, numbers, log_evidence, remarks = self._core.posteriors(
            table, chosen, interval, unseen, threads
        )
        warn(remarks)
        forecasts = {name: Forecast(*columns) for name, columns in numbers.items()}
        return Posteriors(tables, forecasts, log_evidence)

    def complete(
        self, frame: Any, *, unseen: str = "error", seed: int = 0, threads: int = 1
    ) -> Any:
        """The table with its missing values drawn, all of a row together, from their posterior given
        its known cells: an imputation. Several seeds give several (multiple imputation).

        Arguments:
            frame: as of :meth:`posteriors`; the result is of the same kind. Columns that are no
                variables stay as they are, and so do missing values of impossible rows.
            unseen: as of :meth:`posteriors`; with "missing" other values are drawn for these.
            seed: of the random numbers. Neither the order of the rows nor threads matter.
        """
        known = known_columns(names_in(frame), self._places)
        table = frame_of(frame, known)
        cells, remarks = self._core.drawn_cells(table, unseen, seed, threads)
        warn(remarks)
        return with_cells(frame, cells)

    def _most_probable_table(self, frame: Any, unseen: str, threads: int) -> Any:
        known = known_columns(names_in(frame), self._places)
        cells, remarks = self._core.most_probable_cells(frame_of(frame, known), unseen, threads)
        warn(remarks)
        return with_cells(frame, cells)

    def _missing_posteriors(
        self, frame: Any, interval: float, unseen: str, threads: int
    ) -> Posteriors:
        known = known_columns(names_in(frame), self._places)
        tables, numbers, log_evidence, remarks = self._core.missing_posteriors(
            frame_of(frame, known), interval, unseen, threads
        )
        warn(remarks)
        forecasts = {name: Forecast(*columns) for name, columns in numbers.items()}
        return Posteriors(tables, forecasts, log_evidence)

    def _forecasts(self, frame: Frame, target: str, interval: float, threads: int) -> Forecast:
        """The posteriors of one continuous target for the rows of a table."""
        _, numbers, _, remarks = self._core.posteriors(
            frame, [target], interval, "missing", threads
        )
        warn(remarks)
        return Forecast(*numbers[target])


def interval_words(probability: Any, draws: Any, seed: Any) -> tuple[float, int, int]:
    """What the compiled part takes about an interval. Throws for what are no numbers."""
    for name, value in (("draws", draws), ("seed", seed)):
        if isinstance(value, bool) or not isinstance(value, Integral) or value < 0:
            raise ArgumentTypeError(f"{name} is {shown(value)}, not a whole number")
    if isinstance(probability, bool) or not isinstance(probability, Real):
        raise ArgumentTypeError(f"interval is {shown(probability)}, not a probability, 0.95")
    return float(probability), int(draws), int(seed)


def _engine_of(network: Network, threads: int) -> Engine:
    return Engine(network, threads=threads)


def _network_meant(network: Any) -> str:
    """The network that a text most likely is, as a hint."""
    if isinstance(network, os.PathLike):
        network = os.fspath(network)
    if not isinstance(network, (str, bytes)):
        return ": its network is .network_" if hasattr(network, "network_") else ""
    is_text = isinstance(network, str) and ("->" in network or "{" in network)
    maker = "Network" if is_text else "read"
    return f": pgm.Engine(pgm.{maker}({shown(network)}))"


def list_of_names(names: Sequence[str]) -> list[str]:
    """The names of variables that were given. Throws for a single one, which is a text."""
    if isinstance(names, str):
        raise ArgumentTypeError(f"targets is a list of names: [{names!r}]")
    try:
        return list(names)
    except TypeError:
        raise ArgumentTypeError(f"targets is {shown(names)}, not a list of names") from None

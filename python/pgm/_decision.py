"""Decisions: the best strategy of an influence diagram, and what it is worth."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, NamedTuple, Optional, Sequence, Union

from . import _html, _pgm
from ._border import at_the_border, shown
from ._errors import ArgumentTypeError
from ._evidence import EvidenceLike, plain
from ._network import Network


class Choice(NamedTuple):
    """A decision in one history: what each alternative is worth, and the best of them.

    ``expected_utility`` is None for an alternative that makes what is known impossible; of
    ``best`` there are several where they are equal.
    """

    given: dict[str, str]
    expected_utility: dict[str, Optional[float]]
    best: list[str]


@dataclass(frozen=True, repr=False)
class Choices:
    """A decision in every history that is possible.

    ``given`` is what is known when it is taken, ``needs`` the part of it that the best alternative
    depends on.
    """

    decision: str
    given: list[str]
    needs: list[str]
    has_influence: bool
    rows: list[Choice]

    def __len__(self) -> int:
        return len(self.rows)

    def to_frame(self) -> Any:
        """A pandas DataFrame: a column for what is known, one for each alternative, and "best"."""
        import pandas as pd

        rows = [
            (*row.given.values(), *row.expected_utility.values(), row.best) for row in self.rows
        ]
        return pd.DataFrame(rows, columns=self._head())

    def _head(self) -> list[str]:
        alternatives = self.rows[0].expected_utility if self.rows else ()
        return [*self.given, *alternatives, "best"]

    def _cells(self) -> list[list[str]]:
        rows = []
        for given, worths, best in self.rows:
            shown_worths = ["-" if worth is None else f"{worth:.6g}" for worth in worths.values()]
            rows.append([*given.values(), *shown_worths, " or ".join(best)])
        return rows

    def __repr__(self) -> str:
        lines = ["  ".join(row) for row in [self._head(), *self._cells()[: _html.MOST_ROWS]]]
        if len(self) > _html.MOST_ROWS:
            lines.append(f"... and {len(self) - _html.MOST_ROWS} more")
        return "\n".join([self.decision, *lines])

    def _repr_html_(self) -> str:
        return _html.table(self._head(), self._cells()[: _html.MOST_ROWS], self.decision)


@dataclass(frozen=True, repr=False)
class Solution:
    """The best strategy of an influence diagram.

    ``strategy`` has a :class:`Choices` for each decision without findings, ``utilities`` the
    expectation of each utility, and ``probabilities`` the distribution of each variable under the
    strategy. ``optimal`` is "global", or "local" where no strategy that differs in one decision is
    better. ``network`` is the network in which decisions follow the strategy, for
    :class:`Engine`. With a risk tolerance ``maximum_expected_utility`` is a certainty equivalent.
    """

    maximum_expected_utility: float
    standard_deviation: float
    optimal: str
    order: list[str]
    utilities: dict[str, float]
    strategy: dict[str, Choices]
    probabilities: dict[str, dict[str, float]]
    network: Network
    _csv: str

    def to_csv(self, path: Union[str, os.PathLike[str], None] = None) -> Optional[str]:
        """The strategy as CSV, "decision,given,choice": the text, or written to a path."""
        if path is None:
            return self._csv
        with open(path, "w", encoding="utf-8") as file:
            file.write(self._csv)
        return None

    def __repr__(self) -> str:
        head = f"maximum expected utility {self.maximum_expected_utility:.6g}"
        return "\n".join([head, *map(repr, self.strategy.values())])

    def _repr_html_(self) -> str:
        title = f"<p>maximum expected utility {self.maximum_expected_utility:.6g}</p>"
        return title + _html.side_by_side(one._repr_html_() for one in self.strategy.values())


class InformationValue(NamedTuple):
    """What seeing variables before a decision, free of charge, is worth."""

    of: list[str]
    before: str
    value: float


@at_the_border
def decide(
    model: Union[Network, str],
    evidence: EvidenceLike = None,
    *,
    limited: bool = False,
    strategy: Union[Solution, str, os.PathLike[str], None] = None,
    risk_tolerance: Optional[float] = None,
) -> Solution:
    """The strategy with the greatest expected utility, exactly.

    >>> found = decide('''
    ...     Weather{sun|rain} -> Forecast{good|bad} -> Umbrella{take|leave, decision}
    ...     Weather, Umbrella -> Comfort{utility}
    ...     Weather: 0.7 0.3
    ...     Forecast | Weather=sun: 0.8 0.2
    ...     Forecast | Weather=rain: 0.25 0.75
    ...     Comfort: 20 100 70 0
    ... ''')
    >>> round(found.maximum_expected_utility, 6)
    74.55
    >>> [(row.given["Forecast"], row.best) for row in found.strategy["Umbrella"].rows]
    [('good', ['leave']), ('bad', ['take'])]

    Arguments:
        model: a network with decisions and utilities, or its text.
        evidence: what is known from the beginning, whatever is decided.
        limited: each decision knows its parents and nothing else; otherwise what was known or
            decided before it, too.
        strategy: policies that are settled, a CSV file or an earlier solution; the other decisions
            get the best beside them.
        risk_tolerance: R of the exponential utility -exp(-u / R); None: the expected utility.

    Raises:
        ModelError: no decision and no utility, or decisions without an order.
        ImpossibleEvidenceError: no strategy lets the findings occur together.
        TooLargeError: before anything is computed.
    """
    network = _network(model)
    if not isinstance(strategy, (Solution, str, os.PathLike, type(None))):
        raise ArgumentTypeError(f"{shown(strategy)} is neither a path nor a pgm.Solution")
    text, path = "", ""
    if isinstance(strategy, Solution):
        text = strategy._csv
    elif strategy is not None:
        path = os.fspath(strategy)
    found = _pgm.decide(
        network._core, plain(evidence, network.variables), limited, (path, text, risk_tolerance)
    )
    most, deviation, is_global, order, utilities, tables, probabilities, csv, core = found
    return Solution(
        most,
        deviation,
        "global" if is_global else "local",
        order,
        dict(utilities),
        {table[0]: _choices(network, *table) for table in tables},
        probabilities,
        Network._of(core),
        csv,
    )


def _network(model: Union[Network, str]) -> Network:
    network = Network(model) if isinstance(model, str) else model
    if not isinstance(network, Network):
        raise ArgumentTypeError(f"{shown(model)} is neither a pgm.Network nor a text")
    return network


@at_the_border
def value_of_information(
    model: Union[Network, str],
    of: Sequence[str] = (),
    evidence: EvidenceLike = None,
    *,
    before: Optional[str] = None,
    limited: bool = False,
) -> list[InformationValue]:
    """What seeing variables first is worth to the decisions of an influence diagram.

    >>> import pgm
    >>> (seen,) = value_of_information(pgm.examples["oil"], ["Oil"], before="Drill")
    >>> seen.of, seen.before, round(seen.value, 9)
    (['Oil'], 'Drill', 32.5)

    Arguments:
        model: a network with decisions and utilities, or its text.
        of: the variables that are seen together; none: each chance variable by itself, what is
            worth most first.
        evidence: what is known from the beginning, whatever is decided.
        before: the decision before which they are seen; None: before each.
        limited: each decision knows its parents and nothing else.

    Raises:
        ArgumentError: a variable that a decision has an effect on, or no chance variable.
        ImpossibleEvidenceError, ModelError, TooLargeError: as :func:`decide`.
    """
    network = _network(model)
    found = _pgm.values_of_information(
        network._core, plain(evidence, network.variables), limited, (list(of), before)
    )
    return [InformationValue(*one) for one in found]


def _choices(
    network: Network,
    decision: str,
    given: list[str],
    needs: list[str],
    has_influence: bool,
    rows: list[Any],
) -> Choices:
    alternatives = network.states(decision) or []
    return Choices(
        decision,
        given,
        needs,
        has_influence,
        [
            Choice(dict(zip(given, states)), dict(zip(alternatives, worth)), best)
            for states, worth, best in rows
        ],
    )

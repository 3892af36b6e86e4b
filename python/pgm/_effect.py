"""Effects: what would change if a variable were set, as far as it follows from what is observed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Optional, Sequence, Union

from . import _html, _pgm
from ._border import at_the_border, shown
from ._engine import interval_words
from ._errors import ArgumentTypeError
from ._network import Network
from ._relations import names_of_columns
from ._results import Array, Interval
from ._warnings import warn

#: The methods in words.
_METHODS = {
    "back-door": "adjustment for",
    "front-door": "the front door, by way of",
    "identification": "neither back door nor front door, but the formula",
}


class Estimate(float):
    """A number of an effect, and its :class:`Interval` where one was asked for."""

    interval: Optional[Interval]

    def __new__(cls, value: float, interval: Optional[Interval] = None) -> Estimate:
        made = super().__new__(cls, value)
        made.interval = interval
        return made

    def __getnewargs__(self) -> Any:
        return float(self), self.interval

    def __repr__(self) -> str:
        found = self.interval
        text = f"{float(self):.6g}"
        return text if found is None else f"{text} ({found.low:.6g} to {found.high:.6g})"


#: Numbers by state of the cause and of the effect.
ByStates = dict[str, dict[str, Estimate]]


@dataclass(frozen=True, repr=False)
class Effect:
    """P(effect | do(cause)): whether it follows from what is observed, how, and what it is.

    ``distributions[x][y]`` is P(effect = y | do(cause = x)), ``difference[y]``, ``ratio[y]`` and
    ``odds_ratio[y]`` compare ``cause = to`` with ``cause = from_``; all are None where the effect is
    not identified or the network has no numbers. Each is an :class:`Estimate`, a float with its
    ``interval``. ``bounds[x][y]`` are the least and the greatest values whatever the graph, and
    ``conditional[x][y]`` is P(y | x). Of a continuous effect ``means`` are E(effect | do(cause)) at
    ``from_`` and ``to``, and ``difference`` is a number. ``estimand`` is the formula, ``hedge`` why
    there is none.
    """

    cause: str
    effect: str
    method: str
    has_causal_path: bool
    adjusted_for: list[str]
    minimal_adjustment_sets: list[list[str]]
    front_door_sets: list[list[str]]
    instruments: list[str]
    estimand: Optional[str]
    estimand_latex: Optional[str]
    hedge: Optional[tuple[list[str], list[str]]]
    distributions: Optional[ByStates] = None
    conditional: Optional[dict[str, dict[str, float]]] = None
    bounds: Optional[dict[str, dict[str, tuple[float, float]]]] = None
    from_: Union[str, float, None] = None
    to: Union[str, float, None] = None
    difference: Union[dict[str, Estimate], Estimate, None] = None
    ratio: Optional[dict[str, Estimate]] = None
    odds_ratio: Optional[dict[str, Estimate]] = None
    means: Optional[tuple[Estimate, Estimate]] = None
    positivity_violations: tuple[dict[str, str], ...] = ()

    @property
    def identified(self) -> bool:
        return self.method != "none"

    def _verdict(self) -> str:
        if not self.has_causal_path:
            return f"{self.cause} has no effect on {self.effect}"
        what = f"The effect of {self.cause} on {self.effect} is"
        if not self.identified:
            return f"{what} not identified"
        if self.method == "back-door" and not self.adjusted_for:
            return f"{what} identified: nothing has to be adjusted for"
        return f"{what} identified: {_METHODS[self.method]} {', '.join(self.adjusted_for)}".rstrip()

    def _rows(self) -> list[list[str]]:
        """The lines of a table: state of the effect, a probability for each state of the cause."""
        shown_as: Any = self.distributions
        if shown_as is None:
            shown_as = {
                x: {y: f"{low:.6g} to {high:.6g}" for y, (low, high) in of_x.items()}
                for x, of_x in (self.bounds or {}).items()
            }
        if self.means is not None:
            return [[self.effect, *map(str, self.means), str(self.difference)]]
        states: Any = next(iter(shown_as.values()), {})
        rows = [[y, *(str(of_x[y]) for of_x in shown_as.values())] for y in states]
        if isinstance(self.difference, dict):
            rows = [[*row, str(self.difference[row[0]])] for row in rows]
        return rows

    def _head(self) -> list[str]:
        set_to: Any = (self.from_, self.to) if self.means else (self.bounds or {})
        head = [self.effect, *(f"do({self.cause}={x})" for x in set_to)]
        return head if self.difference is None else [*head, f"{self.to} - {self.from_}"]

    def _formula(self) -> str:
        return f"P({self.effect} | do({self.cause})) = {self.estimand}" if self.estimand else ""

    def __repr__(self) -> str:
        lines = [self._verdict(), *([self._formula()] if self.estimand else [])]
        if self.bounds is not None or self.means is not None:
            lines += ["  ".join(row) for row in [self._head(), *self._rows()]]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        title = ". ".join(part for part in (self._verdict(), self._formula()) if part)
        return _html.table(self._head() if self.bounds or self.means else [], self._rows(), title)


@at_the_border
def effect(
    model: Union[Network, str],
    *,
    cause: str,
    effect: str,
    from_: Union[str, float, None] = None,
    to: Union[str, float, None] = None,
    hidden: Sequence[str] = (),
    adjust: Optional[Sequence[str]] = None,
    interval: Optional[float] = None,
    draws: int = 4000,
    seed: int = 1,
    equivalent: bool = False,
) -> Any:
    """What setting one variable does to another, ``P(effect | do(cause))``.

    >>> found = effect("Z -> X -> Y <- Z", cause="X", effect="Y")
    >>> found.identified, found.method, found.minimal_adjustment_sets
    (True, 'back-door', [['Z']])
    >>> found.estimand
    'sum_Z P(Y | X, Z) P(Z)'

    Arguments:
        model: a network, or arcs as a text; what has no numbers is told by its graph alone.
        from_, to: the states of the cause to compare; None: its first and its second. Of a
            continuous cause the values; None: 0 and 1.
        hidden: variables that are not observed, beside those that the text declares so.
        adjust: variables to adjust for, ``[]`` for none; None: the smallest set that will do.
        interval: its probability: how sure the numbers of a network fitted from rows are.
        equivalent: a list of the effects in the networks that fit data as well as this one, whose
            arcs point otherwise.

    Raises:
        ArgumentError: a set that leaves a path open, with the path; a hidden cause or effect.
    """
    network = Network(model) if isinstance(model, str) else model
    if not isinstance(network, Network):
        hint = ": its network is .network_" if hasattr(model, "network_") else ""
        raise ArgumentTypeError(f"{shown(model)} is neither a pgm.Network nor a text{hint}")
    declared = _pgm.hidden_variables(model) if isinstance(model, str) else []
    unobserved = [*names_of_columns(hidden, "hidden"), *declared]
    words = (
        cause,
        effect,
        from_,
        to,
        list(dict.fromkeys(unobserved)),
        None if adjust is None else names_of_columns(adjust, "adjust"),
    )
    asked = None if interval is None else interval_words(interval, draws, seed)
    found = [
        _effect_of(network, cause, effect, parts)
        for parts in _pgm.effects(network._core, words, asked, equivalent)
    ]
    warn(
        f"positivity is violated: {', '.join(f'{name}={state}' for name, state in empty.items())}"
        " has probability zero"
        for one in found
        for empty in one.positivity_violations
    )
    return found if equivalent else found[0]


def _effect_of(network: Network, cause: str, effect: str, parts: Any) -> Effect:
    *of_graph, numbers = parts
    if numbers is None:
        return Effect(cause, effect, *of_graph)
    if len(numbers) == 6:
        *found, from_, to, spreads = numbers
        sure = [None if one is None else Interval(*one) for one in spreads] or [None] * 3
        before, after, change = map(Estimate, found, sure)
        of_means: dict[str, Any] = {
            "from_": from_,
            "to": to,
            "difference": change,
            "means": (before, after),
        }
        return Effect(cause, effect, *of_graph, **of_means)
    doing, seeing, low, high, from_, to, compared, spreads, violations = numbers
    xs, ys = network.states(cause) or [], network.states(effect) or []

    def table(values: Array) -> dict[str, dict[str, float]]:
        return {x: dict(zip(ys, row)) for x, row in zip(xs, values.tolist())}

    bounds = {
        x: {y: (least, most) for y, least, most in zip(ys, of_low, of_high)}
        for x, of_low, of_high in zip(xs, low.tolist(), high.tolist())
    }
    of_effect: dict[str, Any] = {}
    if doing is not None:
        sure = [None if spread is None else Interval(*spread) for spread in spreads]
        all_numbers = [
            Estimate(math.nan if number is None else number, spread)
            for number, spread in zip(compared, sure or [None] * len(compared))
        ]
        cells = {
            x: dict(zip(ys, all_numbers[i * len(ys) : (i + 1) * len(ys)])) for i, x in enumerate(xs)
        }
        rest = all_numbers[len(xs) * len(ys) :]
        of_effect = {"distributions": cells}
        if from_ != to:
            for i, name in enumerate(("difference", "ratio", "odds_ratio")):
                of_effect[name] = dict(zip(ys, rest[i::3]))
    of_effect.update(conditional=table(seeing), bounds=bounds, from_=from_, to=to)
    of_effect["positivity_violations"] = tuple(violations)
    return Effect(cause, effect, *of_graph, **of_effect)

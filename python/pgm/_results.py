"""Answers, with the names of what they are about."""

from __future__ import annotations

import itertools
import math
import numbers
import operator
from typing import Any, Callable, Iterator, Mapping, NamedTuple, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _html
from ._border import border, near, shown, with_article
from ._errors import ArgumentError, Error, ImpossibleEvidenceError, UnknownVariableError
from ._pgm import Density

Array = npt.NDArray[np.float64]
border(Density)

_IMPOSSIBLE = -math.inf


class Interval(NamedTuple):
    """How sure a number of a fitted network is, as far as its rows tell: see
    :meth:`Engine.interval`."""

    sd: float
    low: float
    high: float


def _percent(p: float) -> str:
    return f"{p:.6g}"


def _of_states(key: Any) -> str:
    return ", ".join(key) if isinstance(key, tuple) else str(key)


class Distribution(Mapping[Any, float]):
    """A joint distribution of some discrete variables: an array with an axis for each.

    A mapping from states, or from tuples of states for several variables, to probabilities.
    """

    __slots__ = ("_values", "_where", "states", "variables")

    def __init__(
        self,
        variables: tuple[str, ...],
        states: tuple[tuple[str, ...], ...],
        values: Array,
        where: Optional[slice] = None,
    ) -> None:
        self.variables = variables
        self.states = states
        # A part of the posteriors of all variables, which is cut out once it is wanted.
        self._values = values
        self._where = where

    @property
    def values_array(self) -> Array:
        return self._values if self._where is None else self._values[self._where]

    def to_numpy(self) -> Array:
        """The probabilities, with an axis for each variable in order."""
        return self.values_array

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        return np.array(self.values_array, dtype=dtype) if copy else self.values_array

    def _keys(self) -> Iterator[Any]:
        if len(self.states) == 1:
            return iter(self.states[0])
        return itertools.product(*self.states)

    def __getitem__(self, key: Any) -> float:
        is_one = len(self.states) == 1 or not isinstance(key, tuple)
        parts = (key,) if is_one else key
        if len(parts) != len(self.states):
            names = ", ".join(self.variables)
            raise UnknownVariableError(f"{shown(key)} is no tuple of a state of each of {names}")
        for name, of_one, part in zip(self.variables, self.states, parts):
            if part not in of_one:
                meant = near(part, of_one, listed=8)
                raise UnknownVariableError(f"{name!r} has no state {part!r}{meant}")
        index = tuple(of_one.index(part) for of_one, part in zip(self.states, parts))
        return float(self.values_array[index])

    def __iter__(self) -> Iterator[Any]:
        return self._keys()

    def __len__(self) -> int:
        return int(self.values_array.size)

    def to_dict(self) -> dict[Any, float]:
        """Probabilities by state, or by tuple of states."""
        return dict(zip(self._keys(), self.values_array.ravel().tolist()))

    def to_frame(self) -> Any:
        """A pandas DataFrame: a column for each variable, and the column "probability"."""
        import pandas as pd

        rows = [key if isinstance(key, tuple) else (key,) for key in self._keys()]
        frame = pd.DataFrame(rows, columns=self.variables)
        frame["probability"] = self.values_array.ravel()
        return frame

    def __repr__(self) -> str:
        names = ", ".join(self.variables)
        lines = [f"P({names})"]
        for key, p in itertools.islice(self.items(), _html.MOST_ROWS):
            lines.append(f"  {_of_states(key)}  {_percent(p)}")
        if len(self) > _html.MOST_ROWS:
            lines.append(f"  ... and {len(self) - _html.MOST_ROWS} more")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return self._bars(f"P({', '.join(self.variables)})")

    def _bars(self, title: str) -> str:
        rows = zip(map(_of_states, self._keys()), self.values_array.flat)
        return _html.bars(rows, len(self), title)


#: Where the posterior of a variable is among the numbers of all, its name, and its states.
Place = tuple[slice, tuple[str], tuple[tuple[str, ...]]]


class Marginals(Mapping[str, Any]):
    """The posterior of every variable that was asked for, by name: a :class:`Distribution` of a
    discrete one, a :class:`Density` of a continuous one.

    ``log_evidence`` is log P(e); where that is -inf, there are no posteriors. A notebook shows the
    network with the posteriors in its nodes, or those of the chosen targets side by side.
    """

    def __init__(
        self,
        log_evidence: float,
        places: Mapping[str, Optional[Place]],
        values: Array,
        densities: Mapping[str, Density],
        picture: Optional[Callable[[], Optional[str]]] = None,
    ) -> None:
        self.log_evidence = log_evidence
        self._places = places
        self._values = values
        self._densities = densities
        self._picture = picture
        #: How sure each probability is, by variable and state; empty where that was not asked.
        self.intervals: dict[str, dict[str, Optional[Interval]]] = {}

    def _keep_intervals(self, spreads: Sequence[Any]) -> None:
        """Takes the intervals of all probabilities, one variable after the other."""
        found = iter(None if spread is None else Interval(*spread) for spread in spreads)
        for name, of_one in self.items():
            if isinstance(of_one, Distribution):
                self.intervals[name] = {state: next(found) for state in of_one}

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_picture": None}  # it refers to the engine

    @property
    def impossible(self) -> bool:
        return self.log_evidence == _IMPOSSIBLE

    def __getitem__(self, name: str) -> Any:
        if self.log_evidence == _IMPOSSIBLE:
            raise ImpossibleEvidenceError("the evidence is impossible, so there are no posteriors")
        if name not in self._places:
            meant = near(name, self._places, listed=8)
            raise UnknownVariableError(f"there is no posterior of {name!r}{meant}")
        place = self._places[name]
        if place is None:
            return self._densities[name]
        where, names, states = place
        return Distribution(names, states, self._values, where)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def to_dict(self) -> dict[str, Any]:
        """Distributions as dicts, densities as they are."""
        return {
            name: found.to_dict() if isinstance(found, Distribution) else found
            for name, found in self.items()
        }

    def to_frame(self) -> Any:
        """A pandas DataFrame with the columns variable, state and probability, of the discrete
        variables; with intervals also sd, low and high."""
        import pandas as pd

        rows = [
            (name, state, p, *(self.intervals.get(name, {}).get(state) or ()))
            for name, found in self.items()
            if isinstance(found, Distribution)
            for state, p in found.items()
        ]
        columns = ["variable", "state", "probability", *(Interval._fields if self.intervals else ())]
        return pd.DataFrame(rows, columns=columns)

    def __repr__(self) -> str:
        if self.impossible:
            return "impossible evidence"
        lines = [f"log P(evidence) = {self.log_evidence:.6g}"]
        for name, found in self.items():
            if isinstance(found, Distribution):
                cells = "  ".join(f"{state} {_percent(p)}" for state, p in found.items())
            else:
                cells = f"mean {found.mean:.6g}  sd {found.sd:.6g}"
            lines.append(f"{name}: {cells}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        if self.impossible:
            return _html.text(self)
        picture = None if self._picture is None else self._picture()
        if picture is not None:
            return picture
        cards = [_card(found) for found in itertools.islice(self.values(), _html.MOST_NODES)]
        if len(self) > _html.MOST_NODES:
            cards.append(f"... and {len(self) - _html.MOST_NODES} more")
        return _html.side_by_side(cards)


def _card(posterior: Union[Distribution, Density]) -> str:
    """A posterior as HTML."""
    if isinstance(posterior, Distribution):
        return posterior._repr_html_()
    try:
        return posterior.svg()
    except Error:
        return _html.text(posterior)


def _of_one(operation: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """An operator of a number, for a result."""
    return lambda result: operation(float(result))


def _of_two(operation: Callable[[Any, Any], Any], *, turned: bool = False) -> Any:
    """An operator of two numbers, for a result and a number, or turned around."""

    def calculate(result: Any, other: Any) -> Any:
        if not isinstance(other, (numbers.Real, np.ndarray, Result)):
            return NotImplemented
        pair = float(result), float(other) if isinstance(other, Result) else other
        return operation(*(pair[::-1] if turned else pair))

    return calculate


def _of_row(answer: Result) -> str:
    """A row of a table in one line."""
    if answer.kind == "distribution":
        found = answer.distribution.items()
        cells = "  ".join(f"{_of_states(key)} {_percent(p)}" for key, p in found)
        return f"{answer.query}: {cells}"
    return repr(answer)


class Result:
    """The answer to one question.

    ``kind`` says what it is: "probability", "number", "distribution", "density", "assignment",
    "table" of a question for each state of a variable, P(A | B), "bounds" of a counterfactual that
    is not determined, or "impossible" where what was given has probability zero. Entropies and mutual information are numbers in nats. One that is a
    probability or a number is compared, added, rounded and formatted as such.
    """

    def __init__(self, kind: str, parts: Any, log_evidence: float, query: str) -> None:
        self.kind = kind
        self._log_evidence = log_evidence
        self.query = query
        self._parts = parts

    @property
    def impossible(self) -> bool:
        return self.kind == "impossible"

    def _of(self, *kinds: str) -> Any:
        if self.impossible:
            raise ImpossibleEvidenceError(
                f"{self.query}: what is given has probability zero, so there is no answer"
            )
        if self.kind not in kinds:
            asked, wanted = with_article(self.kind), with_article(kinds[0])
            raise ArgumentError(f"{self.query} asks for {asked}, not for {wanted}")
        return self._parts

    @property
    def log_evidence(self) -> float:
        """log P(e) of what was given; each answer of a table has its own."""
        if self.kind == "table":
            raise ArgumentError(f"{self.query} is a table, of which each answer has log_evidence")
        return self._log_evidence

    @property
    def _is_number(self) -> bool:
        return self.kind in ("probability", "number")

    def __float__(self) -> float:
        return float(self._of("probability", "number"))

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        return np.asarray(float(self) if self._is_number else self.to_numpy(), dtype=dtype)

    def __bool__(self) -> bool:
        return float(self) != 0 if self._is_number else True

    def __format__(self, form: str) -> str:
        return format(float(self), form) if form else str(self)

    def __round__(self, digits: Optional[int] = None) -> Any:
        return round(float(self), digits)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, Result):
            return self._is_number and other._is_number and float(self) == float(other)
        if isinstance(other, numbers.Real) and self._is_number:
            return float(self) == other
        return NotImplemented

    __neg__, __pos__, __abs__ = _of_one(operator.neg), _of_one(operator.pos), _of_one(abs)
    __int__, __trunc__ = _of_one(int), _of_one(math.trunc)
    __lt__, __le__ = _of_two(operator.lt), _of_two(operator.le)
    __gt__, __ge__ = _of_two(operator.gt), _of_two(operator.ge)
    __add__, __radd__ = _of_two(operator.add), _of_two(operator.add, turned=True)
    __sub__, __rsub__ = _of_two(operator.sub), _of_two(operator.sub, turned=True)
    __mul__, __rmul__ = _of_two(operator.mul), _of_two(operator.mul, turned=True)
    __truediv__, __rtruediv__ = _of_two(operator.truediv), _of_two(operator.truediv, turned=True)
    __floordiv__, __mod__ = _of_two(operator.floordiv), _of_two(operator.mod)
    __rfloordiv__ = _of_two(operator.floordiv, turned=True)
    __rmod__ = _of_two(operator.mod, turned=True)
    __pow__, __rpow__ = _of_two(operator.pow), _of_two(operator.pow, turned=True)

    def __hash__(self) -> int:
        return hash(float(self)) if self._is_number else object.__hash__(self)

    @property
    def distribution(self) -> Distribution:
        """The distribution of a question such as P(A, B | C=c)."""
        names, states, values = self._of("distribution")
        return Distribution(tuple(names), tuple(map(tuple, states)), values)

    @property
    def density(self) -> Density:
        """The density of a question about a continuous variable, P(X | C=c)."""
        found: Density = self._of("density")
        return found

    @property
    def assignment(self) -> dict[str, str]:
        """The states of argmax(..)."""
        return dict(self._of("assignment")[0])

    @property
    def best(self) -> list[tuple[dict[str, str], float]]:
        """The assignments of argmax 5 (..) with their probabilities, the most probable first."""
        return list(self._of("assignment")[2])

    @property
    def given(self) -> tuple[str, ...]:
        """The variables of a table that have each state in turn."""
        return tuple(self._of("table")[0])

    @property
    def table(self) -> dict[Any, Result]:
        """The answers of a question such as P(A | B), by the state of B; by tuples of states where
        several variables have none, P(A | B, do(C))."""
        names, rows = self._of("table")
        return {
            states[0] if len(names) == 1 else tuple(states): Result(kind, parts, log, query)
            for states, ((kind, parts), log, query) in rows
        }

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest probability of a counterfactual, where a mechanism is missing
        that would determine it."""
        low, high, _ = self._of("bounds")
        return low, high

    @property
    def log_probability(self) -> float:
        """log P(assignment | given) of argmax(..)."""
        return float(self._of("assignment")[1])

    def to_dict(self) -> dict[Any, Any]:
        """The distribution or the assignment as a dict; a table as a dict of answers."""
        if self.kind == "assignment":
            return self.assignment
        if self.kind == "table":
            return self.table
        return self.distribution.to_dict()

    def to_frame(self) -> Any:
        """The distribution as a pandas DataFrame; a table of them, of densities or of numbers with
        the columns of what is given in front."""
        if self.kind == "table":
            import pandas as pd

            return pd.DataFrame(self._lines())
        return self.distribution.to_frame()

    def _lines(self) -> list[dict[str, Any]]:
        """The lines of a table, what is given first."""
        lines = []
        for states, answer in self.table.items():
            given = dict(zip(self.given, states if isinstance(states, tuple) else (states,)))
            if answer.kind == "distribution":
                found = answer.distribution
                for key, p in found.items():
                    states = key if isinstance(key, tuple) else (key,)
                    of_targets = dict(zip(found.variables, states))
                    lines.append({**given, **of_targets, "probability": p})
            elif answer.kind == "density":
                lines.append({**given, "mean": answer.density.mean, "sd": answer.density.sd})
            elif answer.kind == "assignment":
                lines.append({**given, **answer.assignment})
            elif answer.impossible:
                lines.append({**given, "impossible": True})
            else:
                name = "probability" if answer.kind == "probability" else "value"
                lines.append({**given, name: float(answer)})
        return lines

    def to_numpy(self) -> Array:
        """The distribution as an array with an axis for each variable."""
        return self.distribution.to_numpy()

    def __repr__(self) -> str:
        if self.kind in ("probability", "number"):
            return f"{self.query} = {self._parts:.6g}"
        if self.kind == "distribution":
            return repr(self.distribution)
        if self.kind == "assignment":
            return f"{self.query} = {self.assignment}"
        if self.kind == "density":
            density = self.density
            return f"{self.query}: mean {density.mean:.6g}, sd {density.sd:.6g}"
        if self.kind == "bounds":
            return "{} is between {:.6g} and {:.6g}: {}".format(self.query, *self._parts)
        if self.kind == "table":
            return "\n".join(map(_of_row, itertools.islice(self.table.values(), _html.MOST_ROWS)))
        return f"{self.query}: impossible"

    def _repr_html_(self) -> Optional[str]:
        if self.kind == "distribution":
            return self.distribution._bars(self.query)
        if self.kind == "density":
            return _card(self.density)
        if self.kind == "assignment":
            return _html.table(("variable", "state"), self.assignment.items(), self.query)
        return None

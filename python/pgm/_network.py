"""Networks: read, written in text, filled in, compared, drawn."""

from __future__ import annotations

import itertools
import os
from typing import Any, Iterator, Mapping, NamedTuple, Optional, Sequence, Union

import numpy as np

from . import _html, _pgm
from ._errors import Error, Problem, UnknownVariableError
from ._evidence import EvidenceLike
from ._results import Array


class Separation(NamedTuple):
    """Whether two sets are d-separated, and if not, a path along which they may depend."""

    separated: bool
    path: list[str]

    def __bool__(self) -> bool:
        return self.separated


class Table:
    """P(variable | parents): ``values`` has an axis for each parent, in order, and a last one for
    the variable itself."""

    def __init__(
        self, variable: str, parents: list[str], states: list[list[str]], values: Array
    ) -> None:
        self.variable = variable
        self.parents = parents
        self.states = states
        self.values = values

    def to_numpy(self) -> Array:
        return self.values

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        return np.array(self.values, dtype=dtype) if copy else self.values

    def to_dict(self) -> dict[str, list[float]]:
        """The rows by the states of the parents, as ``network[name] = ...`` takes them."""
        rows = {}
        for index in np.ndindex(*self.values.shape[:-1]):
            key = ", ".join(
                f"{_quoted(parent)}={_quoted(self.states[axis][i])}"
                for axis, (parent, i) in enumerate(zip(self.parents, index))
            )
            rows[key] = self.values[index].tolist()
        return rows

    def to_frame(self) -> Any:
        """A pandas DataFrame: the states of the parents in the index, a column for each state."""
        import pandas as pd

        columns = pd.Index(self.states[-1], name=self.variable)
        rows = self.values.reshape(-1, self.values.shape[-1])
        if not self.parents:
            return pd.DataFrame(rows, columns=columns)
        index = pd.MultiIndex.from_product(self.states[:-1], names=self.parents)
        return pd.DataFrame(rows, index=index, columns=columns)

    def _title(self) -> str:
        given = f" | {', '.join(self.parents)}" if self.parents else ""
        return f"P({self.variable}{given})"

    def __repr__(self) -> str:
        lines = [f"{self._title()}: {' '.join(self.states[-1])}"]
        for key, row in self.to_dict().items():
            lines.append(f"  {key}  {' '.join(f'{p:.6g}' for p in row)}".rstrip())
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        of_parents = itertools.product(*self.states[:-1])
        configurations = list(itertools.islice(of_parents, _html.MOST_ROWS))
        rows = [
            [*states, *(f"{p:.6g}" for p in row)]
            for states, row in zip(
                configurations, self.values.reshape(-1, self.values.shape[-1])
            )
        ]
        others = self.values.size // self.values.shape[-1] - len(rows)
        if others > 0:
            rows.append([f"... and {others} more"])
        return _html.table([*self.parents, *self.states[-1]], rows, self._title())


def _quoted(name: str) -> str:
    return "'" + name.replace("'", "''") + "'"


def _is_frame(value: Any) -> bool:
    return hasattr(value, "columns") and hasattr(value, "itertuples")


class Network:
    """A Bayesian network, which may still lack numbers.

    >>> net = Network("Cloudy{no|yes} -> Rain{no|yes}")
    >>> net["Cloudy"] = [0.5, 0.5]
    >>> net["Rain"] = {"Cloudy=no": [0.8, 0.2], "Cloudy=yes": [0.2, 0.8]}
    >>> net.check()
    []
    >>> net["Rain"].values[1].tolist()
    [0.2, 0.8]

    A network is a value: ``==`` compares all of it, ``copy()`` and pickle keep every bit. The
    distribution of a variable is set by a list or an array (an axis for each parent in the order of
    the arcs, the variable's own states last), by a dict from the states of the parents to rows, by
    a DataFrame as :meth:`Table.to_frame` makes it, or by a text such as ``"normal(2 + 0.9 X, sd
    1)"``; rows may be such texts, too.

    Arguments:
        text: arcs, states in braces (``{real}`` for a continuous variable) and, if you like, rows:
            ``"A{no|yes} -> X{real}; A: 0.9 0.1; X | A=no: normal(0, sd 1); X: normal(2, sd 1)"``.

    Raises:
        ParseError: with the line and column of what is no statement.
    """

    __slots__ = ("_core",)

    def __init__(self, text: str = "") -> None:
        self._core = _pgm.Network(text)

    @classmethod
    def _of(cls, core: _pgm.Network) -> Network:
        network = cls.__new__(cls)
        network._core = core
        return network

    @property
    def variables(self) -> list[str]:
        """The names, in order of first mention."""
        return list(self._core.names())

    @property
    def arcs(self) -> list[tuple[str, str]]:
        """(parent, child) of every arc."""
        return [(parent, child) for parent, child in self._core.arcs()]

    def states(self, name: str) -> Optional[list[str]]:
        """The states of a variable; None if it is continuous."""
        self._require(name)
        found: Optional[list[str]] = self._core.states(name)
        return found

    def parents(self, name: str) -> list[str]:
        """The parents of a variable, in the order of the axes of its table."""
        self._require(name)
        return list(self._core.parents(name))

    def add_variable(self, name: str, states: Optional[Sequence[str]]) -> Network:
        """Adds a variable; one without states (None) is continuous."""
        self._core.add_variable(name, None if states is None else list(states))
        return self

    def add_arc(self, parent: str, child: str) -> Network:
        """Adds an arc; the distribution of the child is to be given again."""
        self._require(parent)
        self._require(child)
        self._core.clear(child)
        self._core.add_arc(parent, child)
        return self

    def _require(self, name: str) -> None:
        if not self._core.has(name):
            try:
                self._core.states(name)  # raises with what was probably meant
            except Error as error:
                raise UnknownVariableError(str(error)) from None

    def __getitem__(self, name: str) -> Table:
        self._require(name)
        parents, values = self._core.table(name)
        states = [list(self._core.states(variable) or ()) for variable in [*parents, name]]
        return Table(name, list(parents), states, values)

    def __setitem__(self, name: str, distribution: Any) -> None:
        self._require(name)
        if _is_frame(distribution):
            distribution = np.asarray(distribution, dtype=np.float64)
        trial = self._core.copy()
        trial.clear(name)
        if isinstance(distribution, str):
            trial.set_text(name, distribution)
        elif isinstance(distribution, Mapping):
            for key, row in dict(distribution).items():
                if isinstance(row, str):
                    trial.set_row_text(name, key, row)
                else:
                    trial.set_row(name, key, np.ascontiguousarray(row, dtype=np.float64))
        else:
            trial.set_values(name, np.ascontiguousarray(distribution, dtype=np.float64))
        self._core = trial

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and bool(self._core.has(name))

    def __iter__(self) -> Iterator[str]:
        return iter(self.variables)

    def __len__(self) -> int:
        return len(self._core)

    def check(self) -> list[Problem]:
        """All problems, errors and warnings; empty when there is none."""
        return list(_pgm.problems_of(self._core))

    @property
    def parameter_count(self) -> int:
        """The number of free parameters of all distributions together."""
        return int(self._core.parameter_count())

    def d_separated(self, statement: str) -> Separation:
        """Whether the graph makes two sets independent: ``net.d_separated("A _||_ B | C")``."""
        separated, path = self._core.separation(statement)
        return Separation(separated, list(path))

    def sample(self, rows: int, seed: int = 0) -> Any:
        """Random rows as a pandas DataFrame; states are a Categorical in their order."""
        import pandas as pd

        columns = self._core.sample(rows, seed)
        frame: dict[str, Any] = {}
        for name, column in zip(self.variables, columns):
            states = self.states(name)
            frame[name] = (
                column
                if states is None
                else pd.Categorical.from_codes(column.astype(np.int64), categories=pd.Index(states))
            )
        return pd.DataFrame(frame)

    def svg(self, evidence: EvidenceLike = None, *, tables: bool = False) -> str:
        """A picture as SVG; with evidence the posteriors are in the nodes, with ``evidence=""``
        the prior ones."""
        return str(self._core.svg(_plain(evidence), tables))

    def _repr_svg_(self) -> Optional[str]:
        return _html.picture(self)

    def to_networkx(self) -> Any:
        """The graph as a networkx.DiGraph; nodes have their states."""
        import networkx

        graph = networkx.DiGraph()
        for name in self.variables:
            graph.add_node(name, states=self.states(name))
        graph.add_edges_from(self.arcs)
        return graph

    def copy(self) -> Network:
        return Network._of(self._core.copy())

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> Network:
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        return _from_bytes, (self._core.native_bytes(),)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Network):
            return NotImplemented
        return bool(self._core.equals(other._core))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        names = self.variables
        listed = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
        return f"<pgm.Network of {len(names)} variables: {listed}>"


def _plain(evidence: Any) -> Any:
    """Mappings of other kinds as dicts."""
    if isinstance(evidence, dict) or not isinstance(evidence, Mapping):
        return evidence
    return dict(evidence)


def _from_bytes(data: bytes) -> Network:
    return Network._of(_pgm.Network.from_native_bytes(data))


def read(path: Union[str, os.PathLike[str]]) -> Network:
    """Reads a network in the format of the file's suffix, also with ``.gz``: BIF, XMLBIF, XDSL,
    NET, DSL, DNE, DSC, PGMX, ELV, UAI, PMML, JSON or the native ``.pgmodel``.

    Raises:
        IoError, ParseError, ModelError: the latter with all problems of the file.
    """
    return Network._of(_pgm.read(os.fspath(path)))


def write(network: Network, path: Union[str, os.PathLike[str]]) -> list[str]:
    """Writes a network in the format of the file's suffix, atomically. Returns what the format has
    no place for, a sentence each."""
    target = os.fspath(path)
    losses = list(network._core.losses(target))
    network._core.write(target)
    return losses

"""Networks: read, written in text, filled in, compared, drawn."""

from __future__ import annotations

import math
import os
from typing import (
    TYPE_CHECKING,
    Any,
    Iterable,
    Iterator,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Union,
)

import numpy as np

from . import _html, _pgm
from ._border import border, no_attribute, shown
from ._errors import (
    ArgumentError,
    ArgumentTypeError,
    Error,
    Problem,
    UnknownVariableError,
    in_words,
)
from ._evidence import Evidence, EvidenceLike, plain
from ._pgm import quoted_if_needed
from ._tables import Row, Table, array_in, by_labels, rows_in
from ._warnings import warn

#: What gives arcs: a text, (parent, child) of each, or a network.
Structure = Union[str, Iterable[tuple[str, str]], "Network"]


class Separation(NamedTuple):
    """Whether two sets are d-separated, and if not, a path along which they may depend."""

    separated: bool
    path: list[str]

    def __bool__(self) -> bool:
        return self.separated

    def _repr_html_(self) -> str:
        path = [("a path along which they may depend", ", ".join(self.path))] if self.path else []
        return _html.table(("d-separated", "yes" if self.separated else "no"), path)


class Problems(list[Problem]):
    """What a check found; a notebook shows it as a table."""

    def _repr_html_(self) -> str:
        rows = ((p.severity, p.message, _place(p), p.hint) for p in self)
        return _html.table(("", "problem", "place", "hint"), rows) if self else "no problems"


def _place(problem: Problem) -> str:
    where = problem.location
    if where.line:
        return ":".join(str(part) for part in (where.file, where.line, where.column) if part)
    given = f" | {where.row}" if where.row else ""
    return f"P({where.variable}{given})" if where.variable else where.file


@border
class Network:
    """A Bayesian network, which may still be without numbers.

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
    1)"``; rows may be such texts, too, or dicts from states to probabilities. Rows that a dict does
    not name stay as they are.

    Arguments:
        structure: (parent, child) of each arc; a network, to copy it; or a text: arcs, states in
            braces (``{real}`` for a continuous variable) and, if you like, rows: ``"A{no|yes} ->
            X{real}; A: 0.9 0.1; X | A=no: normal(0, sd 1); X: normal(2, sd 1)"``.

    Raises:
        ParseError: with the line and column of what is no statement.
    """

    __slots__ = ("_core",)
    _core: _pgm.Network

    def __init__(self, structure: Structure = "") -> None:
        if isinstance(structure, Network):
            self._core = structure._core.copy()
        else:
            self._core = _pgm.Network(structure_text(structure))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            no_attribute("Network", name)

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

    def children(self, name: str) -> list[str]:
        """The variables that a variable is a parent of."""
        return self._related(_pgm.children, name)

    def ancestors(self, name: str) -> list[str]:
        """The variables from which a directed path leads to a variable."""
        return self._related(_pgm.ancestors, name)

    def descendants(self, name: str) -> list[str]:
        """The variables to which a directed path leads from a variable."""
        return self._related(_pgm.descendants, name)

    def markov_blanket(self, name: str) -> list[str]:
        """Parents, children and the other parents of these: given them, all others say nothing."""
        return self._related(_pgm.markov_blanket, name)

    def _related(self, find: Any, name: str) -> list[str]:
        self._require(name)
        return list(find(self._core, name))

    def add_variable(self, name: str, states: Optional[Sequence[str]]) -> Network:
        """Adds a variable; one without states (None) is continuous."""
        if name in self:
            raise ArgumentError(f"there is a variable {name!r} already")
        if isinstance(states, str) or not isinstance(states, (Iterable, type(None))):
            raise ArgumentTypeError(f"states is a list of texts, not {shown(states)}")
        self._core.add_variable(name, None if states is None else list(states))
        return self

    def add_arc(self, parent: str, child: str) -> Network:
        """Adds an arc; the distribution of the child is to be given again."""
        self._require(parent)
        self._require(child)
        self._core.add_arc(parent, child)
        return self

    def remove_arc(self, parent: str, child: str) -> Network:
        """Removes an arc: the parent is summed out of the table of the child, as far as there are
        numbers."""
        self._require(parent)
        self._require(child)
        self._core = _pgm.without(self._core, parent, child)
        return self

    def remove(self, name: str) -> Network:
        """Removes a variable without children."""
        self._require(name)
        self._core = _pgm.without(self._core, name, None)
        return self

    def set(self, *changes: str) -> list[str]:
        """Makes changes in the words of ``pgm set``, one after the other, or none of them if one
        cannot be made; says what became of what.

        >>> net = Network("A{no|yes} -> B{no|yes}; A: 0.5 0.5; B | A=no: 0.9 0.1; B: 0.2 0.8")
        >>> net.set("P(B=yes | A=no) = 0.3", "rename A -> Cause")
        ['P(B | A=no): 0.9 0.1 became 0.7 0.3', "'A' is called 'Cause'"]

        Arguments:
            changes: "P(X=x | A=a) = 0.2" (the others of the row keep their ratios), "P(X | A=a) =
                0.2 0.8", "state X: a -> b", "rename X -> Y", "add A -> B", "remove A -> B",
                "remove X".
        """
        core, made = _pgm.changed(self._core, list(changes))
        self._core = core
        return list(made)

    @property
    def is_complete(self) -> bool:
        """Whether every number is there, and right."""
        return bool(self._core.is_whole())

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
        return Table(name, list(parents), states, values, _texts(self._core, name, values))

    def __setitem__(self, name: str, distribution: Any) -> None:
        self._require(name)
        trial = self._core.copy()
        if isinstance(distribution, Table):
            distribution = distribution.to_dict()
        distribution = by_labels(distribution)
        if isinstance(distribution, Mapping):
            given = dict(distribution)
            rows = rows_in(given, name, self.parents(name), self._core.states)
            self._set_rows(trial, name, rows)
        elif isinstance(distribution, str):
            self._set_rows(trial, name, [("", distribution)])
        else:
            states = [self._core.states(variable) for variable in [*self.parents(name), name]]
            trial.clear(name)
            trial.set_values(name, array_in(name, distribution, states))
        self._core = trial

    def _set_rows(self, core: _pgm.Network, name: str, rows: list[tuple[str, Row]]) -> None:
        """Sets these rows; others that there are stay."""
        states = [self._core.states(parent) or () for parent in self.parents(name)]
        is_part = len(rows) < math.prod(len(of_one) or 1 for of_one in states)
        kept: Optional[Sequence[tuple[str, Any]]] = []
        if is_part and all(key for key, _ in rows):
            kept = _pgm.rows_of(core, name)
        if kept is not None:  # of what is incomplete, it is not known which they are
            core.clear(name)
            numbers = {_pgm.row_number(self._core, name, key) for key, _ in rows}
            of_others = [
                (key, row)
                for key, row in kept
                if not key or _pgm.row_number(self._core, name, key) not in numbers
            ]
            rows = [*of_others, *rows]
        for key, row in rows:
            if isinstance(row, str):
                core.set_row_text(name, key, row)
            else:
                core.set_row(name, key, np.asarray(row, dtype=np.float64))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and bool(self._core.has(name))

    def __iter__(self) -> Iterator[str]:
        return iter(self.variables)

    def __len__(self) -> int:
        return len(self._core)

    def check(self) -> Problems:
        """All problems, errors and warnings; empty when there is none."""
        return Problems(map(in_words, _pgm.problems_of(self._core)))

    @property
    def parameter_count(self) -> int:
        """The number of free parameters of all distributions together."""
        return int(self._core.parameter_count())

    def d_separated(self, statement: str) -> Union[Separation, dict[str, Separation]]:
        """Whether the graph makes two sets independent: ``net.d_separated("A _||_ B | C")``. Of
        ``"A _||_ * | C"``, that for each other variable, by its name."""
        found = self._core.separation(statement)
        if isinstance(found[0], dict):
            return {name: Separation(*of_one) for name, of_one in found[0].items()}
        return Separation(*found)

    def sample(
        self,
        rows: int,
        seed: int = 0,
        *,
        evidence: EvidenceLike = None,
        do: Optional[Mapping[str, Union[str, float]]] = None,
        missing: Union[float, Mapping[str, float], None] = None,
    ) -> Any:
        """Random rows as a pandas DataFrame; states are a Categorical in their order.

        Arguments:
            evidence: the rows are drawn given it, exactly.
            do: interventions, a state or a value for each name.
            missing: the share of cells that are left out, of all variables or by name.
        """
        import pandas as pd

        given = plain(evidence, self.variables)
        if do is not None:
            known = given if isinstance(given, Evidence) else Evidence(given)
            given = known._with(do)
        shares: Any = missing if isinstance(missing, Mapping) else {}
        if missing is not None and not isinstance(missing, Mapping):
            shares = dict.fromkeys(self.variables, missing)
        columns = _pgm.sample(self._core, (rows, seed), given, dict(shares))
        frame: dict[str, Any] = {}
        for name, column in zip(self.variables, columns):
            states = self.states(name)
            frame[name] = (
                column
                if states is None
                else pd.Categorical.from_codes(
                    np.nan_to_num(column, nan=-1).astype(np.int64), categories=pd.Index(states)
                )
            )
        return pd.DataFrame(frame)

    def svg(self, evidence: EvidenceLike = None, *, tables: bool = False) -> str:
        """A picture as SVG; with evidence the posteriors are in the nodes, with ``evidence=""``
        the prior ones."""
        return _html.Picture(self._core.svg(plain(evidence, self.variables), tables))

    def draw(
        self,
        path: Union[str, os.PathLike[str]],
        evidence: EvidenceLike = None,
        *,
        tables: bool = False,
        layout: str = "layers",
        direction: str = "down",
    ) -> None:
        """Writes a picture in the format of the file's suffix: .svg, .pdf, .tex or .tikz (LaTeX),
        .html or .dot. ``layout="file"`` puts cards where the file of the network had them, the
        direction of layers is ``"down"`` or ``"right"``; evidence and tables as in ``svg``."""
        if not isinstance(path, (str, os.PathLike)):
            raise ArgumentTypeError(f"a picture needs the path of a file, not {shown(path)}")
        findings = plain(evidence, self.variables)
        replaced = self._core.draw(os.fspath(path), findings, tables, layout, direction)
        warn(f"the fonts of PDF files have no characters for all of {text!r}" for text in replaced)

    def _repr_svg_(self) -> Optional[str]:
        return self._picture()

    def _picture(self, evidence: EvidenceLike = None) -> Optional[str]:
        """The picture for notebooks, with the posteriors if there is evidence; None where it is too
        large, or no network yet, or a posterior is refused."""
        if len(self) > _html.MOST_NODES:
            return None
        try:
            return self.svg(evidence)
        except Error:
            return None

    def to_networkx(self) -> Any:
        """The graph as a networkx.DiGraph; nodes have their states."""
        import networkx

        graph = networkx.DiGraph()
        for name in self.variables:
            graph.add_node(name, states=self.states(name))
        graph.add_edges_from(self.arcs)
        return graph

    def to_bytes(self, format: str = "bif") -> bytes:
        """The network as a file of this format, ``"bif"``, ``"json"``, ``"xdsl"``, ... Warns of
        what the format has no place for; :func:`pgm.read` takes the bytes."""
        if not isinstance(format, str):
            raise ArgumentTypeError(f"format is {shown(format)}, not the suffix of one, 'bif'")
        name = f"network.{format.lstrip('.')}"
        warn(f"not in the bytes: {loss}" for loss in _pgm.losses(self._core, name))
        return bytes(_pgm.written(self._core, name))

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


def _from_bytes(data: bytes) -> Network:
    return Network._of(_pgm.Network.from_native_bytes(data))


def _texts(core: _pgm.Network, name: str, values: Any) -> dict[str, str]:
    """The rows of a distribution that is no table of probabilities, as texts."""
    if values is not None:
        return {}
    rows = _pgm.rows_of(core, name)
    if rows is None:
        raise ArgumentError(f"the distribution of {name!r} is not given, or has no rows of texts")
    return {key: str(row) for key, row in rows}


def structure_text(structure: Structure) -> str:
    """Arcs as a text. Throws for what has none."""
    if isinstance(structure, str):
        return structure
    if isinstance(structure, Network):
        return text_of_arcs(structure.arcs, structure.variables)
    try:
        arcs = [() if isinstance(arc, str) else tuple(arc) for arc in structure]
    except TypeError:
        arcs = [()]
    if not all(len(arc) == 2 and all(isinstance(name, str) for name in arc) for arc in arcs):
        raise ArgumentTypeError(
            f"{shown(structure)} has no arcs: they are a text, 'A -> B -> C', or a list of"
            " (parent, child)"
        )
    return text_of_arcs(arcs)


def text_of_arcs(arcs: Iterable[Any], names: Iterable[str] = ()) -> str:
    """Arcs and names of variables as a text."""
    statements = [f"{quoted_if_needed(a)} -> {quoted_if_needed(b)}" for a, b in arcs]
    return "".join(f"{text};" for text in [*statements, *map(quoted_if_needed, names)])

"""What is asked of a network and another one, or a table: comparison, score, completed rows."""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple, Optional, Sequence, Union

from . import _html, _pgm
from ._border import at_the_border, near, shown
from ._data import frame_of, names_in
from ._engine import Engine
from ._errors import ArgumentError, ArgumentTypeError, UnknownVariableError
from ._network import Network
from ._relations import names_of_columns
from ._warnings import known_columns, warn


class Agreement(NamedTuple):
    """How far the parts of a second graph are those of a first: shared parts in the second one
    (precision) and in the first one (recall), and the harmonic mean of both."""

    precision: float
    recall: float
    f1: float


class Comparison(NamedTuple):
    """Two networks, the first of which is taken as the truth.

    ``shd`` is the structural Hamming distance of the graphs, ``shd_cpdag`` that of their classes,
    ``kl`` the Kullback-Leibler divergence from the first to the second in nats, None where it
    cannot be computed.
    """

    shd: int
    shd_cpdag: int
    skeleton: Agreement
    arcs: Agreement
    cpdag: Agreement
    kl: Optional[float]

    def _repr_html_(self) -> str:
        rows = [
            (name, f"{of_one.precision:.6g}", f"{of_one.recall:.6g}", f"{of_one.f1:.6g}")
            for name, of_one in zip(("skeleton", "arcs", "class"), self[2:5])
        ]
        divergence = "not computed" if self.kl is None else f"{self.kl:.6g} nats"
        title = f"distance {self.shd}, of the classes {self.shd_cpdag}; divergence {divergence}"
        return _html.table(("", "precision", "recall", "f1"), rows, title)


@at_the_border
def compare(truth: Network, other: Network) -> Comparison:
    """Compares two networks of the same variables, by name.

    >>> compare(Network("A -> B -> C"), Network("A -> B; C")).shd
    1
    """
    for network in (truth, other):
        _require_network(network)
    shd, of_classes, skeleton, arcs, cpdag, divergence, why_not = _pgm.compare(
        truth._core, other._core
    )
    if truth.is_complete and other.is_complete:
        warn(why_not)
    agree = [Agreement(*parts) for parts in (skeleton, arcs, cpdag)]
    return Comparison(shd, of_classes, agree[0], agree[1], agree[2], divergence)


@at_the_border
def score(
    network: Network,
    frame: Any,
    score: Union[str, Sequence[str]] = "bic",
    *,
    categorical_features: Any = "from_dtype",
) -> Any:
    """How well the arcs of a network fit a table; larger is better. A number, or of a list of
    scores a dict.

    Arguments:
        score: "bic", "bic:2", "ebic:1", "aic", "loglik", "k2", "bdeu:10", "bds:10", "fnml", "qnml",
            "bge", or a list of them. With missing values it is that of the known cells.

    Warns of variables without a score, and that missing values are summed out.
    """
    _require_network(network)
    words = [score] if isinstance(score, str) else names_of_columns(score, "score")
    known = known_columns(names_in(frame), network.variables)
    table = frame_of(frame, known, categorical=categorical_features)
    values, remarks, has_holes = _pgm.scores(network._core, table, words)
    if has_holes:
        remarks.append("cells are missing: the score is that of the known cells")
    warn(remarks)
    return values[0] if isinstance(score, str) else dict(zip(words, values))


@at_the_border
def complete(
    network: Network,
    frame: Any,
    *,
    draw: bool = False,
    imputations: int = 1,
    unseen: str = "error",
    seed: int = 1,
    threads: int = 1,
) -> Any:
    """The table with its missing values filled in, of the same kind; of several imputations a list.

    Arguments:
        frame: as of :meth:`Engine.posteriors`. Columns that are no variables stay as they are.
        draw: draws the values of a row together from what its other cells say, in place of the
            most probable state, or the mean, of each.
        imputations: so many tables, each of other draws (multiple imputation).
        unseen: a value that is no state: "error" or "missing".
    """
    _require_network(network)
    if isinstance(imputations, bool) or not isinstance(imputations, int) or imputations < 1:
        raise ArgumentTypeError(f"imputations is {shown(imputations)}, not a count from 1")
    if imputations > 1 and not draw:
        raise ArgumentError("imputations needs draw=True: the most probable values are one table")
    engine = Engine(network)
    if not draw:
        return engine._most_probable_table(frame, unseen, threads)
    tables = [
        engine.complete(frame, unseen=unseen, seed=seed + i, threads=threads)
        for i in range(imputations)
    ]
    return tables[0] if imputations == 1 else tables


def _require_network(network: Any) -> None:
    if not isinstance(network, Network):
        raise ArgumentTypeError(f"{shown(network)} is no pgm.Network")


class Examples(Mapping[str, Network]):
    """The textbook examples, by name: networks, each made when it is asked for."""

    def __init__(self) -> None:
        self._titles: dict[str, str] = dict(_pgm.example_titles())

    def __getitem__(self, name: str) -> Network:
        self.title(name)
        return Network._of(_pgm.example_network(name))

    def __iter__(self) -> Any:
        return iter(self._titles)

    def __len__(self) -> int:
        return len(self._titles)

    def title(self, name: str) -> str:
        """What the example is about, in a line."""
        if not isinstance(name, str) or name not in self._titles:
            raise UnknownVariableError(f"no example {shown(name)}{near(name, self._titles)}")
        return self._titles[name]

    def __repr__(self) -> str:
        return f"<pgm.examples: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        return _html.table(("example", ""), self._titles.items())

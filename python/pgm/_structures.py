"""Networks learned from data: their structure, and regression by them."""

from __future__ import annotations

from typing import Any, Iterable, NamedTuple, Optional, Sequence, Union

import numpy as np

from ._data import private_numbers
from ._engine import Engine, Forecast
from ._border import at_the_border, shown
from ._errors import ArgumentError, ArgumentTypeError
from ._html import Picture
from ._learning import Learner, Progress
from ._network import Network, Structure, structure_text, text_of_arcs
from ._pgm import (
    Frame,
    class_of,
    cut_columns,
    fit_network,
    learn_structure,
    remarks_on_columns_to_fit,
    remarks_on_columns_to_learn,
)
from ._results import Array

from sklearn.base import RegressorMixin  # type: ignore[import-untyped, unused-ignore]
from sklearn.utils.validation import check_is_fitted  # type: ignore[import-untyped, unused-ignore]


#: How sure arcs are.
Confidence = Optional[dict[tuple[str, str], float]]


class Cpdag(NamedTuple):
    """A Markov equivalence class: the arcs that all its members have, and the edges whose direction
    data leave open."""

    arcs: list[tuple[str, str]]
    edges: list[tuple[str, str]]


class Learned(NamedTuple):
    """A network, its class, how well its structure scores, sentences about the fit, and how sure
    each arc is."""

    network: Network
    cpdag: Cpdag
    score: Optional[float]
    remarks: list[str]
    confidence: Confidence


class LearnedStructure(NamedTuple):
    """Arcs as text, their class and score, remarks on the table, the table to fit from where it is
    another one, and how sure each arc is."""

    structure: str
    cpdag: Cpdag
    score: float
    remarks: list[str]
    completed: Optional[Frame]
    confidence: Confidence


class StructureLearner(Learner):
    """Learns arcs and distributions of a network over the columns of a table.

    >>> import numpy as np
    >>> rng = np.random.default_rng(1)
    >>> a = rng.normal(size=500); b = 2 * a + rng.normal(size=500); c = rng.normal(size=500)
    >>> learner = StructureLearner().fit(np.column_stack([a, b, c]))
    >>> sorted(sorted(arc) for arc in learner.arcs_)
    [['x0', 'x1']]

    Arguments:
        structure: arcs, of which only the distributions are learned: a text, a list of (parent,
            child), or a network; None: learned, too.
        algorithm: "boss", "hc", "tabu", "ges", "exact", "chow-liu", "mmhc" or "pc".
        scoring: "bic", "bic:2", "ebic:1", "aic", "bdeu:10", "qnml", "bge", ...
        test: of mmhc and pc, "g2", "x2", "fisher-z", "cg", ...; None: by the columns.
        alpha: the significance level of the tests.
        constraints: rules, one a line or in a list: "require A -> B", "forbid A -> B",
            "tier 1: A, B", "max parents 3".
        continuous_parents: "logistic" or "probit": numbers may be parents of states, which then
            have a regression; None: only where `structure` has such arcs, "logistic".
        restarts: further searches of hc, tabu, boss and mmhc.
        random_state: the seed of restarts.
        bootstrap: learns from so many resampled tables, too, for `confidence_`; 200 is usual.
        smoothing: as in the classifiers.
        continuous: cuts columns of numbers into states first: "frequency:4", "width:5", "kmeans:3",
            "proportional" or "cut:age=30,40"; None: they stay numbers, normally distributed.
        missing: missing values. Where arcs are learned "draw": drawn given the known cells of their
            row, in rounds; "complete": rows that have some are left out; "em": structural EM;
            "sum": of "pc", a test takes the rows that have its columns; None: "draw", of "pc"
            "sum". Of a given structure "sum" or "em", as in the classifiers.
        keep_identifiers: as in the classifiers; a column that `constraints` name stays, too.

    Attributes:
        network_: the fitted :class:`pgm.Network`.
        arcs_: (parent, child), by name.
        cpdag_: the class of networks that fit the data equally: `arcs`, and `edges` whose direction
            is open.
        score_: of the structure; None where it was given.
        confidence_: {(parent, child): share} of the resampled tables that have the arc, else of the
            last rounds of drawing missing cells; None where nothing was drawn.
        remarks_: sentences about the data and the fit.

    Warns with :class:`pgm.Warning` what becomes of missing values, and where that is right, and
    where the score may see arcs by chance.
    """

    def __init__(
        self,
        structure: Optional[Structure] = None,
        *,
        algorithm: str = "boss",
        scoring: str = "bic",
        test: Optional[str] = None,
        alpha: Optional[float] = None,
        constraints: Union[str, Iterable[str]] = "",
        continuous_parents: Optional[str] = None,
        restarts: Optional[int] = None,
        random_state: int = 0,
        bootstrap: int = 0,
        smoothing: Optional[str] = None,
        continuous: Optional[str] = None,
        missing: Optional[str] = None,
        categorical_features: Any = "from_dtype",
        keep_identifiers: bool = False,
        n_jobs: Optional[int] = None,
        verbose: bool = False,
    ) -> None:
        self.structure = structure
        self.algorithm = algorithm
        self.scoring = scoring
        self.test = test
        self.alpha = alpha
        self.constraints = constraints
        self.continuous_parents = continuous_parents
        self.restarts = restarts
        self.random_state = random_state
        self.bootstrap = bootstrap
        self.smoothing = smoothing
        self.continuous = continuous
        self.missing = missing
        self.categorical_features = categorical_features
        self.keep_identifiers = keep_identifiers
        self.n_jobs = n_jobs
        self.verbose = verbose

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> StructureLearner:
        """Learns from the rows of a table; `y` is not used."""
        X = self._checked(X, reset=True)
        self._keep(self._learned(self._frame(X, weights=self._weights(sample_weight, X))))
        return self

    @property
    def arcs_(self) -> list[tuple[str, str]]:
        check_is_fitted(self, "network_")
        return [
            (parent, child)
            for child in self.network_.variables
            for parent in self.network_.parents(child)
        ]

    def plot(self) -> Picture:
        """A picture as SVG, which a notebook shows: edges whose direction the data leave open have
        no head, and arcs have their width by `confidence_`, where there is one."""
        check_is_fitted(self, "network_")
        sure = [(*arc, share) for arc, share in (self.confidence_ or {}).items()]
        return Picture(self.network_._core.svg(None, False, (self.cpdag_.edges, sure)))

    def _keep(self, learned: Learned) -> None:
        self.network_, self.cpdag_, self.score_, self.remarks_, self.confidence_ = learned

    def _learned(self, frame: Frame, *targets: str) -> Learned:
        if frame.rows < 2:
            raise ArgumentError("a network cannot be learned from 1 sample")
        structure = None if self.structure is None else structure_text(self.structure)
        score: Optional[float] = None
        confidence: Confidence = None
        noticed: list[str] = []
        words = {
            "smoothing": self.smoothing,
            "missing": self.missing,
            "continuous_parents": self.continuous_parents,
        }
        with self._progress() as progress:
            if structure is None:
                found = self._learned_structure(frame, targets, progress)
                structure, cpdag, score, noticed, completed, confidence = found
                frame = frame if completed is None else completed
                words["missing"] = "em" if self.missing == "em" else None
            else:
                if self.bootstrap:
                    raise ArgumentError("bootstrap tells how sure arcs are, and these are given")
                if self.continuous is not None:
                    frame = cut_columns(frame, self.continuous, self._threads())
                self._warn(remarks_on_columns_to_fit(frame))
            network, remarks = fit_network(
                frame,
                structure,
                {name: str(word) for name, word in words.items() if word is not None},
                self._threads(),
                progress,
            )
        learned = Network._of(network)
        self._warn(remark for remark in remarks if remark not in noticed)
        if self.structure is not None:
            cpdag = Cpdag(*class_of(network))
        return Learned(learned, cpdag, score, [*noticed, *remarks], confidence)

    def _learned_structure(
        self, frame: Frame, targets: Sequence[str], progress: Optional[Progress]
    ) -> LearnedStructure:
        self._warn(remarks_on_columns_to_learn(frame))
        arcs, score, names, remarks, of_score, completed, confidence, cpdag = self._search(
            frame,
            algorithm=self.algorithm,
            scoring=self.scoring,
            test=self.test,
            alpha=self.alpha,
            constraints=self.constraints,
            continuous_parents=self.continuous_parents,
            restarts=self.restarts,
            random_state=self.random_state,
            missing=self.missing,
            progress=progress,
            kept=self._kept_columns(*targets),
            continuous=self.continuous,
            bootstrap=self.bootstrap,
        )
        remarks = [*remarks, *of_score]
        self._warn(remarks)
        return LearnedStructure(
            text_of_arcs(arcs, names), Cpdag(*cpdag), score, remarks, completed, confidence
        )

    @at_the_border
    def _search(
        self,
        frame: Frame,
        *,
        algorithm: str,
        scoring: str,
        test: Optional[str],
        alpha: Optional[float],
        constraints: Union[str, Iterable[str]],
        continuous_parents: Optional[str],
        restarts: Optional[int],
        random_state: int,
        missing: Optional[str],
        progress: Optional[Progress],
        kept: Optional[list[str]],
        continuous: Optional[str],
        bootstrap: int,
    ) -> tuple[Any, ...]:
        """What the compiled part learns, whose arguments are parameters of the estimator."""
        return learn_structure(
            frame,
            {
                "algorithm": algorithm,
                "score": scoring,
                "test": test or "",
                "constraints": rules_text(constraints),
                "continuous": continuous or "",
                "continuous_parents": continuous_parents or "",
                "missing": missing or "",
            },
            alpha,
            restarts,
            random_state,
            self._threads(),
            progress,
            kept,
            bootstrap,
        )


def rules_text(rules: Union[str, Iterable[str]]) -> str:
    """Rules as a text, one a line. Throws for what are none."""
    if isinstance(rules, str):
        return rules
    lines = list(rules) if isinstance(rules, Iterable) else [None]
    if not all(isinstance(line, str) for line in lines):
        raise ArgumentTypeError(
            f"constraints are a text or a list of texts, 'require A -> B', not {shown(rules)}"
        )
    return "\n".join(map(str, lines))


class BayesNetRegressor(RegressorMixin, StructureLearner):  # type: ignore[misc, unused-ignore]
    """Regression by a network over features and a continuous target: the posterior of the target.

    It differs from linear regression in that missing values are integrated out, that discrete
    features may change the slopes, and that features without an arc to the target's Markov blanket
    have no effect.

    >>> import numpy as np
    >>> x = np.arange(20.0); y = 3 * x + np.where(np.arange(20) % 2, 1, -1)
    >>> model = BayesNetRegressor().fit(x[:, None], y)
    >>> float(model.predict([[10.0]])[0].round(2))
    30.01
    >>> forecast = model.forecast([[10.0], [None]], interval=0.9)
    >>> bool(forecast.sd[1] > forecast.sd[0])
    True

    The parameters are those of :class:`StructureLearner`; `structure` names the target "y", or as
    the Series is named.
    """

    def fit(  # type: ignore[override]
        self, X: Any, y: Any, sample_weight: Any = None
    ) -> BayesNetRegressor:
        """Learns from rows and their targets; a row of weight 2 is two rows."""
        if self.continuous is not None and not str(self.continuous).startswith("cut:"):
            raise ArgumentError(
                f"continuous={self.continuous!r} cuts the target, too: 'cut:age=30,40' names columns"
            )
        X = self._checked(X, reset=True)
        values = self._checked_target(y, X, numeric=True)
        self.target_name_ = self._name_of_target(y, "y")
        column = (self.target_name_, private_numbers(values), None)
        frame = self._frame(X, extra=[column], weights=self._weights(sample_weight, X))
        self._keep(self._learned(frame, self.target_name_))
        return self

    def predict(self, X: Any, return_std: bool = False) -> Any:
        """The mean of the target in each row, and if wanted its standard deviation."""
        found = self.forecast(X)
        return (found.mean, found.sd) if return_std else found.mean

    def forecast(self, X: Any, interval: float = 0.9) -> Forecast:
        """Mean, standard deviation and the central interval of that probability.

        A row that the network has as impossible (it breaks an exact relation between columns) gets
        the forecast without evidence.
        """
        check_is_fitted(self, "network_")
        frame = self._frame(self._checked(X, reset=False))
        engine = Engine(self.network_)
        found = engine._forecasts(frame, self.target_name_, interval, self._threads())
        impossible = np.isnan(found.mean)
        if np.any(impossible):
            unknown = Frame([("", np.full(1, np.nan), None)], None)
            prior = engine._forecasts(unknown, self.target_name_, interval, 1)
            for numbers, number in zip(found, prior):
                numbers[impossible] = number[0]
        return found

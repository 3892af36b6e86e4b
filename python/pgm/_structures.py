"""Networks learned from data: their structure, and regression by them."""

from __future__ import annotations

from typing import Any, Iterable, NamedTuple, Optional, Sequence, Union

import numpy as np

from ._data import private_numbers
from ._engine import Engine, Forecast
from ._border import at_the_border, shown
from ._errors import ArgumentError, ArgumentTypeError
from ._learning import Learner, Progress
from ._network import Network, Structure, structure_text, text_of_arcs
from ._pgm import (
    Frame,
    fit_network,
    learn_structure,
    remarks_on_columns_to_fit,
    remarks_on_columns_to_learn,
)
from ._results import Array

from sklearn.base import RegressorMixin  # type: ignore[import-untyped, unused-ignore]
from sklearn.utils.validation import check_is_fitted  # type: ignore[import-untyped, unused-ignore]


class Learned(NamedTuple):
    """A network, how well its structure scores, sentences about the fit, and how sure each arc is
    in view of the missing values."""

    network: Network
    score: Optional[float]
    remarks: list[str]
    confidence: Optional[dict[tuple[str, str], float]]


class LearnedStructure(NamedTuple):
    """Arcs as text, their score, remarks on the table, the table whose missing values were drawn for
    them, and the share of the last draws that has each arc."""

    structure: str
    score: float
    remarks: list[str]
    completed: Optional[Frame]
    confidence: Optional[dict[tuple[str, str], float]]


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
        smoothing: as in the classifiers.
        missing: missing values. Where arcs are learned "draw": drawn given the known cells of their
            row, in rounds; "complete": rows that have some are left out; "em": structural EM;
            "sum": of "pc", a test takes the rows that have its columns; None: "draw", of "pc"
            "sum". Of a given structure "sum" or "em", as in the classifiers.
        keep_identifiers: as in the classifiers; a column that `constraints` name stays, too.

    Attributes:
        network_: the fitted :class:`pgm.Network`.
        arcs_: (parent, child), by name.
        score_: of the structure; None where it was given.
        confidence_: {(parent, child): share} of the arcs in the last rounds of drawing missing
            cells; None where nothing was drawn.
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
        smoothing: Optional[str] = None,
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
        self.smoothing = smoothing
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

    def _keep(self, learned: Learned) -> None:
        self.network_, self.score_, self.remarks_, self.confidence_ = learned

    def _learned(self, frame: Frame, *targets: str) -> Learned:
        if frame.rows < 2:
            raise ArgumentError("a network cannot be learned from 1 sample")
        structure = None if self.structure is None else structure_text(self.structure)
        score: Optional[float] = None
        confidence: Optional[dict[tuple[str, str], float]] = None
        noticed: list[str] = []
        words = {
            "smoothing": self.smoothing,
            "missing": self.missing,
            "continuous_parents": self.continuous_parents,
        }
        with self._progress() as progress:
            if structure is None:
                found = self._learned_structure(frame, targets, progress)
                structure, score, noticed, completed, confidence = found
                frame = frame if completed is None else completed
                words["missing"] = "em" if self.missing == "em" else None
            else:
                self._warn(remarks_on_columns_to_fit(frame))
            network, remarks = fit_network(
                frame,
                structure,
                {name: str(word) for name, word in words.items() if word is not None},
                self._threads(),
                progress,
            )
        return Learned(Network._of(network), score, [*noticed, *remarks], confidence)

    def _learned_structure(
        self, frame: Frame, targets: Sequence[str], progress: Optional[Progress]
    ) -> LearnedStructure:
        self._warn(remarks_on_columns_to_learn(frame))
        arcs, score, names, remarks, of_score, completed, confidence = self._search(
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
        )
        remarks = [*remarks, *of_score]
        self._warn(remarks)
        return LearnedStructure(
            text_of_arcs(arcs, names), score, remarks, completed, confidence
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
    ) -> tuple[Any, ...]:
        """What the compiled part learns, whose arguments are parameters of the estimator."""
        return learn_structure(
            frame,
            {
                "algorithm": algorithm,
                "score": scoring,
                "test": test or "",
                "constraints": rules_text(constraints),
                "continuous_parents": continuous_parents or "",
            },
            alpha,
            restarts,
            missing or "",
            random_state,
            self._threads(),
            progress,
            kept,
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

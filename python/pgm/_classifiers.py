"""Classifiers for scikit-learn: every one is a Bayesian network that is asked for its class."""

from __future__ import annotations

import inspect
import os
import re
import warnings
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence, Union

import numpy as np

from ._data import text_of
from ._errors import ArgumentError
from ._learning import Learner
from ._network import Network, Structure, structure_text
from ._pgm import Classifier, Frame, learns_in_parts, quoted_if_needed, remarks_on_columns_to_fit
from ._results import Array

from sklearn.base import ClassifierMixin  # type: ignore[import-untyped, unused-ignore]
from sklearn.utils.class_weight import (  # type: ignore[import-untyped, unused-ignore]
    compute_class_weight,
)
from sklearn.utils.multiclass import (  # type: ignore[import-untyped, unused-ignore]
    check_classification_targets,
)
from sklearn.utils.validation import (  # type: ignore[import-untyped, unused-ignore]
    _check_y,
    check_consistent_length,
    check_is_fitted,
)


#: Remarks on what was chosen, not on the table: a structure, or of one member of several.
_OF_CHOICE = re.compile(r"no structure is named: |\w[^' ]*, \S+: ")


@dataclass(frozen=True)
class WeightsOfEvidence:
    """Why a class was predicted: how much each known cell supports it, in natural logarithms.

    ``log_odds = prior + sum(weights.values()) + interaction``; the interaction is None where one of
    them is infinite.
    """

    label: Any
    log_odds: float
    prior: float
    interaction: Optional[float]
    weights: dict[str, float]

    def to_frame(self) -> Any:
        """A pandas DataFrame with the columns feature and weight, the largest weights first."""
        import pandas as pd

        frame = pd.DataFrame({"feature": list(self.weights), "weight": list(self.weights.values())})
        order = frame["weight"].abs().sort_values(ascending=False, kind="stable").index
        return frame.loc[order].reset_index(drop=True)


class BayesNetBase(ClassifierMixin, Learner):  # type: ignore[misc, unused-ignore]
    """The parameters and methods of all classifiers.

    Arguments:
        smoothing: tables from counts: "laplace:1" (the default), "mle", "bdeu:10", "backoff", ...
        continuous: numbers: "mdlp" cuts where the classes change (the default of most structures),
            "gaussian", "kde", "frequency:10", "cut:x=1,2", ..., "auto" the best of several.
        calibration: "none" or "temperature".
        missing: missing values: "sum", "fill", "state", "em", "auto".
        class_weight: weights of the rows by their labels, a dict, or "balanced": every class has
            the same weight; None: every row has.
        class_prior: "smoothed", "proportions", "uniform", a text "yes=0.2,no=0.8", or a dict from labels.
        empty_rows: rows of tables that the data never show: "uniform", ...
        continuous_parents: "logistic" or "probit": the regression of states on numbers, of a
            structure that is written out; the numbers are then not cut by default.
        unseen: values that training did not have: "missing", with a warning, "error" or "other".
        categorical_features: columns whose numbers are states: "from_dtype" (none; text, truth
            values and categoricals are states anyway), "all", or a list of names, numbers or
            truth values.
        keep_identifiers: learn from columns that identify rows, too: names, tickets, whole numbers
            that run or never repeat. They are left out with a warning, unless a written
            structure or a list of categorical_features names them.
        n_jobs: threads; -1 is one for each core. The result is the same.
        verbose: show the progress of long fits.

    Attributes:
        classes_: the labels, sorted.
        n_features_in_, feature_names_in_: as in scikit-learn.
        network_: the :class:`pgm.Network` of class and features.
        networks_: all of them with their weights, of a classifier that averages several.
        remarks_: sentences about the data and the fit.
    """

    _structure: Optional[str] = None
    _classifier: Classifier
    classes_: Any
    _rows: Optional[list[Any]]  # of partial_fit, where sums over them do not suffice
    _learns_on: bool  # whether partial_fit began

    def __init__(
        self,
        *,
        smoothing: Optional[str] = None,
        continuous: Optional[str] = None,
        calibration: Optional[str] = None,
        missing: Optional[str] = None,
        class_prior: Any = None,
        class_weight: Any = None,
        empty_rows: Optional[str] = None,
        continuous_parents: Optional[str] = None,
        unseen: str = "missing",
        categorical_features: Any = "from_dtype",
        keep_identifiers: bool = False,
        n_jobs: Optional[int] = None,
        verbose: bool = False,
    ) -> None:
        self.smoothing = smoothing
        self.continuous = continuous
        self.calibration = calibration
        self.missing = missing
        self.class_prior = class_prior
        self.class_weight = class_weight
        self.empty_rows = empty_rows
        self.continuous_parents = continuous_parents
        self.unseen = unseen
        self.categorical_features = categorical_features
        self.keep_identifiers = keep_identifiers
        self.n_jobs = n_jobs
        self.verbose = verbose

    def __init_subclass__(cls, **options: Any) -> None:
        """Spells out the parameters of an own ``__init__(self, .., **common)``, from which
        scikit-learn learns what may be chosen."""
        super().__init_subclass__(**options)
        own = inspect.signature(cls.__init__)
        if any(parameter.kind is parameter.VAR_KEYWORD for parameter in own.parameters.values()):
            common = inspect.signature(BayesNetBase.__init__).parameters.values()
            cls.__init__.__signature__ = own.replace(  # type: ignore[attr-defined]
                parameters=[
                    *(p for p in own.parameters.values() if p.kind is not p.VAR_KEYWORD),
                    *(p for p in common if p.kind is p.KEYWORD_ONLY),
                ]
            )

    # What is learned

    def _structure_words(self) -> Optional[str]:
        return self._structure

    def _words(self) -> dict[str, str]:
        """The choices in the words of the command line; what was not chosen is left out."""
        names = (
            "smoothing",
            "continuous",
            "calibration",
            "missing",
            "empty_rows",
            "continuous_parents",
        )
        words = {name: getattr(self, name) for name in names}
        prior = self.class_prior
        if isinstance(prior, Mapping):
            prior = ",".join(
                f"{quoted_if_needed(text_of(label))}={float(p)!r}"
                for label, p in dict(prior).items()
            )
        words["class_prior"] = prior
        return {name: str(word) for name, word in words.items() if word is not None}

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> BayesNetBase:
        """Learns the classifier from rows and their labels; a row of weight 2 is two rows."""
        X = self._checked(X, reset=True)
        self.classes_, codes = self._classes_and_codes(y, X)
        weights = self._class_weights(codes, self._weights(sample_weight, X))
        target = self._name_of_target(y, "class")
        self._learn(self._training_frame(X, target, codes, weights), target)
        self._rows, self._learns_on = None, False
        return self

    def partial_fit(
        self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None
    ) -> BayesNetBase:
        """Learns from further rows: the result is that of one fit of all rows, bit for bit.

        It begins again after fit, which keeps none of its rows. If sums over the rows suffice
        (tables and Gaussians of fixed structures, nb, tan, aode and the like), only these are kept;
        otherwise, as where cuts are learned, all rows are.

        Arguments:
            classes: all labels there will be; needed in the first call if `y` has not all.
        """
        is_first = not getattr(self, "_learns_on", False)
        if is_first and hasattr(self, "classes_"):
            warnings.warn(
                "fit kept nothing of its rows: partial_fit starts again with these", stacklevel=2
            )
        X = self._checked(X, reset=is_first)
        labels = self._labels(y, X)
        weights = self._weights(sample_weight, X)
        if is_first:
            self.classes_ = np.unique(labels if classes is None else np.asarray(classes))
            self._rows = None
        elif classes is not None and not np.array_equal(np.unique(classes), self.classes_):
            raise ArgumentError("classes differ from those of the first call to partial_fit")
        codes = self._codes(labels)
        if isinstance(self.class_weight, str):
            raise ArgumentError(
                "class_weight='balanced' needs all rows at once: partial_fit takes weights, a dict"
            )
        weights = self._class_weights(codes, weights)
        if is_first:
            target = self._name_of_target(y, "class")
            frame = self._training_frame(X, target, codes, weights)
            sums_suffice = learns_in_parts(frame, target, self._structure_words(), self._words())
            if not sums_suffice:
                self._rows = [(X, codes, weights)]
            self._learn(frame, target, keep_statistics=sums_suffice)
            self._learns_on = True
        elif self._rows is None:
            frame = self._training_frame(X, self._classifier.class_name(), codes, weights)
            self._classifier = self._classifier.updated(frame, self._threads())
        else:
            self._rows = [*self._rows, (X, codes, weights)]
            table, all_codes, all_weights = self._all_rows()
            target = self._classifier.class_name()
            self._learn(self._training_frame(table, target, all_codes, all_weights), target)
        return self

    def _class_weights(self, codes: Any, weights: Any) -> Any:
        """The weights of the rows, times those of their classes."""
        if self.class_weight is None:
            return weights
        try:
            of_classes = compute_class_weight(
                self.class_weight,
                classes=self.classes_,
                y=self.classes_[codes],
                **({} if weights is None else {"sample_weight": weights}),
            )
        except (TypeError, ValueError) as error:
            raise ArgumentError(f"class_weight: {error}") from None
        return of_classes[codes] * (1.0 if weights is None else weights)

    def _labels(self, y: Any, X: Any) -> Any:
        labels = self._checked_target(y, X, numeric=False)
        check_classification_targets(labels)
        return labels

    def _classes_and_codes(self, y: Any, X: Any) -> tuple[Any, Any]:
        """The different labels, sorted, and the number of that of each row. Those of a Series of
        pandas are found by its hash table, and only they are checked."""
        if getattr(y, "ndim", 0) == 1 and hasattr(y, "factorize"):
            codes, different = y.factorize()
            if 0 < len(different) < len(codes) and codes.min() >= 0:
                check_consistent_length(X, codes)
                # Thrice, for labels that are nearly all different are warned of.
                labels = _check_y(np.tile(np.asarray(different), 3), estimator=self)
                check_classification_targets(labels)
                classes, places = np.unique(labels[: len(different)], return_inverse=True)
                return classes, places[codes]
        return np.unique(self._labels(y, X), return_inverse=True)

    def _codes(self, labels: Any) -> Any:
        places = np.searchsorted(self.classes_, labels)
        places = np.minimum(places, len(self.classes_) - 1)
        is_new = self.classes_[places] != labels
        if np.any(is_new):
            raise ArgumentError(f"label {text_of(labels[is_new][0])!r} is none of classes")
        return places

    def _target_column(self, target: str, codes: Any) -> tuple[str, Any, list[str]]:
        states = [text_of(label) for label in self.classes_]
        return target, np.ascontiguousarray(codes, dtype=np.int64), states

    def _training_frame(self, X: Any, target: str, codes: Any, weights: Any) -> Frame:
        return self._frame(X, extra=[self._target_column(target, codes)], weights=weights)

    def _learn(self, frame: Frame, target: str, *, keep_statistics: bool = False) -> None:
        structure, kept = self._structure_words(), self._kept_columns()
        of_columns = remarks_on_columns_to_fit(frame, target, structure, kept)
        self._warn(of_columns)
        with self._progress() as progress:
            self._classifier = Classifier.fit(
                frame,
                target,
                structure,
                self._words(),
                self._threads(),
                keep_statistics,
                progress,
                kept,
            )
        remarks = self._classifier.remarks
        self._warn(one for one in remarks if one not in of_columns and not _OF_CHOICE.match(one))

    def _all_rows(self) -> tuple[Any, Any, Any]:
        """The rows, codes and weights of all calls of partial_fit, one below the other."""
        assert self._rows is not None
        tables, codes, weights = zip(*self._rows)
        known = None
        if any(of_part is not None for of_part in weights):
            known = np.concatenate(
                [np.ones(len(c)) if w is None else w for c, w in zip(codes, weights)]
            )
        return _below_each_other(tables), np.concatenate(codes), known

    # What is asked

    def _asked(self, X: Any) -> Frame:
        check_is_fitted(self, "classes_")
        return self._frame(self._checked(X, reset=False))

    def _predicted(self, X: Any) -> tuple[Array, Array, Array]:
        """Probabilities, their logarithms and log p(x). A row without density (kernels of bounded
        support end somewhere) has the probabilities of the classes without evidence."""
        frame = self._asked(X)
        probabilities, logarithms, log_evidence, remarks = self._classifier.predict(
            frame, self.unseen, self._threads()
        )
        self._warn(remarks)
        without = np.isneginf(log_evidence)
        if np.any(without):
            prior = self._prior()
            probabilities[without] = prior
            with np.errstate(divide="ignore"):
                logarithms[without] = np.log(prior)
        return probabilities, logarithms, log_evidence

    def _prior(self) -> Array:
        unknown = [(name, np.full(1, np.nan), None) for name in self._names()]
        found: Array = self._classifier.predict(Frame(unknown, None), self.unseen, 1)[0]
        return np.asarray(found[0])

    def predict_proba(self, X: Any) -> Array:
        """P(class | x), rows by classes in the order of ``classes_``; missing values are summed
        out."""
        return self._predicted(X)[0]

    def predict_log_proba(self, X: Any) -> Array:
        """The natural logarithms, exact where a probability is too small for a double."""
        return self._predicted(X)[1]

    def decision_function(self, X: Any) -> Array:
        """Log odds of the second class if there are two, else log p(x, class), rows by classes."""
        _, logarithms, log_evidence = self._predicted(X)
        if len(self.classes_) == 2:
            with np.errstate(invalid="ignore"):
                odds: Array = logarithms[:, 1] - logarithms[:, 0]
            return odds
        evidence = np.where(np.isneginf(log_evidence), 0.0, log_evidence)
        scores: Array = logarithms + evidence[:, None]
        return scores

    def predict(self, X: Any, loss: Any = None, reject: Optional[float] = None) -> Any:
        """The most probable class of each row, or the action of least expected loss.

        Arguments:
            loss: losses of actions under classes: an array (action, class) over ``classes_``, a
                DataFrame (actions in the index, classes in the columns) or a dict of dicts,
                ``{"treat": {"ill": 0, "well": 1}, "wait": {"ill": 10, "well": 0}}``.
            reject: the loss of giving no answer; such rows have the label "reject".
        """
        if loss is None and reject is None:
            probabilities = self.predict_proba(X)
            return self.classes_[np.argmax(probabilities, axis=1)]
        actions, losses = self._losses(loss)
        if reject is not None:
            actions = [*actions, "reject"]
            losses = np.vstack([losses, np.full((1, losses.shape[1]), float(reject))])
        frame = self._asked(X)
        chosen, remarks = self._classifier.decide(
            frame, losses, [text_of(action) for action in actions], self.unseen, self._threads()
        )
        self._warn(remarks)
        labels = np.empty(len(actions) + 1, dtype=object)
        labels[:-1] = actions
        labels[-1] = "reject"  # of a row without any posterior
        return labels[chosen.astype(np.int64)]

    def _losses(self, loss: Any) -> tuple[list[Any], Array]:
        count = len(self.classes_)
        if loss is None:
            return list(self.classes_), 1.0 - np.eye(count)
        if hasattr(loss, "index") and hasattr(loss, "columns"):
            rows_of_losses = zip(loss.index, loss.values)
            loss = {action: dict(zip(loss.columns, row)) for action, row in rows_of_losses}
        if isinstance(loss, Mapping):
            loss = dict(loss)
            try:
                rows = [[float(row[label]) for label in self.classes_] for row in loss.values()]
            except KeyError as missing:
                label = text_of(missing.args[0])
                raise ArgumentError(f"loss: an action has no loss under class {label!r}") from None
            return list(loss), np.array(rows, dtype=np.float64).reshape(-1, count)
        matrix = np.array(loss, dtype=np.float64)
        if matrix.shape != (count, count):
            raise ArgumentError(f"loss has the shape {matrix.shape}, not {(count, count)}")
        return list(self.classes_), matrix

    def explain(self, X: Any) -> list[Optional[WeightsOfEvidence]]:
        """For each row, how much each known cell supports the predicted class (None where no class
        has a density)."""
        frame = self._asked(X)
        rows, remarks = self._classifier.explain(frame, self.unseen, self._threads())
        self._warn(remarks)
        return [
            row if row is None else WeightsOfEvidence(self.classes_[row[0]], *row[1:])
            for row in rows
        ]

    # What it is

    @property
    def networks_(self) -> list[tuple[float, Network]]:
        check_is_fitted(self, "classes_")
        return [(weight, Network._of(core)) for weight, core in self._classifier.networks]

    @property
    def network_(self) -> Network:
        """The network; of an average the one of most weight."""
        return max(self.networks_, key=lambda member: member[0])[1]

    @property
    def remarks_(self) -> list[str]:
        check_is_fitted(self, "classes_")
        remarks: list[str] = self._classifier.remarks
        return remarks

    @classmethod
    def read(cls, path: Union[str, os.PathLike[str]]) -> BayesNetBase:
        """A fitted classifier from a file that :meth:`write` or the command line made. Labels that
        are whole numbers are ints, others texts; the parameters are the default ones, for fits to
        come."""
        model = cls()
        model._classifier = Classifier.read(os.fspath(path))
        labels: Any = model._classifier.states()
        if all(re.fullmatch("0|-?[1-9][0-9]{0,17}", label) for label in labels):
            labels = list(map(int, labels))
        model.classes_ = np.array(labels)
        model.feature_names_in_ = np.array(model._classifier.features(), dtype=object)
        model.n_features_in_ = len(model.feature_names_in_)
        model._rows, model._learns_on = None, False
        return model

    def write(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes a model that the command line reads: ``.json``, ``.pgmodel`` or ``.pmml``."""
        check_is_fitted(self, "classes_")
        self._classifier.write(os.fspath(path))


def _below_each_other(tables: Sequence[Any]) -> Any:
    first = tables[0]
    if isinstance(first, np.ndarray):
        return np.concatenate(tables)
    library = type(first).__module__.partition(".")[0]
    if library == "pandas":
        import pandas as pd

        return pd.concat(tables, ignore_index=True)
    if library == "polars":
        import polars as pl  # type: ignore[import-not-found, unused-ignore]

        return pl.concat(tables)
    import pyarrow as pa  # type: ignore[import-untyped, import-not-found, unused-ignore]

    return pa.concat_tables(tables)


class NaiveBayes(BayesNetBase):
    """Class -> every feature. Takes sparse matrices, too: of counts, which are numbers, 0 where
    nothing is stored."""

    _structure = "nb"
    _takes_sparse = True


class TAN(BayesNetBase):
    """Naive Bayes with the maximum spanning tree of conditional mutual information among the
    features (Friedman, Geiger and Goldszmidt 1997)."""

    _structure = "tan"


class FAN(BayesNetBase):
    """Naive Bayes with the maximum spanning forest of those edges that raise the BIC."""

    _structure = "fan"


class AODE(BayesNetBase):
    """The average of one network for each discrete feature, which is a parent of all others
    (Webb, Boughton and Wang 2005)."""

    _structure = "aode"


class JointTable(BayesNetBase):
    """The full joint distribution: nothing is independent of anything. For few features.

    Numbers are Gaussian, of full covariance for each configuration of the others; other choices of
    `continuous` cut them into states of the table.
    """

    _structure = "joint"

    def _words(self) -> dict[str, str]:
        return {"continuous": "gaussian", **super()._words()}


class LDA(BayesNetBase):
    """Gaussian features of one covariance matrix: linear discriminants."""

    _structure = "lda"


class QDA(BayesNetBase):
    """Gaussian features of a covariance matrix for each class: quadratic discriminants."""

    _structure = "qda"


class ParzenWindow(BayesNetBase):
    """Kernel densities of the continuous features together, given the class."""

    _structure = "parzen"


class KDB(BayesNetBase):
    """Naive Bayes with up to k further parents for every feature (Sahami 1996)."""

    def __init__(self, k: int = 2, **common: Any) -> None:
        super().__init__(**common)
        self.k = k

    def _structure_words(self) -> Optional[str]:
        return f"kdb:{self.k}"


class BayesNetClassifier(BayesNetBase):
    """A classifier of any structure, or of the best affordable one.

    >>> import numpy as np
    >>> X = np.array([["sunny", "hot"], ["rain", "mild"], ["rain", "cool"], ["sunny", "cool"]])
    >>> model = BayesNetClassifier("nb").fit(X, ["no", "yes", "yes", "no"])
    >>> model.predict([["rain", "hot"]]).tolist()
    ['yes']
    >>> model.predict_proba([["rain", None]]).round(3).tolist()
    [[0.25, 0.75]]

    Arguments:
        structure: words such as "nb", "tan", "kdb:2", "skdb", "aode", "lda", "auto", "stack", or
            arcs: "class -> occupation -> age, education", a list of (parent, child), or a network.
            None: a stack of several where it is
            predicted to be learned in a second, else kdb:2 or naive Bayes.
    """

    def __init__(self, structure: Optional[Structure] = None, **common: Any) -> None:
        super().__init__(**common)
        self.structure = structure

    def _structure_words(self) -> Optional[str]:
        return None if self.structure is None else structure_text(self.structure)


class StackedBayesNets(BayesNetBase):
    """Several classifiers whose predictions are averaged, with weights by how well each predicts
    rows that it has not seen.

    Arguments:
        members: structures, ``("nb", "tan", "aode")``; None: those of the library's default.
    """

    def __init__(self, members: Optional[Sequence[str]] = None, **common: Any) -> None:
        super().__init__(**common)
        self.members = members

    def _structure_words(self) -> Optional[str]:
        return "stack" if self.members is None else "stack:" + ",".join(self.members)

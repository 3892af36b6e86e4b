"""Learning and predicting where the rows are: Dask, PySpark, DuckDB, and tables one by one.

Learners need sums, not rows, and the sums are exact: what is fitted here has the bits of
``estimator.fit`` on the whole table, however its rows are partitioned.

>>> import pandas as pd, pgm
>>> first = pd.DataFrame({"wind": ["weak", "strong", "weak"], "play": ["yes", "no", "yes"]})
>>> second = pd.DataFrame({"wind": ["strong", "weak"], "play": ["no", "no"]})
>>> model = pgm.distributed.fit(pgm.NaiveBayes(), [first, second], "play")
>>> whole = pd.concat([first, second])
>>> again = pgm.NaiveBayes().fit(whole[["wind"]], whole["play"])
>>> bool((model.predict_proba(whole[["wind"]]) == again.predict_proba(whole[["wind"]])).all())
True
>>> [table["prediction"].tolist() for table in predict(model, [first, second])]
[['yes', 'no', 'yes'], ['no', 'yes']]
"""

from __future__ import annotations

import warnings
from typing import Any, Optional, Union

from ._classifiers import BayesNetBase, BayesNetClassifier
from ._counting import Columns, Count, Describe, Description, Predict, naming
from ._engines import rows_in
from ._errors import ArgumentError
from ._pgm import CountRequest, Sums, fit_counts, names_several

from sklearn.base import clone  # type: ignore[import-untyped, unused-ignore]
from sklearn.utils.multiclass import (  # type: ignore[import-untyped, unused-ignore]
    check_classification_targets,
)
from sklearn.utils.validation import check_is_fitted  # type: ignore[import-untyped, unused-ignore]

__all__ = ["fit", "predict"]


def fit(
    estimator: Union[BayesNetBase, str],
    frame: Any,
    target: str,
    *,
    sample_weight: Optional[str] = None,
) -> BayesNetBase:
    """A fitted copy of the estimator, learned from rows that stay where they are.

    One pass over the rows collects columns, states and labels, and each further one the sums that
    the learner asks for: one for most structures, two for those that choose larger families
    (``kdb:2``) and for missing values that are filled in. States are those of all partitions: where
    all have them in one order, in this, else in that of a CSV file.

    Arguments:
        estimator: a classifier of pgm, or a structure in words.
        frame: a data frame of Dask or PySpark, a relation of DuckDB, or data frames of pandas,
            polars or Arrow, one after the other: in a list, or given by a function that is called
            for each pass. One data frame is one partition.
        target: the column of labels; a row without a label is an error, as in ``estimator.fit``.
        sample_weight: the column of weights.

    Raises:
        ArgumentError: for what needs all rows at once, cut points that are learned (so numbers
            want ``continuous="gaussian"`` or cuts of their own), stacks, expectation maximisation;
            for what needs rows, kernel densities and back-off; and for partitions that do not fit
            together. An error in a partition says in which.
    """
    if isinstance(estimator, str):
        estimator = BayesNetClassifier(estimator)
    if not isinstance(estimator, BayesNetBase):
        raise ArgumentError(
            f"a {type(estimator).__name__} is no classifier of pgm, which alone are learned from"
            " sums over rows"
        )
    _require_sums_suffice(estimator)
    rows = rows_in(frame)
    columns = Columns(target, sample_weight)
    learner: BayesNetBase = clone(estimator)
    description = rows.describe(Describe(learner, columns))
    if description.features is None:
        raise ArgumentError("there is no row to learn from")
    _prepare(learner, description)
    schema = [*description.schema(), learner._target_column(target, [])[::2]]

    def count(request: CountRequest) -> Sums:
        return rows.count(Count(learner, columns, schema, request, description.rows))

    learner._classifier = fit_counts(
        schema,
        description.rows,
        target,
        learner._structure_words(),
        learner._words(),
        learner._threads(),
        learner._progress(),
        count,
    )
    learner._rows, learner._learns_on = None, False
    return learner


def _require_sums_suffice(estimator: BayesNetBase) -> None:
    """Refuses, before any pass, what needs rows whatever their columns are."""
    structure, missing = estimator._structure_words(), estimator.missing
    if structure is None or names_several(structure):
        what = "a classifier without a structure" if structure is None else f"{structure!r}"
        raise ArgumentError(
            f"{what} is chosen or weighted by leaving out rows, and there are sums only: name one"
            " structure, as in pgm.TAN() or pgm.BayesNetClassifier('kdb:2')"
        )
    if estimator.class_weight is not None:
        raise ArgumentError("class_weight goes by rows: sample_weight names a column of weights")
    if missing in ("em", "auto"):
        raise ArgumentError(
            f"missing={missing!r} needs all rows at once, and there are sums only: choose sum, fill"
            " or state"
        )


def _prepare(learner: BayesNetBase, description: Description) -> None:
    """What fit() sets before it learns."""
    for name in ("feature_names_in_", "n_features_in_"):
        if hasattr(description.features, name):
            setattr(learner, name, getattr(description.features, name))
    with naming(None), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that all labels differ, which these do
        check_classification_targets(description.labels)
    learner.classes_ = description.labels


def predict(model: BayesNetBase, frame: Any, *, probabilities: bool = False) -> Any:
    """The rows with a column ``prediction`` behind the others.

    Arguments:
        model: a fitted classifier, wherever it was fitted.
        frame: as in :func:`fit`; columns that the model does not know are kept and ignored.
        probabilities: also a column for each class, ``P(target=label)``.

    Returns:
        What the frame is: a data frame of Dask or PySpark, in which nothing is computed yet; for a
        relation of DuckDB a ``pyarrow.RecordBatchReader``, which another connection of DuckDB reads
        as a table; for data frames one after the other an iterator of such.
    """
    if not isinstance(model, BayesNetBase):
        raise ArgumentError(f"a {type(model).__name__} is no classifier of pgm")
    check_is_fitted(model, "classes_")
    return rows_in(frame).predict(Predict(model, probabilities))

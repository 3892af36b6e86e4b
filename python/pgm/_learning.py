"""What all estimators have in common: scikit-learn's conventions for data, tags and progress."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, nullcontext
from numbers import Integral
from typing import Any, Callable, ContextManager, Iterable, Iterator, Optional, Union

import numpy as np

from ._border import border, shown
from ._data import column_names, frame_of, named_states, unmasked
from ._errors import ArgumentError, ArgumentTypeError, Problem
from ._html import text
from ._network import Network
from ._pgm import Frame
from ._warnings import warn

try:
    from scipy.sparse import issparse  # type: ignore[import-untyped, unused-ignore]
    from sklearn.base import BaseEstimator  # type: ignore[import-untyped, unused-ignore]
    from sklearn.utils.validation import (  # type: ignore[import-untyped, unused-ignore]
        _check_sample_weight,
        _check_y,
        check_array,
        check_consistent_length,
        validate_data,
    )
except ImportError as error:
    raise ImportError(
        "the estimators of pgm need scikit-learn 1.6 or later: pip install scikit-learn"
    ) from error


#: Takes the fraction of the work that is done, and the best score so far.
Progress = Callable[[float, float], None]


class Learner(BaseEstimator):  # type: ignore[misc, unused-ignore]
    """The parts of an estimator that do not depend on what it learns."""

    categorical_features: Any
    keep_identifiers: bool
    n_jobs: Optional[int]
    verbose: bool
    _takes_sparse = False

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        border(cls)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.string = True
        tags.input_tags.categorical = True
        tags.input_tags.sparse = self._takes_sparse
        return tags

    def _checked(self, X: Any, *, reset: bool) -> Any:
        """The table, if scikit-learn accepts it: a frame as it is, anything else as an array."""
        X = unmasked(X)
        names = column_names(X)
        if X is None or isinstance(X, (str, bytes, os.PathLike)):
            raise ArgumentTypeError(
                f"{shown(X)} is no table of data (pandas reads a file for estimators)"
            )
        if not hasattr(X, "shape") and names is not None:
            raise ArgumentError("estimators take a DataFrame or an array, not a mapping")
        if issparse(X) and self._takes_sparse:
            X = X.toarray()
        if issparse(X):
            raise ArgumentTypeError(
                "sparse data was passed, but dense data is required: pass the columns as they are"
                " (texts and categoricals are states and need no one-hot encoding), or X.toarray()"
            )
        if not hasattr(X, "shape") or names is None:
            X = check_array(
                X, dtype=None, ensure_all_finite=False, ensure_min_samples=1, estimator=self
            )
        elif X.shape[0] == 0 or X.shape[1] == 0:
            raise ArgumentError(
                f"Found array with 0 sample(s) or 0 feature(s) (shape={tuple(X.shape)})"
                " while a minimum of 1 is required."
            )
        validate_data(self, X, reset=reset, skip_check_array=True)
        return X

    def _checked_target(self, y: Any, X: Any, *, numeric: bool) -> Any:
        """The labels or numbers of a target, one for each row of the table."""
        if y is None:
            raise ArgumentError(
                f"This {type(self).__name__} estimator requires y to be passed, but the target y is"
                " None"
            )
        if np.ma.is_masked(y):
            raise ArgumentError("y has masked cells, and every row needs a value to learn from")
        values = _check_y(y, multi_output=False, y_numeric=numeric, estimator=self)
        check_consistent_length(X, values)
        return values

    def _names(self) -> list[str]:
        if hasattr(self, "feature_names_in_"):
            return [str(name) for name in self.feature_names_in_]
        return [f"x{i}" for i in range(self.n_features_in_)]

    def _frame(self, X: Any, *, extra: Any = (), weights: Any = None) -> Frame:
        """The features of a checked table, and further columns, in the form of the library."""
        names = None if column_names(X) is not None else self._names()
        return frame_of(
            X, names, categorical=self.categorical_features, extra=extra, weights=weights
        )

    def _weights(self, sample_weight: Any, X: Any) -> Any:
        if sample_weight is None:
            return None
        sample_weight = unmasked(sample_weight)
        return _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)

    def _name_of_target(self, y: Any, usual: str) -> str:
        """The name of the column to learn: that of a Series, if no feature has it."""
        own = getattr(y, "name", None)
        name = own if isinstance(own, str) and own else usual
        taken = set(self._names())
        while name in taken:
            name += "_"
        return name

    def _repr_html_inner(self) -> str:
        return str(super()._repr_html_inner()) + self._picture()

    def _repr_mimebundle_(self, **options: Any) -> dict[str, str]:
        bundle: dict[str, str] = super()._repr_mimebundle_(**options)
        if "text/html" in bundle:
            bundle["text/html"] += self._picture()
        return bundle

    def _picture(self) -> str:
        """What is shown below scikit-learn's diagram: the network, once there is one."""
        network: Optional[Network] = getattr(self, "network_", None)
        return "" if network is None else network._picture() or text(network)

    def _warn(self, findings: Iterable[Union[Problem, str]]) -> None:
        warn(findings, of_estimator=True)

    def _kept_columns(self, *names: str) -> Optional[list[str]]:
        """The columns that are learned from even if they identify rows; None are all."""
        if self.keep_identifiers:
            return None
        return [*names, *named_states(self._names(), self.categorical_features)]

    def _threads(self) -> int:
        """scikit-learn's n_jobs as the library's threads: None is one, -1 is one for each core."""
        if self.n_jobs is None:
            return 1
        if not isinstance(self.n_jobs, Integral):
            raise ArgumentTypeError(f"n_jobs is {shown(self.n_jobs)}, not a whole number or None")
        return 0 if self.n_jobs < 0 else int(self.n_jobs)

    def _progress(self) -> ContextManager[Optional[Progress]]:
        return progress_bar(type(self).__name__) if self.verbose else nullcontext()


@contextmanager
def progress_bar(what: str) -> Iterator[Progress]:
    """Shows how far long work is: as tqdm does where it is installed, else on standard error. The
    bar ends with the work."""
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError:

        def show(fraction: float, score: float) -> None:
            sys.stderr.write(f"\r{what}: {100 * fraction:.0f} %")
            sys.stderr.flush()

        yield show
        sys.stderr.write("\n")
        return
    with tqdm(total=100, desc=what, unit="%") as bar:

        def advance(fraction: float, score: float) -> None:
            bar.update(100 * fraction - bar.n)

        yield advance

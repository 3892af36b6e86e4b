"""Probabilistic graphical models: exact inference in Bayesian networks.

>>> import pgm
>>> net = pgm.Network('''
...     Cloudy{no|yes} -> Rain{no|yes} -> Wet{no|yes} <- Sprinkler{off|on} <- Cloudy
...     Cloudy: 0.5 0.5
...     Rain | Cloudy=no: 0.8 0.2
...     Rain | Cloudy=yes: 0.2 0.8
...     Sprinkler | Cloudy=no: 0.5 0.5
...     Sprinkler | Cloudy=yes: 0.9 0.1
...     Wet | Rain=no, Sprinkler=off: 1 0
...     Wet | Rain=yes, Sprinkler=on: 0.01 0.99
...     Wet: 0.1 0.9
... ''')
>>> engine = pgm.Engine(net)
>>> round(float(engine.query("P(Rain=yes | Wet=yes)")), 4)
0.7079
"""

from typing import TYPE_CHECKING, Any

from ._data_file import CategoricalColumn, read_csv
from ._decision import (
    Choice,
    Choices,
    InformationValue,
    Solution,
    decide,
    value_of_information,
)
from ._effect import Effect, Estimate, effect
from ._engine import Engine, Explanation, Forecast, Posteriors
from ._errors import (
    ArgumentError,
    ArgumentTypeError,
    Error,
    EvidenceError,
    ImpossibleEvidenceError,
    IoError,
    Location,
    ModelError,
    ParseError,
    Problem,
    TooLargeError,
    UnknownVariableError,
    Warning,
)
from ._border import no_attribute
from ._evidence import Evidence
from ._explanation import Derivation, explain
from ._exploring import InteractivePage, explore
from ._files import read, write
from ._html import Picture
from ._models import Agreement, Comparison, Examples, compare, complete, score
from ._network import Network, Separation
from ._pgm import Density
from ._pgm import version as __version__
from ._relations import TestResult, associations, test
from ._report import Page, report
from ._results import Distribution, Interval, Marginals, Result
from ._tables import Table

if TYPE_CHECKING:
    from . import distributed as distributed
    from ._classifiers import (
        AODE as AODE,
        FAN as FAN,
        KDB as KDB,
        LDA as LDA,
        QDA as QDA,
        TAN as TAN,
        BayesNetClassifier as BayesNetClassifier,
        JointTable as JointTable,
        NaiveBayes as NaiveBayes,
        ParzenWindow as ParzenWindow,
        StackedBayesNets as StackedBayesNets,
        WeightsOfEvidence as WeightsOfEvidence,
    )
    from ._structures import BayesNetRegressor as BayesNetRegressor
    from ._structures import Cpdag as Cpdag
    from ._structures import StructureLearner as StructureLearner

examples = Examples()

# The estimators need scikit-learn, which is imported when the first of them is used.
_ESTIMATORS = {
    "_classifiers": (
        "AODE",
        "FAN",
        "KDB",
        "LDA",
        "QDA",
        "TAN",
        "BayesNetClassifier",
        "JointTable",
        "NaiveBayes",
        "ParzenWindow",
        "StackedBayesNets",
        "WeightsOfEvidence",
    ),
    "_structures": ("BayesNetRegressor", "Cpdag", "StructureLearner"),
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "distributed":
        return import_module(".distributed", __name__)
    for module, names in _ESTIMATORS.items():
        if name in names:
            return getattr(import_module(f".{module}", __name__), name)
    no_attribute("pgm", name)


def __dir__() -> list[str]:
    return sorted(
        {*globals(), "distributed", *(name for names in _ESTIMATORS.values() for name in names)}
    )


__all__ = [
    "Agreement",
    "ArgumentError",
    "ArgumentTypeError",
    "CategoricalColumn",
    "Choice",
    "Choices",
    "Comparison",
    "Density",
    "Derivation",
    "Distribution",
    "Effect",
    "Engine",
    "Error",
    "Estimate",
    "Evidence",
    "EvidenceError",
    "Examples",
    "Explanation",
    "Forecast",
    "ImpossibleEvidenceError",
    "InformationValue",
    "InteractivePage",
    "Interval",
    "IoError",
    "Location",
    "Marginals",
    "ModelError",
    "Network",
    "Page",
    "ParseError",
    "Picture",
    "Posteriors",
    "Problem",
    "Result",
    "Separation",
    "Solution",
    "Table",
    "TestResult",
    "TooLargeError",
    "UnknownVariableError",
    "Warning",
    "__version__",
    "associations",
    "compare",
    "complete",
    "decide",
    "effect",
    "examples",
    "explain",
    "explore",
    "read",
    "read_csv",
    "report",
    "score",
    "test",
    "value_of_information",
    "write",
]

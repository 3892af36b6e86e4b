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

from ._engine import Engine, Explanation, Posteriors
from ._errors import (
    ArgumentError,
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
)
from ._evidence import Evidence
from ._network import Network, Separation, Table, read, write
from ._pgm import Density
from ._pgm import version as __version__
from ._results import Distribution, Marginals, Result

__all__ = [
    "ArgumentError",
    "Density",
    "Distribution",
    "Engine",
    "Error",
    "Evidence",
    "EvidenceError",
    "Explanation",
    "ImpossibleEvidenceError",
    "IoError",
    "Location",
    "Marginals",
    "ModelError",
    "Network",
    "ParseError",
    "Posteriors",
    "Problem",
    "Result",
    "Separation",
    "Table",
    "TooLargeError",
    "UnknownVariableError",
    "__version__",
    "read",
    "write",
]

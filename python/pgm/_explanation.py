"""Explanations: how an answer is computed, as a textbook writes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence, Union

from . import _pgm
from ._border import at_the_border, shown
from ._errors import ArgumentError, ArgumentTypeError
from ._evidence import EvidenceLike, plain
from ._network import Network

#: In the order of the library's DerivationMethod.
_METHODS = ("enumeration", "elimination", "messages")


@dataclass(frozen=True, repr=False)
class Derivation:
    """The computation of an answer, step by step.

    ``text``, ``latex`` (a document) and ``html`` (a page whose formulas are MathML) say the same;
    ``fractions`` are the numbers of the answer where all tables are short decimals.
    """

    text: str
    latex: str
    html: str
    fractions: list[str]

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.html[self.html.index("<h1>") : self.html.index("</body>")]


@at_the_border
def explain(
    model: Union[Network, str],
    query: str,
    evidence: EvidenceLike = None,
    *,
    method: str = "elimination",
    order: Sequence[str] = (),
    only: Sequence[str] = (),
) -> Derivation:
    """How the answer to a question is computed.

    >>> why = explain("A{a|b} -> B{c|d}; A: 0.8 0.2; B | A=a: 0.1 0.9; B | A=b: 0.9 0.1", "P(B=c)")
    >>> "0.8 x 0.1 + 0.2 x 0.9 = 0.26" in why.text
    True
    >>> why.fractions
    ['13/50']

    Arguments:
        model: a network with numbers, or its text.
        query: a question of the query language whose answer is made of products and sums of tables.
        evidence: what is known beside what the question gives.
        method: "enumeration" (the joint table), "elimination" (one variable after the other) or
            "messages" (along a junction tree).
        order: the variables that are summed out first.
        only: the steps that are written are those that sum out one of these.

    Raises:
        ArgumentError: a question without a derivation, such as one for an entropy.
        ImpossibleEvidenceError: evidence of probability zero.
        TooLargeError: tables of too many cells, or too many steps to be read.
    """
    network = Network(model) if isinstance(model, str) else model
    if not isinstance(network, Network):
        raise ArgumentTypeError(f"{shown(model)} is neither a pgm.Network nor a text")
    if method not in _METHODS:
        raise ArgumentError(f"method is one of {', '.join(_METHODS)}, not {shown(method)}")
    options = (_METHODS.index(method), list(order), list(only))
    return Derivation(
        *_pgm.explain(network._core, query, plain(evidence, network.variables), options)
    )

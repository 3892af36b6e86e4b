"""What is known: findings about variables, by name."""

from __future__ import annotations

from typing import Any, Collection, Mapping, Optional, Sequence, Union

from ._border import border, shown
from ._errors import ArgumentTypeError
from ._warnings import known_columns

#: A state, a number (a value, or the state of that number), a collection of states of which it is
#: one, a likelihood with one number for each state, or the two ends of an interval of a continuous
#: variable, None where there is none. A missing value (None, NaN, NA) is no finding.
Finding = Union[None, str, float, Sequence[Optional[float]], Collection[str]]


@border
class Evidence:
    """Findings about some variables, none of which refers to a network.

    >>> Evidence({"Wet": "yes"}, do={"Sprinkler": "off"})
    Evidence({'Wet': 'yes'}, do={'Sprinkler': 'off'})
    >>> Evidence("Wet=yes, Rain=[0.2, 0.9]")
    Evidence(text='Wet=yes, Rain=[0.2, 0.9]')

    Arguments:
        findings: a mapping from names to findings, or a text in the language of queries.
        do: interventions, a state or a value for each name.
        text: such a text beside a mapping.
    """

    __slots__ = ("_findings", "_interventions", "_text")

    def __init__(
        self,
        findings: Union[str, Mapping[str, Finding], None] = None,
        *,
        do: Optional[Mapping[str, Union[str, float]]] = None,
        text: Optional[str] = None,
    ) -> None:
        if isinstance(findings, str):
            text = findings if text is None else f"{text}, {findings}"
            findings = None
        self._findings: dict[str, Any] = {} if findings is None else _dict_of(findings)
        self._interventions: dict[str, Any] = {} if do is None else _dict_of(do, "interventions")
        if not isinstance(text, (str, type(None))):
            raise ArgumentTypeError(f"text is {shown(text)}, not a text")
        self._text = text

    def _with(self, do: Mapping[str, Union[str, float]]) -> Evidence:
        """This evidence with further interventions."""
        further = {**self._interventions, **_dict_of(do, "interventions")}
        return Evidence(self._findings, do=further, text=self._text)

    def __repr__(self) -> str:
        parts = []
        if self._findings:
            parts.append(repr(self._findings))
        if self._interventions:
            parts.append(f"do={self._interventions!r}")
        if self._text is not None:
            parts.append(f"text={self._text!r}")
        return f"Evidence({', '.join(parts)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Evidence):
            return NotImplemented
        return (
            self._findings == other._findings
            and self._interventions == other._interventions
            and self._text == other._text
        )

    __hash__ = None  # type: ignore[assignment]


#: What every question takes: nothing, a text, a dict of findings, Evidence, a row of a DataFrame.
EvidenceLike = Union[None, str, Mapping[str, Finding], Evidence, Any]


def _dict_of(findings: Any, what: str = "findings") -> dict[Any, Any]:
    """Findings of a mapping or of a row of a DataFrame."""
    if hasattr(findings, "_asdict"):  # of itertuples()
        findings = findings._asdict()
    if hasattr(findings, "columns"):
        raise ArgumentTypeError(
            "evidence is one row, frame.iloc[0]; posteriors(frame, targets) answers for every row"
        )
    if not hasattr(findings, "items"):
        or_text = " or a text" if what == "findings" else ""
        raise ArgumentTypeError(f"{what} are a dict{or_text}, not {shown(findings)}")
    return dict(findings.items())


def plain(evidence: Any, variables: Collection[str]) -> Any:
    """Mappings of other kinds as dicts, and so a row of a DataFrame, of which columns that are no
    variables are left out, as those of a whole DataFrame are."""
    if evidence is None or isinstance(evidence, (dict, str, Evidence)):
        return evidence
    found = _dict_of(evidence)
    if isinstance(evidence, Mapping):
        return found
    return {name: found[name] for name in known_columns(list(found), variables, of_row=True)}

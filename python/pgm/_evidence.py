"""What is known: findings about variables, by name."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence, Union

#: A state, a number (a value, or the state of that number), a likelihood with one number for each
#: state, or the two ends of an interval of a continuous variable, None where there is none.
Finding = Union[str, float, Sequence[Optional[float]]]


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
        self._findings: dict[str, Any] = dict(findings or {})
        self._interventions: dict[str, Any] = dict(do or {})
        self._text = text

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


#: What every question takes: nothing, a text, a dict of findings, or Evidence.
EvidenceLike = Union[None, str, Mapping[str, Finding], Evidence]

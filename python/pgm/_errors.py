"""What pgm throws: subclasses of :class:`Error` and of the nearest builtin exception."""

from __future__ import annotations

from typing import NamedTuple

from ._words import in_python


class Location(NamedTuple):
    """The place of an error in a text (counted from 1) or in a model; 0 and "" do not apply."""

    file: str
    line: int
    column: int
    variable: str
    row: str


class Problem(NamedTuple):
    """One finding of a check that reports everything at once."""

    severity: str
    message: str
    location: Location
    hint: str


class Error(Exception):
    """The base of everything that pgm throws on bad input.

    ``str(error)`` is the whole sentence for a person; the parts are there for programs.
    """

    message: str = ""
    location: Location = Location("", 0, 0, "", "")
    hint: str = ""
    problems: list[Problem] = []


class ParseError(Error, ValueError):
    """Text that does not follow its grammar."""


class ModelError(Error, ValueError):
    """A network that is none; ``problems`` lists all that is wrong with it."""


class EvidenceError(Error, ValueError):
    """A finding that names no variable or state, or contradicts itself."""


class ArgumentError(Error, ValueError):
    """An argument outside its stated range, or a name that is not there."""


class ArgumentTypeError(ArgumentError, TypeError):
    """An argument that is no such thing, or one that there is not."""


class UnknownVariableError(ArgumentError, KeyError):
    """``network[name]`` of a name that is no variable, or ``posterior[state]`` of no state."""

    def __str__(self) -> str:
        return str(self.args[0])


class TooLargeError(Error, MemoryError):
    """Predicted before anything is allocated: the work or memory is beyond the limit."""


class ImpossibleEvidenceError(Error, ValueError):
    """A distribution was asked for under evidence of probability zero."""


class IoError(Error, OSError):
    """The operating system refused to read or write."""


class Warning(UserWarning):
    """What the command line prints as a note or a warning: an answer may not be what was meant."""


_class_of: dict[str, type[Error]] = {
    "parse": ParseError,
    "model": ModelError,
    "evidence": EvidenceError,
    "argument": ArgumentError,
    "argument_type": ArgumentTypeError,
    "too_large": TooLargeError,
    "impossible": ImpossibleEvidenceError,
    "io": IoError,
}


def in_words(problem: Problem) -> Problem:
    """A finding of the compiled part in the words of Python."""
    return problem._replace(message=in_python(problem.message), hint=in_python(problem.hint))


def error(
    kind: str, text: str, message: str, location: Location, hint: str, problems: list[Problem]
) -> Error:
    """An exception of the compiled part; `kind` is the word for its class."""
    made: Error = _class_of[kind](in_python(text))
    made.message, made.hint = in_python(message), in_python(hint)
    made.location, made.problems = location, [in_words(problem) for problem in problems]
    return made

"""Sentences of the library in words of Python: ``decimal=","`` where they say ``--decimal ,``."""

from __future__ import annotations

import re

#: The argument that an option of the command line is, by what it takes: a text or a list of texts.
_TEXTS = {
    "decimal": "decimal",
    "delimiter": "delimiter",
    "encoding": "encoding",
    "algorithm": "algorithm",
    "score": "scoring",
    "test": "test",
    "alpha": "alpha",
    "structure": "structure",
    "continuous": "continuous",
    "continuous-parents": "continuous_parents",
    "missing-cells": "missing",
    "smooth": "smoothing",
    "class-prior": "class_prior",
    "calibrate": "calibration",
    "unseen-configurations": "empty_rows",
    "unseen": "unseen",
}
_LISTS = {
    "missing-marks": "missing_marks",
    "numbers": "numbers",
    "discrete": "discrete",
    "ignore": "ignore",
}
_NUMBERS = ("permutations", "bootstrap")
_FLAGS = {"no-header": "header=False", "class": "y"}
#: In an estimator, whose tables have been read.
_OF_ESTIMATORS = {"discrete": "categorical_features"}

_PHRASES = {
    "pgm decide finds the best strategy, under which it has one; chance_only() and --chance-only "
    "leave decisions and utilities out": "pgm.decide(network) finds the best strategy, and the "
    "network of its solution has one",
    "'pgm fit DATA --class COLUMN --structure TEXT'": "pgm.StructureLearner(text).fit(table)",
    "'pgm fit DATA --class COLUMN --structure FILE'": "pgm.StructureLearner(arcs).fit(table)",
    "learn_incomplete() with draw, complete or em": 'missing="draw", "complete" or "em"',
    "DataOptions::encoding = latin1": 'encoding="latin1"',
    "unseen values may be taken as missing": 'unseen="missing" takes such values as missing',
}

#: An option and its value, unless that is the verb of a sentence: "--ignore leaves it out".
_OPTION = re.compile(
    r"--([a-z][a-z-]*[a-z])"
    r"(?: (?!(?:leaves|reads|keeps|makes|takes|gives|says|names) )('[^']*'|[^\s;:()]+))?"
)


def in_python(sentence: str, *, of_estimator: bool = False) -> str:
    """The sentence with arguments of Python for options of the command line."""
    for phrase, words in _PHRASES.items():
        sentence = sentence.replace(phrase, words)
    if "--" not in sentence:
        return sentence
    lists = {**_LISTS, **_OF_ESTIMATORS} if of_estimator else _LISTS

    def argument(found: re.Match[str]) -> str:
        option, value = found[1], found[2]
        rest = "" if value is None else f" {value}"
        if option in _FLAGS:
            return _FLAGS[option] + rest
        if option in _NUMBERS and value is not None:
            return f"{option}={value}"
        name = _TEXTS.get(option) or lists.get(option)
        if name is None:
            return found[0]
        if value is None:
            return name
        text = value[1:-1] if value.startswith("'") else value
        end = "" if text == "," else text[len(text.rstrip(",.")) :]
        text = text[: len(text) - len(end)]
        if option in _TEXTS:
            return f'{name}="{text}"{end}'
        return f"{name}=[{', '.join(quoted(part) for part in text.split(','))}]{end}"

    return _OPTION.sub(argument, sentence)


def quoted(text: str) -> str:
    """A text as Python has it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

"""The examples in the docstrings give what they print."""

import doctest
from importlib import import_module

import pytest

import pgm
from pgm import (
    _data_file,
    _decision,
    _effect,
    _engine,
    _evidence,
    _explanation,
    _exploring,
    _models,
    _network,
    _relations,
)


@pytest.mark.parametrize(
    "module",
    [
        pgm,
        _data_file,
        _decision,
        _effect,
        _engine,
        _evidence,
        _explanation,
        _exploring,
        _models,
        _network,
        _relations,
    ],
)
def test_examples(module):
    found = doctest.testmod(module)
    assert found.failed == 0
    assert found.attempted > 0


@pytest.mark.parametrize("name", ["_classifiers", "_structures", "distributed"])
def test_examples_of_estimators(name):
    pytest.importorskip("sklearn")
    test_examples(import_module(f"pgm.{name}"))

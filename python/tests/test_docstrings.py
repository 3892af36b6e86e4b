"""The examples in the docstrings give what they print."""

import doctest

import pytest

import pgm
from pgm import _engine, _evidence, _network


@pytest.mark.parametrize("module", [pgm, _engine, _evidence, _network])
def test_examples(module):
    found = doctest.testmod(module)
    assert found.failed == 0
    assert found.attempted > 0

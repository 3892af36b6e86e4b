"""Derivations: the fractions of the textbook, and what is refused."""

import pickle

import pytest

import pgm


def test_the_sprinkler():
    for method in ("enumeration", "elimination", "messages"):
        why = pgm.explain(pgm.examples["sprinkler"], "P(Rain=yes | Wet=yes)", method=method)
        assert why.fractions == ["509/719"]
        assert "509 / 719" in repr(why) and "<math" in why._repr_html_()
        assert why.latex.startswith("\\documentclass") and "<script" not in why.html
    assert pickle.loads(pickle.dumps(why)) == why


def test_evidence_and_order():
    net = pgm.examples["asia"]
    why = pgm.explain(net, "P(lung=yes)", {"smoke": "yes", "xray": "yes"}, order=["either"])
    assert why.fractions == ["122500/189631"]
    assert "Step 1: sum out either" in why.text
    some = pgm.explain(net, "P(lung=yes)", "smoke=yes, xray=yes", only=["tub"])
    assert "sum out tub" in some.text and "sum out asia" not in some.text


def test_what_has_no_derivation():
    net = pgm.examples["asia"]
    with pytest.raises(pgm.ArgumentError, match="no derivation of an entropy"):
        pgm.explain(net, "H(lung)")
    with pytest.raises(pgm.ImpossibleEvidenceError):
        pgm.explain(net, "P(lung)", {"tub": "yes", "either": "no"})
    with pytest.raises(ValueError, match="elimination"):
        pgm.explain(net, "P(lung)", method="magic")
    with pytest.raises(TypeError):
        pgm.explain(7, "P(lung)")

"""Findings as Python writes them: missing ones, truth values, several states, rows of a frame."""

import math

import numpy as np
import pytest

import pgm

# P(B=yes) = 0.7 * 0.1 + 0.3 * 0.8 = 0.31, P(A=yes | B=yes) = 0.24 / 0.31
PAIR = "A{no|yes} -> B{no|yes}; A: 0.7 0.3; B | A=no: 0.9 0.1; B | A=yes: 0.2 0.8"
TRUTHS = "A{0|1} -> B{False|True}; A: 0.3 0.7; B | A=0: 0.9 0.1; B | A=1: 0.2 0.8"
SIZES = """
    Size{low|mid|high} -> B{no|yes}; Size -> X{real}; Size: 0.5 0.3 0.2
    B | Size=low: 0.9 0.1; B | Size=mid: 0.5 0.5; B | Size=high: 0.2 0.8
    X | Size=low: normal(0, sd 1); X | Size=mid: normal(1, sd 1); X | Size=high: normal(2, sd 1)
"""


@pytest.fixture(scope="module")
def pair():
    return pgm.Engine(pgm.Network(PAIR))


@pytest.fixture(scope="module")
def sizes():
    return pgm.Engine(pgm.Network(SIZES))


def missing_values():
    values = [None, float("nan"), np.float32("nan"), np.nan, np.ma.masked]
    try:
        import pandas as pd
    except ImportError:
        return values
    return [*values, pd.NA, pd.NaT]


@pytest.mark.parametrize("missing", missing_values(), ids=repr)
def test_a_missing_value_is_no_finding(pair, sizes, missing):
    found = pair.marginals({"A": missing, "B": "yes"})
    assert found["A"]["yes"] == pytest.approx(0.24 / 0.31, rel=1e-14)
    assert pair.marginals(pgm.Evidence({"A": missing}))["B"]["yes"] == pytest.approx(0.31)
    assert sizes.log_evidence({"X": missing}) == 0
    with pytest.raises(pgm.ArgumentError, match="no variable 'a'"):
        pair.marginals({"a": missing})
    with pytest.raises(pgm.Error):
        pair.marginals(pgm.Evidence(do={"A": missing}))


@pytest.mark.parametrize("yes", [True, np.bool_(True), 1, 1.0, np.int8(1), "1", "true", "TRUE"])
def test_a_truth_value_is_the_state_of_one(yes):
    for names in ("False|True", "false|true", "0|1", "FALSE|TRUE", "TRUE|FALSE"):
        engine = pgm.Engine(pgm.Network(f"A{{{names}}}; A: 0.3 0.7"))
        expected = 0.3 if names.startswith("TRUE") else 0.7
        assert math.exp(engine.log_evidence({"A": yes})) == pytest.approx(expected, rel=1e-14)
    engine = pgm.Engine(pgm.Network("A{1|2|3}; A: 0.2 0.3 0.5"))
    if not isinstance(yes, (bool, np.bool_)) and yes not in ("true", "TRUE"):
        assert math.exp(engine.log_evidence({"A": yes})) == pytest.approx(0.2, rel=1e-14)
    else:
        with pytest.raises(pgm.EvidenceError):
            engine.log_evidence({"A": yes})


def test_truth_values_of_a_table_are_those_of_the_network():
    engine = pgm.Engine(pgm.Network(TRUTHS))
    expected = [0.56 / 0.59, 0.14 / 0.41]  # P(A=1 | B)
    for column in (
        [True, False],
        [1, 0],
        [1.0, 0.0],
        ["true", "false"],
        ["1", "0"],
        np.array([True, False]),
        [np.bool_(True), np.bool_(False)],
    ):
        found = engine.posteriors({"B": column}, ["A"])
        assert found.probabilities["A"][:, 1] == pytest.approx(expected, rel=1e-13)
    found = engine.posteriors({"A": [True, False]}, ["B"])
    assert found.probabilities["B"][:, 1] == pytest.approx([0.8, 0.1], rel=1e-13)


@pytest.mark.parametrize("kind", [list, tuple, set, frozenset, np.array])
def test_several_states_are_one_of_them(sizes, kind):
    found = sizes.marginals({"Size": kind(["low", "mid"])})
    assert found["B"]["yes"] == pytest.approx(0.2 / 0.8, rel=1e-14)
    assert found.log_evidence == pytest.approx(math.log(0.8), rel=1e-14)
    assert sizes.log_evidence({"Size": kind(["high"])}) == pytest.approx(math.log(0.2), rel=1e-14)


def test_states_are_told_from_likelihoods():
    engine = pgm.Engine(pgm.Network("A{0|1} -> B{no|yes}; A: 0.4 0.6; B: 0.5 0.5"))
    assert engine.marginals({"A": ["0", "1"]})["A"]["1"] == pytest.approx(0.6, rel=1e-14)
    assert engine.marginals({"A": {0, 1}})["A"]["1"] == pytest.approx(0.6, rel=1e-14)
    assert engine.marginals({"A": [False, True]})["A"]["1"] == pytest.approx(0.6, rel=1e-14)
    assert engine.marginals({"A": [1]})["A"]["1"] == 1
    # A number for each state is a likelihood: 0.4 * 0.2 and 0.6 * 0.9.
    for numbers in ([0.2, 0.9], (0.2, 0.9), np.array([0.2, 0.9])):
        assert engine.marginals({"A": numbers})["A"]["1"] == pytest.approx(0.54 / 0.62, rel=1e-14)
    assert engine.marginals({"A": [0, 1]})["A"]["1"] == 1


def test_what_is_no_state_is_refused_by_name(sizes):
    for finding in (["low", "midd"], {"low", None}, [1, 2], ["low", object()], object(), b"low"):
        with pytest.raises(pgm.Error, match="Size"):
            sizes.marginals({"Size": finding})
    for finding in ("tall", {"low"}, {1.0, 2.0}, [1, 2, 3], ["a", "b"], object(), True):
        with pytest.raises(pgm.Error):
            sizes.marginals({"X": finding})
    with pytest.raises(pgm.EvidenceError, match="did you mean 'mid'"):
        sizes.marginals({"Size": ["midd"]})
    for evidence in (1, object(), {1: "yes"}, [("Size", "low")]):
        with pytest.raises(pgm.ArgumentError) as error:
            sizes.marginals(evidence)
        assert isinstance(error.value, TypeError) and "_pgm" not in str(error.value)


def test_a_row_of_a_frame_is_evidence(pair):
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"A": ["yes", None], "B": ["no", "yes"]})
    assert pair.marginals(frame.iloc[0])["A"]["yes"] == 1
    assert pair.marginals(frame.iloc[1])["A"]["yes"] == pytest.approx(0.24 / 0.31, rel=1e-14)
    assert pair.log_evidence(frame.iloc[1]) == pytest.approx(math.log(0.31), rel=1e-14)
    assert pair.mpe(frame.iloc[1]).assignment == {"A": "yes"}
    assert pair.marginals(pgm.Evidence(frame.iloc[1]))["A"]["yes"] == pytest.approx(0.24 / 0.31)
    assert "<svg" in pair.network.svg(frame.iloc[1])
    with pytest.warns(pgm.Warning, match="'B' differs from 'b' in letter case only"):
        found = pair.marginals(pd.Series({"A": "yes", "b": "no"}))
    assert found["B"]["yes"] == pytest.approx(0.8, rel=1e-14)
    for table in (frame, frame.head(1)):
        for ask in (pair.marginals, pgm.Evidence):
            with pytest.raises(pgm.ArgumentError, match=r"frame.iloc\[0\]"):
                ask(table)
    with pytest.raises(pgm.ArgumentError, match="no column is a variable"):
        pair.marginals(pd.Series({"a": "yes"}))


def test_values_of_numpy_without_axes_and_all_marks_of_missing_cells_are_taken(pair, sizes):
    np = pytest.importorskip("numpy")
    given_yes = pair.marginals({"B": "yes"})["A"]["yes"]
    for value in (np.array("yes"), np.str_("yes"), np.array("yes", dtype=object)):
        assert pair.marginals({"B": value})["A"]["yes"] == given_yes
    assert sizes.marginals({"X": np.array(1.0)})["Size"] == sizes.marginals({"X": 1.0})["Size"]
    for missing in (np.ma.masked, "", np.array(np.nan), np.float32("nan")):
        assert pair.marginals({"B": missing})["A"]["yes"] == pytest.approx(0.3)
        assert sizes.log_evidence({"X": missing}) == 0
    above = sizes.marginals({"X": (0, None)})["Size"].to_dict()
    for bound in (math.nan, np.float64("nan"), np.ma.masked):
        assert sizes.marginals({"X": (0, bound)})["Size"].to_dict() == above


def test_named_tuples_of_rows_are_evidence_and_absent_columns_are_no_matter(pair, recwarn):
    pd = pytest.importorskip("pandas")
    row = next(pd.DataFrame({"B": ["yes"]}).itertuples(index=False))
    assert pair.marginals(row)["A"]["yes"] == pytest.approx(0.24 / 0.31)
    assert not recwarn
    found = pair.marginals(pd.Series({"B": "yes", "id": 7}))
    assert found["A"]["yes"] == pytest.approx(0.24 / 0.31)
    assert [str(warning.message) for warning in recwarn] == [
        "ignored, for the network does not know it: 'id'"
    ]


def test_interventions_are_a_mapping_or_a_row(pair):
    pd = pytest.importorskip("pandas")
    do = pgm.Evidence(do=pd.Series({"A": "yes"}))
    assert pair.marginals(do)["B"]["yes"] == pytest.approx(0.8)
    for call in (
        lambda: pgm.Evidence(do="A=yes"),
        lambda: pgm.Evidence(do=["A"]),
        lambda: pgm.Evidence({}, text=5),
        lambda: pgm.Evidence(A="yes"),
    ):
        with pytest.raises(pgm.ArgumentTypeError):
            call()

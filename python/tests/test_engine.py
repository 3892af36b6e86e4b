"""Questions: numbers worked out by hand, evidence in every form, batches."""

import math
import threading

import numpy as np
import pytest

import pgm

LAWN = """
    Cloudy{no|yes} -> Rain{no|yes} -> Wet{no|yes} <- Sprinkler{off|on} <- Cloudy
    Cloudy: 0.5 0.5
    Rain | Cloudy=no: 0.8 0.2
    Rain | Cloudy=yes: 0.2 0.8
    Sprinkler | Cloudy=no: 0.5 0.5
    Sprinkler | Cloudy=yes: 0.9 0.1
    Wet | Rain=no, Sprinkler=off: 1 0
    Wet | Rain=yes, Sprinkler=on: 0.01 0.99
    Wet: 0.1 0.9
"""
# Murphy 2001, "The Bayes Net Toolbox for MATLAB": P(Wet) = 0.6471, P(Rain | Wet) = 0.708.
WET = 0.6471
RAIN_IF_WET = 0.4581 / 0.6471


@pytest.fixture(scope="module")
def net():
    return pgm.Network(LAWN)


@pytest.fixture(scope="module")
def engine(net):
    return pgm.Engine(net)


def test_questions_have_results_of_their_kind(engine):
    probability = engine.query("P(Rain=yes | Wet=yes)")
    assert float(probability) == pytest.approx(RAIN_IF_WET, rel=1e-13)
    joint = engine.query("P(Rain, Sprinkler | Wet=yes)")
    assert joint.to_numpy().shape == (2, 2)
    assert sum(joint.to_dict().values()) == pytest.approx(1, rel=1e-14)
    assert joint.distribution[("no", "off")] == 0
    best = engine.query("argmax(Rain, Sprinkler | Wet=yes)")
    assert best.assignment == {"Rain": "yes", "Sprinkler": "off"}
    assert best.best == []
    three = engine.query("argmax 3 (Rain, Sprinkler | Wet=yes)")
    assert len(three.best) == 3 and three.best[0][0] == three.assignment
    assert three.best[0][1] > three.best[1][1] > three.best[2][1]
    with pytest.raises(pgm.ArgumentError):
        float(joint)
    with pytest.raises(pgm.ParseError) as error:
        engine.query("P(Rain=yess)")
    assert "yes" in error.value.hint


def test_evidence_has_many_forms(engine):
    forms = [{"Wet": "yes"}, "Wet=yes", pgm.Evidence({"Wet": "yes"}), pgm.Evidence("Wet=yes")]
    for evidence in forms:
        found = engine.marginals(evidence)
        assert found.log_evidence == pytest.approx(math.log(WET), rel=1e-13)
        assert found["Rain"]["yes"] == pytest.approx(RAIN_IF_WET, rel=1e-13)
    soft = engine.marginals({"Wet": [0.2, 0.9]})
    text = engine.marginals("Wet=[0.2, 0.9]")
    assert soft["Rain"].to_dict() == text["Rain"].to_dict()
    done = engine.marginals(pgm.Evidence(do={"Sprinkler": "on"}))
    assert done["Cloudy"]["yes"] == 0.5
    both = engine.marginals(pgm.Evidence({"Wet": "yes"}, text="Rain=yes or Sprinkler=on"))
    assert both.log_evidence == pytest.approx(math.log(WET), rel=1e-12)
    assert list(engine.marginals({}, targets=["Wet"])) == ["Wet"]


def test_impossible_evidence_is_an_outcome():
    engine = pgm.Engine(pgm.Network("A{no|yes} -> B{no|yes}; A: 1 0; B: 0.5 0.5"))
    found = engine.marginals({"A": "yes"})
    assert found.impossible and engine.log_evidence({"A": "yes"}) == -math.inf
    with pytest.raises(pgm.ImpossibleEvidenceError):
        found["B"]
    assert engine.query("P(B | A=yes)").impossible
    assert engine.mpe({"A": "yes"}).assignment is None


def test_mistakes_in_evidence_are_refused(engine):
    for evidence in ({"Wet": "wet"}, {"wet": "yes"}, {"Wet": [1, 2, 3]}, "Wet", "Wet=yes=no"):
        with pytest.raises(pgm.Error):
            engine.marginals(evidence)
    for evidence in (1, object(), {1: "yes"}, {"Wet": object()}):
        with pytest.raises(TypeError):
            engine.marginals(evidence)
    for question in (None, 1, b"P(Rain)"):
        with pytest.raises(TypeError):
            engine.query(question)


def test_the_most_probable_explanation(engine):
    found = engine.mpe({"Wet": "yes"})
    assert found.assignment["Rain"] == "yes" and found.assignment["Cloudy"] == "yes"
    # 0.5 * 0.8 * 0.9 * 0.9 of 0.6471
    assert math.exp(found.log_probability) == pytest.approx(0.324 / WET, rel=1e-12)


def test_continuous_variables_have_densities():
    net = pgm.Network("X{real} -> Y{real}; X: normal(1, sd 2); Y: normal(3 X, var 4)")
    engine = pgm.Engine(net)
    y = engine.query("P(Y)").density
    assert (y.mean, y.variance) == (pytest.approx(3), pytest.approx(40))
    x = engine.marginals({"Y": 7.0})["X"]
    # 1 + 12/40 (7 - 3), and 4 - 144/40
    assert (x.mean, x.variance) == (pytest.approx(2.2), pytest.approx(0.4))
    assert x.cdf(x.quantile(0.3)) == pytest.approx(0.3)
    assert float(engine.query("P(X > 1)")) == pytest.approx(0.5)
    part = engine.marginals({"X": (1, None)})["X"]
    assert part.mean == pytest.approx(1 + 2 * math.sqrt(2 / math.pi))
    with pytest.raises(pgm.Error):
        x.quantile(1.5)


def test_many_rows_are_answered_at_once(net, engine):
    pd = pytest.importorskip("pandas")
    frame = net.sample(500, seed=3)
    frame.loc[::7, "Wet"] = np.nan
    frame["other"] = 1
    found = engine.posteriors(frame, ["Rain"])
    for row in range(0, 500, 41):
        known = {
            name: frame[name][row]
            for name in ("Cloudy", "Wet", "Sprinkler")
            if not pd.isna(frame[name][row])
        }
        single = engine.marginals(known)
        np.testing.assert_allclose(
            found.probabilities["Rain"][row], single["Rain"].to_numpy(), rtol=1e-13
        )
        assert found.log_evidence[row] == pytest.approx(single.log_evidence, rel=1e-12)
    same = engine.posteriors({"Wet": ["yes", None], "Cloudy": ["no", "no"]}, ["Rain"], threads=2)
    assert same.probabilities["Rain"].shape == (2, 2)
    with pytest.raises(pgm.EvidenceError):
        engine.posteriors({"Wet": ["yes", "maybe"]}, ["Rain"])
    with pytest.raises(pgm.ArgumentError):
        engine.posteriors({"Wet": ["yes"], "Cloudy": []}, ["Rain"])


def test_threads_share_an_engine(engine):
    answers = []

    def ask():
        for _ in range(200):
            answers.append(float(engine.query("P(Rain=yes | Wet=yes)")))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(answers)) == 1 and len(answers) == 800


def test_results_become_frames(engine):
    pytest.importorskip("pandas")
    frame = engine.query("P(Rain, Sprinkler | Wet=yes)").to_frame()
    assert list(frame.columns) == ["Rain", "Sprinkler", "probability"]
    assert frame["probability"].sum() == pytest.approx(1)
    assert len(engine.marginals("Wet=yes").to_frame()) == 8


def test_cells_that_a_mask_hides_and_categories_that_are_none_are_missing(net):
    pd = pytest.importorskip("pandas")
    engine = pgm.Engine(net)
    known = engine.posteriors({"Rain": [None, "yes"]}, ["Wet"]).probabilities["Wet"]
    masked = np.ma.masked_array(["yes", "yes"], mask=[True, False])
    found = engine.posteriors({"Rain": masked}, ["Wet"]).probabilities["Wet"]
    assert found.tolist() == known.tolist()
    for column in (pd.Categorical([None]), pd.Series([None], dtype="category")):
        found = engine.posteriors({"Rain": column}, ["Wet"]).probabilities["Wet"]
        assert found[0].tolist() == known[0].tolist()


def test_missing_cells_are_answered_given_all_known_ones(net, engine):
    cells = {"Wet": ["yes", None, "yes"], "Rain": [None, "no", None]}
    frame = {**cells, "Sprinkler": ["on", "off", None]}
    found = engine.posteriors(frame, targets="missing")
    assert sorted(found.probabilities) == ["Rain", "Sprinkler", "Wet"]
    assert found.probabilities["Rain"][1].tolist() == [1, 0]
    row = engine.marginals({"Wet": "yes", "Sprinkler": "on"}, ["Rain"])["Rain"]
    assert found.probabilities["Rain"][0, 1] == pytest.approx(row["yes"], rel=1e-12)
    assert found.probabilities["Wet"][1, 1] == pytest.approx(0, abs=1e-15)
    assert engine.posteriors({"Wet": ["no"]}, targets="missing").probabilities == {}


def test_missing_cells_are_drawn_together(net, engine):
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"Rain": [None] * 4000, "Wet": ["yes"] * 4000, "x": range(4000)})
    frame.loc[0, "Rain"] = "no"
    frame["Sprinkler"] = pd.Categorical([None] * 4000, ["off", "on"])
    full = engine.complete(frame, seed=1)
    assert full["Rain"][0] == "no" and list(full["x"]) == list(range(4000))
    assert full[["Rain", "Sprinkler"]].notna().all().all()
    assert (full["Rain"] == "yes").mean() == pytest.approx(RAIN_IF_WET, abs=0.04)
    assert not ((full["Rain"] == "no") & (full["Sprinkler"] == "off")).any()  # cannot be wet
    assert full.equals(engine.complete(frame, seed=1, threads=2))
    assert not full.equals(engine.complete(frame, seed=2))
    assert frame["Rain"].isna().sum() == 3999
    plain = engine.complete({"Rain": ["yes", None], "Wet": ["yes", "no"]})
    assert plain["Rain"][0] == "yes" and plain["Rain"][1] in ("no", "yes")


def test_an_interval_comes_from_the_rows_behind_the_numbers(tmp_path, engine):
    path = tmp_path / "coin.json"
    path.write_text(
        '{"variables": [{"name": "A", "states": ["heads", "tails"], "row_weights": [10],'
        ' "table": [{"p": [0.8, 0.2]}]}]}'
    )
    coin = pgm.Engine(pgm.read(path))
    sure = coin.interval("P(A=heads)")
    assert sure.sd == pytest.approx(math.sqrt(0.8 * 0.2 / 11), rel=0.03)  # Beta(8, 2)
    assert 0.4 < sure.low < 0.6 < 0.95 < sure.high < 1
    assert coin.interval("P(A=heads)", 0.5).low > sure.low
    assert [one.sd for one in coin.interval("P(A)")] == pytest.approx([sure.sd, sure.sd])
    assert coin.interval("argmax(A)") == []
    with pytest.raises(pgm.ArgumentError, match="estimated from rows"):
        engine.interval("P(Rain=yes)")
    with pytest.raises(pgm.ArgumentError, match="between 0 and 1"):
        coin.interval("P(A=heads)", 1.5)

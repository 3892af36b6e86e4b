"""Decisions: the reference numbers of the textbooks, and what is refused."""

import pickle

import pytest

import pgm

OIL = """
    Test{test|not, decision} -> Seismic{closed|open|diffuse|none} <- Oil{dry|wet|soaking}
    Seismic, Test -> Drill{drill|not, decision}
    Test -> Cost{utility}
    Drill, Oil -> Pay{utility}
    Oil: 0.5 0.3 0.2
    Seismic | Test=test, Oil=dry: 0.1 0.3 0.6 0
    Seismic | Test=test, Oil=wet: 0.3 0.4 0.3 0
    Seismic | Test=test, Oil=soaking: 0.5 0.4 0.1 0
    Seismic: 0 0 0 1
    Cost: -10 0
    Pay: -70 50 200 0 0 0
"""


@pytest.fixture
def oil():
    return pgm.Network(OIL)


def test_the_oil_wildcatter(oil):
    found = pgm.decide(oil)
    assert found.maximum_expected_utility == pytest.approx(22.5, rel=1e-12)
    assert found.standard_deviation**2 == pytest.approx(7648.75, rel=1e-12)
    assert found.optimal == "global" and found.order == ["Test", "Drill"]
    assert found.utilities == pytest.approx({"Cost": -10, "Pay": 32.5}, rel=1e-12)
    assert found.probabilities["Drill"] == pytest.approx({"drill": 0.59, "not": 0.41}, rel=1e-12)
    drill = found.strategy["Drill"]
    assert drill.given == ["Test", "Seismic"] and drill.has_influence
    first = drill.rows[0]
    assert first.given == {"Test": "test", "Seismic": "closed"} and first.best == ["drill"]
    assert first.expected_utility == pytest.approx({"drill": 77.5, "not": -10}, rel=1e-12)
    assert [row.best for row in drill.rows] == [["drill"], ["drill"], ["not"], ["drill"]]
    assert "22.5" in repr(found) and "77.5" in repr(found) and "<table" in found._repr_html_()
    assert pgm.decide(OIL).strategy == found.strategy
    assert pickle.loads(pickle.dumps(found)) == found


def test_a_frame_for_each_decision(oil):
    pytest.importorskip("pandas")
    frame = pgm.decide(oil).strategy["Drill"].to_frame()
    assert list(frame.columns) == ["Test", "Seismic", "drill", "not", "best"]
    assert frame["drill"].tolist() == pytest.approx([77.5, 160 / 7, -1660 / 41, 20], rel=1e-12)


def test_the_network_under_the_strategy_answers(oil):
    engine = pgm.Engine(pgm.decide(oil).network)
    assert float(engine.query("P(Oil=dry | Drill=drill)")) == pytest.approx(20 / 59, rel=1e-12)


def test_evidence(oil):
    for evidence, worth in (({"Test": "not"}, 20), ("Test=test, Seismic=open", 160 / 7)):
        found = pgm.decide(oil, evidence)
        assert found.maximum_expected_utility == pytest.approx(worth, rel=1e-12)
    assert list(pgm.decide(oil, {"Test": "not"}).strategy) == ["Drill"]
    with pytest.raises(pgm.ImpossibleEvidenceError, match="no strategy lets the findings occur"):
        pgm.decide(oil, {"Test": "not", "Seismic": "open"})
    with pytest.raises(pgm.ArgumentError, match="is a utility and cannot be observed"):
        pgm.decide(oil, {"Pay": 50})
    with pytest.raises(pgm.ArgumentError, match="several variables together"):
        pgm.decide(oil, "Seismic=open or Oil=dry")


def test_limited_memory():
    pigs = pgm.examples["pigs"]
    forgetful = pgm.decide(pigs, limited=True)
    assert forgetful.maximum_expected_utility == pytest.approx(726.8121, rel=1e-12)
    assert [row.best for row in forgetful.strategy["d2"].rows] == [["leave"], ["treat"]]
    assert pgm.decide(pigs).maximum_expected_utility == pytest.approx(729.225, rel=1e-12)


def test_other_examples():
    clinic = pgm.decide(pgm.examples["clinic"])
    assert clinic.maximum_expected_utility == pytest.approx(47.486053025, rel=1e-12)
    umbrella = pgm.decide(pgm.examples["umbrella"])
    assert umbrella.maximum_expected_utility == pytest.approx(74.55, rel=1e-12)


def test_a_strategy_is_settled(oil, tmp_path):
    path = tmp_path / "never.csv"
    path.write_text("decision,given,choice\nTest,,not\n")
    found = pgm.decide(oil, strategy=path)
    assert found.maximum_expected_utility == pytest.approx(20, rel=1e-12)
    assert found.to_csv().startswith('decision,given,choice\nTest,,not\n')
    again = tmp_path / "again.csv"
    found.to_csv(again)
    assert pgm.decide(oil, strategy=str(again)) == pgm.decide(oil, strategy=found) == found
    path.write_text("decision,given,choice\nTest,,perhaps\n")
    with pytest.raises(pgm.ParseError, match="perhaps"):
        pgm.decide(oil, strategy=path)
    with pytest.raises(pgm.IoError):
        pgm.decide(oil, strategy=tmp_path / "none.csv")
    with pytest.raises(pgm.ArgumentTypeError, match="neither a path nor a pgm.Solution"):
        pgm.decide(oil, strategy={"Test": "not"})


def test_risk_tolerance(oil):
    # Of what the best strategy brings, the certainty equivalent is below the expectation.
    careful = pgm.decide(oil, risk_tolerance=50)
    assert careful.maximum_expected_utility < 22.5
    nearly = pgm.decide(oil, risk_tolerance=1e7)
    assert nearly.maximum_expected_utility == pytest.approx(22.5 - 7648.75 / 2e7, rel=1e-6)
    for bad in (0, -1, float("nan")):
        with pytest.raises(pgm.ArgumentError, match="risk tolerance is a positive number"):
            pgm.decide(oil, risk_tolerance=bad)


def test_a_diagram_is_read_from_a_file(oil, tmp_path):
    path = tmp_path / "oil.json"
    pgm.write(oil, path)
    assert pgm.decide(pgm.read(path)).maximum_expected_utility == pytest.approx(22.5, rel=1e-12)


def test_what_is_no_diagram():
    with pytest.raises(pgm.ModelError):
        pgm.decide("A{no|yes} -> B{no|yes}; A: 0.5 0.5; B: 0.5 0.5")
    with pytest.raises(pgm.ArgumentTypeError, match="neither a pgm.Network nor a text"):
        pgm.decide(3)


def test_a_diagram_is_refused_where_a_distribution_is_wanted(oil):
    for question in (pgm.Engine, lambda net: net.sample(3)):
        with pytest.raises(pgm.Error, match=r"influence diagram.*pgm\.decide\(network\)"):
            question(oil)


def test_a_picture_has_the_posteriors_of_the_best_strategy(oil):
    picture = oil.svg("")
    assert ">0.59<" in picture and ">32.5<" in picture and "stroke-dasharray" in picture


def test_what_looking_first_is_worth(oil):
    (one,) = pgm.value_of_information(oil, ["Oil"], before="Drill")
    assert one == (["Oil"], "Drill", pytest.approx(32.5, rel=1e-12))
    each = pgm.value_of_information(oil)
    assert ["Oil"] in [found.of for found in each]
    assert [found.value for found in each if found.before == "Drill"] == sorted(
        (found.value for found in each if found.before == "Drill"), reverse=True
    )
    with pytest.raises(pgm.ArgumentError):
        pgm.value_of_information(oil, ["Oil"], before="Oil")

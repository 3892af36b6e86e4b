"""What the command line notes and warns of, Python warns of, in its own words."""

import json
import math
import warnings

import numpy as np
import pytest

import pgm
from pgm._words import in_python

PAIR = "A{no|yes} -> B{no|yes}; A: 0.7 0.3; B | A=no: 0.9 0.1; B | A=yes: 0.2 0.8"


def warnings_of(call):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        result = call()
    assert all(issubclass(warning.category, pgm.Warning) for warning in found)
    assert all(warning.filename == __file__ for warning in found)
    return result, [str(warning.message) for warning in found]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("--decimal , reads them as numbers", 'decimal="," reads them as numbers'),
        ("remove them; --decimal , if a comma is", 'remove them; decimal="," if a comma is'),
        ("rows? --ignore c1", 'rows? ignore=["c1"]'),
        ("--ignore 'chest pain', or not", 'ignore=["chest pain"], or not'),
        ("--ignore leaves it out", "ignore leaves it out"),
        ("--no-header reads it as such", "header=False reads it as such"),
        (
            "--missing-marks '?,,NA,None' reads them",
            'missing_marks=["?", "", "NA", "None"] reads them',
        ),
        ("maximisation (--missing-cells em)", 'maximisation (missing="em")'),
        ("choose the same --missing-cells", "choose the same missing"),
        ("--discrete region,plan", 'discrete=["region", "plan"]'),
        ("no -- option", "no -- option"),
    ],
)
def test_options_of_the_command_line_become_arguments(sentence, expected):
    assert in_python(sentence) == expected


def test_estimators_have_their_own_name_for_states():
    assert in_python("--discrete x", of_estimator=True) == 'categorical_features=["x"]'


def test_reading_a_table_warns_in_words_of_python(tmp_path):
    path = tmp_path / "sizes.csv"
    path.write_text("size;kind\n1,5;a\n2,75;b\n")
    _, found = warnings_of(lambda: pgm.read_csv(path))
    assert len(found) == 1 and 'decimal="," reads them as numbers' in found[0]
    assert "--" not in found[0]
    assert warnings_of(lambda: pgm.read_csv(path, decimal=","))[1] == []


def test_reading_a_network_warns_of_what_check_prints(tmp_path):
    path = tmp_path / "thirds.bif"
    path.write_text(
        "network n { } variable A { type discrete [ 3 ] { a, b, c }; }\n"
        "probability ( A ) { table 0.4, 0.4, 0.1999; }\n"
    )
    net, found = warnings_of(lambda: pgm.read(path))
    assert len(found) == 1 and "0.9999" in found[0] and "thirds.bif:2" in found[0]
    assert net["A"].values[0] == pytest.approx(0.4 / 0.9999, rel=1e-14)


def test_a_pool_of_classifiers_is_no_network(tmp_path):
    pd = pytest.importorskip("pandas")
    pytest.importorskip("sklearn")
    rng = np.random.default_rng(3)
    X = pd.DataFrame({name: rng.choice(["u", "v"], 60) for name in "ab"})
    y = np.where((X["a"] == "u") ^ (rng.random(60) < 0.2), "p", "q")
    for model, words in (
        (pgm.StackedBayesNets(["nb", "tan"]), "no joint distribution"),
        (pgm.AODE(), "averages 2 networks"),
    ):
        path = tmp_path / "model.json"
        model.fit(X, y).write(path)
        if len(model.networks_) == 1:
            continue
        with pytest.raises(pgm.ArgumentError, match=words):
            pgm.read(path)
        assert len(pgm.read(path, member=1)) == 3
        with pytest.raises(pgm.ArgumentError, match="has . networks"):
            pgm.read(path, member=9)


def test_misspelt_columns_are_told():
    engine = pgm.Engine(pgm.Network(PAIR))
    found, sentences = warnings_of(
        lambda: engine.posteriors({"A": ["no", "yes"], "b": ["no", "no"]}, ["B"])
    )
    assert any("'b'" in sentence for sentence in sentences)
    assert found.probabilities["B"][:, 1] == pytest.approx([0.1, 0.8], rel=1e-14)
    _, sentences = warnings_of(lambda: engine.posteriors({"A": ["no"], "id": [7.0]}, ["B"]))
    assert sentences == ["ignored, for the network does not know it: 'id'"]
    assert warnings_of(lambda: engine.posteriors({"A": ["no"]}, ["B"]))[1] == []
    for table in ({"a": ["no", "yes"]}, {"B": ["no"]}, {}):
        with pytest.raises(pgm.ArgumentError, match="no column is a variable"):
            engine.posteriors(table, ["B"])


def test_values_that_are_no_states_are_errors_or_missing_as_wished():
    engine = pgm.Engine(pgm.Network(PAIR))
    table = {"A": ["no", "Yes", "maybe"]}
    with pytest.raises(pgm.EvidenceError) as error:
        engine.posteriors(table, ["B"])
    assert "'A' is 'Yes' in row 2" in str(error.value) and 'unseen="missing"' in str(error.value)
    assert "classifier" not in str(error.value)
    found, sentences = warnings_of(lambda: engine.posteriors(table, ["B"], unseen="missing"))
    assert found.probabilities["B"][:, 1] == pytest.approx([0.1, 0.31, 0.31], rel=1e-14)
    assert len(sentences) == 1 and "'Yes' differs from 'yes' in letter case only" in sentences[0]


def test_a_classifier_warns_of_values_that_it_has_not_seen():
    pd = pytest.importorskip("pandas")
    pytest.importorskip("sklearn")
    X = pd.DataFrame({"sex": ["male"] * 40 + ["female"] * 40})
    y = ["p"] * 35 + ["q"] * 5 + ["p"] * 5 + ["q"] * 35
    model = pgm.NaiveBayes().fit(X, y)
    rows = pd.DataFrame({"sex": ["male", "Male"]})
    found, sentences = warnings_of(lambda: model.predict_proba(rows))
    assert found[:, 0] == pytest.approx([36 / 42, 0.5], rel=1e-14)
    assert len(sentences) == 1 and "'Male' differs from 'male'" in sentences[0]
    for call in (model.predict, model.predict_log_proba, model.decision_function):
        assert len(warnings_of(lambda: call(rows))[1]) == 1
    assert len(warnings_of(lambda: model.predict(rows, reject=0.1))[1]) == 1
    with pytest.raises(pgm.EvidenceError, match="'Male' in row 2"):
        pgm.NaiveBayes(unseen="error").fit(X, y).predict(rows)


def test_truth_values_that_another_program_wrote_as_numbers_are_seen():
    pd = pytest.importorskip("pandas")
    pytest.importorskip("sklearn")
    X = pd.DataFrame({"cough": [True] * 30 + [False] * 30})
    model = pgm.NaiveBayes().fit(X, ["ill"] * 25 + ["well"] * 5 + ["well"] * 30)
    expected = model.predict_proba(X)
    for column in (X["cough"].astype(int), X["cough"].astype(str).str.lower()):
        found, sentences = warnings_of(lambda: model.predict_proba(X.assign(cough=column)))
        assert np.array_equal(found, expected) and sentences == []


def test_what_a_format_has_no_place_for_is_told(tmp_path):
    net = pgm.Network("A{no|yes} -> X{real}; A: 0.5 0.5; X: normal(0, sd 1)")
    with pytest.raises(pgm.Error):
        pgm.write(net, tmp_path / "net.bif")
    losses, sentences = warnings_of(lambda: pgm.write(net, tmp_path / "net.json"))
    assert losses == [] and sentences == []
    assert json.loads((tmp_path / "net.json").read_text())


def test_forecasts_have_the_log_evidence_of_their_rows():
    net = pgm.Network("G{f|m} -> h{real}; G: 0.4 0.6")
    net["h"] = {"G=f": "normal(165, sd 6)", "G=m": "normal(178, sd 6)"}
    found = pgm.Engine(net).posteriors({"G": ["f", "m", None]}, ["h"])
    assert found.forecasts["h"].mean[:2] == pytest.approx([165, 178])
    assert found.log_evidence == pytest.approx([math.log(0.4), math.log(0.6), 0], abs=1e-14)
    chain = pgm.Network("x{real} -> y{real}; x: normal(0, sd 2); y: normal(x, sd 1)")
    found = pgm.Engine(chain).posteriors({"x": [1.0, 0.0]}, ["y"])
    density = -np.array([1.0, 0.0]) / 8 - math.log(2 * math.sqrt(2 * math.pi))
    assert found.log_evidence == pytest.approx(density, rel=1e-13)


def test_a_given_structure_warns_of_codes_that_are_taken_as_numbers():
    pytest.importorskip("sklearn")
    wards = np.arange(60).reshape(-1, 2) % 3
    _, found = warnings_of(lambda: pgm.StructureLearner("x0 -> x1").fit(wards))
    assert len(found) == 1 and "'x0' and 'x1' have at most 10 different whole numbers" in found[0]
    states = pgm.StructureLearner("x0 -> x1", categorical_features=[0, 1])
    assert warnings_of(lambda: states.fit(wards))[1] == []


def test_learning_arcs_warns_of_what_its_score_does():
    pytest.importorskip("sklearn")
    table = np.random.default_rng(3).normal(size=(100, 12))
    learner, sentences = warnings_of(lambda: pgm.StructureLearner().fit(table))
    assert len(sentences) == 1 and sentences == learner.remarks_
    assert sentences[0].startswith("12 columns are more than the square root of 100 rows")
    assert warnings_of(lambda: pgm.StructureLearner(scoring="bic:2").fit(table))[1] == []
    assert warnings_of(lambda: pgm.BayesNetRegressor().fit(table[:, 1:], table[:, 0]))[1]


def test_learning_arcs_warns_of_columns_that_cannot_be_learned_from():
    pd = pytest.importorskip("pandas")
    pytest.importorskip("sklearn")
    rng = np.random.default_rng(7)
    celsius = rng.normal(15, 8, 80)
    frame = pd.DataFrame({"celsius": celsius, "fahrenheit": 1.8 * celsius + 32})
    frame = frame.assign(sales=rng.normal(100, 20, 80), same=5.0, empty=np.nan)
    _, sentences = warnings_of(lambda: pgm.StructureLearner().fit(frame))
    for words in (
        "'empty' has no value at all and is left out",
        "'same' has the same number in every row and is left out",
        "'fahrenheit' is a linear function of 'celsius'",
    ):
        assert sum(words in sentence for sentence in sentences) == 1
    assert warnings_of(lambda: pgm.StructureLearner().fit(frame[["celsius", "sales"]]))[1] == []


def test_completing_and_explaining_warn_of_values_that_are_no_states():
    pytest.importorskip("sklearn")
    pd = pytest.importorskip("pandas")
    engine = pgm.Engine(pgm.Network("A{no|yes} -> B{no|yes}; A: 0 1; B | A=no: 1 0; B: 0 1"))
    table = {"A": ["Yes", None], "B": [None, "yes"]}
    with pytest.raises(pgm.EvidenceError, match='unseen="missing"'):
        engine.complete(table)
    with pytest.warns(pgm.Warning, match="'Yes' differs from 'yes'"):
        full = engine.complete(table, unseen="missing")
    assert full == {"A": ["yes", "yes"], "B": ["yes", "yes"]}
    rows = pd.DataFrame({"a": ["p", "q", "p", "q"]})
    model = pgm.NaiveBayes().fit(rows, [0, 1, 0, 1])
    with pytest.warns(pgm.Warning, match="'P' differs from 'p'"):
        model.explain(pd.DataFrame({"a": ["P"]}))


def test_columns_that_a_fit_drops_are_told_once():
    pd = pytest.importorskip("pandas")
    pytest.importorskip("sklearn")
    rng = np.random.default_rng(2)
    ill = rng.random(200) < 0.4
    X = pd.DataFrame(
        {"age": rng.normal(50 + 20 * ill, 8), "noise": np.tile([1.5, 2.5], 100), "empty": [None] * 200}
    )
    for model in (pgm.NaiveBayes(), pgm.TAN()):
        _, found = warnings_of(lambda model=model: model.fit(X, ill))
        assert len(found) == len(set(found)) == 2
        assert any("'empty' has no value at all and is left out" == text for text in found)
        assert any("'noise' has no informative cut point" in text for text in found)
    wide = pd.concat([X["noise"].rename(f"n{i}") for i in range(9)], axis=1)
    _, found = warnings_of(lambda: pgm.NaiveBayes().fit(wide, ill))
    assert found == ["'n0' has no informative cut point and is dropped; 8 more like this"]
    _, found = warnings_of(lambda: pgm.BayesNetClassifier().fit(X, ill))
    assert found == ["'empty' has no value at all and is left out"]
    _, found = warnings_of(lambda: pgm.StructureLearner("age -> noise").fit(X[["age", "noise"]]))
    assert found == []

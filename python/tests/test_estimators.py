"""The estimators: scikit-learn's own checks, and that they learn what the library learns."""

import pickle
import sys
import warnings

import numpy as np
import pandas as pd
import pytest

pytest.importorskip("sklearn")

import pgm
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

CLASSIFIERS = [
    pgm.NaiveBayes,
    pgm.TAN,
    pgm.KDB,
    pgm.AODE,
    pgm.FAN,
    pgm.JointTable,
    pgm.LDA,
    pgm.QDA,
    pgm.ParzenWindow,
    pgm.BayesNetClassifier,
    pgm.StackedBayesNets,
]


def expected_failures(estimator):
    """Kernels of a class whose rows weigh 0.0001 are as wide as those of so few rows."""
    reason = "kernels of rows without weight are wide, and reach beyond those of others"
    if isinstance(estimator, pgm.ParzenWindow):
        return {"check_class_weight_classifiers": reason}
    return {}


@parametrize_with_checks(
    [kind() for kind in CLASSIFIERS] + [pgm.BayesNetRegressor(), pgm.StructureLearner()],
    expected_failed_checks=expected_failures,
)
def test_scikit_learn_accepts(estimator, check):
    check(estimator)


@pytest.fixture
def mixed():
    """A frame of texts, categoricals, truth values and numbers with missing values, and labels."""
    rng = np.random.default_rng(5)
    rows = 400
    ill = rng.random(rows) < 0.4
    frame = pd.DataFrame(
        {
            "smoker": np.where(rng.random(rows) < 0.3 + 0.4 * ill, "yes", "no"),
            "stage": pd.Categorical.from_codes(
                rng.integers(0, 2, rows) + ill, ["none", "early", "late"]
            ),
            "cough": rng.random(rows) < 0.2 + 0.5 * ill,
            "age": rng.normal(50 + 10 * ill, 8),
        }
    )
    frame.loc[rng.random(rows) < 0.2, "age"] = np.nan
    frame.loc[rng.random(rows) < 0.2, "smoker"] = None
    return frame, np.where(ill, "ill", "well")


def test_a_mixed_frame_with_missing_cells_goes_through_a_search(mixed):
    X, y = mixed
    search = GridSearchCV(pgm.BayesNetClassifier("nb"), {"structure": ["nb", "tan"]}, cv=3)
    assert search.fit(X, y).best_score_ > 0.8
    assert cross_val_score(pgm.TAN(), X, y, cv=3, n_jobs=2).mean() > 0.8
    calibrated = CalibratedClassifierCV(pgm.NaiveBayes(), cv=3).fit(X, y)
    assert calibrated.predict_proba(X).shape == (400, 2)
    scaled = ColumnTransformer(
        [("scale", StandardScaler(), ["age"])], remainder="passthrough"
    ).set_output(transform="pandas")
    assert make_pipeline(scaled, pgm.NaiveBayes()).fit(X, y).score(X, y) > 0.8


def test_the_states_of_a_categorical_keep_their_order(mixed):
    X, y = mixed
    network = pgm.NaiveBayes().fit(X, y).network_
    assert network.states("stage") == ["none", "early", "late"]
    assert network.states("cough") == ["False", "True"]


def test_counts_give_the_tables_of_naive_bayes():
    X = pd.DataFrame({"a": ["x", "x", "y", "y", "y"]})
    y = pd.Series([1, 1, 1, 0, 0], name="label")
    model = pgm.NaiveBayes(smoothing="laplace:1").fit(X, y)
    assert model.network_["a"].values.tolist() == [[1 / 4, 3 / 4], [3 / 5, 2 / 5]]
    # P(label=1) (1+3)/(2+5), P(a=x | 1) 3/5; P(label=0) 3/7, P(a=x | 0) 1/4
    expected = (4 / 7 * 3 / 5) / (4 / 7 * 3 / 5 + 3 / 7 * 1 / 4)
    assert model.predict_proba(X[:1])[0, 1] == pytest.approx(expected, rel=1e-14)
    assert model.decision_function(X[:1])[0] == pytest.approx(
        np.log(expected / (1 - expected)), rel=1e-13
    )


@pytest.mark.parametrize("kind", [pgm.NaiveBayes, pgm.TAN, pgm.AODE, pgm.QDA, pgm.KDB])
@pytest.mark.parametrize("continuous", ["gaussian", "mdlp"])
def test_rows_in_parts_give_the_bits_of_one_fit(mixed, kind, continuous):
    X, y = mixed
    X = X.astype({"smoker": pd.CategoricalDtype(["no", "yes"])})
    if kind is pgm.QDA and continuous == "mdlp":
        pytest.skip("its features are Gaussian")
    whole = kind(continuous=continuous).fit(X, y)
    parts = kind(continuous=continuous)
    for begin in range(0, 400, 100):
        rows = slice(begin, begin + 100)
        parts.partial_fit(X[rows], y[rows], classes=["ill", "well"])
    assert np.array_equal(whole.predict_proba(X), parts.predict_proba(X))


@pytest.mark.parametrize("continuous", ["gaussian", "mdlp"])
def test_the_class_keeps_its_name_when_rows_come_in_parts(mixed, continuous):
    X, y = mixed
    model = pgm.NaiveBayes(continuous=continuous)
    for rows in (slice(0, 200), slice(200, 400)):
        model.partial_fit(X[rows], pd.Series(y[rows], name="diagnosis"))
    assert "diagnosis" in model.network_.variables


def test_a_weight_of_two_is_two_rows(mixed):
    X, y = mixed
    twice = pd.concat([X, X[:100]], ignore_index=True)
    weights = np.where(np.arange(400) < 100, 2.0, 1.0)
    one = pgm.TAN().fit(X, y, sample_weight=weights).predict_proba(X)
    other = pgm.TAN().fit(twice, np.concatenate([y, y[:100]])).predict_proba(X)
    assert np.array_equal(one, other)


def test_losses_decide_and_doubtful_rows_are_rejected(mixed):
    X, y = mixed
    model = pgm.NaiveBayes().fit(X, y)
    loss = {"treat": {"ill": 0, "well": 1}, "wait": {"ill": 10, "well": 0}}
    ill = model.predict_proba(X)[:, 0]
    assert (model.predict(X, loss=loss) == np.where(1 - ill < 10 * ill, "treat", "wait")).all()
    rejecting = model.predict(X, reject=0.1)
    assert ((rejecting == "reject") == (np.minimum(ill, 1 - ill) > 0.1)).all()
    with pytest.raises(pgm.ArgumentError, match="no loss under class 'well'"):
        model.predict(X, loss={"treat": {"ill": 0}})


def test_explanations_add_up_to_the_log_odds(mixed):
    X, y = mixed
    model = pgm.NaiveBayes().fit(X, y)
    first = model.explain(X[:5])[0]
    assert first.label == model.predict(X[:1])[0]
    assert first.prior + sum(first.weights.values()) + first.interaction == pytest.approx(
        first.log_odds
    )
    assert list(first.to_frame().columns) == ["feature", "weight"]


@pytest.mark.parametrize("kind", CLASSIFIERS)
def test_a_fitted_estimator_is_a_value(mixed, kind):
    X, y = mixed
    X = X[["age"]].assign(b=X["age"] ** 2) if kind in (pgm.LDA, pgm.QDA, pgm.ParzenWindow) else X
    model = kind().fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.predict_proba(X), model.predict_proba(X))
    assert clone(model).get_params() == model.get_params()


def test_arrow_and_polars_tables_give_the_bits_of_pandas(mixed):
    X, y = mixed
    pa = pytest.importorskip("pyarrow")
    pl = pytest.importorskip("polars")
    expected = pgm.TAN().fit(X, y).predict_proba(X)
    table = pa.Table.from_pandas(X)
    assert np.array_equal(pgm.TAN().fit(table, y).predict_proba(table), expected)
    batch = table.to_batches()[0]
    assert np.array_equal(pgm.TAN().fit(batch, y).predict_proba(batch), expected)
    frame = pl.DataFrame(
        {
            "smoker": X["smoker"].astype(object).where(X["smoker"].notna(), None).to_list(),
            "stage": pl.Series(X["stage"].tolist(), dtype=pl.Enum(["none", "early", "late"])),
            "cough": X["cough"].to_list(),
            "age": pl.Series(X["age"].to_numpy()),
        }
    )
    model = pgm.TAN().fit(frame, y)
    assert model.network_.states("stage") == ["none", "early", "late"]
    assert np.array_equal(model.predict_proba(frame), expected)


def test_texts_that_are_numbers_have_the_order_of_numbers_however_they_are_given():
    cells, y = ["9", "10", "9", "10"], [0, 1, 0, 1]
    for column in (pd.Series(cells, dtype=object), pd.Series(cells), pd.Series([9, 10, 9, 10])):
        model = pgm.NaiveBayes(categorical_features="all").fit(pd.DataFrame({"a": column}), y)
        assert model.network_.states("a") == ["9", "10"]


def test_texts_of_arrow_and_polars_may_be_listed_as_categorical():
    pa = pytest.importorskip("pyarrow")
    pl = pytest.importorskip("polars")
    cells, y = ["10", "09", None, "10"], [0, 1, 0, 1]
    dictionaries = [pa.array(part).dictionary_encode() for part in (cells[:1], cells[1:])]
    for table in (
        pa.table({"a": cells}),
        pa.table({"a": pa.chunked_array(dictionaries)}),
        pl.DataFrame({"a": cells}),
        pl.DataFrame({"a": pl.Series(cells, dtype=pl.Categorical)}),
    ):
        for categorical in ("all", "from_dtype"):
            model = pgm.NaiveBayes(categorical_features=categorical).fit(table, y)
            assert model.network_.states("a") == ["09", "10"]


def test_structures_are_learned_under_constraints():
    net = pgm.Network(
        "A{0|1} -> B{0|1} -> C{0|1}; A: 0.4 0.6; B | A=0: 0.9 0.1; B: 0.2 0.8; C | B=0: 0.7 0.3;"
        " C: 0.1 0.9"
    )
    frame = net.sample(2000, seed=3)
    learner = pgm.StructureLearner(constraints="require A -> B\nforbid C -> B").fit(frame)
    assert sorted(learner.arcs_) == [("A", "B"), ("B", "C")]
    assert learner.network_["C"].values == pytest.approx(net["C"].values, abs=0.05)


def test_regression_gives_means_and_intervals_with_missing_cells():
    rng = np.random.default_rng(2)
    X = pd.DataFrame({"x": rng.normal(size=1000), "g": rng.choice(["a", "b"], 1000)})
    y = 2 * X["x"] + np.where(X["g"] == "a", 5, -5) + rng.normal(size=1000)
    X.loc[::7, "x"] = np.nan
    model = pgm.BayesNetRegressor().fit(X, y)
    found = model.forecast(pd.DataFrame({"x": [1.0, np.nan], "g": ["a", "b"]}), interval=0.9)
    assert found.mean == pytest.approx([7, -5], abs=0.3)
    assert found.sd == pytest.approx([1, np.sqrt(5)], rel=0.1)
    assert found.high[0] - found.low[0] == pytest.approx(2 * 1.6449 * found.sd[0], rel=1e-3)
    assert model.score(X, y) > 0.9


def test_unknown_words_and_labels_are_refused_by_name(mixed):
    X, y = mixed
    with pytest.raises(pgm.ArgumentError, match="there is no"):
        pgm.BayesNetClassifier("tann").fit(X, y)
    model = pgm.NaiveBayes(continuous="gaussian").partial_fit(X, y)
    with pytest.raises(pgm.ArgumentError, match="'dead' is none of classes"):
        model.partial_fit(X[:1], ["dead"])
    with pytest.warns(UserWarning, match="starts again"):
        pgm.NaiveBayes().fit(X, y).partial_fit(X, y)
    with pytest.raises(pgm.ArgumentError, match="not a mapping"):
        pgm.NaiveBayes().fit({"a": [1.0]}, [1])
    with pytest.raises(pgm.ArgumentError, match="no column 'agee'"):
        pgm.NaiveBayes(categorical_features=["agee"]).fit(X, y)


def test_progress_ends_with_the_work(mixed, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    pgm.StructureLearner(verbose=True).fit(mixed[0])
    shown = capsys.readouterr().err
    assert shown.startswith("\rStructureLearner: ") and shown.endswith(" %\n")


def test_labels_of_a_series_are_those_of_an_array():
    X = pd.DataFrame({"a": ["u", "v", "u", "w", "v", "u"]})
    for labels in (
        ["yes", "no", "yes", "yes", "no", "no"],
        [3, -1, 3, 3, -1, 2],
        [True, False, True, True, False, True],
    ):
        whole = pgm.NaiveBayes().fit(X, np.array(labels))
        for y in (pd.Series(labels), pd.Series(labels, dtype="category"), pd.Index(labels)):
            model = pgm.NaiveBayes().fit(X, y)
            assert list(model.classes_) == list(whole.classes_)
            assert (model.predict_proba(X) == whole.predict_proba(X)).all()
            assert list(model.predict(X)) == list(whole.predict(X))
    with pytest.raises(ValueError, match="NaN"):
        pgm.NaiveBayes().fit(X, pd.Series(["yes", None, "yes", "yes", "no", "no"]))
    with pytest.raises(ValueError, match="Unknown label type"):
        pgm.NaiveBayes().fit(X, pd.Series([0.5, 1.5, 0.5, 1.5, 0.5, 1.5]))
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        pgm.NaiveBayes().fit(X, pd.Series(["yes", "no", "yes", "no"]))


def people():
    """60 rows: the class depends on x; name and number are other ones in every row."""
    rows = np.arange(60)
    X = pd.DataFrame(
        {
            "name": [f"Person {i}" for i in rows],
            "number": 100 + (7 * rows) % 60,
            "x": np.where(rows % 2, "a", "b"),
            "z": (rows % 4) * 1.5 + rows / 7,
        }
    )
    return X, np.where((rows % 2 == 1) != (rows % 9 == 4), "yes", "no")


def test_columns_that_identify_rows_are_left_out():
    X, y = people()
    plain = X[["x", "z"]]
    for make in (pgm.BayesNetClassifier, pgm.NaiveBayes, pgm.TAN, pgm.StackedBayesNets):
        with pytest.warns(pgm.Warning, match="'number' has 60 .* keep_identifiers=True keeps it"):
            model = make().fit(X, y)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            model.predict(X)
        assert (model.predict_proba(X) == make().fit(plain, y).predict_proba(plain)).all()
        assert "number" not in model.network_.variables
        assert "name" in make(keep_identifiers=True).fit(X, y).network_.variables
        assert (
            "'number' has 60 different whole numbers in 60 rows: it identifies rows and is left"
            " out; keep_identifiers=True keeps it" in model.remarks_
        )
    kept = pgm.NaiveBayes(categorical_features=["number"]).fit(X, y).network_.variables
    assert "number" in kept and "name" not in kept
    written = pgm.BayesNetClassifier("class -> name, x").fit(X, y)
    assert set(written.network_.variables) == {"class", "name", "x"}
    parts = pgm.NaiveBayes(continuous="gaussian").partial_fit(X[:40], y[:40], ["no", "yes"])
    parts.partial_fit(X[40:], y[40:])
    whole = pgm.NaiveBayes(continuous="gaussian").fit(X, y)
    assert (parts.predict_proba(X) == whole.predict_proba(X)).all()


def test_structures_are_learned_without_columns_that_identify_rows():
    X, y = people()
    table = X.assign(y=y)
    learner = pgm.StructureLearner().fit(table)
    assert set(learner.network_.variables) == {"x", "z", "y"}
    assert any("'name' has 60 different values" in remark for remark in learner.remarks_)
    assert "name" in pgm.StructureLearner(keep_identifiers=True).fit(table).network_.variables
    ruled = pgm.StructureLearner(constraints="forbid y -> number").fit(table)
    assert set(ruled.network_.variables) == {"number", "x", "z", "y"}
    target = pd.Series(np.arange(60.0), name="rank")
    regression = pgm.BayesNetRegressor().fit(X, target)
    assert set(regression.network_.variables) == {"rank", "x", "z"}
    assert np.isfinite(regression.predict(X)).all()


def test_codes_and_classes_of_many_numbers_are_named():
    rows = np.arange(442)
    X = pd.DataFrame({"ward": rows % 3, "plan": 1 + (rows // 3) % 2, "size": rows / 7})
    remark = "'ward' and 'plan' have at most 10 different whole numbers and are taken as numbers"
    for fit in (lambda: pgm.StructureLearner().fit(X), lambda: pgm.NaiveBayes().fit(X, rows < 99)):
        with pytest.warns(pgm.Warning, match=remark + ".*categorical_features"):
            fit()
    coded = pgm.StructureLearner(categorical_features=["ward", "plan"]).fit(X)
    assert not any("whole numbers" in r for r in coded.remarks_)
    with pytest.warns(pgm.Warning, match="has 214 different numbers in 442 rows"):
        pgm.NaiveBayes().fit(X, rows % 214)


def test_a_mask_of_numpy_hides_cells_in_fits_and_predictions():
    y = np.array(["a", "b", "a", "b"] * 10)
    mask = np.array([[0, 1], [0, 0], [1, 0], [0, 0]] * 10, dtype=bool)
    numbers = np.arange(80.0).reshape(40, 2) % 7
    words = np.array([["u", "v"], ["u", "w"], ["x", "v"], ["x", "w"]] * 10)
    for cells, unknown in ((numbers, np.nan), (numbers.astype(int), np.nan), (words, None)):
        masked = np.ma.masked_array(cells, mask=mask)
        plain = cells.astype(object if unknown is None else float)
        plain[mask] = unknown
        kind = pgm.NaiveBayes(continuous="gaussian")
        of_masked = clone(kind).fit(masked, y).predict_proba(masked)
        of_plain = clone(kind).fit(plain, y).predict_proba(plain)
        assert of_masked.tolist() == of_plain.tolist()
    with pytest.raises(pgm.ArgumentError, match="masked"):
        pgm.NaiveBayes().fit(words, np.ma.masked_array(y, mask=[True] + [False] * 39))
    with pytest.raises(ValueError, match="NaN"):
        weights = np.ma.masked_array(np.ones(40), mask=[True] + [False] * 39)
        pgm.NaiveBayes().fit(words, y, sample_weight=weights)


def test_a_column_to_be_cut_needs_cut_points():
    X, y = np.arange(40.0).reshape(20, 2), ["a", "b"] * 10
    with pytest.raises(pgm.ArgumentError, match="no cut points for 'x0'"):
        pgm.NaiveBayes(continuous="cut:x0=").fit(X, y)


def test_missing_cells_make_no_arcs_and_are_warned_of():
    rng = np.random.default_rng(5)
    frame = pd.DataFrame({name: rng.choice(["x", "y", "z"], 800) for name in "abcdef"})
    frame = frame.mask(rng.random(frame.shape) < 0.1)
    with pytest.warns(pgm.Warning, match="cells are missing: drawn given the known cells"):
        learner = pgm.StructureLearner().fit(frame)
    assert learner.arcs_ == [] and set(learner.network_.variables) == set("abcdef")
    with pytest.warns(pgm.Warning, match="rows that have some are left out"):
        assert pgm.StructureLearner(missing="complete").fit(frame).confidence_ is None
    with pytest.raises(pgm.ArgumentError, match="would count for arcs"):
        pgm.StructureLearner(missing="sum").fit(frame)


def test_missing_cells_leave_the_arcs_there_are():
    rng = np.random.default_rng(6)
    x = rng.normal(size=600)
    frame = pd.DataFrame({"x": x, "y": x + rng.normal(size=600), "w": rng.normal(size=600)})
    frame = frame.mask(rng.random(frame.shape) < 0.1)
    with pytest.warns(pgm.Warning):
        learner = pgm.StructureLearner().fit(frame)
    assert [set(arc) for arc in learner.arcs_] == [{"x", "y"}]
    assert learner.confidence_ == {("x", "y"): 0.5, ("y", "x"): 0.5}


def test_weights_of_classes_are_weights_of_rows(tmp_path):
    pd = pytest.importorskip("pandas")
    rng = np.random.default_rng(4)
    ill = rng.random(200) < 0.2
    X = pd.DataFrame({"smoker": np.where(rng.random(200) < 0.2 + 0.5 * ill, "yes", "no")})
    weighted = pgm.NaiveBayes(class_weight={True: 2, False: 1}).fit(X, ill)
    doubled = pgm.NaiveBayes().fit(pd.concat([X, X[ill]]), np.concatenate([ill, ill[ill]]))
    assert (weighted.predict_proba(X) == doubled.predict_proba(X)).all()
    balanced = pgm.NaiveBayes(class_weight="balanced", class_prior="proportions").fit(X, ill)
    assert balanced.network_["class"].values == pytest.approx([0.5, 0.5], rel=1e-12)
    for wrong in ("even", {True: "much"}, 3):
        with pytest.raises(pgm.Error, match="class_weight"):
            pgm.NaiveBayes(class_weight=wrong).fit(X, ill)
    with pytest.raises(pgm.ArgumentError, match="partial_fit"):
        pgm.NaiveBayes(class_weight="balanced").partial_fit(X, ill)


def test_a_classifier_is_read_as_it_was_written(tmp_path):
    pd = pytest.importorskip("pandas")
    rng = np.random.default_rng(5)
    X = pd.DataFrame({"a": rng.choice(["u", "v"], 100), "x": rng.normal(size=100)})
    for y in (np.where(X["x"] > 0, "yes", "no"), (X["x"] > 0).astype(int).to_numpy()):
        for model in (pgm.TAN(), pgm.AODE(), pgm.StackedBayesNets(["nb", "tan"])):
            model.fit(X, y).write(tmp_path / "model.json")
            again = type(model).read(tmp_path / "model.json")
            assert (again.predict_proba(X) == model.predict_proba(X)).all()
            assert again.classes_.tolist() == model.classes_.tolist()
            assert again.predict(X[:3]).tolist() == model.predict(X[:3]).tolist()
            assert list(again.feature_names_in_) == ["a", "x"]
    with pytest.raises(pgm.IoError):
        pgm.TAN.read(tmp_path / "none.json")
    pgm.write(pgm.examples["asia"], tmp_path / "asia.json")
    with pytest.raises(pgm.Error):
        pgm.TAN.read(tmp_path / "asia.json")


def test_naive_bayes_takes_sparse_counts():
    from scipy.sparse import csr_matrix

    rng = np.random.default_rng(6)
    y = rng.random(120) < 0.5
    counts = rng.poisson(np.where(y[:, None], [0.3, 2.0, 12.0], [2.0, 0.3, 9.0]))
    model = pgm.NaiveBayes(categorical_features="all").fit(csr_matrix(counts), y)
    assert model.score(csr_matrix(counts), y) > 0.8
    dense = pgm.NaiveBayes(categorical_features="all").fit(counts, y)
    assert (model.predict_proba(csr_matrix(counts)) == dense.predict_proba(counts)).all()


def test_resampled_tables_tell_how_sure_arcs_are():
    pd = pytest.importorskip("pandas")
    rng = np.random.default_rng(7)
    a = rng.normal(size=300)
    table = pd.DataFrame({"a": a, "b": a + rng.normal(size=300), "c": rng.normal(size=300)})
    learner = pgm.StructureLearner(bootstrap=20, random_state=1).fit(table)
    edges = {frozenset(arc) for arc in learner.arcs_}
    assert edges == {frozenset("ab")}
    sure = learner.confidence_
    assert 0.9 < sure["a", "b"] + sure["b", "a"] <= 1 and "of 0." in learner.plot()
    assert learner.cpdag_.arcs == [] and set(learner.cpdag_.edges[0]) == {"a", "b"}
    assert "<svg" in learner.plot()._repr_svg_()
    assert pgm.StructureLearner().fit(table).confidence_ is None
    with pytest.raises(pgm.ArgumentError, match="bootstrap"):
        pgm.StructureLearner("a -> b; c", bootstrap=5).fit(table)
    with pytest.raises(pgm.ArgumentTypeError, match="bootstrap is -1"):
        pgm.StructureLearner(bootstrap=-1).fit(table)


def test_numbers_are_cut_before_a_structure_is_learned():
    pd = pytest.importorskip("pandas")
    rng = np.random.default_rng(8)
    age = rng.normal(50, 10, 600)
    table = pd.DataFrame({"age": age, "ill": np.where(rng.random(600) < age / 100, "yes", "no")})
    learner = pgm.StructureLearner(
        continuous="frequency:3", constraints=["require age -> ill"]
    ).fit(table)
    assert learner.arcs_ == [("age", "ill")] and len(learner.network_.states("age")) == 3
    given = pgm.StructureLearner("age -> ill", continuous="cut:age=50").fit(table)
    assert given.network_.states("age") == ["<50", ">=50"]
    assert pgm.StructureLearner("age -> ill", continuous="width:4").fit(table).score_ is None
    for continuous in ("mdlp", "cut:ill=3", "frequency"):
        with pytest.raises(pgm.ArgumentError):
            pgm.StructureLearner(continuous=continuous).fit(table)
    with pytest.raises(pgm.ArgumentError, match="cuts the target"):
        pgm.BayesNetRegressor(continuous="width:3").fit(table[["ill"]], table["age"])

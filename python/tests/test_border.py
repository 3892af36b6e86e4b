"""What is no argument is refused by pgm.Error in words of this package, never of the binding."""

import copy
import math
import pickle

import pytest

import pgm

PAIR = "A{no|yes} -> B{no|yes}; A: 0.7 0.3; B | A=no: 0.9 0.1; B | A=yes: 0.2 0.8"
OF_BINDING = ("_pgm", "nanobind", "incompatible function", "_core", "argument types")


@pytest.fixture
def net():
    return pgm.Network(PAIR)


@pytest.fixture
def engine(net):
    return pgm.Engine(net)


def refusal(call):
    with pytest.raises(pgm.Error) as error:
        call()
    assert not any(word in str(error.value) for word in OF_BINDING), str(error.value)
    assert error.value.__cause__ is None or not any(
        word in str(error.value.__cause__) for word in OF_BINDING
    )
    return str(error.value)


def test_a_path_is_no_network(net):
    assert "pgm.Engine(pgm.read('asia.bif'))" in refusal(lambda: pgm.Engine("asia.bif"))
    assert "pgm.Engine(pgm.Network('A -> B'))" in refusal(lambda: pgm.Engine("A -> B"))
    assert "comes first" in refusal(lambda: pgm.write("x.bif", net))


def test_parameters_of_estimators_are_told_by_name():
    pytest.importorskip("sklearn")
    table = [[0.5, 1.25], [1.5, 2.5], [3.5, 1.75]] * 4
    for parameter, value, words in (
        ("random_state", None, "random_state is None, not a whole number"),
        ("random_state", -3, "random_state is -3"),
        ("restarts", -1, "restarts is -1"),
        ("alpha", "much", "alpha is 'much', not a number"),
        ("scoring", 3, "scoring is 3, not a text"),
        ("algorithm", None, "algorithm is None"),
        ("missing", 3, "missing is 3"),
        ("n_jobs", "2", "n_jobs is '2', not a whole number or None"),
        ("n_jobs", 1.5, "n_jobs is 1.5"),
        ("smoothing", 5, "no smoothing '5'"),
    ):
        learner = pgm.StructureLearner(**{parameter: value})
        said = refusal(lambda learner=learner: learner.fit(table))
        assert words in said, said
    given = pgm.StructureLearner("x0 -> x1", smoothing=5)
    assert "no smoothing '5'" in refusal(lambda: given.fit(table))
    assert "n_jobs is '2'" in refusal(lambda: pgm.TAN(n_jobs="2").fit(table, [0, 1, 1] * 4))


def test_arguments_of_other_types_are_told_by_name(net, engine):
    assert "text is 5, not a text" in refusal(lambda: engine.query(5))
    assert "text is ['P(A)'], not a text" in refusal(lambda: engine.query(["P(A)"]))
    assert "text is None" in refusal(lambda: engine.query(None))
    assert "threads is -1, not a whole number" in refusal(lambda: pgm.Engine(net, threads=-1))
    assert "interval is 'wide'" in refusal(
        lambda: engine.posteriors({"A": ["no"]}, ["B"], interval=[])
    ).replace("[]", "'wide'")
    assert "statement is 1" in refusal(lambda: net.d_separated(1))
    assert "parent is 1" in refusal(lambda: net.add_arc(1, "A"))
    assert "name is 1" in refusal(lambda: net[1])
    refusal(lambda: net.add_variable(1, ["a"]))
    refusal(lambda: net.add_variable("C", "ab"))
    refusal(lambda: net.add_variable("C", [1, 2]))
    refusal(lambda: net.states(None))
    refusal(lambda: engine.marginals({"A": "yes"}, targets="B"))
    refusal(lambda: engine.marginals({"A": "yes"}, targets=[1]))
    refusal(lambda: engine.posteriors({"A": ["no"]}, [None]))
    refusal(lambda: engine.posteriors({"A": ["no"]}, None))
    refusal(lambda: pgm.Network(7))
    refusal(lambda: pgm.Network([("A", "B", "C")]))
    refusal(lambda: pgm.read(7))
    refusal(lambda: pgm.read_csv(7))


def test_densities_refuse_what_is_no_number():
    density = pgm.Engine(pgm.Network("x{real}; x: normal(0, sd 1)")).marginals()["x"]
    assert density.cdf(0) == pytest.approx(0.5) and density.cdf(x=0) == pytest.approx(0.5)
    assert "cdf() does not take 'a'" in refusal(lambda: density.cdf("a"))
    assert "quantile() does not take nothing" in refusal(lambda: density.quantile())
    refusal(lambda: density.pdf([1.0]))
    refusal(lambda: density.interval(2))


def test_arguments_that_there_are_not_are_refused(net, engine):
    assert "'thread' (did you mean 'threads'?)" in refusal(lambda: pgm.Engine(net, thread=2))
    assert "targets" in refusal(lambda: engine.posteriors({"A": ["no"]}))
    assert "(delimiter)" in refusal(lambda: pgm.read_csv("a.csv", sep=";"))
    assert "'evidences' (did you mean 'evidence'?)" in refusal(
        lambda: engine.query("P(A)", evidences={"B": "no"})
    )
    assert "not 3" in refusal(lambda: engine.query("P(A)", 3))


def test_parameters_of_estimators_are_told():
    pytest.importorskip("sklearn")
    for kind in (pgm.TAN, pgm.KDB, pgm.BayesNetClassifier, pgm.StackedBayesNets):
        message = refusal(lambda: kind(priors=[0.5, 0.5]))
        assert kind.__name__ in message or "BayesNetBase" in message
        assert "class_prior={label: probability}" in message
    assert "random_state" not in refusal(lambda: pgm.NaiveBayes(seed=1))
    assert "(alpha)" in refusal(lambda: pgm.StructureLearner(significance_level=0.01))
    assert '"forbid A -> B"' in refusal(lambda: pgm.StructureLearner(blacklist=[("A", "B")]))
    assert "did you mean 'smoothing'" in refusal(lambda: pgm.NaiveBayes(smothing="mle"))
    refusal(lambda: pgm.StructureLearner(["A -> B"]).fit([[0.0, 1.0], [1.0, 0.5], [2.0, 3.0]]))
    refusal(lambda: pgm.StructureLearner(constraints=[1]).fit([[0.0, 1.0], [1.0, 0.5]]))


def test_columns_that_are_named_twice_or_sparse_are_refused():
    pytest.importorskip("sklearn")
    pd = pytest.importorskip("pandas")
    from scipy.sparse import csr_matrix

    twice = pd.DataFrame([[1.0, 2.0], [2.0, 1.0]], columns=["a", "a"])
    assert "two columns are called 'a'" in refusal(lambda: pgm.NaiveBayes().fit(twice, ["p", "q"]))
    assert "two columns" in refusal(
        lambda: pgm.Engine(pgm.Network("a{real}; a: normal(0, sd 1)")).posteriors(twice, ["b"])
    )
    assert "one-hot" in refusal(
        lambda: pgm.TAN().fit(csr_matrix([[0.0, 1.0], [1.0, 0.0]]), ["p", "q"])
    )


@pytest.mark.parametrize(
    ("get", "meant"),
    [
        (lambda net: net.query("P(A)"), "pgm.Engine(network)"),
        (lambda net: net.save("x.bif"), "pgm.write(network, path)"),
        (lambda net: net.plot(), "network.svg()"),
        (lambda net: pgm.load("x.bif"), "pgm.read(path)"),
        (lambda net: pgm.Engine(net).predict({}), "posteriors"),
    ],
)
def test_words_of_others_are_answered_by_those_of_here(net, get, meant):
    with pytest.raises(AttributeError, match="has no attribute") as error:
        get(net)
    assert meant in str(error.value)
    assert not hasattr(net, "save") and not hasattr(pgm, "load") and not hasattr(net, "_x")


def test_engines_are_pickled_and_copied(engine):
    for same in (pickle.loads(pickle.dumps(engine)), copy.copy(engine), copy.deepcopy(engine)):
        found = same.marginals({"B": "yes"})
        assert found["A"]["yes"] == pytest.approx(0.24 / 0.31, rel=1e-14)
        assert same.network == engine.network


def test_answers_about_numbers_are_pickled_and_copied():
    net = pgm.Network("A{no|yes} -> x{real}; A: 0.3 0.7; x | A=no: normal(0, sd 1)"
                      "; x: normal(3, sd 2)")
    engine = pgm.Engine(net)
    for answer in (
        engine.marginals(),
        engine.marginals({"x": (0, 1)}),
        engine.marginals({"x": 2.0}),
        {"x": engine.query("P(x | A=yes)").density},
    ):
        for same in (pickle.loads(pickle.dumps(answer)), copy.deepcopy(answer)):
            assert repr(same["x"]) == repr(answer["x"])
            assert same["x"].components == answer["x"].components
            assert same["x"].log_evidence == answer["x"].log_evidence
            assert same["x"].cdf(0.7) == pytest.approx(answer["x"].cdf(0.7), rel=1e-14)
            assert same["x"].mean == pytest.approx(answer["x"].mean, rel=1e-14)


def test_a_result_is_a_number(engine):
    r, s = engine.query("P(B=yes)"), engine.query("P(A=yes)")
    assert f"{r:.3f}" == "0.310" and f"{r:.1%}" == "31.0%" and f"{r}" == str(r)
    assert r > 0.3 and 0.3 < r and r >= s and not r < s and s <= r and r != s
    assert r / s == pytest.approx(0.31 / 0.3) and 1 - r == pytest.approx(0.69)
    assert r + s == pytest.approx(0.61) and r * 2 == pytest.approx(0.62) and -r < 0 < abs(r)
    assert round(r, 1) == 0.3 and round(r) == 0 and r**2 == pytest.approx(0.0961)
    assert 2**s == pytest.approx(2**0.3) and sum([r, s]) == pytest.approx(0.61)
    assert r == engine.query("P(B=yes)") == float(r) and len({r, float(r)}) == 1
    assert int(r) == 0 and s // 0.2 == 1 and s % 0.2 == pytest.approx(0.1) and 1 // s == 3
    np = pytest.importorskip("numpy")
    assert np.array([r, s]).dtype == float and np.log(r) == math.log(r) and s < np.float64(0.4)
    assert max(r, s) is r and sorted([r, s])[0] is s and bool(r)
    distribution = engine.query("P(B)")
    assert distribution != 0.31 and distribution == distribution and bool(distribution)
    for call in (
        lambda: distribution > 0.5,
        lambda: f"{distribution:.3f}",
        lambda: distribution + 1,
    ):
        with pytest.raises(pgm.ArgumentError, match="asks for a distribution"):
            call()
    with pytest.raises(TypeError):
        r < "a"


def test_posteriors_of_no_variable_and_no_state_are_refused(engine):
    found = engine.marginals({"B": "yes"})
    for get in (lambda: found["a"], lambda: found["A"]["Yes"], lambda: found[0]):
        with pytest.raises(pgm.UnknownVariableError) as error:
            get()
        assert isinstance(error.value, KeyError)
    assert "did you mean 'A'" in refusal(lambda: found["a"])
    assert "did you mean 'yes'" in refusal(lambda: found["A"]["Yes"])
    assert "Yes" not in found["A"] and "a" not in found and found.get("a") is None
    joint = engine.query("P(A, B)").distribution
    assert joint["no", "no"] == pytest.approx(0.63)
    refusal(lambda: joint["no"])
    assert "each answer" in refusal(lambda: engine.query("P(A | B)").log_evidence)
    assert "asks for an assignment" in refusal(lambda: float(engine.query("argmax(A)")))


def test_what_is_no_table_is_refused(engine):
    pd = pytest.importorskip("pandas")
    pl = pytest.importorskip("polars")
    frame = pd.DataFrame({"A": ["no", "yes"]})
    for table in ("a.csv", None, 3, frame["A"], [{"A": "no"}], frame.to_numpy()):
        for ask in (lambda t: engine.posteriors(t, ["B"]), engine.complete):
            assert "no table whose columns have names" in refusal(lambda: ask(table))
    for cells in ("yes", {"yes"}, 3, None):
        assert "column 'A' is" in refusal(lambda: engine.posteriors({"A": cells}, ["B"]))
    assert "collect()" in refusal(lambda: engine.posteriors(pl.from_pandas(frame).lazy(), ["B"]))
    number = pgm.Engine(pgm.Network("x{real} -> y{real}; x: normal(0, sd 1); y: normal(x, sd 1)"))
    sparse = pd.DataFrame({"x": pd.arrays.SparseArray([1.0, 0.0])})
    assert number.posteriors(sparse, ["y"]).forecasts["y"].mean.tolist() == [1.0, 0.0]


def test_errors_of_scikit_learn_are_errors_of_here():
    pytest.importorskip("sklearn")
    pd = pytest.importorskip("pandas")
    rows = pd.DataFrame({"a": [1.0, 2.0, 3.0, 4.0], "b": ["p", "q", "p", "q"]})
    model = pgm.NaiveBayes().fit(rows, [0, 1, 0, 1])
    for call in (
        lambda: model.predict(rows.rename(columns={"a": "A"})),
        lambda: model.predict([1.0, 2.0]),
        lambda: model.predict(None),
        lambda: pgm.NaiveBayes().fit("rows.csv", [0]),
        lambda: pgm.NaiveBayes().fit(rows, [0, 1]),
        lambda: pgm.NaiveBayes().fit(rows, None),
        lambda: pgm.NaiveBayes().fit(rows),
        lambda: pgm.NaiveBayes(n_jobs="x").fit(rows, [0, 1, 0, 1]),
        lambda: pgm.NaiveBayes(categorical_features=1).fit(rows, [0, 1, 0, 1]),
        lambda: pgm.NaiveBayes(categorical_features=[0.5]).fit(rows, [0, 1, 0, 1]),
        lambda: pgm.NaiveBayes().fit(rows, [0, 1, 0, 1], sample_weight=["a"] * 4),
        lambda: pgm.BayesNetRegressor().fit(rows, ["u", "v", "u", "v"]),
        lambda: pgm.StackedBayesNets(5).fit(rows, [0, 1, 0, 1]),
    ):
        refusal(call)

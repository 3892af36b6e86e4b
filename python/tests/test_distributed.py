"""Rows that are counted where they are: the bits of one fit of the whole table."""

import os
import pickle
import sys
import warnings
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

pytest.importorskip("sklearn")

import pgm

HOSTILE = ['sel"ect; --', "from", "x' OR 1=1", "a, b", "SMOKÉR %s {} \\"]


def table(rows=400, seed=5):
    """Texts, a categorical with an order of its own, truth values, small whole numbers and numbers,
    with missing values; a state that occurs in one row only."""
    rng = np.random.default_rng(seed)
    ill = rng.random(rows) < 0.4
    frame = pd.DataFrame(
        {
            "smoker": np.where(rng.random(rows) < 0.3 + 0.4 * ill, "yes", "no").astype(object),
            "stage": pd.Categorical.from_codes(
                rng.integers(0, 2, rows) + ill, ["none", "early", "late"]
            ),
            "cough": rng.random(rows) < 0.2 + 0.5 * ill,
            "children": rng.integers(8, 12, rows),
            "age": rng.normal(50 + 10 * ill, 8),
            "weight": 1e8 + rng.normal(70, 10, rows),
            "diagnosis": np.where(ill, "ill", "well").astype(object),
        }
    )
    frame.loc[rng.random(rows) < 0.2, "age"] = np.nan
    frame.loc[rng.random(rows) < 0.2, "smoker"] = None
    frame.loc[rows // 2, "smoker"] = "once"
    return frame


FRAME = table()
PARTITIONS = {
    "one": [FRAME],
    "three and an empty one": [FRAME[:10], FRAME[10:10], FRAME[10:300], FRAME[300:]],
    "many backwards": [FRAME[i : i + 7] for i in range(0, 400, 7)][::-1],
}


def treating(missing):
    """Choices for a treatment of missing values: numbers have no state of their own."""
    cuts = "cut:age=40,60;weight=100000070"
    return {"missing": missing, "continuous": cuts if missing == "state" else "gaussian"}


def fitted(estimator, frame, target="diagnosis", weight=None):
    """The fit of a whole table, from which a distributed one must not differ."""
    features = [name for name in frame.columns if name not in (target, weight)]
    weights = None if weight is None else frame[weight].to_numpy()
    return estimator.fit(frame[features], frame[target], weights)


def bits(model, folder):
    model.write(folder / "model.json")
    model.write(folder / "model.pgmodel")
    return (
        (folder / "model.json").read_bytes(),
        (folder / "model.pgmodel").read_bytes(),
        pickle.dumps(model._classifier),
        [str(name) for name in model.feature_names_in_],
        list(vars(model)),
    )


def assert_same(model, whole, folder):
    assert bits(model, folder) == bits(whole, folder)
    assert model.classes_.tolist() == whole.classes_.tolist()


# Partitions in turn


@pytest.mark.parametrize("partitions", PARTITIONS)
@pytest.mark.parametrize(
    "kind",
    [
        pgm.NaiveBayes,
        pgm.TAN,
        pgm.FAN,
        pgm.KDB,
        pgm.AODE,
        lambda **words: pgm.KDB(3, **words),
        lambda **words: pgm.BayesNetClassifier(
            "diagnosis -> smoker -> stage <- diagnosis -> age -> weight", **words
        ),
    ],
)
@pytest.mark.parametrize("missing", ["sum", "fill", "state"])
def test_partitions_give_the_bits_of_the_whole(tmp_path, partitions, kind, missing):
    estimator = kind(**treating(missing), categorical_features=["children"], n_jobs=2)
    model = pgm.distributed.fit(estimator, PARTITIONS[partitions], "diagnosis")
    assert not hasattr(estimator, "classes_")
    assert model.classes_.dtype == fitted(estimator, FRAME).classes_.dtype
    assert_same(model, fitted(estimator, FRAME), tmp_path)
    features = FRAME.drop(columns="diagnosis")
    assert (model.predict(features) == fitted(estimator, FRAME).predict(features)).all()


@pytest.mark.parametrize("kind", [pgm.LDA, pgm.QDA, pgm.JointTable])
@pytest.mark.parametrize("partitions", PARTITIONS)
def test_densities_of_all_features_together_are_those_of_the_whole(tmp_path, kind, partitions):
    names = ["age", "weight", "diagnosis"]
    parts = [part[names] for part in PARTITIONS[partitions]]
    model = pgm.distributed.fit(kind(), parts, "diagnosis")
    assert_same(model, fitted(kind(), FRAME[names]), tmp_path)


def test_counts_of_two_partitions_give_the_tables_of_naive_bayes():
    parts = [
        pd.DataFrame({"a": ["x", "x"], "y": [1, 1]}),
        pd.DataFrame({"a": ["y", "y", "y"], "y": [1, 0, 0]}),
    ]
    model = pgm.distributed.fit(pgm.NaiveBayes(smoothing="laplace:1"), parts, "y")
    assert model.classes_.tolist() == [0, 1]
    expected = [[Fraction(1, 4), Fraction(3, 4)], [Fraction(3, 5), Fraction(2, 5)]]
    assert model.network_["a"].values.tolist() == [[float(p) for p in row] for row in expected]


def test_cut_points_that_are_given_need_no_rows(tmp_path):
    estimator = pgm.NaiveBayes(continuous="cut:age=40,60;weight=100000070")
    parts = [part.drop(columns="children") for part in PARTITIONS["many backwards"]]
    model = pgm.distributed.fit(estimator, parts, "diagnosis")
    assert_same(model, fitted(estimator, FRAME.drop(columns="children")), tmp_path)


def test_a_structure_in_words_is_an_estimator(tmp_path):
    names = ["smoker", "stage", "diagnosis"]
    parts = [part[names] for part in PARTITIONS["many backwards"]]
    model = pgm.distributed.fit("tan", parts, "diagnosis")
    assert_same(model, fitted(pgm.BayesNetClassifier("tan"), FRAME[names]), tmp_path)


def test_a_column_of_weights_weighs_the_rows(tmp_path):
    frame = FRAME.assign(w=np.random.default_rng(3).integers(0, 30, len(FRAME)) / 10)
    parts = [frame[:100], frame[100:]]
    estimator = pgm.TAN(continuous="gaussian")
    model = pgm.distributed.fit(estimator, parts, "diagnosis", sample_weight="w")
    assert_same(model, fitted(estimator, frame, weight="w"), tmp_path)


def test_a_partition_may_weigh_nothing_and_have_as_many_labels_as_rows(tmp_path):
    frame = FRAME[["smoker", "age"]].assign(
        w=np.where(np.arange(len(FRAME)) < 50, 0.0, 1.0), y=np.arange(len(FRAME)) % 40
    )
    parts = [frame[i : i + 40] for i in range(0, len(frame), 40)]
    estimator = pgm.NaiveBayes(continuous="gaussian")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = pgm.distributed.fit(estimator, parts, "y", sample_weight="w")
    assert_same(model, fitted(estimator, frame, "y", "w"), tmp_path)


@pytest.mark.parametrize("library", ["polars", "arrow", "batches"])
def test_partitions_are_tables_of_any_library(tmp_path, library):
    pa = pytest.importorskip("pyarrow")
    whole = pa.Table.from_pandas(FRAME.drop(columns="stage"), preserve_index=False)
    parts = [whole.slice(0, 10), whole.slice(10, 0), whole.slice(10)]
    if library == "polars":
        pl = pytest.importorskip("polars")
        parts = [pl.from_arrow(part) for part in parts]
    if library == "batches":
        parts = [batch for part in parts for batch in part.to_batches()]
    estimator = pgm.TAN(continuous="gaussian")
    model = pgm.distributed.fit(estimator, parts, "diagnosis")
    assert_same(model, fitted(estimator, FRAME.drop(columns="stage")), tmp_path)
    predicted = list(pgm.distributed.predict(model, parts, probabilities=True))
    column = np.concatenate([np.asarray(part["P(diagnosis=ill)"]) for part in predicted])
    expected = model.predict_proba(FRAME.drop(columns=["stage", "diagnosis"]))
    assert np.array_equal(column, expected[:, 0])


def test_a_function_gives_the_partitions_of_each_pass(tmp_path):
    passes = []

    def parts():
        passes.append(1)
        return (part for part in PARTITIONS["many backwards"])

    model = pgm.distributed.fit(pgm.KDB(continuous="gaussian"), parts, "diagnosis")
    assert_same(model, fitted(pgm.KDB(continuous="gaussian"), FRAME), tmp_path)
    assert len(passes) == 3  # the schema, pairs, and families of three


def test_categories_that_differ_are_merged_in_the_usual_order(tmp_path):
    parts = [
        pd.DataFrame({"a": pd.Categorical(["9", "10"], ["10", "9"]), "y": [0, 1]}),
        pd.DataFrame({"a": pd.Categorical(["11", None], ["11"]), "y": [1, 0]}),
    ]
    model = pgm.distributed.fit("nb", parts, "y")
    assert model.network_.states("a") == ["9", "10", "11"]
    again = pgm.distributed.fit("nb", parts[::-1], "y")
    assert bits(again, tmp_path) == bits(model, tmp_path)


def test_a_column_that_a_partition_has_no_value_of_is_what_the_others_say(tmp_path):
    frame = FRAME.copy()
    frame.loc[:99, "smoker"] = None
    frame.loc[:99, "age"] = np.nan
    frame["never"] = np.nan
    estimator = pgm.NaiveBayes(continuous="gaussian")
    model = pgm.distributed.fit(estimator, [frame[:100], frame[100:]], "diagnosis")
    assert_same(model, fitted(estimator, frame), tmp_path)


# Refusals


@pytest.mark.parametrize(
    "estimator, words",
    [
        (pgm.StackedBayesNets(), "'stack' is chosen or weighted by leaving out rows"),
        (pgm.BayesNetClassifier(), "a classifier without a structure is chosen"),
        (pgm.BayesNetClassifier("auto"), "'auto' is chosen or weighted"),
        (pgm.TAN(missing="em"), "missing='em' needs all rows at once"),
        (pgm.TAN(), r"cut points cannot be learned .*gaussian"),
        (pgm.ParzenWindow(), "the data come as counts, and this choice needs their rows"),
        (pgm.NaiveBayes(continuous="kde"), "the data come as counts"),
        (pgm.NaiveBayes(continuous="gaussian", smoothing="backoff"), "the data come as counts"),
        (pgm.BayesNetRegressor(), "no classifier of pgm"),
        (pgm.StructureLearner(), "no classifier of pgm"),
    ],
)
def test_what_needs_rows_is_refused_in_words(estimator, words):
    names = ["age", "diagnosis"]
    with pytest.raises(pgm.ArgumentError, match=words):
        pgm.distributed.fit(estimator, [FRAME[names]], "diagnosis")


def test_partitions_that_do_not_fit_together_are_named():
    numbers = pd.DataFrame({"a": [1, 2], "y": [0, 1]})
    texts = pd.DataFrame({"a": ["1", "b"], "y": [0, 1]})
    others = pd.DataFrame({"b": [1, 2], "y": [0, 1]})
    fit = pgm.distributed.fit
    with pytest.raises(
        pgm.ArgumentError, match="'a' has states in partition 2 and numbers in part"
    ):
        fit("nb", [numbers, numbers, texts], "y")
    with pytest.raises(pgm.ArgumentError, match="partition 1 has other columns than partition 0"):
        fit("nb", [numbers, others], "y")
    with pytest.raises(pgm.ArgumentError, match="partition 1: there is no column 'y'"):
        fit("nb", [numbers, numbers[["a"]]], "y")
    with pytest.raises(pgm.ArgumentError, match="the target has texts in some partitions and numb"):
        fit("nb", [texts, texts.assign(y=["p", "q"])], "y")
    unlabelled = pd.DataFrame({"a": [1.0], "y": [None]})
    with pytest.raises(pgm.ArgumentError, match="partition 1: the target 'y' is missing in some"):
        fit("nb", [numbers, unlabelled], "y")
    infinite = pd.DataFrame({"a": [np.inf], "y": [1]})
    with pytest.raises(pgm.ArgumentError, match="partition 1: .*'a'"):
        fit(pgm.NaiveBayes(continuous="gaussian"), [numbers, infinite], "y")


def test_what_is_no_data_is_refused():
    fit = pgm.distributed.fit
    for wrong in (None, 3, "file.csv", object()):
        with pytest.raises(pgm.ArgumentError, match="is no data frame"):
            fit("nb", wrong, "y")
    for wrong in ([[1, 2]], [None], [np.zeros((2, 2))], [{"a": [1], "y": [1]}]):
        with pytest.raises(pgm.ArgumentError, match="partition 0: .*is no data frame|no row"):
            fit("nb", wrong, "y")
    for empty in ([], [FRAME[:0]], lambda: []):
        with pytest.raises(pgm.ArgumentError, match="no row to learn from"):
            fit("nb", empty, "diagnosis")
    with pytest.raises(pgm.ArgumentError, match="a list, or a function that begins again"):
        fit("nb", iter([FRAME]), "diagnosis")
    with pytest.raises(pgm.ArgumentError, match="cannot be the weight as well"):
        fit("nb", [FRAME], "diagnosis", sample_weight="diagnosis")


def test_an_error_of_what_gives_the_partitions_names_the_partition():
    def parts():
        yield FRAME[:100]
        raise FileNotFoundError("part-1.parquet")

    with pytest.raises(pgm.IoError, match="partition 1: part-1.parquet"):
        pgm.distributed.fit("nb", parts, "diagnosis")


def test_rows_that_change_between_passes_are_noticed():
    passes = []

    def parts():
        passes.append(1)
        name = "yes" if len(passes) == 1 else "perhaps"
        return [pd.DataFrame({"a": ["no", name], "y": [0, 1]})]

    with pytest.raises(pgm.ArgumentError, match="'a' is 'perhaps' in row 2, which it never was"):
        pgm.distributed.fit("nb", parts, "y")


def test_predictions_are_behind_the_columns_and_do_not_replace_any():
    model = pgm.distributed.fit(pgm.NaiveBayes(continuous="gaussian"), FRAME, "diagnosis")
    features = FRAME.drop(columns="diagnosis")
    found = pgm.distributed.predict(model, FRAME, probabilities=True)
    assert list(found.columns) == [
        *FRAME.columns,
        "prediction",
        "P(diagnosis=ill)",
        "P(diagnosis=well)",
    ]
    assert (found["prediction"].to_numpy() == model.predict(features)).all()
    assert np.array_equal(found.iloc[:, -2:].to_numpy(), model.predict_proba(features))
    with pytest.raises(pgm.ArgumentError, match="have a column 'prediction'"):
        pgm.distributed.predict(model, found)
    with pytest.raises(pgm.ArgumentError, match="no column 'age', which the model"):
        pgm.distributed.predict(model, features.drop(columns="age"))


# Dask


@pytest.fixture
def dask_frame():
    pytest.importorskip("dask")
    dd = pytest.importorskip("dask.dataframe")
    return lambda frame, count: dd.from_pandas(frame, npartitions=count, sort=False)


@pytest.mark.parametrize("scheduler", ["threads", "processes"])
def test_dask_gives_the_bits_of_the_whole(tmp_path, dask_frame, scheduler):
    import dask

    estimator = pgm.TAN(**treating("fill"), categorical_features=["children"])
    count = 19 if scheduler == "threads" else 3
    with dask.config.set(scheduler=scheduler, num_workers=2):
        frame = dask_frame(FRAME, count)
        model = pgm.distributed.fit(estimator, frame, "diagnosis")
        predicted = pgm.distributed.predict(model, frame, probabilities=True)
        assert type(predicted) is type(frame)
        found = predicted.compute()
    whole = fitted(estimator, FRAME)
    assert_same(model, whole, tmp_path)
    features = FRAME.drop(columns="diagnosis")
    assert (found["prediction"].to_numpy() == whole.predict(features)).all()
    assert np.array_equal(found["P(diagnosis=well)"], whole.predict_proba(features)[:, 1])


def test_a_failing_partition_of_dask_is_named(dask_frame):
    broken = FRAME.copy()
    broken.loc[399, "diagnosis"] = None
    with pytest.raises(pgm.ArgumentError, match="partition 3: the target 'diagnosis' is missing"):
        pgm.distributed.fit("nb", dask_frame(broken, 4), "diagnosis")


# Spark


@pytest.fixture(scope="module")
def spark():
    pytest.importorskip("pyarrow")
    sql = pytest.importorskip("pyspark.sql")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "50",
    }
    builder = sql.SparkSession.builder.master("local[2]")
    for name, setting in settings.items():
        builder = builder.config(name, setting)
    try:
        session = builder.getOrCreate()
    except Exception as error:
        pytest.skip(f"Spark does not start: {error}")
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def spark_frame(spark, frame, count):
    rows = [
        tuple(None if cell is None or cell != cell else cell for cell in row)
        for row in frame.astype(object).itertuples(index=False)
    ]
    types = {"smoker": "string", "cough": "boolean", "children": "bigint", "diagnosis": "string"}
    schema = ", ".join(f"{name} {types.get(name, 'double')}" for name in frame.columns)
    return spark.createDataFrame(spark.sparkContext.parallelize(rows, count), schema)


def test_spark_gives_the_bits_of_the_whole(tmp_path, spark):
    frame = FRAME.drop(columns="stage")
    estimator = pgm.TAN(**treating("state"), categorical_features=["children"])
    whole = fitted(estimator, frame)
    distributed = spark_frame(spark, frame, 3)
    model = pgm.distributed.fit(estimator, distributed, "diagnosis")
    assert_same(model, whole, tmp_path)
    predicted = pgm.distributed.predict(model, distributed, probabilities=True)
    assert type(predicted) is type(distributed)
    assert predicted.columns[:-3] == list(frame.columns)
    found = [tuple(row) for row in predicted.select("prediction", "`P(diagnosis=ill)`").collect()]
    features = frame.drop(columns="diagnosis")
    expected = zip(whole.predict(features), whole.predict_proba(features)[:, 0])
    assert sorted(found) == sorted((str(label), float(p)) for label, p in expected)


def test_answers_of_many_partitions_of_spark_are_added_up_in_a_tree(tmp_path, spark):
    frame = FRAME[["smoker", "age", "diagnosis"]][:15]
    estimator = pgm.NaiveBayes(continuous="gaussian")
    model = pgm.distributed.fit(estimator, spark_frame(spark, frame, 20), "diagnosis")
    assert_same(model, fitted(estimator, frame), tmp_path)


def test_a_failing_partition_of_spark_is_named(spark):
    frame = FRAME[["smoker", "diagnosis"]].copy()
    frame.loc[399, "diagnosis"] = None
    with pytest.raises(pgm.ArgumentError, match="partition 2: the target 'diagnosis' is missing"):
        pgm.distributed.fit("nb", spark_frame(spark, frame, 3), "diagnosis")


# DuckDB


@pytest.fixture
def duck():
    pytest.importorskip("pyarrow")
    return pytest.importorskip("duckdb").connect()


@pytest.mark.parametrize("missing", ["sum", "fill", "state"])
@pytest.mark.parametrize("kind", [pgm.TAN, pgm.KDB, pgm.AODE])
def test_duckdb_gives_the_bits_of_the_whole(tmp_path, duck, kind, missing):
    duck.register("people", FRAME)
    estimator = kind(**treating(missing), categorical_features=["children"])
    model = pgm.distributed.fit(estimator, duck.table("people"), "diagnosis")
    assert_same(model, fitted(estimator, FRAME), tmp_path)


def test_a_column_of_weights_of_duckdb_weighs_the_rows(tmp_path, duck):
    frame = FRAME.assign(w=np.random.default_rng(3).integers(0, 30, len(FRAME)) / 10)
    duck.register("people", frame)
    estimator = pgm.NaiveBayes(continuous="gaussian")
    relation = duck.table("people")
    model = pgm.distributed.fit(estimator, relation, "diagnosis", sample_weight="w")
    assert_same(model, fitted(estimator, frame, weight="w"), tmp_path)


def test_names_of_columns_are_never_read_as_sql(tmp_path, duck):
    names = [*HOSTILE, "rows", "group by", "COUNT(*)"]
    frame = FRAME[["smoker", "stage", "cough", "children", "age", "weight", "smoker", "diagnosis"]]
    frame.columns = names
    duck.register("people", frame)
    duck.execute("CREATE TABLE victims AS SELECT 1 AS a")
    estimator = pgm.TAN(continuous="gaussian", categorical_features=[names[3]])
    relation = duck.table("people")
    model = pgm.distributed.fit(estimator, relation, names[-1])
    assert_same(model, fitted(estimator, frame, names[-1]), tmp_path)
    assert pgm.distributed.predict(model, relation).read_all().num_rows == 400
    assert duck.execute("SELECT COUNT(*) FROM victims").fetchall() == [(1,)]
    assert set(duck.execute("SHOW TABLES").fetchall()) == {("people",), ("victims",)}


def test_predictions_of_duckdb_are_a_stream_that_it_reads_as_a_table(duck):
    duck.register("people", FRAME)
    relation = duck.table("people")
    model = pgm.distributed.fit(pgm.NaiveBayes(continuous="gaussian"), relation, "diagnosis")
    stream = pgm.distributed.predict(model, relation)
    counts = duck.cursor().from_arrow(stream).aggregate("prediction, COUNT(*)").fetchall()
    predicted = model.predict(FRAME.drop(columns="diagnosis"))
    assert dict(counts) == {label: int((predicted == label).sum()) for label in ("ill", "well")}


def test_duckdb_refuses_missing_labels_and_empty_relations(duck):
    unlabelled = FRAME.copy()
    unlabelled.loc[7, "diagnosis"] = None
    duck.register("unlabelled", unlabelled)
    with pytest.raises(pgm.ArgumentError, match="the target 'diagnosis' is missing"):
        pgm.distributed.fit("nb", duck.table("unlabelled"), "diagnosis")
    duck.register("people", FRAME)
    with pytest.raises(pgm.ArgumentError, match="no row to learn from"):
        pgm.distributed.fit("nb", duck.table("people").filter("age > 1000"), "diagnosis")
    with pytest.raises(pgm.ArgumentError, match="no column 'diagnosi'"):
        pgm.distributed.fit("nb", duck.table("people"), "diagnosi")


def test_weights_of_classes_are_refused():
    pd = pytest.importorskip("pandas")
    rows = pd.DataFrame({"a": ["u", "v"] * 5, "y": ["p", "q"] * 5})
    with pytest.raises(pgm.ArgumentError, match="sample_weight names a column"):
        pgm.distributed.fit(pgm.NaiveBayes(class_weight="balanced"), rows, "y")

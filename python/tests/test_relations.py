"""Associations and tests of the columns of a table, with the values of scipy."""

import math
import warnings

import numpy as np
import pytest

import pgm


def people(rows=400, seed=3):
    rng = np.random.default_rng(seed)
    ill = rng.random(rows) < 0.4
    return {
        "ill": np.where(ill, "yes", "no"),
        "smoker": np.where(rng.random(rows) < 0.2 + 0.5 * ill, "yes", "no"),
        "age": rng.normal(50 + 10 * ill, 8),
        "weight": rng.normal(70, 9, rows),
    }


def found_in(table, **options):
    found = pgm.associations(table, **options)
    return found if isinstance(found, list) else found.to_dict("records")


def row_of(rows, *columns):
    return next(row for row in rows if {row["column"], row["other"]} == set(columns))


def test_each_pair_has_the_test_that_fits():
    stats = pytest.importorskip("scipy.stats")
    table = people()
    rows = found_in(table)
    assert len(rows) == 6
    pearson = row_of(rows, "age", "weight")
    expected = stats.pearsonr(table["age"], table["weight"])
    assert pearson["test"] == "pearson" and pearson["df"] == 398
    assert pearson["statistic"] == pytest.approx(expected.statistic, abs=1e-12)
    assert pearson["p"] == pytest.approx(expected.pvalue, rel=1e-9)
    anova = row_of(rows, "ill", "age")
    expected = stats.f_oneway(*(table["age"][table["ill"] == state] for state in ("no", "yes")))
    assert anova["test"] == "anova" and (anova["df"], anova["df_residual"]) == (1, 398)
    assert anova["statistic"] == pytest.approx(expected.statistic, rel=1e-9)
    g2 = row_of(rows, "ill", "smoker")
    counts = [
        [sum((table["ill"] == a) & (table["smoker"] == b)) for b in ("no", "yes")]
        for a in ("no", "yes")
    ]
    expected = stats.chi2_contingency(counts, correction=False, lambda_="log-likelihood")
    assert g2["test"] == "g2" and g2["rows"] == 400
    assert g2["statistic"] == pytest.approx(expected.statistic, rel=1e-9)
    adjusted = stats.false_discovery_control([row["p"] for row in rows])
    assert [row["q"] for row in rows] == pytest.approx(list(adjusted), rel=1e-9)
    assert [row["q"] for row in rows] == sorted(row["q"] for row in rows)


def test_ranks_columns_and_a_target():
    stats = pytest.importorskip("scipy.stats")
    table = people()
    rows = found_in(table, rank=True, target="age")
    assert len(rows) == 3 and all("age" in (row["column"], row["other"]) for row in rows)
    expected = stats.spearmanr(table["age"], table["weight"])
    assert row_of(rows, "age", "weight")["p"] == pytest.approx(expected.pvalue, rel=1e-9)
    assert len(found_in(table, columns=["ill", "age", "smoker"])) == 3


def test_remarks_are_warnings_once():
    table = {**people(), "same": ["u"] * 400, "order": np.arange(400.0)}
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        rows = found_in(table)
    said = [str(one.message) for one in found]
    assert all(one.category is pgm.Warning and one.filename == __file__ for one in found)
    assert sum("'order' has" in text and "keep_identifiers" in text for text in said) == 1
    assert sum("cannot be tested" in text for text in said) == 1
    untested = row_of(rows, "same", "ill")
    assert untested["p"] is None or math.isnan(untested["p"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(found_in(people(), columns=["age", "weight"], keep_identifiers=True)) == 1


def test_small_counts_are_told_and_permuted():
    table = {"a": ["u", "u", "v", "v", "v"] * 2, "b": ["x", "y", "y", "y", "y"] * 2}
    with pytest.warns(pgm.Warning, match="permutations=10000 computes"):
        found_in(table)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (row,) = found_in(table, permutations=2000)
    assert 0 < row["p"] <= 1


def test_a_test_of_independence_given_others():
    stats = pytest.importorskip("scipy.stats")
    table = people()
    found = pgm.test(table, "age", "weight")
    assert found.test == "fisher-z" and found.rows == 400
    r = stats.pearsonr(table["age"], table["weight"]).statistic
    z = math.sqrt(397) * math.atanh(r)
    assert found.statistic == pytest.approx(z, rel=1e-9)
    assert found.p == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-9)
    assert pgm.test(table, "ill", "smoker", given=["age"]).test == "cg"
    assert pgm.test(table, ["ill"], "smoker", test="x2").test == "x2"
    assert "fisher-z" in found._repr_html_()
    with pytest.warns(pgm.Warning, match="linear function"):
        pgm.test({**table, "months": 12 * table["age"]}, "age", "months")
    with pytest.warns(pgm.Warning, match="does not vary"):
        assert pgm.test({**table, "same": ["u"] * 400}, "same", "ill").p == 1


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: pgm.associations(people(), ["ill", "agee"]), "no column 'agee'"),
        (lambda: pgm.associations(people(), "ill"), "columns is a list of names"),
        (lambda: pgm.associations(people(), target="agee"), "did you mean 'age'"),
        (lambda: pgm.associations(people(), permutations="many"), "permutations"),
        (lambda: pgm.associations({}), "two columns"),
        (lambda: pgm.associations([[1, 2]]), "no table whose columns have names"),
        (lambda: pgm.test(people(), "agee", "ill"), "no column 'agee'"),
        (lambda: pgm.test(people(), "age", "age"), "both sides"),
        (lambda: pgm.test(people(), "age", "ill", test="t"), "'t'"),
        (lambda: pgm.test(people(), "age", "ill", test="g2"), "'age'"),
        (lambda: pgm.test(people(), 3, "ill"), "left is 3"),
        (lambda: pgm.test({"a": [None, "x"], "b": ["y", None]}, "a", "b"), "no row has a value"),
    ],
)
def test_bad_input_is_refused_in_words(call, words):
    with pytest.raises(pgm.Error) as error:
        call()
    assert words in str(error.value), str(error.value)

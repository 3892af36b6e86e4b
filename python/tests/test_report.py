"""Pages about tables and models."""

import json

import pytest

import pgm

ROWS = {
    "age": [40 + i * 7 % 23 for i in range(40)],
    "sex": ["f" if i < 14 or i % 9 == 0 else "m" for i in range(40)],
    "outcome": ["yes" if i * i % 3 == 0 or i > 30 else "no" for i in range(40)],
}
NUMBERS = [0.5 * i for i in range(40)]


def headings(page):
    return [line[3:] for line in str(page).splitlines() if line.startswith("## ")]


def test_the_page_of_a_table_with_a_class():
    page = pgm.report(ROWS, target="outcome", folds=4, bootstrap=5, title="forty")
    assert str(page).startswith("# forty\n")
    for heading in ("How well it predicts", "How it was done"):
        assert heading in headings(page)
    facts = page.to_dict()
    assert facts["class"] == "outcome" and facts["rows"] == 40
    # scipy.stats.f_oneway of the ages of both classes is in table 1.
    assert [row["column"] for row in facts["table_1"]] == ["age", "sex"]
    assert "pgm.report(forty, target='outcome', folds=4" in str(page)
    again = pgm.report(ROWS, target="outcome", folds=4, bootstrap=5, title="forty", threads=2)
    assert str(again) == str(page)


def test_a_classifier_and_its_choices():
    pytest.importorskip("sklearn")
    chosen = pgm.NaiveBayes(continuous="gaussian")
    page = pgm.report(ROWS, target="outcome", folds=2, bootstrap=0, estimator=chosen)
    assert "naive" in str(page).lower() or "nb" in str(page)
    import pandas as pd

    frame = pd.DataFrame(ROWS)
    fitted = chosen.fit(frame[["age", "sex"]], frame["outcome"])
    of_model = pgm.report(fitted, data=frame)
    assert of_model.to_dict()["class"] == "outcome"
    assert "How well it predicts" in headings(of_model)


def test_the_page_of_a_network_and_of_a_table_without_a_class():
    net = pgm.Network("A{no|yes} -> B{no|yes}; A: 0.3 0.7; B | A=no: 0.5 0.5; B | A=yes: 0.1 0.9")
    page = pgm.report(net)
    assert page.to_dict()["subject"] == "network" and repr(page) == "<pgm.Page of 'network'>"
    assert "0.7" in str(page)
    learned = pgm.report(ROWS, bootstrap=3)
    assert learned.to_dict()["class"] is None


def test_files_and_notebooks(tmp_path):
    page = pgm.report(ROWS, target="sex", folds=2, bootstrap=0, title="<b>")
    for suffix, begins in ((".html", b"<!DOCTYPE html>"), (".pdf", b"%PDF-1.6"), (".md", b"# ")):
        path = tmp_path / f"page{suffix}"
        page.write(path)
        assert path.read_bytes().startswith(begins)
    assert "<script" not in (tmp_path / "page.html").read_text()
    shown = page._repr_html_()
    assert shown.startswith("<iframe") and "<b>" not in shown
    assert json.dumps(page.to_dict())
    with pytest.raises(pgm.ArgumentError, match=".html, .pdf, .tex, .md or .txt"):
        page.write(tmp_path / "page.doc")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pgm.report(ROWS, target="outcom"), "no column"),
        (lambda: pgm.report({"x": NUMBERS, "y": ["a", "b"] * 20}, target="x"), "'x'"),
        (lambda: pgm.report(ROWS, data=ROWS), "data is the table of a model"),
        (lambda: pgm.report([1, 2]), "no table"),
        (lambda: pgm.report(pgm.Network("A -> B")), "."),
        (lambda: pgm.report(ROWS, estimator=3), "estimator"),
        (lambda: pgm.report(pgm.examples["asia"], target="dysp"), "without target"),
        (lambda: pgm.report(ROWS, target="sex", folds="many"), "."),
    ],
)
def test_wrong_calls_are_refused(call, message):
    with pytest.raises(pgm.Error, match=message):
        call()

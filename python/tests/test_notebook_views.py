"""What notebooks show: pictures and small tables, or the text where there is no picture."""

import _thread
import functools
import operator
import pickle
import signal
import xml.etree.ElementTree as xml

import numpy as np
import pytest

import pgm

PATIENTS = """
    ill{no|yes} -> cells{real} -> recount{real}
    ill: 0.9 0.1
    cells | ill=no: normal(30, sd 5)
    cells: normal(46, sd 6)
    recount: normal(cells, sd 1)
"""


@pytest.fixture
def engine():
    return pgm.Engine(pgm.Network(PATIENTS))


def texts_of(svg):
    """The words of a picture, which is checked to be well-formed and without scripts."""
    assert "<script" not in svg and "href" not in svg
    return [element.text for element in xml.fromstring(svg).iter() if element.text]


def test_posteriors_are_in_the_nodes(engine):
    words = texts_of(engine.marginals({"cells": 50.0})._repr_html_())
    assert {"ill", "cells", "recount", "= 50"} <= set(words)
    prior = texts_of(engine.marginals()._repr_html_())
    assert "0.9" in prior and "mean 31.6, sd 7" in " ".join(prior)


def test_a_picture_shows_the_evidence_of_its_question(engine):
    evidence = {"ill": "yes"}
    found = engine.marginals(evidence)
    evidence["ill"] = "no"
    assert "mean 46, sd 6" in " ".join(texts_of(found._repr_html_()))


def test_chosen_targets_are_side_by_side(engine):
    shown = engine.marginals({"recount": 40.0}, ["ill", "cells"])._repr_html_()
    assert "P(ill)" in shown and shown.count("<svg") == 1


def test_answers_are_small_tables_and_curves(engine):
    assert "<td>yes</td>" in engine.query("P(ill | cells > 40)")._repr_html_()
    assert "cells" in texts_of(engine.query("P(cells | ill=yes)")._repr_html_())
    assert "argmax(ill" in engine.query("argmax(ill | cells=50)")._repr_html_()
    assert engine.query("P(ill=yes)")._repr_html_() is None  # its text says all
    density = engine.marginals()["cells"]
    assert density.variable == "cells" and repr(density).startswith("cells: mean 31.6")
    assert "cells" in texts_of(density.svg())
    assert "<th>yes</th>" in engine.network["ill"]._repr_html_()
    wide = pgm.Network("A{a|b}; A: 0.5 0.5")
    wide.add_variable("many", [f"<{i}>" for i in range(60)])
    wide["many"] = np.full(60, 1 / 60)
    shown = pgm.Engine(wide).query("P(many)")._repr_html_()
    assert "&lt;0&gt;" in shown and "and 20 more" in shown


def test_explanations_separations_and_problems_are_tables(engine):
    shown = engine.mpe({"cells": 50.0})._repr_html_()
    assert "<td>ill</td><td>yes</td>" in shown and "log P" in shown
    net = pgm.Network("A{no|yes} -> B{no|yes} -> C{no|yes}; A: 0.5 0.6; B: 0.5 0.5; C: 0.5 0.5")
    shown = net.d_separated("A _||_ C")._repr_html_()
    assert "<th>no</th>" in shown and "A, B, C" in shown
    assert "<th>yes</th>" in net.d_separated("A _||_ C | B")._repr_html_()
    shown = net.check()._repr_html_()
    assert "sums to 1.1" in shown and "<td>error</td>" in shown and "P(A)" in shown
    net["A"] = [0.5, 0.5]
    assert net.check() == [] and net.check()._repr_html_() == "no problems"
    impossible = pgm.Engine(pgm.Network("A{no|yes}; A: 1 0")).mpe({"A": "yes"})
    assert "impossible" in impossible._repr_html_()


def test_what_has_no_picture_is_text():
    impossible = pgm.Engine(pgm.Network("A{no|yes} -> X{real}; A: 1 0; X: normal(0, sd 1)"))
    assert "impossible" in impossible.marginals({"A": "yes"})._repr_html_()
    assert impossible.query("P(X | A=yes)")._repr_html_() is None
    large = pgm.Network(" ; ".join(f"v{i}" for i in range(100)))
    assert large._repr_svg_() is None
    assert pgm.Network("A -> B -> A")._repr_svg_() is None
    unfinished = pgm.Network("A -> B")
    assert unfinished.arcs == [("A", "B")] and unfinished.parents("B") == ["A"]
    assert "A" in texts_of(unfinished._repr_svg_())


def test_answers_without_pictures_are_still_values(engine):
    found = pickle.loads(pickle.dumps(engine.marginals({"cells": 50.0}, ["ill"])))
    assert found["ill"]["yes"] == engine.marginals({"cells": 50.0})["ill"]["yes"]


def test_estimators_show_their_network_once_they_are_fitted():
    pytest.importorskip("sklearn")
    X = np.array([[0.0, 1], [1, 1], [0, 0], [1, 0]] * 10)
    for model in (pgm.TAN(), pgm.StructureLearner(), pgm.BayesNetRegressor()):
        before = model._repr_html_()
        model.fit(X, X[:, 0])
        after = model._repr_mimebundle_()["text/html"]
        assert "x0" in after and "x0" not in before
        assert after.count("<svg") == before.count("<svg") + 1
    wide = pgm.NaiveBayes().fit(np.tile(X, (1, 100)), X[:, 0])
    assert "Network of 101 variables" in wide._repr_html_()


def calls_after_ctrl_c(function, *arguments):
    """Calls a function of the compiled part with a Ctrl-C that nobody has taken notice of. Both are
    called from C, since the interpreter would handle it between two calls of its own. A process in
    the background of a shell ignores Ctrl-C, so the handler is set."""
    calls = [functools.partial(_thread.interrupt_main), functools.partial(function, *arguments)]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        list(map(operator.methodcaller("__call__"), calls))
    finally:
        signal.signal(signal.SIGINT, before)


def test_long_work_is_ended_by_ctrl_c(engine):
    core = engine.network._core
    frame = pgm._pgm.Frame([("cells", np.arange(10.0), None)], None)
    states = (np.arange(10) % 2, ["a", "b"])
    table = pgm._pgm.Frame([("cells", np.arange(10.0), None), ("c", *states)], None)
    model = pgm._pgm.Classifier.fit(table, "c", "nb", {}, 1, False, None)
    options = {"missing_marks": [], "delimiter": None, "header": True, "decimal": "."}
    columns: dict = {"is_latin1": False, "numbers": [], "discrete": [], "ignored": []}
    read = functools.partial(pgm._pgm.read_data, **options, **columns)
    for call in (
        (read, "t.csv", b"a,b\n1,2\n"),
        (pgm._pgm.sample, core, (10, 0), None, {}),
        (engine._core.posteriors, frame, ["ill"], 0.9, "error", 1),
        (engine._core.posteriors, frame, ["recount"], 0.9, "error", 1),
        (model.predict, table, "missing", 1),
        (model.explain, table, "missing", 1),
        (pgm._pgm.Classifier.fit, table, "c", "nb", {}, 1, False, None),
    ):
        with pytest.raises(KeyboardInterrupt):
            calls_after_ctrl_c(*call)

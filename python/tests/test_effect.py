"""Effects, completed tables, comparisons, changes and rows given evidence, by hand."""

import copy
import math
import pickle

import numpy as np
import pytest

import pgm

CONFOUNDED = """
    Z{a|b} -> X{no|yes} -> Y{no|yes} <- Z
    Z: 0.4 0.6
    X | Z=a: 0.8 0.2
    X | Z=b: 0.3 0.7
    Y | X=no, Z=a: 0.9 0.1
    Y | X=no, Z=b: 0.5 0.5
    Y | X=yes, Z=a: 0.7 0.3
    Y | X=yes, Z=b: 0.2 0.8
"""
NO, YES = 0.4 * 0.1 + 0.6 * 0.5, 0.4 * 0.3 + 0.6 * 0.8


@pytest.fixture
def net():
    return pgm.Network(CONFOUNDED)


def test_an_identified_effect(net):
    found = pgm.effect(net, cause="X", effect="Y")
    assert found.identified and found.method == "back-door"
    assert found.minimal_adjustment_sets == [["Z"]] and found.adjusted_for == ["Z"]
    assert found.estimand == "sum_Z P(Y | X, Z) P(Z)" and "\\sum_{Z}" in found.estimand_latex
    assert found.distributions["no"]["yes"] == pytest.approx(NO, rel=1e-12)
    assert found.distributions["yes"]["yes"] == pytest.approx(YES, rel=1e-12)
    assert found.difference["yes"] == pytest.approx(YES - NO, rel=1e-12)
    assert found.ratio["yes"] == pytest.approx(YES / NO, rel=1e-12)
    odds = YES / (1 - YES) / (NO / (1 - NO))
    assert found.odds_ratio["yes"] == pytest.approx(odds, rel=1e-12)
    assert found.difference["yes"].interval is None
    assert (found.from_, found.to) == ("no", "yes")
    back = pgm.effect(net, cause="X", effect="Y", from_="yes", to="no")
    assert back.difference["yes"] == pytest.approx(NO - YES, rel=1e-12)
    assert "identified: adjustment for Z" in repr(found) and "sum_Z" in found._repr_html_()
    assert pickle.loads(pickle.dumps(found)) == found


def test_an_effect_that_is_not_identified_has_bounds(net):
    found = pgm.effect(net, cause="X", effect="Y", hidden=["Z"])
    assert not found.identified and found.estimand is None and found.distributions is None
    assert found.hedge is not None and found.difference is None
    x, y_and_x = 0.4 * 0.2 + 0.6 * 0.7, 0.4 * 0.2 * 0.3 + 0.6 * 0.7 * 0.8
    assert found.bounds["yes"]["yes"] == pytest.approx((y_and_x, y_and_x + 1 - x), rel=1e-12)
    assert found.conditional["yes"]["yes"] == pytest.approx(y_and_x / x, rel=1e-12)
    assert "not identified" in repr(found) and " to " in found._repr_html_()


def test_a_graph_without_numbers():
    door = pgm.effect("U{2 states, hidden} -> X -> M -> Y <- U", cause="X", effect="Y")
    assert door.method == "front-door" and door.front_door_sets == [["M"]]
    assert door.distributions is None and door.bounds is None
    assert pgm.effect("A -> B", cause="B", effect="A").has_causal_path is False
    both = pgm.effect("X -> Y", cause="X", effect="Y", equivalent=True)
    assert sorted(one.adjusted_for for one in both) == [[], ["Y"]]


def test_intervals_of_a_fitted_network(net):
    pytest.importorskip("pandas")
    pytest.importorskip("sklearn")
    fitted = pgm.StructureLearner(net).fit(net.sample(500, seed=2)).network_
    found = pgm.effect(fitted, cause="X", effect="Y", interval=0.95)
    sure = found.difference["yes"].interval
    assert sure.low < found.difference["yes"] < sure.high and 0.01 < sure.sd < 0.1
    assert "(" in repr(found.difference["yes"])
    engine = pgm.Engine(fitted)
    marginals = engine.marginals({"X": "yes"}, interval=0.9)
    one = engine.interval("P(Y=yes | X=yes)", 0.9)
    assert marginals.intervals["Y"]["yes"] == pytest.approx(one, rel=1e-9)
    assert engine.interval("P(Y=yes)", 0.9, evidence={"X": "yes"}) == pytest.approx(one, rel=1e-9)
    assert list(marginals.to_frame().columns)[2:] == ["probability", "sd", "low", "high"]
    assert engine.marginals({"X": "yes"}).intervals == {}
    with pytest.raises(pgm.ArgumentError, match="no interval"):
        pgm.effect(net, cause="X", effect="Y", interval=0.95)


def test_counterfactuals():
    """The firing squad of Pearl (2009, section 7.1), and bounds where chance is in the tables."""
    squad = pgm.Engine(
        pgm.Network("""
        C{no|yes} -> A{no|yes} -> D{no|yes} <- B{no|yes} <- C; C: 0.3 0.7
        A | C=no: 1 0
        A | C=yes: 0 1
        B | C=no: 1 0
        B | C=yes: 0 1
        D | A=no, B=no: 1 0
        D: 0 1
        """)
    )
    assert float(squad.query("P(D[do(A=no)]=yes | D=yes)")) == 1
    assert float(squad.query("P(D[do(A=no)]=yes)", {"D": "yes"})) == 1
    tables = "X{no|yes} -> Y{no|yes}; X: 0.5 0.5; Y | X=no: .6 .4; Y | X=yes: .3 .7"
    chance = pgm.Engine(pgm.Network(tables))
    found = chance.query("P(Y[do(X=no)]=no | X=yes, Y=yes)")
    # Tian and Pearl (2000): max(0, (P(y) - P(y | do(x'))) / P(x, y)), min(1, P(y' | do(x')) ..).
    low, high = found.bounds
    assert low == pytest.approx((0.55 - 0.4) / 0.35, rel=1e-12)
    assert high == pytest.approx((0.6 - 0.3) / 0.35, rel=1e-12)
    assert "between" in repr(found)
    with pytest.raises(pgm.ArgumentError):
        float(found)


def test_an_effect_on_a_number():
    net = pgm.Network(
        "A{real} -> D{real} -> P{real} <- A; A: normal(50, sd 10)\n"
        "D: normal(0.2 A, sd 3)\nP: normal(100 + 0.8 A - 1.5 D, sd 8)"
    )
    found = pgm.effect(net, cause="D", effect="P", from_=10, to=12)
    assert found.means == (pytest.approx(125), pytest.approx(122))
    assert found.difference == pytest.approx(-3) and found.distributions is None
    assert "do(D=12" in repr(found) and "-3" in found._repr_html_()
    assert pgm.effect(net, cause="D", effect="P").to == 1
    with pytest.raises(pgm.ArgumentError, match="numbers"):
        pgm.effect(net, cause="D", effect="P", to="much")


def test_effects_on_a_number_in_equivalent_graphs():
    # Z and X confound each other's slopes: cov(X, Y) / var X = 4 / 2 without a parent.
    net = pgm.Network(
        "Z{real} -> X{real} -> Y{real} <- Z; Z: normal(0, sd 1); X: normal(Z, sd 1)\n"
        "Y: normal(1 + 3 X - 2 Z, sd 1)"
    )
    members = pgm.effect(net, cause="X", effect="Y", equivalent=True)
    slopes = {tuple(one.adjusted_for): one.difference for one in members}
    assert slopes[()] == pytest.approx(2) and slopes[("Z",)] == pytest.approx(3)
    assert slopes[("Y",)] == pytest.approx(0, abs=1e-12)


def test_positivity_is_warned_of():
    net = pgm.Network(CONFOUNDED)
    net["X"] = {"Z=a": [1.0, 0.0], "Z=b": [0.3, 0.7]}
    with pytest.warns(pgm.Warning, match="positivity is violated: .*X=yes"):
        found = pgm.effect(net, cause="X", effect="Y")
    assert math.isnan(found.distributions["yes"]["yes"])
    assert {"Z": "a", "X": "yes"} in found.positivity_violations


def test_evidence_stands_beside_the_question(net):
    engine = pgm.Engine(net)
    beside = engine.query("P(Y)", {"X": "yes"})
    assert beside.distribution["yes"] == engine.query("P(Y | X=yes)").distribution["yes"]
    assert beside.query == "P(Y | X=yes)"
    both = engine.query("P(Y=yes | Z=a)", pgm.Evidence(do={"X": "yes"}))
    assert float(both) == pytest.approx(0.3, rel=1e-12)
    assert engine.query("P(Y=yes)", "X=yes or Z=b") > 0.3


def test_changes_of_a_network(net):
    made = net.set("P(Y=yes | X=no, Z=a) = 0.3", "state Z: a -> first", "rename Z -> Cause")
    assert len(made) == 3 and "0.7 0.3" in made[0]
    assert net["Y"].values[0, 0].tolist() == [0.7, 0.3] and net.states("Cause") == ["first", "b"]
    before = net.copy()
    with pytest.raises(pgm.ArgumentError):
        net.set("rename X -> W", "remove X -> Z")
    assert net == before
    with pytest.raises(pgm.ParseError):
        net.set("make it better")


def test_arcs_and_variables_are_removed(net):
    marginal = net.copy()
    y = pgm.Engine(net).query("P(Y=yes | X=yes)")
    assert net.remove_arc("Z", "Y").arcs == [("Z", "X"), ("X", "Y")]
    assert net["Y"].values[1, 1] == pytest.approx(float(y), rel=1e-12)
    assert marginal.remove("Y").variables == ["Z", "X"] and marginal.check() == []
    for call in (
        lambda: marginal.remove("Z"),
        lambda: marginal.remove("Y"),
        lambda: marginal.remove_arc("X", "Z"),
        lambda: marginal.remove_arc("X", 3),
    ):
        with pytest.raises(pgm.Error):
            call()


def test_arcs_of_an_unfinished_network_are_removed():
    net = pgm.Network("A{no|yes} -> B{no|yes|much} -> C; A: 0.25 0.75")
    assert not net.is_complete
    assert net.remove_arc("A", "B").arcs == [("B", "C")]
    assert net["A"].values.tolist() == [0.25, 0.75] and net.states("B") == ["no", "yes", "much"]
    assert net.remove("C").variables == ["A", "B"]
    net["B"] = [0.2, 0.3, 0.5]
    assert net.is_complete and net.check() == []


def test_relatives():
    net = pgm.Network("A -> B -> C <- D; C -> E")
    assert net.children("B") == ["C"] and net.parents("C") == ["B", "D"]
    assert net.ancestors("C") == ["A", "B", "D"] and net.descendants("A") == ["B", "C", "E"]
    assert net.markov_blanket("B") == ["A", "C", "D"]
    with pytest.raises(pgm.UnknownVariableError):
        net.children("F")


def test_rows_given_evidence(net):
    pytest.importorskip("pandas")
    rows = net.sample(4000, seed=1, evidence={"Y": "yes"}, missing={"X": 0.25})
    assert set(rows["Y"]) == {"yes"} and 0.2 < rows["X"].isna().mean() < 0.3
    y = 0.4 * (0.8 * 0.1 + 0.2 * 0.3) + 0.6 * (0.3 * 0.5 + 0.7 * 0.8)
    share = 0.4 * (0.8 * 0.1 + 0.2 * 0.3) / y
    assert (rows["Z"] == "a").mean() == pytest.approx(share, abs=0.03)
    full = net.sample(4000, seed=1, evidence={"Y": "yes"})
    assert full["Z"].equals(rows["Z"])  # holes do not change the other cells
    done = net.sample(4000, seed=1, do={"X": "yes"})
    assert set(done["X"]) == {"yes"} and (done["Z"] == "a").mean() == pytest.approx(0.4, abs=0.03)
    some = net.sample(500, missing=0.5)
    assert 0.4 < some.isna().to_numpy().mean() < 0.6
    for call in (
        lambda: net.sample(5, evidence={"Y": "maybe"}),
        lambda: net.sample(5, evidence="Y=yes, Y=no"),
        lambda: net.sample(5, missing={"Y": 2}),
        lambda: net.sample(5, missing={"W": 0.1}),
        lambda: net.sample(5, missing="much"),
        lambda: net.sample(5, do="X=yes"),
    ):
        with pytest.raises(pgm.Error):
            call()


def test_completed_tables(net):
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame({"Z": ["a", None, None], "Y": ["no", "yes", None], "id": [1, 2, 3]})
    with pytest.warns(pgm.Warning, match="'id'"):
        full = pgm.complete(net, table)
    assert full["Z"].tolist() == ["a", "b", "b"] and full["id"].tolist() == [1, 2, 3]
    assert full["Y"].tolist() == ["no", "yes", "no"]  # P(Y=yes) = 0.4 0.14 + 0.6 0.71 < 1/2
    drawn = pgm.complete(net, table[["Z", "Y"]], draw=True, imputations=3, seed=5)
    assert len(drawn) == 3 and all(not one.isna().any().any() for one in drawn)
    again = pgm.complete(net, table[["Z", "Y"]], draw=True, seed=6)
    assert again.equals(drawn[1])
    for options in ({"imputations": 2}, {"draw": True, "imputations": 0}, {"unseen": "what"}):
        with pytest.raises(pgm.Error):
            pgm.complete(net, table[["Z", "Y"]], **options)
    with pytest.raises(pgm.ArgumentError, match="no column is a variable"):
        pgm.complete(net, {"q": ["a"]})


def test_two_networks_are_compared(net):
    other = copy.copy(net).remove_arc("Z", "Y")
    found = pgm.compare(net, other)
    assert found.shd == 1 and found.arcs.precision == 1 and found.arcs.recall == pytest.approx(2 / 3)
    kl = 0.0
    for z, pz in zip("ab", (0.4, 0.6)):
        for i, x in enumerate(("no", "yes")):
            for j in range(2):
                row = net["Y"].values[i, "ab".index(z)][j] if net.parents("Y")[0] == "X" else None
                if row is None:
                    row = net["Y"].values["ab".index(z), i][j]
                p = pz * net["X"].values["ab".index(z), i] * row
                kl += p * math.log(row / other["Y"].values[i, j])
    assert found.kl == pytest.approx(kl, rel=1e-9)
    assert pgm.compare(net, net).kl == 0
    unfinished = pgm.Network("Z -> X -> Y")
    assert pgm.compare(unfinished, unfinished).kl is None
    with pytest.raises(pgm.ArgumentError):
        pgm.compare(net, pgm.Network("A -> B"))
    with pytest.raises(pgm.ArgumentTypeError):
        pgm.compare(net, "Z -> X")


def test_scores_of_a_network():
    table = {"A": ["n", "n", "y", "y"] * 25, "B": ["n", "n", "y", "n"] * 25}
    net = pgm.Network("A{n|y} -> B{n|y}")
    likelihood = 100 * math.log(0.5) + 50 * math.log(0.5)  # A, and B where A=y
    found = pgm.score(net, table, ["loglik", "bic", "aic"])
    assert found["loglik"] == pytest.approx(likelihood, rel=1e-12)
    assert found["bic"] == pytest.approx(likelihood - 1.5 * math.log(100), rel=1e-12)
    assert pgm.score(net, table, "aic") == pytest.approx(likelihood - 3, rel=1e-12)
    with pytest.warns(pgm.Warning, match="missing"):
        holes = {**table, "B": [*table["B"][:2], None, *table["B"][3:]]}
        assert pgm.score(net, holes) > found["bic"]
    for frame, word in (({"A": ["n", "y"]}, "bic"), (table, "best"), (table, []), (table, 3)):
        with pytest.raises(pgm.Error):
            pgm.score(net, frame, word)


def test_bytes_of_a_network(net):
    for form in ("bif", "json", "xdsl", ".net"):
        again = pgm.read(net.to_bytes(form), format=form)
        assert again.arcs == net.arcs and np.allclose(again["X"].values, net["X"].values)
    with pytest.raises(pgm.Error):
        net.to_bytes("doc")
    with pytest.raises(pgm.ArgumentTypeError):
        net.to_bytes(3)


def test_the_examples():
    assert "asia" in pgm.examples and len(pgm.examples) > 20
    asia = pgm.examples["asia"]
    assert len(asia) == 8 and asia.is_complete and pgm.examples.title("asia")
    assert pgm.examples["weather"].is_complete  # a classifier, whose network it is
    with pytest.raises(pgm.UnknownVariableError, match="did you mean 'asia'"):
        pgm.examples["Asia "]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"cause": "X", "effect": "X"}, "same variable"),
        ({"cause": "W", "effect": "Y"}, "'W'"),
        ({"cause": "X", "effect": "Y", "from_": "maybe"}, "'maybe'"),
        ({"cause": "X", "effect": "Y", "adjust": []}, "leaves a path open: X, Z, Y"),
        ({"cause": "X", "effect": "Y", "adjust": ["Y"]}, "neither the cause nor the effect"),
        ({"cause": "Z", "effect": "Y", "adjust": ["X"]}, "X is on a causal path"),
        ({"cause": "X", "effect": "Y", "adjust": "Z"}, "adjust is a list"),
        ({"cause": "X", "effect": "Y", "hidden": ["X"]}, "hidden"),
        ({"cause": "X", "effect": "Y", "interval": 1.5}, "between 0 and 1"),
        ({"cause": "X", "effect": "Y", "interval": "wide"}, "interval is 'wide'"),
        ({"cause": 3, "effect": "Y"}, "cause is 3"),
    ],
)
def test_bad_effects_are_refused_in_words(net, options, words):
    with pytest.raises(pgm.Error) as error:
        pgm.effect(net, **options)
    assert words in str(error.value), str(error.value)

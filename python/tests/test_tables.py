"""Distributions in every form in which they are set, and as they come back; arcs in every form."""

import pytest

import pgm


def test_the_keys_that_are_set_come_back():
    net = pgm.Network("Cloudy{no|yes} -> Rain{no|yes} <- 'sea level'{'very low'|high}")
    rows = {
        "Cloudy=no, 'sea level'='very low'": [0.8, 0.2],
        "Cloudy=no, 'sea level'=high": [0.7, 0.3],
        "Cloudy=yes, 'sea level'='very low'": [0.4, 0.6],
        "Cloudy=yes, 'sea level'=high": [0.1, 0.9],
    }
    net["Cloudy"], net["sea level"], net["Rain"] = [0.5, 0.5], [0.5, 0.5], rows
    assert net["Rain"].to_dict() == rows
    assert net["Cloudy"].to_dict() == {"": [0.5, 0.5]}
    same = net.copy()
    same["Rain"] = net["Rain"].to_dict()
    assert same == net
    same["Rain"] = net["Rain"]
    assert same == net


def test_a_row_is_given_by_states():
    net = pgm.Network("A{no|yes} -> B{no|yes}")
    net["A"] = {"no": 0.3, "yes": 0.7}
    assert net["A"].values.tolist() == [0.3, 0.7]
    net["A"] = {"yes": 0.25, "no": 0.75}
    assert net["A"].values.tolist() == [0.75, 0.25]
    for rows in (
        {"A=no": {"no": 0.9, "yes": 0.1}, "A=yes": {"yes": 0.8, "no": 0.2}},
        {("no",): [0.9, 0.1], ("yes",): [0.2, 0.8]},
        {"no": [0.9, 0.1], "yes": (0.2, 0.8)},
        {"no": {"no": 0.9, "yes": 0.1}, "yes": {"no": 0.2, "yes": 0.8}},
    ):
        net["B"] = [[0.5, 0.5], [0.5, 0.5]]
        net["B"] = rows
        assert net["B"].values.tolist() == [[0.9, 0.1], [0.2, 0.8]]
    truths = pgm.Network("T{False|True} -> N{1|2}; T: 0.5 0.5")
    truths["N"] = {True: {1: 0.25, 2: 0.75}, False: {1: 0.5, 2: 0.5}}
    assert truths["N"].values.tolist() == [[0.5, 0.5], [0.25, 0.75]]


def test_one_row_alone_can_be_set():
    net = pgm.Network("A{no|yes} -> C{no|yes} <- B{u|v|w}; A: 0.5 0.5; B: 0.2 0.3 0.5; C: 0.5 0.5")
    net["C"] = {"A=yes, B=v": [0.1, 0.9]}
    net["C"] = {("no", "w"): [0.25, 0.75]}
    net["C"] = {"B=v, A=yes": {"no": 0.3, "yes": 0.7}}
    half = [0.5, 0.5]
    expected = [[half, half, [0.25, 0.75]], [half, [0.3, 0.7], half]]
    assert net["C"].values.tolist() == expected
    assert net.check() == []
    step = pgm.Network("A{no|yes} -> B{no|yes}; A: 0.5 0.5")
    step["B"] = {"A=no": [0.9, 0.1]}
    assert len(step.check()) == 1
    step["B"] = {"A=yes": [0.2, 0.8]}
    assert step["B"].values.tolist() == [[0.9, 0.1], [0.2, 0.8]]
    heights = pgm.Network("G{f|m} -> h{real}; G: 0.4 0.6; h: normal(170, sd 6)")
    heights["h"] = {"G=f": "normal(165, sd 5)"}
    assert pgm.Engine(heights).marginals("G=m")["h"].mean == 170
    assert pgm.Engine(heights).marginals("G=f")["h"].mean == 165


def test_densities_come_back_as_they_were_set(tmp_path):
    net = pgm.Network("G{f|m} -> h{real} -> w{real} <- age{real}; G: 0.4 0.6")
    net["age"] = "normal(40, sd 9)"
    net["h"] = {"G=f": "normal(165, sd 6)", "G=m": "normal(178, var 49)"}
    net["w"] = "normal(-90 + 0.95 h - age, var 40)"
    assert net["h"].to_dict() == {"G=f": "normal(165, sd 6)", "G=m": "normal(178, var 49)"}
    assert net["w"].to_dict() == {"": "normal(-90 + 0.95 h - age, var 40)"}
    assert "normal(165, sd 6)" in repr(net["h"]) and "var 49" in net["h"]._repr_html_()
    assert net["h"].parents == ["G"]
    with pytest.raises(pgm.ArgumentError, match="no table"):
        net["h"].values
    pgm.write(net, tmp_path / "net.json")
    again = pgm.read(tmp_path / "net.json")
    assert again["h"].to_dict() == {"G=f": "normal(165, sd 6)", "G=m": "normal(178, sd 7)"}
    assert again["w"].to_dict() == {"": "normal(-90 + 0.95 h - age, var 40)"}
    other = net.copy()
    for name in ("h", "w", "age"):
        other[name] = again[name]
    assert other == net
    frame = pytest.importorskip("pandas") and net["h"].to_frame()
    assert list(frame["h"]) == ["normal(165, sd 6)", "normal(178, var 49)"]


def test_what_is_no_distribution_is_refused_by_name():
    net = pgm.Network("A{no|yes} -> B{no|yes}; A: 0.5 0.5; B: 0.5 0.5")
    before = net.copy()
    for rows, words in (
        ({("no", "no"): [0.5, 0.5]}, "names no row of 'B'"),
        ({"A=no": {"no": 0.5, "perhaps": 0.5}}, "no state 'perhaps'"),
        ({"A=no": {"no": 0.5}}, "no probability of 'yes'"),
        ({"A=no": object()}, "no distribution of 'B'"),
        (["a", "b"], "no distribution of 'B'"),
        (object(), "no distribution of 'B'"),
    ):
        with pytest.raises(pgm.ArgumentError, match=words):
            net["B"] = rows
        assert net == before


def test_arcs_are_a_text_a_list_or_a_network():
    expected = [("A", "B"), ("B", "C")]
    for structure in ([("A", "B"), ("B", "C")], (["A", "B"], ["B", "C"]), iter(expected)):
        assert pgm.Network(structure).arcs == expected
    assert pgm.Network([("sea level", "it's -> B")]).arcs == [("sea level", "it's -> B")]
    net = pgm.Network("A -> B -> C")
    assert pgm.Network(net).arcs == expected and pgm.Network([]).variables == []
    with pytest.raises(pgm.ArgumentError, match="there is an arc A -> B"):
        net.add_arc("A", "B")
    with pytest.raises(pgm.ArgumentError, match="there is a variable 'A'"):
        net.add_variable("A", ["no", "yes"])


def test_learners_take_arcs_in_every_form():
    pytest.importorskip("sklearn")
    pytest.importorskip("pandas")
    from sklearn.base import clone

    net = pgm.Network("A{no|yes} -> B{no|yes}; A: 0.4 0.6; B | A=no: 0.8 0.2; B: 0.2 0.8")
    data = net.sample(200, seed=1)
    for structure in ("A -> B", [("A", "B")], net):
        learner = clone(pgm.StructureLearner(structure)).fit(data)
        assert learner.arcs_ == [("A", "B")]
    for arcs in ("B -> A", [("B", "A")], pgm.Network("B -> A")):
        model = pgm.BayesNetClassifier(arcs).fit(data[["A"]], data["B"].astype(str))
        assert model.network_.arcs == [("B", "A")]
    rules = ["require B -> A", "forbid A -> B"]
    assert pgm.StructureLearner(constraints=rules).fit(data).arcs_ == [("B", "A")]


def test_empty_texts_are_missing_as_in_a_file():
    pd = pytest.importorskip("pandas")
    pytest.importorskip("sklearn")
    cells = ["cook", "", "smith", "cook"] * 10
    y = ["p", "q", "q", "p"] * 10
    absent = pd.DataFrame({"job": pd.Series(cells, dtype=object).replace({"": None})})
    expected = pgm.NaiveBayes().fit(absent, y).predict_proba(absent)
    tables = [
        pd.DataFrame({"job": cells}),
        pd.DataFrame({"job": pd.Categorical(cells, ["", "cook", "smith"])}),
        pd.DataFrame({"job": pd.Series(cells, dtype="string")}),
    ]
    for library in ("polars", "pyarrow"):
        try:
            module = __import__(library)
        except ImportError:
            continue
        make = module.DataFrame if library == "polars" else module.table
        tables.append(make({"job": cells}))
    for table in tables:
        model = pgm.NaiveBayes().fit(table, y)
        assert model.network_.states("job") == ["cook", "smith"]
        assert (model.predict_proba(table) == expected).all()
    for choice in ("all", "from_dtype"):
        model = pgm.NaiveBayes(categorical_features=choice).fit(tables[0], y)
        assert model.network_.states("job") == ["cook", "smith"]
    engine = pgm.Engine(pgm.Network("job{cook|smith} -> y{p|q}; job: 0.5 0.5; y: 0.25 0.75"))
    assert engine.posteriors({"job": ["cook", ""]}, ["y"]).log_evidence[1] == 0


def test_labels_of_pandas_say_whose_the_numbers_are():
    pd = pytest.importorskip("pandas")
    net = pgm.Network("A{no|yes} -> C{lo|hi} <- B{x|y|z}; A: 0.7 0.3; B: 0.2 0.3 0.5; C: 0.5 0.5")
    net["A"] = pd.Series({"yes": 0.6, "no": 0.4})
    assert net["A"].values.tolist() == [0.4, 0.6]
    net["A"] = pd.Series([0.3, 0.7])
    assert net["A"].values.tolist() == [0.3, 0.7]
    net["A"] = pd.DataFrame([[0.1, 0.9]], columns=["yes", "no"])
    assert net["A"].values.tolist() == [0.9, 0.1]
    net["C"] = {("yes", "z"): pd.Series({"hi": 0.75, "lo": 0.25})}
    assert net["C"].values[1, 2].tolist() == [0.25, 0.75]
    frame = net["C"].to_frame()
    other = net.copy()
    other["C"] = {"": [0.5, 0.5]}
    other["C"] = frame[["hi", "lo"]].reorder_levels(["B", "A"]).sort_index()
    assert other["C"].values.tolist() == net["C"].values.tolist()
    with pytest.raises(pgm.ArgumentError, match="no state 'Yes'.*did you mean 'yes'"):
        net["A"] = pd.Series({"Yes": 0.6, "no": 0.4})
    heights = pgm.Network("G{f|m} -> h{real}; h | G=f: normal(1, sd 2); h | G=m: normal(3, sd 4)")
    same = pgm.Network("G{f|m} -> h{real}")
    same["h"] = heights["h"].to_frame()
    assert same["h"].to_dict() == heights["h"].to_dict()


def test_tables_of_other_axes_are_refused():
    np = pytest.importorskip("numpy")
    net = pgm.Network("A{no|yes} -> C{lo|hi} <- B{x|y|z}; A: 0.7 0.3; B: 0.2 0.3 0.5; C: 0.5 0.5")
    for shape in ((2, 3, 2), (6, 2), (12,)):
        net["C"] = np.full(shape, 0.5)
    for shape in ((3, 2, 2), (2, 6), (4, 3)):
        with pytest.raises(pgm.ArgumentError, match=r"not \(2, 3, 2\)"):
            net["C"] = np.full(shape, 0.5)
    net["A"] = np.ma.array([0.3, 0.7], mask=[False, True])
    assert "P(A=yes) is nan" in net.check()[0].message
    line = pgm.Network("X{real} -> Y{real}")
    for numbers in (3.0, [1, 2], {"mean": 1}, {"": [1, 2]}, None):
        with pytest.raises(pgm.ArgumentTypeError, match="'Y' is continuous"):
            line["Y"] = numbers


def test_an_arc_that_closes_a_cycle_is_refused():
    net = pgm.Network("A{no|yes} -> B{no|yes} -> C{no|yes}")
    for parent, child in (("A", "A"), ("B", "A"), ("C", "A")):
        with pytest.raises(pgm.ArgumentError, match=f"{parent} -> {child} would close a cycle"):
            net.add_arc(parent, child)
    assert set(net.add_arc("A", "C").arcs) == {("A", "B"), ("B", "C"), ("A", "C")}
    with pytest.raises(pgm.ModelError, match="A -> A"):
        pgm.Network("A -> A").arcs
    with pytest.raises(pgm.ArgumentTypeError, match="list of"):
        pgm.Network(["AB"])
    for states in (3, "a|b"):
        with pytest.raises(pgm.ArgumentTypeError, match="list of texts"):
            net.add_variable("D", states)


def test_independence_of_each_other_variable():
    net = pgm.Network("A{no|yes} -> B{no|yes} -> C{no|yes}; D{no|yes}")
    for statement in ("A _||_ * | B", "* _||_ A | B"):
        found = net.d_separated(statement)
        assert {name: bool(of_one) for name, of_one in found.items()} == {"C": True, "D": True}
    found = net.d_separated("A _||_ *")
    assert found["C"].path == ["A", "B", "C"] and found["D"]
    assert net.d_separated("A _||_ D")

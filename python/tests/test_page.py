"""The code of docs/python.md runs, and gives what its comments tell."""

import importlib
import pathlib
import re

import numpy as np
import pytest

import pgm

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md"


def blocks(page=PAGE):
    return re.findall(r"```python\n(.*?)```", page.read_text(), re.S)


def run(text, names):
    exec(compile(text, str(PAGE), "exec"), names)  # noqa: S102


@pytest.mark.filterwarnings("ignore:'.*' has states")
def test_the_page_runs_from_top_to_bottom(tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    pytest.importorskip("sklearn")
    pytest.importorskip("matplotlib").use("Agg")
    monkeypatch.chdir(tmp_path)
    assert "```python " not in PAGE.read_text()  # no block waits for a later one
    names: dict = {}
    for block in blocks():
        run(block, names)
    assert names["net"].check() == []
    assert abs(float(names["engine"].query("P(Rain=yes | Wet=yes)")) - 0.4581 / 0.6471) < 1e-14
    assert names["found"].probabilities["Rain"].shape == (1000, 2)
    assert names["engine"].query("argmax(Rain, Sprinkler | Wet=yes)").assignment == {
        "Rain": "yes",
        "Sprinkler": "off",
    }
    assert not names["net"].d_separated("Rain _||_ Sprinkler | Wet, Cloudy")
    assert (tmp_path / "lawn.json").exists()
    counted, whole, people = names["counted"], names["whole"], names["people"]
    assert (counted.predict_proba(people) == whole.predict_proba(people)).all()
    assert [len(part) for part in names["predicted"]] == [200, 300]
    assert list(names["again"]["Rain"].cat.categories) == ["no", "yes"]


def test_the_page_has_every_public_name():
    pytest.importorskip("sklearn")
    text = PAGE.read_text()
    listed = {*pgm.__all__, *(name for names in pgm._ESTIMATORS.values() for name in names)}
    assert [name for name in listed - {"__version__"} if name not in text] == []


# What the lines of the tables of other packages are about.
IMPORTS = {
    "pgmpy": """
        from pgmpy.estimators import HillClimbSearch
        from pgmpy.factors.discrete import TabularCPD
        from pgmpy.inference import CausalInference, VariableElimination
        from pgmpy.models import DiscreteBayesianNetwork
        from pgmpy.readwrite import BIFReader, BIFWriter
        model = BIFReader("asia.bif").get_model()
    """,
    "pyAgrum": """
        import pyagrum as gum
        import pyagrum.causal as csl
        bn = gum.loadBN("asia.bif")
    """,
    "scikit-learn": """
        from sklearn.calibration import CalibratedClassifierCV
        from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
        from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
        from sklearn.impute import SimpleImputer
        from sklearn.linear_model import BayesianRidge
        from sklearn.naive_bayes import CategoricalNB, GaussianNB
        from sklearn.neighbors import KernelDensity
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import OrdinalEncoder
    """,
    "here": "import pgm; net = pgm.read('asia.bif'); engine = pgm.Engine(net)",
}
MODULES = {"pgmpy": "pgmpy", "pyAgrum": "pyagrum", "scikit-learn": "sklearn", "here": "sklearn"}
CHAIN = """
    A{no|yes} -> B{no|yes} -> C{no|yes}
    A: 0.4 0.6
    B | A=no: 0.8 0.2
    B: 0.2 0.8
    C | B=no: 0.7 0.3
    C: 0.1 0.9
"""


def lines_of(package):
    """The lines of Python in the columns of a package."""
    found = []
    column = None
    for line in PAGE.read_text().partition("## From other packages")[2].splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if not cells:
            column = None
        elif cells[0] == "task":
            column = cells.index(package) if package in cells else None
        elif column is not None:
            found += [code.replace("\\|", "|") for code in re.findall("`(.*?)`", cells[column])]
    return found


@pytest.mark.parametrize("package", list(IMPORTS))
@pytest.mark.filterwarnings("ignore")  # those of the other packages
def test_the_lines_of_each_package_run(package, tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    try:
        importlib.import_module(MODULES[package])
    except ImportError:
        pytest.skip(f"{package} is not installed")
    monkeypatch.chdir(tmp_path)
    net = pgm.Network(CHAIN)
    pgm.write(net, "asia.bif")
    data = net.sample(500, seed=2)
    data.to_csv("data.txt", index=False)
    lines = lines_of(package)
    assert len(lines) > 6
    for line in lines:
        names = {"data": data.astype(object), "np": np}
        run("\n".join(text.strip() for text in IMPORTS[package].splitlines()), names)
        run(line, names)


@pytest.mark.parametrize(
    "page", sorted((PAGE.parent / "coming-from").glob("*.md")), ids=lambda page: page.stem
)
def test_the_code_of_the_pages_for_users_of_other_programs_runs(page, tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    pytest.importorskip("sklearn")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(PAGE.parents[1] / "examples")
    names: dict = {}
    for block in blocks(page):
        run(block, names)

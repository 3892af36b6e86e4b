"""The notebooks run, and what their cells show has a form that notebooks show."""

import ast
import pathlib

import pytest

pytest.importorskip("pandas")
pytest.importorskip("sklearn")

NOTEBOOKS = sorted((pathlib.Path(__file__).resolve().parents[1] / "notebooks").glob("*.py"))


def show(value):
    """What Jupyter asks a value for."""
    repr(value)
    for form in ("_repr_html_", "_repr_svg_", "_repr_mimebundle_"):
        if hasattr(value, form):
            getattr(value, form)()


def run(path):
    names = {"__name__": "notebook"}
    for cell in path.read_text().split("# %%"):
        body = ast.parse(cell if not cell.startswith(" [markdown]") else "").body
        shown = body.pop() if body and isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), str(path), "exec"), names)  # noqa: S102
        if shown is not None:
            show(eval(compile(ast.Expression(shown.value), str(path), "eval"), names))  # noqa: S307
    return names


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore")  # those of other packages
def test_a_notebook_runs(path, tmp_path, monkeypatch):
    if "Display" in path.read_text():
        pytest.importorskip("matplotlib").use("Agg")
    monkeypatch.chdir(tmp_path)
    run(path)


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 6

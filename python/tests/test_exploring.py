"""Pages to click: they are those of the command, and what is asked of one is refused by name."""

import html
import os
import pathlib
import pickle
import re
import subprocess

import numpy as np
import pytest

import pgm

DATA = pathlib.Path(__file__).resolve().parents[2] / "examples" / "data"
ASIA = str(DATA / "asia.bif")
LAWN = "Rain{no|yes} -> Wet{no|yes}; Rain: 0.75 0.25; Wet | Rain=no: 0.9 0.1; Wet: 0.1 0.9"
OIL = "Oil{dry|wet} -> Pay{utility} <- Drill{drill|not, decision}; Oil: 0.5 0.5; Pay: -70 0 120 0"


def drawn(tmp_path, model, *options):
    """The page that the command writes."""
    program = os.environ.get("PGM_BUILT_PROGRAM")
    if not program:
        pytest.skip("PGM_BUILT_PROGRAM names no program")
    path = tmp_path / "drawn.html"
    subprocess.run([program, "draw", model, "--explore", "-o", path, *options], check=True)
    return path.read_bytes().decode()


def test_the_page_is_that_of_the_command(tmp_path):
    page = pgm.explore(ASIA)
    assert page == drawn(tmp_path, ASIA)
    assert pgm.explore(pathlib.Path(ASIA)) == page
    page.write(tmp_path / "written.html")
    assert (tmp_path / "written.html").read_bytes().decode() == page


def test_options_are_those_of_the_command(tmp_path):
    lines = ["P(lung=yes | smoke=yes)", "How many? P(bronc=yes | smoke=yes)"]
    questions = tmp_path / "questions.txt"
    questions.write_text("# two\n" + "\n\n".join(lines) + "\n")
    page = pgm.explore(
        ASIA,
        {"xray": "yes"},
        title="Lung",
        theme="dark",
        lock=["lung"],
        questions=lines,
        only="dysp",
        around=["lung"],
        depth=2,
    )
    command = ["-e", "xray=yes", "--title", "Lung", "--theme", "dark", "--lock", "lung", "--only"]
    command += ["dysp", "--around", "lung", "--depth", "2", "--questions", str(questions)]
    assert page == drawn(tmp_path, ASIA, *command)
    options = dict(title="Lung", theme="dark", lock="lung", questions=questions, only=["dysp"])
    assert page == pgm.explore(ASIA, "xray=yes", around="lung", depth=2, **options)
    assert page != pgm.explore(ASIA, "xray=yes", around="lung", depth=1, **options)


def test_models_of_every_kind(tmp_path):
    net = pgm.Network(LAWN)
    page = pgm.explore(net)
    assert page == pgm.explore(LAWN) == pgm.explore(pgm.Engine(net)) == drawn(tmp_path, LAWN)
    assert pgm.explore(OIL) == pgm.explore(pgm.Network(OIL)) == drawn(tmp_path, OIL)
    asked = pgm.explore(OIL, {"Oil": "wet"}, questions=["P(Drill=drill)"], work_limit=1)
    assert asked != pgm.explore(OIL)


def test_estimators(tmp_path):
    pytest.importorskip("sklearn")
    X = np.array([["a", "x"], ["b", "x"], ["a", "y"], ["b", "y"]] * 10)
    model = pgm.NaiveBayes().fit(X, X[:, 0])
    path = str(tmp_path / "nb.pgmodel")
    model.write(path)
    assert pgm.explore(model, title="nb") == pgm.explore(model.network_, title="nb")
    assert pgm.explore(path, title="nb") == drawn(tmp_path, path, "--title", "nb")
    with pytest.raises(pgm.ArgumentTypeError, match="neither a network nor an engine"):
        pgm.explore(pgm.NaiveBayes())
    with pytest.raises(pgm.ArgumentError, match="averages 2 networks"):
        pgm.explore(pgm.AODE().fit(X, X[:, 0]))


def test_a_notebook_shows_it_in_a_frame_of_its_own():
    page = pgm.explore(LAWN, title='"Wet" & <dry>')
    shown = page._repr_html_()
    found = re.fullmatch(
        '<iframe title="(.*?)" sandbox="allow-scripts" srcdoc="(.*?)" style="[^"]*"></iframe>',
        shown,
        re.S,
    )
    assert html.unescape(found[1]) == '"Wet" & <dry>' and html.unescape(found[2]) == page
    assert "<" not in found[1] + found[2]
    assert len(repr(page)) < 100 and '"Wet"' in repr(page)
    again = pickle.loads(pickle.dumps(page))
    assert again == page and again._repr_html_() == shown


def test_what_is_refused(tmp_path):
    for words, name in (({"lock": "lungs"}, "lungs"), ({"only": ["a"]}, "'a'")):
        with pytest.raises(pgm.ArgumentError, match=f"no variable .*{name}"):
            pgm.explore(ASIA, **words)
    with pytest.raises(pgm.ArgumentError, match="no variable 'tubs'"):
        pgm.explore(ASIA, around=["tubs"])
    with pytest.raises(pgm.ArgumentError, match="names no variable"):
        pgm.explore(ASIA, only=[])
    with pytest.raises(pgm.ArgumentError, match="auto, light or dark, not 'pink'"):
        pgm.explore(ASIA, theme="pink")
    with pytest.raises(pgm.TooLargeError, match="multiplications, the limit is 0.*work_limit"):
        pgm.explore(ASIA, work_limit=0)
    with pytest.raises(pgm.ArgumentError, match="states of single variables"):
        pgm.explore(ASIA, {"xray": [0.5, 1]})
    with pytest.raises(pgm.EvidenceError, match="contradict"):
        pgm.explore(ASIA, "xray=yes and xray=no")
    with pytest.raises(pgm.ImpossibleEvidenceError, match="cannot occur together"):
        pgm.explore(ASIA, {"lung": "yes", "either": "no"})
    with pytest.raises(pgm.ModelError, match="no table"):
        pgm.explore("A{no|yes} -> B{no|yes}")
    with pytest.raises(pgm.ModelError, match="'B'"):
        pgm.explore("X{real} -> B{no|yes}; X: normal(0, sd 1); B: threshold(X, 0)")
    with pytest.raises(pgm.ArgumentTypeError, match="3 is neither"):
        pgm.explore(3)
    with pytest.raises(pgm.ArgumentTypeError, match="depth is -1"):
        pgm.explore(ASIA, depth=-1)
    with pytest.raises(pgm.ArgumentTypeError, match="lock is 7, not a list of texts"):
        pgm.explore(ASIA, lock=7)
    with pytest.raises(pgm.ArgumentError, match="is an .html file, not 'page.svg'"):
        pgm.explore(LAWN).write("page.svg")
    with pytest.raises(pgm.IoError):
        pgm.explore(LAWN).write(tmp_path / "missing" / "page.html")


def test_exercises_that_are_none(tmp_path):
    with pytest.raises(pgm.ArgumentError, match="an exercise asks for one number"):
        pgm.explore(ASIA, questions=["P(lung)"])
    with pytest.raises(pgm.ParseError, match="'lungs'"):
        pgm.explore(ASIA, questions=["P(lungs=yes)"])
    path = tmp_path / "questions.txt"
    path.write_text("P(lung=yes)\nP(lung)\n")
    with pytest.raises(pgm.ParseError) as refused:
        pgm.explore(ASIA, questions=path)
    assert refused.value.location.line == 2 and refused.value.location.file == str(path)
    with pytest.raises(pgm.IoError):
        pgm.explore(ASIA, questions=tmp_path / "no.txt")

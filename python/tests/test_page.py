"""The code of docs/python.md runs, and gives what its comments tell."""

import pathlib
import re

import pytest

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md"


def test_the_page_runs(tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S):
        exec(compile(block, str(PAGE), "exec"), names)  # noqa: S102
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

"""Networks: numbers of the textbooks, files, values, errors."""

import copy
import pickle

import numpy as np
import pytest

import pgm

LAWN = "Cloudy{no|yes} -> Rain{no|yes} -> Wet{no|yes} <- Sprinkler{off|on} <- Cloudy"


@pytest.fixture
def lawn():
    """The sprinkler network of Russell and Norvig."""
    net = pgm.Network(LAWN)
    net["Cloudy"] = [0.5, 0.5]
    net["Rain"] = {"Cloudy=no": [0.8, 0.2], "Cloudy=yes": [0.2, 0.8]}
    net["Sprinkler"] = np.array([[0.5, 0.5], [0.9, 0.1]])
    net["Wet"] = [[[1, 0], [0.1, 0.9]], [[0.1, 0.9], [0.01, 0.99]]]
    return net


def test_a_network_lists_what_it_is_made_of(lawn):
    assert lawn.variables == ["Cloudy", "Rain", "Wet", "Sprinkler"]
    assert ("Cloudy", "Rain") in lawn.arcs and len(lawn.arcs) == 4
    assert lawn.states("Sprinkler") == ["off", "on"]
    assert lawn.parents("Wet") == ["Rain", "Sprinkler"]
    assert "Wet" in lawn and "wet" not in lawn and len(lawn) == 4
    assert lawn.check() == []
    assert lawn.parameter_count == 9
    assert lawn["Wet"].values[1, 0, 1] == 0.9
    assert lawn["Rain"].to_dict()["Cloudy=yes"] == [0.2, 0.8]


def test_distributions_are_given_in_any_form(lawn):
    other = pgm.Network(LAWN + "; Cloudy: 1/2 1/2; Rain: 0.8 0.2; Rain | Cloudy=yes: 0.2 0.8")
    other["Sprinkler"] = lawn["Sprinkler"].to_dict()
    frame = pytest.importorskip("pandas") and lawn["Wet"].to_frame()
    other["Wet"] = frame
    assert other == lawn
    other["Rain"] = [[0.5, 0.5], [0.5, 0.5]]
    assert other != lawn


def test_a_network_is_a_value(lawn):
    for same in (lawn.copy(), copy.copy(lawn), copy.deepcopy(lawn), pickle.loads(pickle.dumps(lawn))):
        assert same == lawn
        same["Cloudy"] = [0.25, 0.75]
        assert same != lawn


def test_all_problems_are_listed(lawn):
    lawn["Rain"] = {"Cloudy=no": [0.8, 0.3], "Cloudy=maybe": [0.2, 0.8]}
    messages = [problem.message for problem in lawn.check()]
    assert any("sums to 1.1" in message for message in messages)
    assert any("maybe" in message for message in messages)
    with pytest.raises(pgm.ModelError) as error:
        pgm.Engine(lawn)
    assert len(error.value.problems) == len(messages)
    assert isinstance(error.value, ValueError)


def test_mistakes_are_exceptions_with_their_parts():
    with pytest.raises(pgm.ParseError) as error:
        pgm.Network("A -> ")
    assert error.value.location.column == 6
    with pytest.raises(KeyError) as unknown:
        pgm.Network("Rain{no|yes}")["Ran"]
    assert "Rain" in str(unknown.value) and isinstance(unknown.value, pgm.Error)
    with pytest.raises(OSError):
        pgm.read("no/such/file.bif")
    with pytest.raises(ValueError):
        pgm.Network("A{no|yes}")["A"] = ["a lot", "a little"]


def test_a_failed_assignment_changes_nothing(lawn):
    before = lawn.copy()
    with pytest.raises((TypeError, ValueError)):
        lawn["Rain"] = {"Cloudy=no": object()}
    assert lawn == before


@pytest.mark.parametrize("suffix", ["bif", "xmlbif", "xdsl", "net", "json", "pgmodel", "uai", "bif.gz"])
def test_files_keep_every_number(lawn, tmp_path, suffix):
    path = tmp_path / f"lawn.{suffix}"
    pgm.write(lawn, path)
    same = pgm.read(path)
    for name in lawn.variables:
        assert same.parents(name) == lawn.parents(name)
        np.testing.assert_array_equal(same[name].values, lawn[name].values)


def test_d_separation_gives_the_path(lawn):
    assert lawn.d_separated("Rain _||_ Sprinkler | Cloudy")
    found = lawn.d_separated("Rain _||_ Sprinkler | Wet, Cloudy")
    assert not found and found.path == ["Rain", "Wet", "Sprinkler"]


def test_pictures_are_svg(lawn):
    assert lawn.svg().startswith("<svg") or "<svg" in lawn.svg()
    assert "0.7079" in lawn.svg({"Wet": "yes"}) or "71" in lawn.svg({"Wet": "yes"})


def test_samples_follow_the_tables(lawn):
    pytest.importorskip("pandas")
    frame = lawn.sample(20_000, seed=1)
    assert list(frame.columns) == lawn.variables
    assert list(frame["Wet"].cat.categories) == ["no", "yes"]
    share = (frame["Rain"] == "yes").mean()
    assert abs(share - 0.5) < 5 * np.sqrt(0.25 / 20_000)
    assert lawn.sample(100, seed=1).equals(frame.head(100))


def test_continuous_networks_are_written_as_text():
    net = pgm.Network(
        """Diabetes{no|yes} -> cells{real} -> recount{real}
        Diabetes: 0.9 0.1
        cells | Diabetes=no: normal(30, sd 5)
        cells | Diabetes=yes: normal(46, sd 6)"""
    )
    net["recount"] = "normal(2 + 0.95 cells, var 4)"
    assert net.states("cells") is None
    density = pgm.Engine(net).marginals()["cells"]
    assert density.mean == pytest.approx(0.9 * 30 + 0.1 * 46, rel=1e-13)
    assert len(density.components) == 2


def test_a_file_of_the_same_format_keeps_its_comments(tmp_path):
    text = (
        "% by hand\nnet { }\nnode a { states = (\"no\" \"yes\"); } % one\n"
        "potential (a) { data = (0.25 0.75); } % prior\n"
    )
    source, copied = tmp_path / "a.net", tmp_path / "b.net"
    source.write_text(text)
    net = pgm.read(source)
    assert pgm.write(net, copied) == []
    assert copied.read_text() == text
    net["a"] = [0.125, 0.875]
    assert pgm.write(net, copied) == []
    assert copied.read_text() == text.replace("0.25 0.75", "0.125 0.875")
    with pytest.warns(pgm.Warning, match="3 comments"):
        assert pgm.write(net, tmp_path / "a.bif") == ["3 comments"]


def test_a_picture_has_the_format_of_the_suffix(tmp_path):
    net = pgm.Network("größe{no|yes} -> B{no|yes}")
    net["größe"] = [0.4, 0.6]
    net["B"] = {"größe=no": [0.8, 0.2], "größe=yes": [0.1, 0.9]}
    begins = {"svg": b"<?xml", "pdf": b"%PDF-1.6", "tex": b"\\documentclass", "html": b"<!DOCTYPE"}
    for suffix, begin in begins.items():
        path = tmp_path / f"net.{suffix}"
        net.draw(path, {"B": "yes"}, tables=True, direction="right")
        assert path.read_bytes().startswith(begin)
    with pytest.raises(pgm.Error, match="cannot tell from the name"):
        net.draw(tmp_path / "net.png")
    with pytest.raises(pgm.Error, match="the path of a file, not 3"):
        net.draw(3)
    with pytest.raises(pgm.Error, match="no position of 'größe'"):
        net.draw(tmp_path / "net.svg", layout="file")
    with pytest.warns(UserWarning, match="Ω"):
        pgm.Network("Ω{no|yes}").draw(tmp_path / "net.pdf")

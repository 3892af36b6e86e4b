"""Networks and tables in bytes and open files."""

import gzip
import io
import zipfile

import pytest

import pgm

BIF = (
    "network n { } variable A { type discrete [ 2 ] { no, yes }; }"
    " probability ( A ) { table 0.7, 0.3; }"
)


def of_a(net):
    return pgm.Engine(net).marginals()["A"]["yes"]


def test_bytes_and_open_files_are_read(tmp_path):
    path = tmp_path / "a.bif"
    path.write_text(BIF)
    stored = BIF.encode()
    for source in (io.StringIO(BIF), io.BytesIO(stored), stored, bytearray(stored)):
        assert of_a(pgm.read(source)) == 0.3
    with open(path) as text, open(path, "rb") as binary:
        assert of_a(pgm.read(text)) == 0.3 and of_a(pgm.read(binary)) == 0.3
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("a.bif", BIF)
    with zipfile.ZipFile(tmp_path / "all.zip") as archive, archive.open("a.bif") as member:
        assert of_a(pgm.read(member)) == 0.3
    (tmp_path / "a.text").write_text(BIF)
    assert of_a(pgm.read(tmp_path / "a.text", format="bif")) == 0.3


@pytest.mark.parametrize("format", ["bif", "xmlbif", "xdsl", "net", "json", "pgmodel", ".uai"])
def test_networks_go_through_open_files(format):
    net = pgm.Network("A{no|yes} -> B{no|yes}; A: 0.7 0.3; B | A=no: 0.9 0.1; B: 0.2 0.8")
    file = io.BytesIO()
    assert pgm.write(net, file, format=format) == []
    again = pgm.read(file.getvalue(), format=format)
    assert [again[name].values.tolist() for name in again] == [
        net[name].values.tolist() for name in net
    ]


def test_a_file_without_a_name_is_bif(tmp_path):
    net = pgm.Network("A{no|yes}; A: 0.7 0.3")
    text = io.StringIO()
    pgm.write(net, text)
    assert of_a(pgm.read(text.getvalue().encode())) == 0.3
    with open(tmp_path / "a.json", "w") as file:
        pgm.write(net, file)
    assert of_a(pgm.read(tmp_path / "a.json")) == 0.3
    with pytest.raises(pgm.ArgumentError, match='as "wb"'):
        pgm.write(net, io.StringIO(), format="pgmodel")
    with pytest.raises(pgm.ArgumentError, match="suffix"):
        pgm.write(net, tmp_path / "a.txt", format="bif")


def test_mistakes_in_bytes_are_told():
    with pytest.raises(pgm.ParseError) as error:
        pgm.read(BIF[:60].encode())
    assert error.value.location.file == "bytes" and error.value.location.line == 1
    with pytest.raises(pgm.IoError, match="known formats"):
        pgm.read(BIF.encode(), format="docx")
    with pytest.raises(pgm.IoError):
        pgm.read("no/such/file.bif")


def test_tables_are_read_from_bytes(tmp_path):
    text = "a,b\nx,1.5\ny,2\n"
    path = tmp_path / "t.csv"
    path.write_text(text)
    expected = pgm.read_csv(path)
    for source in (text.encode(), io.StringIO(text), io.BytesIO(text.encode())):
        found = pgm.read_csv(source)
        assert list(found["b"]) == list(expected["b"]) and list(found["a"]) == list(expected["a"])


def test_bytes_of_netica_are_known_by_their_first_line():
    net = pgm.Network("A{no|yes} -> B{no|yes}; A: 0.7 0.3; B | A=no: 0.9 0.1; B: 0.2 0.8")
    file = io.BytesIO()
    pgm.write(net, file, format="dne")
    assert of_a(pgm.read(file.getvalue())) == 0.3


def test_files_that_cannot_be_read_so_are_refused_with_the_way_out(tmp_path):
    path = tmp_path / "a.bif"
    path.write_text(BIF)
    net = pgm.read(path)
    pgm.write(net, tmp_path / "a.pgmodel")
    with open(path) as closed:
        pass
    with open(tmp_path / "a.pgmodel", encoding="utf-8") as text:
        with pytest.raises(pgm.ArgumentError, match='as "rb"'):
            pgm.read(text)
    with open(path) as readable, open(tmp_path / "b.bif", "w") as writable:
        for call in (
            lambda: pgm.read(closed),
            lambda: pgm.read(writable),
            lambda: pgm.write(net, readable),
        ):
            with pytest.raises(pgm.Error):
                call()
    with pytest.raises(pgm.ArgumentError, match=r"text.encode\(\)"):
        pgm.read(BIF)
    with pytest.raises(pgm.ArgumentError, match="gzip.decompress"):
        pgm.read(gzip.compress(BIF.encode()))
    with pytest.raises(pgm.ArgumentTypeError, match="format is 3"):
        pgm.read(path, format=3)

"""Tables read from files: the types that the library infers, its options, its errors."""

import subprocess
import sys

import numpy as np
import pytest

import pgm

TABLE = "patient;age;smoker;dose\nann;41,5;yes;0\nbob;?;no;1\ncid;60;NA;1\n"


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "patients.csv"
    path.write_text(TABLE)
    return path


def test_columns_have_the_types_of_their_cells(path):
    pd = pytest.importorskip("pandas")
    table = pgm.read_csv(path, decimal=",")
    expected = pd.read_csv(path, sep=";", decimal=",", na_values="?")
    np.testing.assert_array_equal(table["age"], expected["age"])
    assert table["age"].dtype == np.float64
    assert list(table["smoker"].cat.categories) == ["no", "yes"]
    assert table["smoker"].isna().tolist() == [False, False, True]
    assert list(table["dose"].cat.categories) == ["0", "1"]  # two words, which are states
    table.loc[0, "age"] = 1.0
    assert table["age"].tolist()[::2] == [1.0, 60.0]


def test_the_options_are_those_of_the_command_line(path, tmp_path):
    table = pgm.read_csv(path, decimal=",", numbers=["dose"], discrete=["age"], ignore=["patient"])
    assert list(table.columns) == ["age", "smoker", "dose"]
    assert table["dose"].tolist() == [0.0, 1.0, 1.0]
    assert len(table["age"].cat.categories) == 2
    plain = tmp_path / "plain.txt"
    plain.write_bytes("1|-\n2|\xe9\n".encode("latin1"))
    table = pgm.read_csv(
        plain, header=False, delimiter="|", missing_marks=["-"], encoding="latin1"
    )
    assert list(table.columns) == ["c1", "c2"]
    assert table["c2"].isna().tolist() == [True, False]
    assert list(table["c2"].cat.categories) == ["é"]


def test_a_column_of_many_states_keeps_them_all(tmp_path):
    path = tmp_path / "states.csv"
    cells = [f"s{i:03}" for i in range(200)]
    path.write_text("a,b\n" + "".join(f"{cell},1.5\n" for cell in cells) + "?,2\n")
    column = pgm.read_csv(path)["a"]
    assert column.tolist()[:-1] == cells
    assert column.isna().tolist() == [False] * 200 + [True]


def test_a_table_is_taken_by_engines_and_learners(path):
    pytest.importorskip("sklearn")
    table = pgm.read_csv(path, decimal=",")
    model = pgm.NaiveBayes().fit(table[["age", "dose"]], [0, 1, 1])
    assert model.network_.states("dose") == ["0", "1"]


def test_without_pandas_it_is_a_mapping(path):
    script = f"""
import sys
sys.modules["pandas"] = None
import numpy, pgm
table = pgm.read_csv({str(path)!r}, decimal=",")
assert table["age"].dtype == float and numpy.isnan(table["age"][1])
assert table["smoker"].codes.tolist() == [1, 0, -1]
assert list(numpy.array(table["smoker"])) == ["yes", "no", None]
net = pgm.Network("smoker{{no|yes}} -> dose{{0|1}}; smoker: 0.5 0.5; dose: 0.5 0.5")
found = pgm.Engine(net).posteriors(table, ["dose"])
assert found.probabilities["dose"].shape == (3, 2)
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_slip_among_numbers_is_told(tmp_path):
    path = tmp_path / "slip.csv"
    path.write_text("x,y\n1,a\n2,b\nn/a,a\n4,b\n")
    with pytest.warns(UserWarning, match="'x' has states because of 'n/a' in line 4"):
        pgm.read_csv(path)
    assert pgm.read_csv(path, missing_marks=["n/a"])["x"].dtype == np.float64


def test_mistakes_name_the_place(path, tmp_path):
    with pytest.raises(pgm.IoError):
        pgm.read_csv(tmp_path / "no.csv")
    with pytest.raises(pgm.ParseError) as error:
        pgm.read_csv(path, numbers=["smoker"])
    assert error.value.location.line == 2
    for wrong in (
        {"delimiter": "ab"},
        {"decimal": ";"},
        {"decimal": ",", "delimiter": ","},
        {"encoding": "ebcdic"},
        {"numbers": "age"},
        {"ignore": ["sex"]},
        {"numbers": ["age"], "discrete": ["age"]},
    ):
        with pytest.raises(pgm.Error):
            pgm.read_csv(path, **wrong)

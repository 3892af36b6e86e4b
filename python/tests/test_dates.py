"""Columns of dates: of numpy, pandas, polars, Arrow and Python, and of files."""

import datetime

import numpy as np
import pytest

import pgm

#: 2024-03-04 06:00 UTC, a Monday, a missing value, and 1969-12-31 12:00; their days since 1970.
TEXTS = ["2024-03-04T06:00", None, "1969-12-31T12:00"]
DAYS = [19786.25, np.nan, -0.5]

NETWORK = """
late{no|yes} -> arrived{real}
late: 0.5 0.5
arrived | late=no: normal(0, var 4)
arrived | late=yes: normal(19786.25, var 4)
"""


@pytest.fixture
def engine():
    return pgm.Engine(pgm.Network(NETWORK))


def densities(engine, arrived):
    """The posteriors of a table, which depend on the numbers of its dates."""
    return engine.posteriors({"arrived": arrived}, ["late"]).log_evidence.tolist()


def times(unit):
    return np.array(TEXTS, dtype=f"datetime64[{unit}]")


@pytest.mark.parametrize("unit", ["m", "s", "ms", "us", "ns"])
def test_times_of_numpy_are_days(engine, unit):
    assert densities(engine, times(unit)) == densities(engine, DAYS)


def test_dates_of_python_are_days(engine):
    utc = datetime.timezone.utc
    cells = [datetime.datetime(2024, 3, 4, 7, tzinfo=datetime.timezone(datetime.timedelta(hours=1)))]
    cells += [None, datetime.datetime(1969, 12, 31, 12, tzinfo=utc)]
    assert densities(engine, cells) == densities(engine, DAYS)
    assert densities(engine, [datetime.date(2024, 3, 4)]) == densities(engine, [19786.0])


def test_columns_of_dataframes_are_days(engine):
    expected = densities(engine, DAYS)
    pd = pytest.importorskip("pandas")
    series = pd.Series(times("ns"))
    assert densities(engine, series) == expected
    assert densities(engine, series.astype(object)) == expected
    assert densities(engine, series.dt.tz_localize("UTC").dt.tz_convert("Europe/Berlin")) == expected
    pl = pytest.importorskip("polars")
    for unit in ("ms", "us", "ns"):
        assert densities(engine, pl.Series(times("ns")).cast(pl.Datetime(unit))) == expected
    assert densities(engine, pl.Series([datetime.date(2024, 3, 4)])) == densities(engine, [19786.0])
    pa = pytest.importorskip("pyarrow")
    for kind in (pa.timestamp("s"), pa.timestamp("ns", tz="UTC"), pa.timestamp("ms")):
        assert densities(engine, pa.chunked_array([pa.array(times("s"), type=kind)])) == expected


def test_estimators_take_dates_and_hold_none_for_an_identifier(recwarn):
    pd = pytest.importorskip("pandas")
    X = pd.DataFrame({"day": pd.date_range("2024-01-01", periods=84), "size": np.arange(84) % 7.5})
    y = ["late" if row < 42 else "punctual" for row in range(84)]
    fitted = pgm.BayesNetClassifier(structure="nb").fit(X, y)
    assert not [warning for warning in recwarn if "identifies rows" in str(warning.message)]
    assert fitted.predict(X[:1])[0] == "late"


def test_durations_are_refused(engine):
    with pytest.raises(pgm.ArgumentError, match="has durations"):
        densities(engine, np.array([1, 2], dtype="timedelta64[s]"))


def test_a_file_has_dates_as_times_or_their_parts(tmp_path, engine):
    path = tmp_path / "t.csv"
    path.write_text("arrived,late\n2024-03-04 06:00,yes\n?,no\n1969-12-31T12:00,no\n")
    table = pgm.read_csv(path)
    assert np.asarray(table["arrived"]).dtype.kind == "M"
    np.testing.assert_array_equal(np.asarray(table["arrived"], "datetime64[s]"), times("s"))
    assert densities(engine, table["arrived"]) == densities(engine, DAYS)
    parts = pgm.read_csv(path, dates="weekday,hour")
    assert list(parts) == ["weekday of arrived", "hour of arrived", "late"]
    assert list(np.asarray(parts["weekday of arrived"]))[::2] == ["Monday", "Wednesday"]
    assert list(np.asarray(parts["hour of arrived"]))[::2] == ["6", "12"]
    texts = pgm.read_csv(path, dates="text")
    assert list(np.asarray(texts["arrived"]))[0] == "2024-03-04 06:00"


def test_what_is_wrong_with_dates_is_told(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a\n3/5/2024\n")
    with pytest.raises(pgm.ParseError, match="the day or the month first"):
        pgm.read_csv(path)
    assert np.asarray(pgm.read_csv(path, dates="day-first")["a"], "datetime64[D]")[0] == (
        np.datetime64("2024-05-03")
    )
    with pytest.raises(pgm.ArgumentError, match="not as 'year'"):
        pgm.read_csv(path, dates="year")
    path.write_text("a\n2024-03-05\n2023-02-30\n2024-03-06\n")
    with pytest.warns(pgm.Warning, match="which no calendar has, and dates otherwise"):
        pgm.read_csv(path)

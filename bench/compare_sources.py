#!/usr/bin/env python3
"""The same fit from every source, and what other programs take for its counts: files, shards, encoded tables, databases, ranks of MPI.

    bench/compare_sources.py --pgm build/bench/apps/pgm --class LVFAILURE rows.csv
    bench/compare_sources.py ... --postgresql 'postgresql:///bench?host=/tmp/socket' --mpi build/bench/apps/pgm-mpi

Time on the wall, processor time and memory of each run, one thread. A database is filled with the rows first; the peers are those that the Python which runs this has: DuckDB, polars, pandas,
scikit-learn and pyAgrum, which count every column by class, chunk by chunk where they can.
"""

import argparse
import os
import pathlib
import resource
import shlex
import sqlite3
import subprocess
import sys
import tempfile
import time

import numpy as np
import pandas as pd

RESULTS = []


def measured(command, **options):
    """(seconds, seconds of processors, megabytes) of a program and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, **options)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - begin
    if status != 0:
        raise SystemExit(f"{shlex.join(command)} failed")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, processor, usage.ru_maxrss / 1024


def show(what, seconds, processor, megabytes):
    print(f"{what:58} {seconds:8.2f} s  {processor:8.2f} s of processors  {megabytes:7.0f} MB", flush=True)
    RESULTS.append((what, seconds))


def fits(options, structure, folder):
    def fit(what, *data, program=(options.pgm,)):
        model = folder / "m.pgmodel"
        command = [*program, "fit", *data, "--class", options.class_name, "--structure", structure, "-o", str(model), "--threads", "1"]
        show(f"{structure}: {what}", *measured(command))
        contents = model.read_bytes()
        first = fit.models.setdefault("first", contents)
        assert contents == first, f"{what} gives another model"

    fit.models = {}
    return fit


def fill_sqlite(csv, file):
    database = sqlite3.connect(file)
    for number, chunk in enumerate(pd.read_csv(csv, dtype=str, chunksize=200_000)):
        chunk.to_sql("rows", database, if_exists="append" if number else "replace", index=False)
    database.commit()
    database.close()


def fill_postgresql(csv, address):
    names = csv.open().readline().strip().split(",")
    columns = ", ".join(f'"{name}" text' for name in names)
    commands = f'DROP TABLE IF EXISTS rows; CREATE UNLOGGED TABLE rows ({columns});'
    subprocess.run(["psql", "-q", address, "-c", commands, "-c", f"\\copy rows from '{csv}' csv header", "-c", "ANALYZE rows"], check=True, stdout=subprocess.DEVNULL)


def ours(options, csv, folder):
    encoded, database = folder / "rows.pgmdata", folder / "rows.db"
    show("encode", *measured([options.pgm, "encode", str(csv), "-o", str(encoded)]))
    show("info (reads all rows)", *measured([options.pgm, "info", str(csv)]))
    begin = time.monotonic()
    fill_sqlite(csv, database)
    print(f"SQLite was filled in {time.monotonic() - begin:.1f} s", flush=True)
    if options.postgresql:
        fill_postgresql(csv, options.postgresql)
    for structure in options.structures:
        fit = fits(options, structure, folder)
        fit("CSV", str(csv))
        fit("encoded", str(encoded))
        fit("SQLite, rows read", f"sqlite:{database}?table=rows")
        if options.counted:
            fit("SQLite, counted there", f"sqlite:{database}?table=rows&count=database")
        exported = folder / "exported.csv"
        export = f"sqlite3 -csv -header {shlex.quote(str(database))} 'SELECT * FROM rows' > {shlex.quote(str(exported))}"
        show(f"{structure}: SQLite, export alone", *measured(["sh", "-c", export]))
        if options.postgresql:
            separator = "&" if "?" in options.postgresql else "?"
            fit("PostgreSQL, rows read", f"{options.postgresql}{separator}table=rows")
            if options.counted:
                fit("PostgreSQL, counted there", f"{options.postgresql}{separator}table=rows&count=database")
            export = f"psql {shlex.quote(options.postgresql)} -c '\\copy rows to {exported} csv header'"
            show(f"{structure}: PostgreSQL, export alone", *measured(["sh", "-c", export]))
        if options.mpi:
            for ranks in (1, 2, 4):
                launch = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks), options.mpi]
                fit(f"{ranks} ranks, encoded", str(encoded), program=launch)


def peers(options, csv):
    target = options.class_name
    names = csv.open().readline().strip().split(",")

    def timed(what, action):
        begin, processor = time.monotonic(), time.process_time()
        action()
        show(f"counts by class: {what}", time.monotonic() - begin, time.process_time() - processor, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)

    def duckdb_counts():
        import duckdb

        connection = duckdb.connect()
        connection.execute("SET threads = 1")
        sets = ", ".join(f'("{target}", "{name}")' for name in names if name != target)
        listed = ", ".join(f'"{name}"' for name in names)
        connection.execute(f"SELECT {listed}, COUNT(*) FROM read_csv('{csv}', all_varchar = true) GROUP BY GROUPING SETS ({sets})").fetchall()

    def polars_counts():
        import polars as pl

        rows = pl.scan_csv(csv, infer_schema_length=0)
        pl.collect_all([rows.group_by(target, name).len() for name in names if name != target], engine="streaming")

    def pandas_counts():
        counts = {}
        for chunk in pd.read_csv(csv, dtype=str, chunksize=200_000):
            for name in names:
                if name != target:
                    found = chunk.groupby([target, name], observed=True).size()
                    counts[name] = found.add(counts[name], fill_value=0) if name in counts else found

    def sklearn_counts():
        from sklearn.naive_bayes import CategoricalNB

        model, classes, states = CategoricalNB(min_categories=8), None, {}
        for chunk in pd.read_csv(csv, dtype=str, chunksize=200_000):
            codes = np.empty((len(chunk), len(names) - 1), dtype=np.int64)
            labels = chunk[target]
            classes = np.unique(labels) if classes is None else classes
            for column, name in enumerate(name for name in names if name != target):
                known = states.setdefault(name, {})
                codes[:, column] = [known.setdefault(text, len(known)) for text in chunk[name]]
            model.partial_fit(codes, labels, classes=classes)

    def pyagrum_counts():
        import pyagrum

        learner = pyagrum.BNLearner(str(csv))
        learner.setNumberOfThreads(1)
        arcs = pyagrum.DAG()
        for _ in names:
            arcs.addNode()
        for column, name in enumerate(names):
            if name != target:
                arcs.addArc(names.index(target), column)
        learner.learnParameters(arcs)

    for what, action in (("DuckDB, GROUPING SETS", duckdb_counts), ("polars, streaming", polars_counts), ("pandas, chunks", pandas_counts), ("scikit-learn, partial_fit", sklearn_counts), ("pyAgrum, BNLearner", pyagrum_counts)):
        try:
            timed(what, action)
        except ImportError as missing:
            print(f"{what}: {missing}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pgm", required=True)
    parser.add_argument("--mpi", help="the program pgm-mpi")
    parser.add_argument("--postgresql", help="the address of a database to write to")
    parser.add_argument("--class", dest="class_name", required=True)
    parser.add_argument("--structures", nargs="+", default=["nb", "tan"])
    parser.add_argument("--counted", action="store_true", help="also with count=database, which takes minutes for tan")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("csv", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ours(options, options.csv.resolve(), pathlib.Path(folder))
    if not options.no_peers:
        peers(options, options.csv.resolve())


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Distance from the truth of structures learned from tables whose cells were emptied, under each treatment of missing values.

    bench/learning_with_holes.py build/release/apps/pgm REFERENCE_DATA [--networks alarm,child,insurance] [--rows 2000,10000] [--seeds 3] [--ways draw,complete,pc]

Tables are sampled by `pgm sample`. "random": every cell is missing with the same probability. "mar": every second column is complete, and the others lack twice the rate, five times as often in the
first state of the complete column before them. The numbers are means over seeds of the distance between equivalence classes by `pgm compare`, for `pgm learn --missing-cells T` and for `-a pc`.
"""
import argparse
import csv
import json
import pathlib
import random
import statistics
import subprocess
import tempfile

RATES = (0.01, 0.05, 0.1, 0.2)
WAYS = {"draw": ["--missing-cells", "draw"], "complete": ["--missing-cells", "complete"], "pc": ["-a", "pc"]}


def run(*words):
    return subprocess.run([str(word) for word in words], check=False, capture_output=True, text=True)


def emptied(table, rate, kind, seed):
    """The rows with missing values as '?'."""
    rng = random.Random(seed)
    header, rows = table[0], [list(row) for row in table[1:]]
    if kind == "random":
        for row in rows:
            for c in range(len(row)):
                if rng.random() < rate:
                    row[c] = "?"
        return [header, *rows]
    for c in range(1, len(header), 2):
        first = min(row[c - 1] for row in rows)
        share = statistics.mean(row[c - 1] == first for row in rows)
        base = 2 * rate / (1 + 4 * share)
        for row in rows:
            if rng.random() < base * (5 if row[c - 1] == first else 1):
                row[c] = "?"
    return [header, *rows]


def distance(pgm, network, data, options, folder):
    model = folder / "learned.bif"
    model.unlink(missing_ok=True)
    run(pgm, "learn", data, *options, "-o", model)
    if not model.exists():
        return None
    return json.loads(run(pgm, "compare", network, model, "--json").stdout)["shd_cpdag"]


def read(path):
    with open(path, newline="") as file:
        return list(csv.reader(file))


def write(path, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows(rows)


def shown(distances):
    known = [d for d in distances if d is not None]
    return f"{statistics.mean(known):.1f}" if known and len(known) == len(distances) else "-"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pgm")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--networks", default="alarm,child,insurance")
    parser.add_argument("--rows", default="2000,10000")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--kinds", default="random,mar")
    parser.add_argument("--ways", default=",".join(WAYS))
    chosen = parser.parse_args()
    kinds = chosen.kinds.split(",")
    heads = [f"{kind} {100 * rate:g} %" for kind in kinds for rate in RATES]
    print("| table | missing values | none |", " | ".join(heads), "|\n|---|---|---|" + "---|" * len(heads))
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for name in chosen.networks.split(","):
            network = chosen.data / f"networks/bif/{name}.bif"
            for count in map(int, chosen.rows.split(",")):
                tables = []
                for seed in range(1, chosen.seeds + 1):
                    path = folder / f"{seed}.csv"
                    run(chosen.pgm, "sample", network, "-n", count, "--seed", seed, "-o", path)
                    tables.append(read(path))
                for way in chosen.ways.split(","):
                    cells = []
                    for rate, kind in [(0, "random")] + [(rate, kind) for kind in kinds for rate in RATES]:
                        distances = []
                        for seed, table in enumerate(tables, 1):
                            write(folder / "holes.csv", emptied(table, rate, kind, seed))
                            distances.append(distance(chosen.pgm, network, folder / "holes.csv", WAYS[way], folder))
                        cells.append(shown(distances))
                    print(f"| {name}, {count:,} | `{way}` |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""How long the best strategy of an influence diagram takes, beside pyAgrum's ShaferShenoyLIMIDInference in the same run, warm, one thread each.

    bench/decisions.py build/release/apps/pgm REFERENCE_DATA

Medians in microseconds over the diagrams of REFERENCE_DATA/next/decisions, and what both say the maximum expected utility is. Without pyAgrum its columns are empty.
"""
import json
import pathlib
import statistics
import subprocess
import sys
import time

ROUNDS = 200


def of_pgm(pgm, path, limited):
    command = [pgm, "decide", path, "--json", "--timings", "--repeat", str(ROUNDS)] + ["--limited"] * limited
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    timings = json.loads(run.stderr.strip().splitlines()[-1])
    return json.loads(run.stdout)["maximum_expected_utility"], 1e3 * timings["query_ms"][0]


def of_pyagrum(pyagrum, path, order):
    diagram = pyagrum.loadID(str(path))
    times = []
    for _ in range(ROUNDS):
        inference = pyagrum.ShaferShenoyLIMIDInference(diagram)
        if order:
            inference.addNoForgettingAssumption(order)
        start = time.perf_counter()
        inference.makeInference()
        utility = inference.MEU()["mean"]
        times.append(1e6 * (time.perf_counter() - start))
    return utility, statistics.median(times)


def main():
    pgm, folder = sys.argv[1], pathlib.Path(sys.argv[2]) / "next/decisions"
    try:
        import pyagrum
    except ImportError:
        pyagrum = None
    print("| diagram | utility | pgm | pyAgrum's utility | pyAgrum | times |\n|---|---|---|---|---|---|")
    for path in sorted(folder.glob("*.xml")):
        reference = json.loads(path.with_suffix(".json").read_text())
        limited = bool(reference.get("limited_memory"))
        utility, own = of_pgm(pgm, path, limited)
        row = [path.stem, f"{utility:.6g}", f"{own:.3g}"]
        if pyagrum:
            other, theirs = of_pyagrum(pyagrum, path, None if limited else reference["decision_order"])
            row += [f"{other:.6g}", f"{theirs:.4g}", f"{theirs / own:.1f}"]
        else:
            row += ["", "", ""]
        print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Accuracy, log loss and calibration error of stacks beside the classifiers they are made of, by ten-fold cross-validation on the same folds.

    bench/stacking.py build/release/apps/pgm REFERENCE_DATA [DATA_SET...]

The classifiers have back-off tables and a temperature, as the members of a stack have; `stack` is what the command line fits without further options.
"""
import json
import pathlib
import sys

from smoothing import evaluate, mean

TUNED = ["--smooth", "backoff", "--calibrate", "temperature"]
CUTS = ["mdlp", "frequency:5", "frequency:10"]
STRUCTURES = ["nb", "tan", "skdb", "aode", "aode+select"]
MIXED = ["stack", "auto"]


def ways(dataset):
    """What is compared, with the options of each: cuts differ where there are numbers."""
    for cuts in CUTS:
        options = ["--continuous", cuts] + TUNED
        for structure in STRUCTURES:
            yield f"{structure}, {cuts}", structure, options
        yield f"stack, {cuts}", "stack", options
    for structure in MIXED:
        yield structure, structure, []


def main():
    pgm, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    datasets = [d for d in json.loads((folder / "datasets/index.json").read_text()) if len(sys.argv) < 4 or d["name"] in sys.argv[3:]]
    groups = {"all sets": {}, "sets with numbers": {}}
    for dataset in datasets:
        for way, structure, options in ways(dataset):
            report = evaluate(pgm, folder, dataset, [structure], options)[0]
            groups["all sets"].setdefault(way, []).append(report)
            if dataset["numeric"]:
                groups["sets with numbers"].setdefault(way, []).append(report)
        print(dataset["name"], f"{100 * report['accuracy']:.2f} {report['log_loss']:.4f}", file=sys.stderr, flush=True)
    for group, measured in groups.items():
        if not measured:
            continue
        print(f"\n{group}: {len(next(iter(measured.values())))}\n\n| classifier | accuracy | log loss | calibration error |\n|---|---|---|---|")
        for way, reports in measured.items():
            print(f"| {way} | {100 * mean(reports, 'accuracy'):.2f} | {mean(reports, 'log_loss'):.4f} | {mean(reports, 'calibration_error'):.4f} |")


if __name__ == "__main__":
    main()

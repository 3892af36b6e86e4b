#!/usr/bin/env python3
"""How much of a calibration error is noise of few rows.

    bench/calibration_noise.py build/release/apps/pgm REFERENCE_DATA [DATA_SET...]

Every classifier predicts the rows of each data set while they are left out (`pgm evaluate --predictions`, ten folds). Two calibration errors of these predictions
are computed: that of `pgm evaluate` (ten bins of equal width, all classes) and that of the confidence in the predicted class (fifteen bins of equal count).
Then classes are drawn from the predicted probabilities themselves: their errors are those of a classifier that is calibrated by construction, on as many rows with
the same probabilities. `noise` is the mean of these over the draws; what lies above it is miscalibration.
"""
import csv
import json
import pathlib
import random
import sys
import tempfile

from smoothing import evaluate, mean

TUNED = ["--continuous", "mdlp", "--smooth", "backoff", "--calibrate", "temperature"]
WAYS = {
    "nb": ("nb", ["--continuous", "mdlp", "--smooth", "laplace:1"]),
    "nb, backoff, temperature": ("nb", TUNED),
    "tan, backoff, temperature": ("tan", TUNED),
    "stack": ("stack", []),
}


def read(path):
    """The probabilities of every row, and the number of its class."""
    with open(path, newline="", encoding="utf-8") as file:
        lines = csv.reader(file)
        head = next(lines)
        first = head.index("predicted") + 1
        classes = {name[2:-1]: k for k, name in enumerate(head[first:])}
        rows = [([float(p) for p in line[first:]], classes[line[first - 2]]) for line in lines]
    return [row[0] for row in rows], [row[1] for row in rows]


def error_of_classes(probabilities, truth):
    """That of pgm/classify/measure/calibration_curve.hpp."""
    bins = {}
    for row, label in zip(probabilities, truth):
        for k, p in enumerate(row):
            cell = bins.setdefault((k, min(int(p * 10), 9)), [0.0, 0])
            cell[0] += p
            cell[1] += label == k
    return sum(abs(p - n) for p, n in bins.values()) / sum(map(len, probabilities))


def error_of_confidence(probabilities, truth):
    rows = sorted((max(row), row.index(max(row)) == label) for row, label in zip(probabilities, truth))
    cuts = [len(rows) * i // 15 for i in range(16)]
    return sum(abs(sum(p - hit for p, hit in rows[a:b])) for a, b in zip(cuts, cuts[1:])) / len(rows)


def noise(measure, probabilities, rng):
    states = range(len(probabilities[0]))
    draws = max(5, min(100, 100_000 // len(probabilities)))
    return sum(measure(probabilities, [rng.choices(states, row)[0] for row in probabilities]) for _ in range(draws)) / draws


def measured(pgm, folder, dataset, structure, options):
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "predictions.csv"
        evaluate(pgm, folder, dataset, [structure], options + ["--predictions", str(path)])
        probabilities, truth = read(path)
    numbers = {"rows": len(truth)}
    for name, measure in {"classes": error_of_classes, "confidence": error_of_confidence}.items():
        numbers[name] = measure(probabilities, truth)
        numbers[name + " noise"] = noise(measure, probabilities, random.Random(1))
    return numbers


def main():
    pgm, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    datasets = [d for d in json.loads((folder / "datasets/index.json").read_text()) if len(sys.argv) < 4 or d["name"] in sys.argv[3:]]
    columns = ["classes", "classes noise", "confidence", "confidence noise"]
    all_numbers = {way: [] for way in WAYS}
    print("| data set | rows | classifier | " + " | ".join(columns) + " |\n|---|---|---|" + "---|" * len(columns))
    for dataset in datasets:
        for way, (structure, options) in WAYS.items():
            numbers = measured(pgm, folder, dataset, structure, options)
            all_numbers[way].append(numbers)
            print(f"| {dataset['name']} | {numbers['rows']} | {way} | " + " | ".join(f"{numbers[c]:.4f}" for c in columns) + " |", flush=True)
    for way, numbers in all_numbers.items():
        print(f"| **mean of {len(numbers)}** | | {way} | " + " | ".join(f"{mean(numbers, c):.4f}" for c in columns) + " |")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Accuracy and log loss of ten-fold cross-validation under each treatment of missing values, on the data sets that lack some, on the same folds.

    bench/missing_cells.py build/release/apps/pgm REFERENCE_DATA [STRUCTURE...]

Every number is one run of `pgm evaluate --continuous mdlp`; the structure is by default tan. Expectation maximisation takes neither back-off nor a temperature. Data sets with more than 10,000 rows (adult) are left out.
"""
import json
import pathlib
import sys

from smoothing import evaluate, mean

WAYS = {
    "laplace:1": (["sum", "fill", "state", "em", "auto"], ["--smooth", "laplace:1"]),
    "backoff, temperature": (["sum", "fill", "state", "auto"], ["--smooth", "backoff", "--calibrate", "temperature"]),
}


def main():
    pgm, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    structures = sys.argv[3:] or ["tan"]
    measured = {}  # by structure, way and treatment: a report per data set
    for dataset in json.loads((folder / "datasets/index.json").read_text()):
        if not dataset.get("missing_values") or dataset["rows"] > 10000:
            continue
        for structure in structures:
            for way, (treatments, options) in WAYS.items():
                given = [word for treatment in treatments for word in ("--missing-cells", treatment)]
                reports = evaluate(pgm, folder, dataset, [structure], ["--continuous", "mdlp"] + options + given)
                for treatment, report in zip(treatments, reports):
                    measured.setdefault((structure, way, treatment), []).append(report)
                shown = [f"{t} {100 * r['accuracy']:.2f} {r['log_loss']:.4f}" for t, r in zip(treatments, reports)]
                print(dataset["name"], structure, way, *shown, sep=", ", file=sys.stderr, flush=True)
    print("| structure | smoothing | missing values | accuracy | log loss |\n|---|---|---|---|---|")
    for (structure, way, treatment), reports in measured.items():
        print(f"| `{structure}` | {way} | `{treatment}` | {100 * mean(reports, 'accuracy'):.2f} | {mean(reports, 'log_loss'):.3f} |")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Accuracy and log loss of the treatments of continuous columns, by ten-fold cross-validation on the same folds.

    bench/continuous.py build/release/apps/pgm REFERENCE_DATA [DATA_SET...]

The data sets are those with numbers, by default all of at most 5000 rows.
"""
import json
import pathlib
import sys

from smoothing import evaluate, mean

CUTS = ["mdlp", "frequency:5", "frequency:10", "proportional", "proportional:1/3"]
DENSITIES = ["gaussian", "kde", "kde:cv", "kde:sj", "mixture"]
TUNED = ["--smooth", "backoff", "--calibrate", "temperature"]
WAYS = {"nb": (DENSITIES + CUTS + ["auto"], []), "tan": (CUTS + ["auto"], TUNED)}
MOST_ROWS = 5000


def main():
    pgm, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    wanted = sys.argv[3:]
    datasets = [d for d in json.loads((folder / "datasets/index.json").read_text()) if d["numeric"]]
    datasets = [d for d in datasets if (d["name"] in wanted if wanted else d["rows"] <= MOST_ROWS)]
    measured = {}  # by structure and treatment: a report per data set
    for dataset in datasets:
        for structure, (treatments, options) in WAYS.items():
            given = [word for treatment in treatments for word in ("--continuous", treatment)]
            reports = evaluate(pgm, folder, dataset, [structure], options + given)
            for treatment, report in zip(treatments, reports):
                measured.setdefault((structure, treatment), []).append(report)
            print(dataset["name"], structure, *(f"{t} {100 * r['accuracy']:.2f} {r['log_loss']:.4f}," for t, r in zip(treatments, reports)), file=sys.stderr, flush=True)
    print(f"{len(datasets)} sets\n\n| structure | treatment | accuracy | log loss | calibration error |\n|---|---|---|---|---|")
    for (structure, treatment), reports in measured.items():
        print(f"| `{structure}` | `{treatment}` | {100 * mean(reports, 'accuracy'):.2f} | {mean(reports, 'log_loss'):.4f} | {mean(reports, 'calibration_error'):.4f} |")


if __name__ == "__main__":
    main()

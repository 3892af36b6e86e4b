#!/usr/bin/env python3
"""Accuracy and log loss of ten-fold cross-validation under Laplace's rule and back-off, without and with a temperature, on the same folds.

    bench/smoothing.py build/release/apps/pgm REFERENCE_DATA [STRUCTURE or DATA_SET...]

Every number is one run of `pgm evaluate --continuous mdlp`; the structures are by default tan and kdb:2, the data sets all.
"""
import json
import pathlib
import subprocess
import sys

WAYS = {
    "laplace:1": ["--continuous", "mdlp", "--smooth", "laplace:1"],
    "laplace:1, temperature": ["--continuous", "mdlp", "--smooth", "laplace:1", "--calibrate", "temperature"],
    "backoff": ["--continuous", "mdlp", "--smooth", "backoff"],
    "backoff, temperature": ["--continuous", "mdlp", "--smooth", "backoff", "--calibrate", "temperature"],
}
# Columns that only name the rows.
DROPPED = {"splice": ["Instance_name"], "zoo": ["animal"]}


def evaluation(pgm, folder, dataset, structures, options):
    """The command that validates the structures; none: the default."""
    quoted = lambda names: ",".join("'" + name + "'" for name in names)
    columns = {a["name"]: a["type"] for a in dataset["attributes"]}
    dropped = [name for name in DROPPED.get(dataset["name"], []) if name in columns]
    nominal = [name for name, kind in columns.items() if kind == "nominal" and name not in dropped]
    command = [pgm, "evaluate", str(folder / dataset["file"]), "--class", dataset["class"], "--json"]
    command += ["--structure", ",".join(structures)] if structures else []
    command += ["--discrete", quoted(nominal)] if nominal else []
    command += ["--ignore", quoted(dropped)] if dropped else []
    return command + options


def evaluate(pgm, folder, dataset, structures, options):
    """The reports of the structures: accuracy, log loss, calibration error."""
    run = subprocess.run(evaluation(pgm, folder, dataset, structures, options), capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{dataset['name']} {options}: {run.stderr}")
    reports = json.loads(run.stdout)
    return reports if isinstance(reports, list) else [reports]


def cells(reports):
    """Accuracy in per cent and log loss of each way."""
    return [f"{100 * report['accuracy']:.2f} | {report['log_loss']:.4f}" for report in reports]


def mean(reports, key):
    return sum(report[key] for report in reports) / len(reports)


def main():
    pgm, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    datasets = json.loads((folder / "datasets/index.json").read_text())
    names = {d["name"] for d in datasets}
    structures = [word for word in sys.argv[3:] if word not in names] or ["tan", "kdb:2"]
    datasets = [d for d in datasets if names.isdisjoint(sys.argv[3:]) or d["name"] in sys.argv[3:]]
    measured = {}  # by structure and way: a report per data set
    for dataset in datasets:
        for way, options in WAYS.items():
            for structure, report in zip(structures, evaluate(pgm, folder, dataset, structures, options)):
                measured.setdefault(structure, {}).setdefault(way, []).append(report)
        print(dataset["name"], *(cells([measured[structures[0]][way][-1] for way in WAYS])), file=sys.stderr, flush=True)
    print("| structure | smoothing | accuracy | log loss | calibration error |\n|---|---|---|---|---|")
    for structure, ways in measured.items():
        for way, reports in ways.items():
            print(f"| {structure} | `{way}` | {100 * mean(reports, 'accuracy'):.2f} | {mean(reports, 'log_loss'):.4f} | {mean(reports, 'calibration_error'):.4f} |")
    for structure, ways in measured.items():
        print(f"\n### `{structure}`\n\n| data set | rows | " + " | ".join(f"{way} | log loss" for way in WAYS) + " |\n|---|---|" + "---|" * 2 * len(WAYS))
        for i, dataset in enumerate(datasets):
            reports = [ways[way][i] for way in WAYS]
            print(f"| {dataset['name']} | {reports[0]['rows']} | " + " | ".join(cells(reports)) + " |")


if __name__ == "__main__":
    main()

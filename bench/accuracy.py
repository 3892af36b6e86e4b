#!/usr/bin/env python3
"""Ten-fold cross-validated accuracy of pgm beside that of Weka, on the data sets and seeds of classifiers/weka/results.json.

    bench/accuracy.py build/release/apps/pgm REFERENCE_DATA > docs/evidence/accuracy.md

Every number is one run of `pgm evaluate`; the folds are pgm's own, so the two columns differ also by how the rows were dealt.
"""
import json
import math
import pathlib
import subprocess
import sys

SEEDS = (1, 2, 3)

# Weka's classifier: the options of pgm that spell the same model.
METHODS = {
    "NaiveBayes": ["--structure", "nb", "--continuous", "gaussian:floor=0.01"],
    "NaiveBayes-K": ["--structure", "nb", "--continuous", "kde:floor=0.01"],
    "NaiveBayes-D": ["--structure", "nb", "--continuous", "mdlp"],
    "BayesNet-K2P1": ["--structure", "nb", "--continuous", "mdlp", "--smooth", "lidstone"],
    "BayesNet-TAN": ["--structure", "tan", "--continuous", "mdlp", "--smooth", "lidstone"],
    "AODE": ["--structure", "aode"],
}


def evaluate(pgm, folder, dataset, dropped, options, seed):
    """Accuracy in per cent and the number of rows."""
    quoted = lambda names: ",".join("'" + name + "'" for name in names)
    nominal = [a["name"] for a in dataset["attributes"] if a["type"] == "nominal" and a["name"] not in dropped]
    command = [pgm, "evaluate", str(folder / dataset["file"]), "--class", dataset["class"], "--folds", "10", "--seed", str(seed), "--json"]
    command += ["--discrete", quoted(nominal)] if nominal else []
    command += ["--ignore", quoted(dropped)] if dropped else []
    run = subprocess.run(command + options, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{dataset['name']} {options}: {run.stderr}")
    report = json.loads(run.stdout)
    return 100 * report["accuracy"], report["rows"]


def standard_error(percent, rows):
    """Of the difference of two accuracies measured on the same rows with folds dealt differently: at most that of one accuracy."""
    share = percent / 100
    return 100 * math.sqrt(max(share * (1 - share), 1 / rows) / rows)


def table(pgm, folder, datasets, results, weka_name, options):
    lines, ours, theirs, below = [], [], [], []
    for result in results:
        measured = result["cross_validation_percent_correct"].get(weka_name)
        if measured is None:
            continue
        dataset = datasets[result["dataset"]]
        runs = [evaluate(pgm, folder, dataset, result["dropped_features"], options, seed) for seed in SEEDS]
        rows = runs[0][1]
        own, other = sum(run[0] for run in runs) / len(runs), sum(measured) / len(measured)
        error = standard_error(other, rows)
        mark = "" if own >= other - 2 * error else " **below**"
        if mark:
            below.append(result["dataset"])
        lines.append(f"| {result['dataset']} | {rows} | {own:.2f} | {other:.2f} | {own - other:+.2f} | {(own - other) / error:+.1f}{mark} |")
        ours.append(own)
        theirs.append(other)
        print(weka_name, result["dataset"], f"{own:.2f} {other:.2f}", file=sys.stderr, flush=True)
    mean = lambda values: sum(values) / len(values)
    head = [f"\n## {weka_name}: `{' '.join(options)}`\n", "| data set | rows | pgm | Weka | difference | standard errors |", "|---|---|---|---|---|---|"]
    foot = [f"| **mean of {len(ours)}** | | **{mean(ours):.2f}** | **{mean(theirs):.2f}** | **{mean(ours) - mean(theirs):+.2f}** | |"]
    summary = f"| {weka_name} | `{' '.join(options)}` | {len(ours)} | {mean(ours):.2f} | {mean(theirs):.2f} | {mean(ours) - mean(theirs):+.2f} | {', '.join(below) or 'none'} |"
    return summary, head + lines + foot


def main():
    pgm, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    chosen = sys.argv[3:] or list(METHODS)
    datasets = {d["name"]: d for d in json.loads((folder / "datasets/index.json").read_text())}
    results = json.loads((folder / "classifiers/weka/results.json").read_text())["results"]
    summaries, tables = [], []
    for name in chosen:
        summary, lines = table(pgm, folder, datasets, results, name, METHODS[name])
        summaries.append(summary)
        tables += lines
    print("| Weka | `pgm evaluate` | data sets | pgm | Weka | difference | two standard errors below |\n|---|---|---|---|---|---|---|")
    print("\n".join(summaries))
    print("\n".join(tables))


if __name__ == "__main__":
    main()

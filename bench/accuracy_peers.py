#!/usr/bin/env python3
"""pgm beside scikit-learn on the same folds: accuracy, log loss, calibration error, and which differences could be luck.

    bench/accuracy_peers.py build/release/apps/pgm REFERENCE_DATA                     every data set; hours, most of them scikit-learn's
    bench/accuracy_peers.py build/release/apps/pgm REFERENCE_DATA --ways stack,auto   other classifiers of pgm; `default` is the one without --structure
    bench/accuracy_peers.py build/release/apps/pgm REFERENCE_DATA --sets iris,vote    some data sets

`pgm evaluate --predictions` writes the fold of every row and what was predicted of it while it was left out. scikit-learn is fitted to the rows of
the other folds: features one-hot, numbers as they are (standardised for logistic regression), a missing state being one of its own, a missing number
the mean. Its probabilities are counted as at least 1e-6, for it gives 0 to what happens. Everything else is the default of the program.

Seconds are those of the processor, of all folds: of pgm the whole command, of scikit-learn the columns, the fits and the predictions.

The calibration error is the mean distance between the probability of the predicted class and how often it is right, in 15 bins of equal numbers of
rows. `noise` is what a perfectly calibrated classifier with the same probabilities would have: labels are drawn from them.

scikit-learn is no part of pgm. On Debian and Ubuntu: apt-get install python3-sklearn python3-scipy; elsewhere: pip install scikit-learn scipy.
"""
import argparse
import csv
import gzip
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

try:
    import numpy as np
    from scipy.stats import wilcoxon
    from sklearn.compose import make_column_transformer
    from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
    from sklearn.impute import SimpleImputer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler
except ImportError as missing:
    sys.exit(f"accuracy_peers.py: {missing}\n  apt-get install python3-sklearn python3-scipy, or pip install scikit-learn scipy")

from smoothing import DROPPED, evaluation

PEERS = {
    "random forest": lambda: RandomForestClassifier(n_estimators=100, random_state=0),
    "gradient boosting": lambda: HistGradientBoostingClassifier(random_state=0, early_stopping=False),
    "logistic regression": lambda: LogisticRegression(max_iter=1000),
}
LEAST_PROBABILITY = 1e-6


def evaluate(pgm, folder, dataset, way):
    """Folds, class names, true classes and probabilities of every row that has a class, and the seconds that it took."""
    structure, _, options = way.partition("/")
    structures = [] if structure == "default" else [structure]
    with tempfile.NamedTemporaryFile(suffix=".csv") as written:
        command = evaluation(pgm, folder, dataset, structures, options.split() + ["--predictions", written.name])
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        if run.returncode != 0:
            sys.exit(f"{dataset['name']} {way}: {run.stderr}")
        with open(written.name, newline="", encoding="utf-8") as file:
            rows = sorted(csv.DictReader(file), key=lambda row: int(row["row"]))
    classes = [name[2:-1] for name in rows[0] if name.startswith("P(")]
    labels = np.array([classes.index(row["truth"]) for row in rows])
    probabilities = np.array([[float(row[f"P({name})"]) for name in classes] for row in rows])
    return np.array([int(row["fold"]) for row in rows]), np.array([int(row["row"]) - 1 for row in rows]), classes, labels, probabilities, seconds


def features_of(folder, dataset, rows):
    """Numbers and states of the given rows; a missing number is NaN."""
    path = folder / dataset["file"]
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", newline="", encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    names = [a["name"] for a in dataset["attributes"] if a["name"] not in [dataset["class"], *DROPPED.get(dataset["name"], [])]]
    kinds = {a["name"]: a["type"] for a in dataset["attributes"]}
    number = lambda cell: float("nan") if cell in ("", "?") else float(cell)
    numbers = [name for name in names if kinds[name] != "nominal"]
    states = [name for name in names if kinds[name] == "nominal"]
    cells = np.empty((len(rows), len(names)), dtype=object)
    for i, row in enumerate(rows):
        cells[i] = [number(table[row][name]) for name in numbers] + [table[row][name] for name in states]
    return cells, len(numbers)


def out_of_fold(make, cells, numbers, folds, labels, classes):
    """What scikit-learn predicts of every row when its fold is left out."""
    probabilities = np.zeros((len(labels), classes))
    for fold in np.unique(folds):
        test = folds == fold
        model = make()
        scaled = [StandardScaler()] if isinstance(model, LogisticRegression) else []
        columns = make_column_transformer(
            (make_pipeline(SimpleImputer(keep_empty_features=True), *scaled), list(range(numbers))),
            (OneHotEncoder(handle_unknown="ignore", sparse_output=False), list(range(numbers, cells.shape[1]))),
        )
        train = columns.fit_transform(cells[~test]).astype(float)
        if len(np.unique(labels[~test])) == 1:
            probabilities[test, labels[~test][0]] = 1
            continue
        model.fit(train, labels[~test])
        probabilities[np.ix_(test, model.classes_)] = model.predict_proba(columns.transform(cells[test]).astype(float))
    return probabilities


def calibration_error(probabilities, labels, bins=15):
    confidence = probabilities.max(axis=1)
    right = probabilities.argmax(axis=1) == labels
    parts = np.array_split(np.argsort(confidence, kind="stable"), min(bins, len(labels)))
    return sum(abs(confidence[part].sum() - right[part].sum()) for part in parts) / len(labels)


def noise_of(probabilities, draws=20):
    """The calibration error of labels that are drawn from the probabilities themselves."""
    generator = np.random.default_rng(1)
    sums = probabilities.cumsum(axis=1) / probabilities.sum(axis=1, keepdims=True)
    drawn = lambda: np.minimum((generator.random((len(sums), 1)) > sums).sum(axis=1), sums.shape[1] - 1)
    return float(np.mean([calibration_error(probabilities, drawn()) for _ in range(draws)]))


def measures(probabilities, labels):
    own = probabilities[np.arange(len(labels)), labels]
    return {
        "accuracy": 100 * float((probabilities.argmax(axis=1) == labels).mean()),
        "log_loss": float(-np.log(np.maximum(own, LEAST_PROBABILITY)).mean()),
        "calibration_error": float(calibration_error(probabilities, labels)),
        "noise": noise_of(probabilities),
    }


def measure(pgm, folder, dataset, ways, peers):
    measured = {}
    for way in ways:
        folds, rows, classes, labels, probabilities, seconds = evaluate(pgm, folder, dataset, way)
        measured[way] = {**measures(probabilities, labels), "seconds": seconds}
    cells, numbers = features_of(folder, dataset, rows)
    for name in peers:
        before = time.process_time()
        probabilities = out_of_fold(PEERS[name], cells, numbers, folds, labels, len(classes))
        measured[name] = {**measures(probabilities, labels), "seconds": time.process_time() - before}
    return measured


def signed_ranks(ours, theirs):
    differences = np.array(ours) - np.array(theirs)
    return wilcoxon(differences).pvalue if np.any(differences) else 1.0


def print_group(title, results, names, ways):
    print(f"\n## {title}: {len(results)}\n\n| classifier | accuracy | log loss | calibration error | of this noise | seconds, all sets |\n|---|---|---|---|---|---|")
    mean = lambda name, key: sum(result[name][key] for result in results) / len(results)
    for name in names:
        print(f"| {name} | {mean(name, 'accuracy'):.2f} | {mean(name, 'log_loss'):.4f} | {mean(name, 'calibration_error'):.4f} | {mean(name, 'noise'):.4f} | {len(results) * mean(name, 'seconds'):.0f} |")
    print("\n| pgm | peer | accuracy higher, equal, lower | Wilcoxon p | log loss lower, equal, higher | Wilcoxon p |\n|---|---|---|---|---|---|")
    for way in ways:
        for peer in names[len(ways):]:
            cells = []
            for key, sign in (("accuracy", 1), ("log_loss", -1)):
                ours, theirs = [sign * r[way][key] for r in results], [sign * r[peer][key] for r in results]
                counts = [sum(a > b for a, b in zip(ours, theirs)), sum(a == b for a, b in zip(ours, theirs)), sum(a < b for a, b in zip(ours, theirs))]
                cells.append(f"{counts[0]}, {counts[1]}, {counts[2]} | {signed_ranks(ours, theirs):.2g}")
            print(f"| {way} | {peer} | {cells[0]} | {cells[1]} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pgm")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--ways", default="tan/--smooth backoff --calibrate temperature,stack,auto", help="structures, each with further options after a slash")
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--sets", default="")
    parser.add_argument("--known", type=pathlib.Path, help="JSON file of what was measured before; read, added to and written")
    options = parser.parse_args()
    ways, peers = [way for way in options.ways.split(",") if way], [peer for peer in options.peers.split(",") if peer]
    datasets = json.loads((options.folder / "datasets/index.json").read_text())
    datasets = [d for d in datasets if not options.sets or d["name"] in options.sets.split(",")]
    datasets.sort(key=lambda d: d["rows"])
    known = json.loads(options.known.read_text()) if options.known and options.known.exists() else {}
    for dataset in datasets:
        before = known.setdefault(dataset["name"], {})
        wanted = [way for way in ways if way not in before]
        missing = [peer for peer in peers if peer not in before]
        if wanted or missing:
            before.update(measure(options.pgm, options.folder, dataset, wanted or ["nb"], missing))
        print(dataset["name"], *(f"{name} {before[name]['accuracy']:.2f} {before[name]['log_loss']:.4f};" for name in ways + peers), file=sys.stderr, flush=True)
        if options.known:
            options.known.write_text(json.dumps(known, indent=1))
    results = [known[dataset["name"]] for dataset in datasets]
    numeric = [known[dataset["name"]] for dataset in datasets if dataset["numeric"]]
    print_group("Data sets", results, ways + peers, ways)
    if numeric:
        print_group("Data sets with numbers", numeric, ways + peers, ways)


if __name__ == "__main__":
    main()

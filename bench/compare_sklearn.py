#!/usr/bin/python3
"""scikit-learn and pgm on the same data in one run: seconds, rows per second, ratios, and whether the probabilities agree.

    bench/compare_sklearn.py                                  1,000,000 rows x 37 discrete columns, 1,000,000 x 36 doubles, 10,000 points
    bench/compare_sklearn.py --rows 10000 --points 1000       a quick look
    bench/compare_sklearn.py --threads 2                      pgm on two threads; scikit-learn uses what it likes

The discrete rows are sampled by `pgm sample` from a network (--model): alarm from PGM_REFERENCE_DATA where that is set, else the small one of examples/data.
scikit-learn is no part of pgm. On Debian and Ubuntu: apt-get install python3-sklearn (python3-pandas makes its reading faster); elsewhere: pip install scikit-learn.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

try:
    import numpy as np
    from sklearn.naive_bayes import CategoricalNB, GaussianNB
    from sklearn.neighbors import KernelDensity
    from sklearn.preprocessing import OrdinalEncoder
except ImportError as missing:
    sys.exit(f"compare_sklearn.py: {missing}\n  apt-get install python3-sklearn, or pip install scikit-learn")
try:
    import pandas
except ImportError:
    pandas = None

ROOT = pathlib.Path(__file__).resolve().parent.parent
AGREEMENT = 1e-9


def build():
    """The pgm command line and the program of bench/compare_sklearn.cpp."""
    subprocess.run(["cmake", "--preset", "bench"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", "--preset", "bench", "--target", "pgm", "compare_sklearn"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def default_model():
    reference = os.environ.get("PGM_REFERENCE_DATA")
    alarm = pathlib.Path(reference or "", "networks/bif/alarm.bif")
    return alarm if reference and alarm.exists() else ROOT / "examples/data/asia.bif"


class Stopwatch:
    def __init__(self):
        self.start = time.perf_counter()

    def lap(self):
        now = time.perf_counter()
        seconds, self.start = now - self.start, now
        return seconds


class Comparison:
    def __init__(self, options):
        self.options = options
        self.agree = True

    def pgm(self, fit, predict, classes, structure="nb", smoothing="mle", continuous="gaussian:mle"):
        """Seconds of each step, and the probabilities, rows x classes."""
        out = self.options.folder / "probabilities.f64"
        program = ROOT / "build/bench/bench/compare_sklearn"
        words = [program, fit, predict, structure, smoothing, continuous, str(self.options.threads), out]
        best = None
        for _ in range(self.options.repeat):
            seconds = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
            best = seconds if best is None else {step: min(best[step], seconds[step]) for step in best}
        return best, np.fromfile(out).reshape(-1, classes)

    def report(self, title, rows, theirs, ours, their_probabilities, our_probabilities):
        print(f"\n{title}\n")
        print(f"    {'':12}{'scikit-learn':>14}{'pgm':>12}{'rows/s':>16}{'times faster':>15}")
        for step in theirs:
            print(f"    {step:12}{theirs[step]:12.4f} s{ours[step]:10.4f} s{rows / ours[step]:16,.0f}{theirs[step] / ours[step]:15.1f}")
        difference = float(np.abs(their_probabilities - our_probabilities).max())
        agrees = difference <= AGREEMENT
        self.agree = self.agree and agrees
        print(f"\n    probabilities: largest difference {difference:.2g}" + ("" if agrees else f", MORE THAN {AGREEMENT:g}"))


def read_text_columns(path):
    """The header and the cells of a CSV file, as fast as this machine's Python can."""
    if pandas is not None:
        table = pandas.read_csv(path, dtype=str, na_filter=False)
        return list(table.columns), table.to_numpy()
    with open(path, encoding="utf-8") as file:
        header = file.readline().rstrip("\n").split(",")
        return header, np.array([line.rstrip("\n").split(",") for line in file], dtype=object)


def discrete(comparison):
    options = comparison.options
    path = options.folder / "discrete.csv"
    with open(path, "w", encoding="utf-8") as file:
        words = [ROOT / "build/bench/apps/pgm", "sample", options.model, "-n", str(options.rows), "--seed", "1"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as sampler:
            header = sampler.stdout.readline().split(",")
            file.write(",".join(["class"] + header[1:]))  # the first variable is the class
            for piece in iter(lambda: sampler.stdout.read(1 << 20), ""):
                file.write(piece)
        if sampler.returncode != 0:
            sys.exit(f"compare_sklearn.py: pgm sample {options.model} failed")

    watch, theirs = Stopwatch(), {}
    names, cells = read_text_columns(path)
    codes = OrdinalEncoder(dtype=np.int32).fit_transform(cells)
    theirs["read"] = watch.lap()
    model = CategoricalNB(alpha=1).fit(codes[:, 1:], codes[:, 0])
    theirs["fit"] = watch.lap()
    probabilities = model.predict_proba(codes[:, 1:])
    theirs["predict"] = watch.lap()

    ours, our_probabilities = comparison.pgm(path, path, probabilities.shape[1], smoothing="laplace:1")
    title = f"Naive Bayes, {options.rows:,} rows x {len(names)} discrete columns of {pathlib.Path(options.model).name}"
    comparison.report(title + "; reading includes the encoding", options.rows, theirs, ours, probabilities, our_probabilities)


def write_raw(folder, name, features, classes):
    """A file of doubles, column after column, its shape in its name; the class is the last column."""
    path = folder / f"{name}.{len(classes)}x{features.shape[1] + 1}.f64"
    with open(path, "wb") as file:
        np.asfortranarray(features).T.tofile(file)
        classes.astype(float).tofile(file)
    return path


def two_normal_classes(rows, columns):
    rng = np.random.default_rng(1)
    classes = rng.integers(0, 2, rows)
    return rng.normal(0.0, 1.0, (rows, columns)) * (1 + 0.5 * classes[:, None]) + 0.2 * classes[:, None], classes


def gaussian(comparison):
    rows = comparison.options.rows
    features, classes = two_normal_classes(rows, 36)
    path = write_raw(comparison.options.folder, "gaussian", features, classes)

    watch, theirs = Stopwatch(), {}
    model = GaussianNB(var_smoothing=0).fit(features, classes)
    theirs["fit"] = watch.lap()
    probabilities = model.predict_proba(features)
    theirs["predict"] = watch.lap()

    ours, our_probabilities = comparison.pgm(path, path, 2)
    comparison.report(f"Gaussian naive Bayes, {rows:,} rows x 36 doubles", rows, theirs, ours, probabilities, our_probabilities)


def kernel_density(comparison, kernel, treatment):
    points, bandwidth = comparison.options.points, 0.1
    features, classes = two_normal_classes(2 * points, 1)
    fit = write_raw(comparison.options.folder, "points", features[:points], classes[:points])
    queries = write_raw(comparison.options.folder, "queries", features[points:], classes[points:])

    watch, theirs = Stopwatch(), {}
    models = [KernelDensity(bandwidth=bandwidth, kernel=kernel).fit(features[:points][classes[:points] == k]) for k in (0, 1)]
    theirs["fit"] = watch.lap()
    log_joint = np.stack([np.log(np.mean(classes[:points] == k)) + models[k].score_samples(features[points:]) for k in (0, 1)], axis=1)
    theirs["predict"] = watch.lap()
    highest = log_joint.max(axis=1, keepdims=True)
    joint = np.where(np.isfinite(highest), np.exp(log_joint - np.where(np.isfinite(highest), highest, 0)), 0)
    total = joint.sum(axis=1, keepdims=True)
    probabilities = np.divide(joint, total, out=np.zeros_like(joint), where=total > 0)

    ours, our_probabilities = comparison.pgm(fit, queries, 2, continuous=f"{treatment}h={bandwidth}")
    comparison.report(f"Kernel density, {kernel}, {points:,} queries on {points:,} points in two classes", points, theirs, ours, probabilities, our_probabilities)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--points", type=int, default=10_000)
    parser.add_argument("--threads", type=int, default=1, help="threads of pgm")
    parser.add_argument("--repeat", type=int, default=3, help="runs of pgm, the fastest of which counts")
    parser.add_argument("--model", default=str(default_model()), help="network that the discrete rows are sampled from; its first variable is the class")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/compare", help="where the data are written")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)

    build()
    comparison = Comparison(options)
    discrete(comparison)
    gaussian(comparison)
    kernel_density(comparison, "gaussian", "kde:")
    kernel_density(comparison, "tophat", "kde:tophat,")
    if not comparison.agree:
        sys.exit("compare_sklearn.py: the probabilities do not agree")


if __name__ == "__main__":
    main()

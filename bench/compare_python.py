#!/usr/bin/env python3
"""pgm from Python beside pyAgrum, pgmpy and scikit-learn in one run: medians, ratios, and whether the answers agree.

    bench/compare_python.py              all of it, some minutes
    bench/compare_python.py inference calls batches gaussians learning encoding
                                         only these parts

To be run by a Python that has the package of a Release build, pandas and scikit-learn, and pyagrum and pgmpy where they are to be compared with. Alarm and its evidence are those of
PGM_REFERENCE_DATA. One thread. What is timed of a peer is what bench/peers/stopwatch.py says, in its favour.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

import numpy as np
import pandas as pd

import pgm

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench/peers"))
from stopwatch import milliseconds  # noqa: E402: the peers' own

DATA = pathlib.Path(os.environ.get("PGM_REFERENCE_DATA", ROOT.parent / "shared/data"))
ALARM = DATA / "networks/bif/alarm.bif"
SHOWN = []


def timed(action, seconds=2.0, least=5):
    """The median of the seconds that calls take."""
    action()
    times, deadline = [], time.monotonic() + seconds
    while len(times) < least or time.monotonic() < deadline:
        times.append(milliseconds(action) / 1e3)
        if time.monotonic() > deadline + 60:
            break
    return statistics.median(times)


def show(what, ours, goal, **peers):
    """A row: our time, and by how much each peer is slower."""
    cells = [what, f"{1e6 * ours:,.1f} us" if ours < 1e-3 else f"{1e3 * ours:,.1f} ms"]
    cells += [f"{name} {seconds / ours:,.1f}x" for name, seconds in peers.items()]
    print(" | ".join([*cells, f"goal {goal}"]), flush=True)
    SHOWN.append({"what": what, "seconds": ours, "goal": goal, "peers": peers})


def evidence_sets():
    return json.loads((DATA / "evidence/alarm.json").read_text())


def peer_module(name):
    try:
        return __import__(name)
    except ImportError as error:
        print(f"{name}: not compared with, {error}", file=sys.stderr)
        return None


def milliseconds_of_peer(module, algorithm):
    """{kind: seconds} of all posteriors of alarm, by the peer's own stopwatch."""
    words = [sys.executable, ROOT / f"bench/peers/{module}.py", ALARM, DATA / "evidence/alarm.json", "5", algorithm]
    run = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=600)
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    return {line["kind"]: line["ms"] / 1e3 for line in lines if line["kind"] in ("fixed", "varying")}


def inference():
    engine = pgm.Engine(pgm.read(ALARM))
    sets = evidence_sets()
    peers = {"pyAgrum": ("pyagrum_peer", "LazyPropagation"), "pgmpy": ("pgmpy_peer", "VariableElimination")}
    of_peers = {}
    for name, (module, algorithm) in peers.items():
        if peer_module(module):
            of_peers[name] = milliseconds_of_peer(module, algorithm)
    for kind in ("fixed", "varying"):
        given = sets[kind]

        def ask():
            for evidence in given:
                found = engine.marginals(evidence)
                for name in found:
                    found[name]

        ours = timed(ask) / len(given)
        show(f"alarm, all posteriors, {kind}", ours, "100x pyAgrum, 1000x pgmpy", **{name: times[kind] for name, times in of_peers.items() if kind in times})


def calls():
    """What a call costs that answers next to nothing, and reading one posterior of it."""
    engine = pgm.Engine(pgm.Network("A{no|yes} -> B{no|yes}; A: 0.3 0.7; B | A=no: 0.9 0.1; B: 0.2 0.8"))
    many = range(1000)

    def ask():
        for _ in many:
            engine.marginals({"B": "yes"})

    show("overhead of a call", timed(ask) / len(many), "2 us")


def batches():
    net = pgm.read(ALARM)
    engine = pgm.Engine(net)
    rows, missing, target = 100_000, 0.3, "LVFAILURE"
    frame = net.sample(rows, seed=1)
    rng = np.random.default_rng(1)
    for name in frame.columns:
        frame.loc[rng.random(rows) < missing, name] = None
    asked = frame.drop(columns=[target])
    ours = timed(lambda: engine.posteriors(asked, [target]), least=3)
    found = engine.posteriors(asked, [target]).probabilities[target]
    peers = {}
    if peer_module("pyagrum_peer"):
        import pyagrum

        few = 200
        network = pyagrum.loadBN(str(ALARM))
        session = pyagrum.LazyPropagation(network)
        session.addTarget(target)
        known = [{k: v for k, v in row.items() if v == v and v is not None} for row in asked[:few].to_dict("records")]
        posteriors = []

        def one_by_one():
            posteriors.clear()
            for evidence in known:
                session.eraseAllEvidence()
                session.setEvidence(evidence)
                session.makeInference()
                posteriors.append(session.posterior(target).tolist())

        peers["pyAgrum, row by row"] = timed(one_by_one, least=3) / few * rows
        print(f"largest difference to pyAgrum: {np.abs(np.array(posteriors) - found[:few]).max():.1e}")
    show(f"{rows:,} rows, {missing:.0%} missing, one posterior each", ours, "100x pyAgrum's loop", **peers)


def hundred_gaussians():
    """[(intercept, variance, {parent: slope})]: each variable has up to three of the twelve before it as parents."""
    rng = np.random.default_rng(1)
    families = []
    for v in range(100):
        parents = [p for p in range(max(0, v - 12), v) if rng.random() < 0.25][:3]
        families.append((rng.random(), 0.1 + rng.random(), {p: rng.random() - 0.5 for p in parents}))
    return families


def gaussians():
    """One posterior of a network of 100 Gaussians of which 20 are observed."""
    families, observed, target = hundred_gaussians(), range(4, 100, 5), 50
    text = ["; ".join(f"X{v}{{real}}" for v in range(len(families)))]
    for v, (intercept, variance, slopes) in enumerate(families):
        text += [f"X{p} -> X{v}" for p in slopes]
        mean = " + ".join([repr(intercept), *(f"{slope!r} X{p}" for p, slope in slopes.items())])
        text.append(f"X{v}: normal({mean}, var {variance!r})")
    evidence = {f"X{v}": 0.1 * v - 3 for v in observed}
    engine = pgm.Engine(pgm.Network("\n".join(text)))

    def ask():
        return engine.query(f"E(X{target} | " + ", ".join(f"X{v}={0.1 * v - 3!r}" for v in observed) + ")")

    def ask_all():
        found = engine.marginals(evidence)
        return [found[f"X{v}"].mean for v in range(len(families)) if v not in observed]

    peers = {}
    try:
        import pyagrum.clg as clg

        model = clg.CLG()
        for v, (intercept, variance, _) in enumerate(families):
            model.add(clg.GaussianVariable(f"X{v}", intercept, variance**0.5))
        for v, (_, _, slopes) in enumerate(families):
            for p, slope in slopes.items():
                model.addArc(f"X{p}", f"X{v}", slope)

        def ask_peer():
            session = clg.CLGVariableElimination(model)
            session.updateEvidence(evidence)
            return session.posterior(f"X{target}").mu()

        print(f"difference to pyAgrum: {abs(ask_peer() - float(ask())):.1e}")
        peers["pyAgrum"] = timed(ask_peer, seconds=10, least=3)
    except ImportError as error:
        print(f"pyagrum.clg: not compared with, {error}", file=sys.stderr)
    show("100 Gaussians, 20 observed, one posterior", timed(ask), "500x pyAgrum", **peers)
    show("100 Gaussians, 20 observed, all 80 posteriors", timed(ask_all), "")


def learning():
    from sklearn.naive_bayes import CategoricalNB, GaussianNB
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OrdinalEncoder

    rows, columns = 1_000_000, 20
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 3, rows)
    names = np.array(["red", "green", "blue", "yellow", "black"])
    codes = {f"x{i}": (labels + rng.integers(0, 4, rows)) % 5 for i in range(columns)}
    categories = pd.DataFrame({name: pd.Categorical.from_codes(code, names) for name, code in codes.items()})
    numbers = pd.DataFrame({f"x{i}": rng.normal(labels, 2.0) for i in range(columns)})
    target = pd.Series(names[labels], name="colour")

    def both(model, table):
        return model.fit(table, target).predict_proba(table)

    for table, ours, theirs, goal in (
        (categories, pgm.NaiveBayes(), make_pipeline(OrdinalEncoder(), CategoricalNB()), "5x"),
        (numbers, pgm.NaiveBayes(continuous="gaussian"), GaussianNB(), "3x"),
    ):
        peer = type(theirs[-1] if hasattr(theirs, "steps") else theirs).__name__
        difference = np.abs(both(ours, table) - both(theirs, table)).max()
        show(f"naive Bayes, fit and predict_proba, {rows:,} x {columns}", timed(lambda: both(ours, table), least=3), goal, **{peer: timed(lambda: both(theirs, table), least=3)})
        print(f"largest difference to {peer}: {difference:.1e}")


def encoding():
    from pgm._data import frame_of

    rows, columns = 200_000, 10
    rng = np.random.default_rng(1)
    words = np.array([f"state number {i}" for i in range(50)])
    texts = {f"x{i}": words[rng.integers(0, len(words), rows)] for i in range(columns)}
    for what, dtype in (("objects", object), ("str", "str")):
        frame = pd.DataFrame({name: pd.Series(cells, dtype=dtype) for name, cells in texts.items()})
        megabytes = sum(int(np.char.str_len(cells.astype(str)).sum()) for cells in texts.values()) / 1e6
        seconds = timed(lambda: frame_of(frame), least=3)
        show(f"columns of texts ({what}), {megabytes / seconds:,.0f} MB/s", seconds, "200 MB/s")


PARTS = {"inference": inference, "calls": calls, "batches": batches, "gaussians": gaussians, "learning": learning, "encoding": encoding}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART")
    parser.add_argument("--json", action="store_true", help="print a line of JSON at the end")
    options = parser.parse_args()
    for name in options.parts or PARTS:
        PARTS[name]()
    if options.json:
        print(json.dumps(SHOWN))


if __name__ == "__main__":
    main()

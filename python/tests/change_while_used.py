"""Changes tables, networks and evidence from another thread while pgm works with them. A script,
since what it looks for ends the process.

    python change_while_used.py WORK_FOLDER

Whatever comes out of the changed input is right; the process must only go on, with no exceptions
but those that bad values have. WORK_FOLDER/call.txt has what was done last.
"""

from __future__ import annotations

import faulthandler
import os
import pathlib
import pickle
import sys
import threading
import warnings
from contextlib import contextmanager
from typing import Any, Callable, Iterator

import numpy as np

import call_with_bad_values as bad
import pgm

ROWS = 400
TIMES = 2
#: None that is refused, so that the work goes on with what it has.
NUMBERS = np.array([np.nan, 0.0, 5e-324, 1.0, 30.0, 46.0])


@contextmanager
def changing(*changes: Callable[[np.random.Generator], None]) -> Iterator[None]:
    """Runs the changes over and over in a thread of their own."""
    is_over = threading.Event()
    draw = np.random.default_rng(7)

    def change() -> None:
        while not is_over.is_set():
            for one in changes:
                try:
                    one(draw)
                except bad.ACCEPTED:
                    pass

    thread = threading.Thread(target=change)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def stirred(array: Any) -> Callable[[np.random.Generator], None]:
    """Writes other numbers to a part of an array."""

    def stir(draw: np.random.Generator) -> None:
        places = draw.integers(0, array.shape[0], 64)
        if array.ndim == 2:
            array[places, draw.integers(0, array.shape[1], 64)] = draw.choice(NUMBERS, 64)
        elif array.dtype.kind == "f":
            array[places] = draw.choice(NUMBERS, 64)
        elif array.dtype.kind == "i":
            array[places] = draw.integers(-2, 4, 64)
        else:
            array[places] = draw.choice(np.array(["yes", None, 3.5, {}], dtype=object), 64)

    return stir


def table() -> dict[str, Any]:
    draw = np.random.default_rng(3)
    return {
        "Wet": draw.choice(np.array(["no", "yes", None], dtype=object), ROWS),
        "Rain": pgm.CategoricalColumn(draw.integers(-1, 2, ROWS), ["no", "yes"]),
        "cells": draw.normal(35, 10, ROWS),
    }


def change_tables() -> None:
    engine = pgm.Engine(bad.network())
    columns = table()
    stirs = [stirred(columns["Wet"]), stirred(columns["Rain"].codes), stirred(columns["cells"])]
    with changing(*stirs):
        for threads in (1, 2) * TIMES:
            for targets in (["Cloudy"], ["Rain"], ["cells"]):
                bad.call("posteriors", engine.posteriors, columns, targets, threads=threads)
            only = {"cells": columns["cells"]}
            bad.call("posteriors of numbers", engine.posteriors, only, ["Rain"], threads=threads)


def change_training_data(name: str) -> None:
    """Numbers in one piece, which are not copied, and rows, labels and weights."""
    kind = getattr(pgm, name)
    draw = np.random.default_rng(3)
    rows = ROWS // 4 if name in ("BayesNetClassifier", "StackedBayesNets") else ROWS  # slow ones
    X = np.asfortranarray(draw.normal(35, 10, (rows, 3)))
    y = draw.integers(0, 2, rows)
    weights = draw.random(rows)
    fitted = kind().fit(X.copy(order="F"), y.copy())
    choices = [{}]
    if name in ("NaiveBayes", "KDB"):
        choices += [{"continuous": word} for word in ("mdlp", "frequency:5", "gaussian", "kde")]
    with changing(stirred(X), stirred(y), stirred(weights)):
        for choice in choices:
            for _ in range(TIMES):
                what = f"{name}({choice})"
                bad.call(f"{what}.fit", lambda: kind(**choice).fit(X, y))
                bad.call(f"{what}.fit weights", lambda: kind(**choice).fit(X, y, weights))
        for method in ("predict", "predict_proba", "decision_function", "explain", "forecast"):
            for _ in range(TIMES if hasattr(fitted, method) else 0):
                bad.call(f"{name}.{method}", getattr(fitted, method), X)


def change_frames() -> None:
    try:
        import pandas as pd
    except ImportError:
        return
    engine = pgm.Engine(bad.network())
    frame = pd.DataFrame({"Wet": ["no", "yes"] * 500, "cells": np.arange(1000.0)})

    def change(draw: np.random.Generator) -> None:
        frame.loc[int(draw.integers(0, 1000)), "cells"] = draw.choice(NUMBERS)
        frame["Wet"] = draw.choice(["no", "yes", "maybe"], len(frame))
        frame.drop(columns="cells", inplace=True)
        frame["cells"] = np.arange(1000.0)

    with changing(change):
        for _ in range(20 * TIMES):
            bad.call("posteriors of a frame", engine.posteriors, frame, ["Rain"])


def change_networks(folder: pathlib.Path) -> None:
    net = bad.network()

    def change(draw: np.random.Generator) -> None:
        net["Cloudy"] = [0.25, 0.75]
        net["Rain"] = [[0.1, 0.2], [0.3, 0.7]] if draw.random() < 0.5 else [[0.5, 0.5], [1, 0]]
        name = f"v{draw.integers(0, 50)}"
        net.add_variable(name, ["a", "b"])
        net.add_arc("Cloudy", name)
        net[name] = [[0.5, 0.5], [0.25, 0.75]]

    with changing(change):
        for _ in range(20 * TIMES):
            bad.call("Engine", lambda: pgm.Engine(net).marginals({"Wet": "yes"}))
            bad.call("sample", net.sample, 2000)
            bad.call("write", pgm.write, net, folder / "net.json")
            bad.call("pickle", lambda: pickle.loads(pickle.dumps(net)))
            for ask in (net.svg, net.copy, net.check, lambda: net == net, lambda: net.arcs):
                bad.call("a question to the network", ask)


def change_evidence() -> None:
    engine = pgm.Engine(bad.network())
    evidence: dict[str, Any] = {}
    given = pgm.Evidence(evidence)

    def change(draw: np.random.Generator) -> None:
        evidence["Wet"] = [0.5] * int(draw.integers(1, 4))
        evidence["Rain"] = "yes"
        given._findings["cells"] = (draw.normal(), None)
        evidence.clear()

    with changing(change):
        for _ in range(50 * TIMES):
            bad.call("marginals", engine.marginals, evidence)
            bad.call("marginals", engine.marginals, given)


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    os.chdir(folder)
    bad.last_call = os.open("call.txt", os.O_CREAT | os.O_WRONLY)
    warnings.simplefilter("ignore")
    faulthandler.enable()
    sys.setswitchinterval(1e-4)
    change_tables()
    change_frames()
    change_networks(folder)
    change_evidence()
    for name in bad.estimator_names():
        change_training_data(name)
    sys.exit("\n".join(bad.failures) or 0)


if __name__ == "__main__":
    main()

"""Calls what pgm offers with bad values. A script, since what it looks for ends the process.

    python call_with_bad_values.py [public | estimators | compiled] WORK_FOLDER

Each call is first written to WORK_FOLDER/call.txt, so that the last one is known after a crash and
when the script is stopped because it hangs. Calls with an exception that nobody should see are
printed, and the status is then 1.
"""

from __future__ import annotations

import ast
import faulthandler
import inspect
import os
import pathlib
import random
import sys
import warnings
from typing import Any, Callable, Iterator

import numpy as np

import pgm
from bad_values import Evil, all_values
from pgm import _pgm

ACCEPTED = (
    pgm.Error,
    Evil,
    TypeError,
    ValueError,
    LookupError,
    AttributeError,
    OverflowError,
    MemoryError,
    OSError,
    NotImplementedError,
    ImportError,
    RecursionError,
    BufferError,
    StopIteration,
)
FOREIGN = ("numpy", "pandas", "polars", "pyarrow", "decimal")  # whose own exceptions come through

PATIENTS = """
    Cloudy{no|yes} -> Rain{no|yes} -> Wet{no|yes} -> cells{real}
    Cloudy: 0.5 0.5
    Rain | Cloudy=no: 0.8 0.2
    Rain: 0.2 0.8
    Wet | Rain=no: 1 0
    Wet: 0.1 0.9
    cells | Wet=no: normal(30, sd 5)
    cells: normal(46, sd 6)
"""

folder = pathlib.Path(".")
failures: list[str] = []
last_call: int  # a file descriptor


def network() -> pgm.Network:
    return pgm.Network(PATIENTS)


def columns() -> dict[str, Any]:
    """A table of everything that a row may have."""
    return {
        "Wet": np.array(["no", "yes", None, "yes"] * 5, dtype=object),
        "Rain": ["no", "yes", "yes", None] * 5,
        "cells": np.array([30.0, 46.0, np.nan, 40.0] * 5) + np.arange(20),
    }


def features() -> Any:
    try:
        import pandas as pd
    except ImportError:
        return np.column_stack([np.arange(20.0), np.arange(20.0) % 3])
    return pd.DataFrame(columns())


#: Values that do, by the name of the parameter; of other parameters all values are bad.
GOOD: dict[str, Callable[[], Any]] = {
    "X": features,
    "y": lambda: np.array([0, 1] * 10),
    "frame": columns,
    "table": columns,
    "targets": lambda: ["Rain", "cells"],
    "evidence": lambda: {"Wet": "yes"},
    "findings": lambda: {"Wet": "yes"},
    "network": network,
    "text": lambda: "P(Rain | Wet=yes)",
    "statement": lambda: "Cloudy _||_ Wet | Rain",
    "estimator": lambda: "nb",
    "model": lambda: pgm.NaiveBayes().fit(features(), GOOD["y"]()),
    "target": lambda: "Wet",
    "name": lambda: "Rain",
    "key": lambda: "Rain",
    "parent": lambda: "Cloudy",
    "child": lambda: "Wet",
    "cause": lambda: "Rain",
    "effect": lambda: "Wet",
    "truth": network,
    "other": network,
    "left": lambda: "Rain",
    "right": lambda: "Wet",
    "states": lambda: ["a", "b"],
    "distribution": lambda: [[0.5, 0.5], [0.5, 0.5]],
    "path": lambda: folder / "table.csv",
    "source": lambda: b"network n { } variable A { type discrete [ 2 ] { a, b }; }",
    "rows": lambda: 3,
}


def instances(module: Any) -> dict[type, Callable[[], Any]]:
    """How to come by an instance of each class whose constructor wants more than GOOD."""
    net = network()
    engine = pgm.Engine(net)
    frame = columns()
    makers: dict[type, Callable[[], Any]] = {
        pgm.Engine: lambda: engine,
        pgm.Network: network,
        pgm.Table: lambda: net["Rain"],
        pgm.Density: lambda: engine.query("P(cells)").density,
        pgm.Distribution: lambda: engine.query("P(Rain, Wet)").distribution,
        pgm.Marginals: lambda: engine.marginals({"Wet": "yes"}),
        pgm.Result: lambda: engine.query("P(Rain)"),
        pgm.Posteriors: lambda: engine.posteriors(frame, ["Rain"]),
        pgm.Forecast: lambda: engine.posteriors(frame, ["cells"]).forecasts["cells"],
        pgm.Explanation: engine.mpe,
        pgm.Agreement: lambda: pgm.Agreement(1.0, 0.5, 2 / 3),
        pgm.Comparison: lambda: pgm.compare(net, net),
        pgm.Solution: lambda: pgm.decide(pgm.examples["oil"]),
        pgm.Choices: lambda: pgm.decide(pgm.examples["oil"]).strategy["Drill"],
        pgm.Derivation: lambda: pgm.explain(pgm.examples["asia"], "P(lung)"),
        pgm.InteractivePage: lambda: pgm.explore(net),
        pgm.InformationValue: lambda: pgm.InformationValue(["Oil"], "Drill", 32.5),
        pgm.Choice: lambda: pgm.Choice({}, {"a": 1.0}, ["a"]),
        pgm.Effect: lambda: pgm.effect(net, cause="Rain", effect="Wet"),
        pgm.Estimate: lambda: pgm.Estimate(0.5),
        pgm.Examples: lambda: pgm.examples,
        pgm.Page: lambda: pgm.report(net),
        pgm.Picture: lambda: net.svg(),
        pgm.TestResult: lambda: pgm.test(frame, "Rain", "Wet"),
        pgm.Interval: lambda: pgm.Interval(0.1, 0.2, 0.6),
        pgm.Separation: lambda: net.d_separated("Cloudy _||_ Wet"),
        pgm.Evidence: lambda: pgm.Evidence({"Wet": "yes"}),
        pgm.CategoricalColumn: lambda: pgm.CategoricalColumn(np.array([0, -1]), ["a"]),
        pgm.Location: lambda: pgm.Location("", 0, 0, "", ""),
        pgm.Problem: lambda: pgm.Network("A -> B").check()[0],
    }
    if estimator_names():
        makers[pgm.Cpdag] = lambda: pgm.Cpdag([], [("a", "b")])
        makers[pgm.WeightsOfEvidence] = lambda: pgm.WeightsOfEvidence("a", 1, 1, None, {"b": 1.0})
    if module is _pgm:
        core = _pgm.Network(PATIENTS)
        table = [("cells", np.arange(20.0), None), ("c", np.arange(20) % 2, ["a", "b"])]
        makers[_pgm.Network] = lambda: _pgm.Network(PATIENTS)
        makers[_pgm.Page] = lambda: pgm.report(net)._core
        makers[_pgm.Engine] = lambda: _pgm.Engine(core, 1)
        makers[_pgm.Frame] = lambda: _pgm.Frame(table, None)
        makers[_pgm.Classifier] = lambda: _pgm.Classifier.fit(
            _pgm.Frame(table, None), "c", "nb", {}, 1, False, None
        )
        makers[_pgm.CountRequest] = lambda: request()
        makers[_pgm.Sums] = lambda: request().no_rows()
    return makers


def request() -> _pgm.CountRequest:
    """What a learner asks of rows that are counted elsewhere."""
    asked: list[Any] = []
    columns = [("a", ["x", "y"]), ("cells", []), ("c", ["a", "b"])]
    words = {"continuous": "gaussian"}
    try:
        _pgm.fit_counts(columns, 20, "c", "nb", words, 1, None, asked.append)
    except Exception:  # there is no answer
        pass
    return asked[0]


def is_of_pgm(member: Any) -> bool:
    module = getattr(member, "__module__", None) or ""
    return module.startswith("pgm") or type(member).__name__.startswith("nb_")


def methods_of(kind: type) -> Iterator[str]:
    """The names of the methods and properties that pgm itself gives a class."""
    for name in dir(kind):
        if name.startswith("_") and not name.startswith("__"):
            continue
        member = inspect.getattr_static(kind, name)
        if isinstance(member, property) or type(member).__name__ == "nb_method":
            yield name
        elif isinstance(member, (staticmethod, classmethod)):
            if is_of_pgm(member.__func__):
                yield name
        elif callable(member) and is_of_pgm(member) and name not in ("__init__", "__new__"):
            yield name


def parameters_of(function: Any) -> list[inspect.Parameter]:
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return []
    variable = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [p for p in signature.parameters.values() if p.kind not in variable]


#: Values that do, by the type in the stub of the compiled part.
GOOD_OF_TYPE: dict[str, Callable[[], Any]] = {
    "Network": lambda: _pgm.Network(PATIENTS),
    "Frame": lambda: _pgm.Frame([("cells", np.arange(20.0), None), CODES], None),
    "str": lambda: "c",
    "str | None": lambda: "nb",
    "int": lambda: 1,
    "float": lambda: 0.5,
    "bool": lambda: False,
    "object | None": lambda: None,
    "Sequence[str]": lambda: ["Rain", "cells"],
    "Sequence[str] | None": lambda: None,
    "Sequence[int]": lambda: [1, 0],
    "Sequence[tuple[str, Sequence[str]]]": lambda: [("cells", []), ("c", ["a", "b"])],
    "list[Sums]": lambda: [request().no_rows()] * 2,
    "Mapping[str, str]": dict,
}
CODES = ("c", np.arange(20) % 2, ["a", "b"])


def arguments_in_stub() -> dict[str, list[tuple[str, str]]]:
    """The arguments that each function of the compiled part takes, by `Class.name` or name: how
    they are called if they are named, and their types."""
    stub = pathlib.Path(str(_pgm.__file__)).with_name("_pgm.pyi")
    found: dict[str, list[tuple[str, str]]] = {}
    for node in ast.parse(stub.read_text()).body:
        for item in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(item, ast.FunctionDef):
                prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
                listed = [("", a) for a in [*item.args.posonlyargs, *item.args.args]]
                listed += [(a.arg, a) for a in item.args.kwonlyargs]
                found[prefix + item.name] = [
                    (name, ast.unparse(a.annotation))
                    for name, a in listed
                    if a.annotation is not None
                ]
    return found


def shown(value: Any) -> str:
    if isinstance(value, (str, bytes)):
        value = value[:40]
    try:
        return f"{type(value).__name__} {value!r:.60}"
    except Exception:
        return type(value).__name__


def call(what: str, function: Callable[..., Any], *positional: Any, **named: Any) -> Any:
    """Calls a function; the result, or None after an exception that may come out."""
    given = [shown(value) for value in positional]
    given += [f"{name}={shown(value)}" for name, value in named.items()]
    description = f"{what}({', '.join(given)})"
    os.pwrite(last_call, description.encode(errors="replace").ljust(400)[:400], 0)
    try:
        return function(*positional, **named)
    except ACCEPTED:
        return None
    except Exception as error:
        if type(error).__module__.partition(".")[0] not in FOREIGN:
            failures.append(f"{description}: {type(error).__name__}: {error}")
        return None


def read(what: str, instance: Callable[[], Any], name: str) -> None:
    call(what, lambda: getattr(instance(), name))


def try_function(
    what: str, get: Callable[[], Any], values: list[Callable[[], Any]], draw: random.Random
) -> None:
    """One argument after the other is bad, then all of them are."""
    function = call(what, get)
    if not callable(function):
        return
    parameters = parameters_of(function)
    given = {p.name: GOOD[p.name] for p in parameters if p.name in GOOD}
    needed = [p.name for p in parameters if p.default is p.empty]

    def arguments(bad: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        known = {name: make() for name, make in given.items()}
        for name in needed:
            if name not in known and name not in bad:
                known[name] = draw.choice(values)()
        known.update(bad)
        first = [p.name for p in parameters if p.kind is p.POSITIONAL_ONLY]
        return [known.pop(name) for name in first if name in known], known

    def attempt(bad: dict[str, Any]) -> None:
        positional, named = arguments(bad)
        # Each call on a fresh instance, since some of them change it.
        call(what, lambda *a, **k: get()(*a, **k), *positional, **named)

    attempt({})
    for parameter in parameters:
        for make in values:
            attempt({parameter.name: make()})
    for _ in range(len(values) // 4 if len(parameters) > 1 else 0):
        attempt({p.name: draw.choice(values)() for p in parameters})


def try_class(
    kind: type, make: Callable[[], Any], values: list[Callable[[], Any]], draw: random.Random
) -> None:
    for name in methods_of(kind):
        what = f"{kind.__name__}.{name}"
        if isinstance(inspect.getattr_static(kind, name), property):
            read(what, make, name)
        else:
            try_function(what, lambda: getattr(make(), name), values, draw)


def try_public(values: list[Callable[[], Any]], draw: random.Random) -> None:
    makers = instances(pgm)
    estimators = set(estimator_names())
    for name in dir(pgm):
        member = getattr(pgm, name)
        if name.startswith("_") or name in estimators or not callable(member):
            continue
        if not is_of_pgm(member):
            continue
        try_function(name, lambda: member, values, draw)
        if isinstance(member, type) and not issubclass(member, BaseException):
            try_class(member, makers[member], values, draw)
    if estimators:
        for name in pgm.distributed.__all__:
            member = getattr(pgm.distributed, name)
            try_function(f"distributed.{name}", lambda: member, values, draw)


def estimator_names() -> list[str]:
    try:
        from sklearn.base import BaseEstimator
    except ImportError:
        return []
    members = [(name, getattr(pgm, name)) for name in dir(pgm) if not name.startswith("_")]
    return [n for n, m in members if isinstance(m, type) and issubclass(m, BaseEstimator)]


def asks_for_long_work(value: Any) -> bool:
    return isinstance(value, int) and value > 1000


def try_estimators(values: list[Callable[[], Any]], draw: random.Random) -> None:
    """Every method with bad tables and every choice with bad words. What all classifiers inherit is
    tried in full with the first of them, and with a few values with the others."""
    known: set[Any] = set()
    for name in estimator_names():
        kind = getattr(pgm, name)
        numbers = features()[["cells"]] if hasattr(features(), "columns") else features()
        fitted = kind().fit(numbers, GOOD["y"]())
        for method in methods_of(kind):
            if isinstance(inspect.getattr_static(kind, method), property):
                read(f"{name}.{method}", lambda: fitted, method)
                continue
            implementation = getattr(kind, method)
            chosen = draw.sample(values, 6 if implementation in known else 40)
            known.add(implementation)
            maker = kind if "fit" in method else lambda: fitted
            try_function(f"{name}.{method}", lambda: getattr(maker(), method), chosen, draw)
        for parameter in parameters_of(kind):
            chosen = draw.sample(values, 3 if parameter.name in known else 40)
            known.add(parameter.name)
            for make in chosen:
                if parameter.name in ("restarts", "bootstrap") and asks_for_long_work(make()):
                    continue
                choice = {parameter.name: make()}
                call(f"{name}(..).fit", lambda **c: kind(**c).fit(numbers, GOOD["y"]()), **choice)


def try_compiled(values: list[Callable[[], Any]], draw: random.Random) -> None:
    """The functions of the compiled part, which have no checks of Python before them. Not with a
    scalar of datetime64: nanobind reads the format of its buffer, which has none. The package gives
    arrays only."""
    makers = instances(_pgm)
    values = [make for make in values if not isinstance(make(), np.datetime64)]

    def value_of(kind: str) -> Any:
        is_good = kind in GOOD_OF_TYPE and draw.random() < 0.6
        return (GOOD_OF_TYPE[kind] if is_good else draw.choice(values))()

    for name, arguments in arguments_in_stub().items():
        owner, _, method = name.rpartition(".")
        kind = getattr(_pgm, owner) if owner else _pgm
        if method == "__init__":
            get: Callable[[], Any] = lambda: kind
        elif owner:
            get = lambda: getattr(makers[kind](), method)
            empty = [None] * len(arguments)
            call(f"{name} of nothing", lambda: getattr(kind.__new__(kind), method)(*empty))
        else:
            get = lambda: getattr(_pgm, method)
        if isinstance(inspect.getattr_static(kind, method, None), property) or not arguments:
            call(f"_pgm.{name}", get)
            continue
        for _ in range(min(len(arguments), 3) * len(values)):
            positional = [value_of(of_one) for named, of_one in arguments if not named]
            given = {named: value_of(of_one) for named, of_one in arguments if named}
            call(f"_pgm.{name}", lambda *a, **k: get()(*a, **k), *positional, **given)


def main() -> None:
    global folder, last_call
    part, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    os.chdir(folder)
    last_call = os.open("call.txt", os.O_CREAT | os.O_WRONLY)
    (folder / "table.csv").write_text("a,b\nx,1\ny,2\n")
    warnings.simplefilter("ignore")
    faulthandler.enable()
    tries = {"public": try_public, "estimators": try_estimators, "compiled": try_compiled}
    tries[part](all_values(), random.Random(34))
    sys.exit("\n".join(failures) or 0)


if __name__ == "__main__":
    main()

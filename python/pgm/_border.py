"""The border of the package: arguments that are no such things are refused in its own words."""

from __future__ import annotations

import difflib
import functools
import inspect
import numbers
from typing import Any, Callable, Iterable, NoReturn, TypeVar, cast

from ._errors import ArgumentError, ArgumentTypeError, Error, IoError

Called = TypeVar("Called", bound=Callable[..., Any])
Kind = TypeVar("Kind", bound=type)

#: What the compiled part says of arguments that it does not take, with signatures of its own.
_OF_BINDING = ("incompatible function arguments", "a value in the arguments has the wrong type")


def at_the_border(function: Called) -> Called:
    """The function, whose errors about its arguments are those of this package."""

    @functools.wraps(function)
    def call(*positional: Any, **named: Any) -> Any:
        try:
            return function(*positional, **named)
        except (TypeError, ValueError, OSError) as error:
            # Those that are attribute errors, too, scikit-learn tells by their class.
            if isinstance(error, (Error, AttributeError)):
                raise
            refusal = _refusal(function, positional, named, error)
        raise refusal

    return cast(Called, call)


def border(kind: Kind) -> Kind:
    """A class whose constructor and public methods are at the border, also one of the binding."""
    for name, member in list(vars(kind).items()):
        is_called = name in ("__init__", "__getitem__", "__setitem__") or not name.startswith("_")
        is_function = inspect.isfunction(member) or type(member).__name__ == "nb_method"
        if is_called and is_function and not hasattr(member, "__wrapped__"):
            setattr(kind, name, at_the_border(member))
    return kind


def no_attribute(kind: str, name: str) -> NoReturn:
    """Throws for an attribute that there is not; what it is called here is told."""
    meant = _ELSEWHERE.get(kind, {}).get(name)
    hint = f" ({meant})" if meant else ""
    what = "module 'pgm'" if kind == "pgm" else f"{kind!r} object"
    raise AttributeError(f"{what} has no attribute {name!r}{hint}")


#: What other packages, or the mind, call something that is called otherwise here.
_ELSEWHERE = {
    "pgm": {
        "load": "pgm.read(path)",
        "load_model": "pgm.read(path)",
        "loadBN": "pgm.read(path)",
        "open": "pgm.read(path)",
        "save": "pgm.write(network, path)",
        "dump": "pgm.write(network, path)",
        "saveBN": "pgm.write(network, path)",
        "fastBN": "pgm.Network(text)",
        "BayesianNetwork": "pgm.Network",
        "BayesNet": "pgm.Network",
        "DiscreteBayesianNetwork": "pgm.Network",
        "LazyPropagation": "pgm.Engine(network)",
        "VariableElimination": "pgm.Engine(network)",
        "query": "pgm.Engine(network).query(text)",
        "learn": "pgm.StructureLearner().fit(table).network_",
        "fit": "pgm.StructureLearner(arcs).fit(table).network_, or pgm.TAN().fit(X, y)",
        "NB": "pgm.NaiveBayes",
        **dict.fromkeys(("draw", "plot", "svg"), "network.draw(path), network.svg()"),
        "hc": 'pgm.StructureLearner(algorithm="hc").fit(table).network_',
        "read_data": "pgm.read_csv(path)",
    },
    "Network": {
        **dict.fromkeys(
            ("query", "marginals", "posteriors", "mpe", "log_evidence"),
            "a network is asked by an engine: pgm.Engine(network)",
        ),
        **dict.fromkeys(("save", "write", "to_file", "dump"), "pgm.write(network, path)"),
        **dict.fromkeys(("load", "read", "from_file"), "pgm.read(path)"),
        **dict.fromkeys(
            ("plot", "show", "to_graphviz"),
            "network.svg() is a picture, which a notebook shows of the network itself",
        ),
        **dict.fromkeys(("nodes", "names"), "network.variables"),
        "edges": "network.arcs",
        "add_edge": "network.add_arc(parent, child)",
        "add_node": "network.add_variable(name, states)",
        "remove_edge": "network.remove_arc(parent, child)",
        "remove_node": "network.remove(name)",
        "get_markov_blanket": "network.markov_blanket(name)",
        **dict.fromkeys(("add_cpds", "set_cpt"), "network[name] = rows"),
        **dict.fromkeys(("cpt", "cpds", "get_cpds", "get_cpt"), "network[name]"),
        "check_model": "network.check()",
        "simulate": "network.sample(rows)",
        "fit": "pgm.StructureLearner(network).fit(table).network_",
        "predict": "pgm.Engine(network).posteriors(table, targets)",
    },
    "Engine": {
        **dict.fromkeys(("posterior", "infer"), "engine.marginals(evidence)"),
        **dict.fromkeys(("predict", "predict_proba"), "engine.posteriors(table, targets)"),
        "map_query": 'engine.query("argmax(A, B | C=c)")',
        "sample": "engine.network.sample(rows)",
        "svg": "engine.network.svg(evidence)",
    },
}

#: Parameters of other packages, and what is called otherwise here.
_PARAMETERS = {
    "priors": "class_prior={label: probability}",
    "alpha": 'smoothing="laplace:1"',
    "var_smoothing": 'smoothing="laplace:1"',
    "edges": "structure=[(parent, child)]",
    "score": "scoring",
    "scoring_method": "scoring",
    "significance_level": "alpha",
    "blacklist": 'constraints=["forbid A -> B"]',
    "whitelist": 'constraints=["require A -> B"]',
    **dict.fromkeys(("max_parents", "max_indegree"), 'constraints=["max parents 3"]'),
    "sep": "delimiter",
    "na_values": "missing_marks",
    "threads": "n_jobs",
    "seed": "random_state",
}

#: Types by their names in signatures: how to tell them, and what they are called.
_TYPES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "str": (lambda value: isinstance(value, str), "a text"),
    "int": (
        lambda value: isinstance(value, numbers.Integral) and 0 <= int(value) < 1 << 63,
        "a whole number that is not negative",
    ),
    "float": (lambda value: isinstance(value, numbers.Real), "a number"),
    "bool": (lambda value: isinstance(value, bool), "True or False"),
    "Network": (lambda value: type(value).__name__ == "Network", "a pgm.Network"),
    "Sequence[str]": (
        lambda value: not isinstance(value, str) and all(isinstance(one, str) for one in value),
        "a list of texts",
    ),
}


def _refusal(
    function: Callable[..., Any], positional: Any, named: Any, error: Exception
) -> Error:
    """The error as one of this package, in its words where it is of the binding."""
    name = _name_of(function, positional)
    try:
        signature = inspect.signature(function)
    except ValueError:  # of the binding
        given = ", ".join(map(shown, [*positional[1:], *named.values()]))
        return ArgumentTypeError(f"{name}() does not take {given or 'nothing'}")
    try:
        bound = signature.bind(*positional, **named)
    except TypeError as mismatch:
        hint = _hint_at_parameter(signature, named)
        return ArgumentTypeError(f"{name}() {mismatch}{hint}")
    message = str(error)
    if not any(words in message for words in _OF_BINDING):
        kind = IoError if isinstance(error, OSError) else ArgumentError
        return (ArgumentTypeError if isinstance(error, TypeError) else kind)(message)
    wrong = [
        f"{parameter} is {shown(value)}, not {wanted}"
        for parameter, value in bound.arguments.items()
        for wanted in [_wanted(signature.parameters[parameter].annotation, value)]
        if wanted
    ]
    return ArgumentTypeError(f"{name}(): {'; '.join(wrong) or 'an argument has the wrong type'}")


def _name_of(function: Callable[..., Any], positional: Any) -> str:
    """What the caller called: a class, a method of an object, or a function."""
    name = function.__name__
    if name == "__init__" or (name.startswith("_") and not name.startswith("__")):
        return type(positional[0]).__name__
    return function.__qualname__


def _hint_at_parameter(signature: inspect.Signature, named: Any) -> str:
    for name in named:
        if name in signature.parameters:
            continue
        meant = _PARAMETERS.get(name, "")
        is_offered = meant.partition("=")[0] in signature.parameters
        return f" ({meant})" if is_offered else near(name, signature.parameters)
    return ""


def _wanted(annotation: Any, value: Any) -> str:
    """What the type in a signature is called, if it is known and the value is of another."""
    text = str(annotation)
    if text.startswith("Optional["):
        if value is None:
            return ""
        text = text[len("Optional[") : -1]
    if text not in _TYPES:
        return ""
    fits, words = _TYPES[text]
    try:
        return "" if fits(value) else words
    except Exception:  # of an object that is not what it seems
        return words


def near(name: Any, known: Iterable[str], *, listed: int = 0) -> str:
    """In brackets what was probably meant; else the known names, if they are so few."""
    names = list(known)
    by_case = {one.casefold(): one for one in names}
    found = difflib.get_close_matches(str(name).strip().casefold(), by_case, 1)
    if found:
        return f" (did you mean {by_case[found[0]]!r}?)"
    return f" (known: {', '.join(names)})" if len(names) <= listed else ""


def shown(value: Any) -> str:
    """A value for a message: a short one itself, else its type."""
    try:
        text = repr(value)
    except Exception:
        text = ""
    return text if 0 < len(text) <= 40 and "\n" not in text else with_article(type(value).__name__)


def with_article(noun: str) -> str:
    """A noun with "a" or "an"."""
    return f"{'an' if noun[:1].lower() in 'aeio' else 'a'} {noun}"

"""A network as the peers are given it: numbers only, so that no peer's parser stands between a network and its times.

Reads BIF as `pgm convert` writes it: every table complete, its rows in order (last parent fastest) and divided by their sums.
"""

import dataclasses
import json
import re

import numpy as np

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}()\[\],;|]|[^\s{}()\[\],;|"]+')


@dataclasses.dataclass
class Node:
    name: str
    states: list
    parents: list = dataclasses.field(default_factory=list)  # indices into the nodes
    table: np.ndarray = None  # axes: the parents, then the node itself; every row sums to 1


def plain(token):
    return re.sub(r"\\(.)", r"\1", token[1:-1]) if token.startswith('"') else token


def read_network(path):
    """The nodes in the order of the file."""
    with open(path, encoding="utf-8") as file:
        blocks = re.findall(r"^(variable|probability) (.*?)^}$", file.read(), re.MULTILINE | re.DOTALL)
    nodes, index = [], {}
    for kind, text in blocks:
        tokens = TOKEN.findall(text)
        if kind == "variable":  # NAME { type discrete [ N ] { a , b } ; ...
            states = tokens[tokens.index("{", 2) + 1 : tokens.index("}")]
            index[plain(tokens[0])] = len(nodes)
            nodes.append(Node(plain(tokens[0]), [plain(state) for state in states if state != ","]))
        else:  # ( NAME | A , B ) { (a, b) 0.1, 0.9; ...
            names = [plain(token) for token in tokens[1 : tokens.index(")")] if token not in ",|"]
            node = nodes[index[names[0]]]
            node.parents = [index[name] for name in names[1:]]
            node.table = table_of(text, [len(nodes[parent].states) for parent in node.parents] + [len(node.states)])
    return nodes


def table_of(text, shape):
    """Every row ends in as many numbers as the node has states, up to the semicolon."""
    rows = re.findall(r"((?:[-+.\deE]+,\s*){%d}[-+.\deE]+);" % (shape[-1] - 1), text[text.index("{") :])
    table = np.array([[float(number) for number in row.split(",")] for row in rows])
    return (table / table.sum(axis=1, keepdims=True)).reshape(shape)


def read_evidence(path, nodes):
    """{"fixed": [{node: state}, ...], "varying": [...]} in indices."""
    index = {node.name: i for i, node in enumerate(nodes)}
    with open(path, encoding="utf-8") as file:
        kinds = json.load(file)
    return {kind: [{index[name]: nodes[index[name]].states.index(state) for name, state in given.items()} for given in kinds[kind]] for kind in ("fixed", "varying")}

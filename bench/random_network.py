#!/usr/bin/env python3
"""Writes a random network in BIF, for tables larger than those of the reference networks.

    bench/random_network.py 1000 --seed 1 > wide.bif      1,000 variables of 2 to 4 states
    pgm sample wide.bif -n 10000 --seed 1 -o wide.csv

Every variable draws the number of its parents from 0 to --max-parents, and them from the --near
variables before it; rows are uniform over all distributions, raised to a power that makes them surer
(--skew). The columns are in a random order, so that theirs says nothing about the arcs.
"""

import argparse
import itertools
import random


def random_row(states, skew, source):
    weights = [source.expovariate(1) ** skew for _ in range(states)]
    return [weight / sum(weights) for weight in weights]


def table(parents, cardinalities, states, options, source):
    """The lines of a probability block."""
    if not parents:
        return [f"  table {', '.join(map(repr, random_row(states, options.skew, source)))};"]
    configurations = itertools.product(*(range(cardinalities[parent]) for parent in parents))
    return [
        f"  ({', '.join(f's{state}' for state in states_of_parents)}) {', '.join(map(repr, random_row(states, options.skew, source)))};"
        for states_of_parents in configurations
    ]


def network(options):
    source = random.Random(options.seed)
    size = options.variables
    order = source.sample(range(size), size)
    cardinalities = [source.randint(2, 4) for _ in range(size)]
    yield "network random {\n}"
    for v in range(size):
        states = ", ".join(f"s{state}" for state in range(cardinalities[v]))
        yield f"variable X{v} {{\n  type discrete [ {cardinalities[v]} ] {{ {states} }};\n}}"
    for place, v in enumerate(order):
        before = order[max(0, place - options.near) : place]
        parents = source.sample(before, min(source.randint(0, options.max_parents), len(before)))
        names = f"X{v}" + (" | " + ", ".join(f"X{parent}" for parent in parents) if parents else "")
        lines = table(parents, cardinalities, cardinalities[v], options, source)
        yield "\n".join([f"probability ( {names} ) {{", *lines, "}"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variables", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-parents", type=int, default=3)
    parser.add_argument("--near", type=int, default=50, help="variables of the order that may be parents of the next one")
    parser.add_argument("--skew", type=float, default=2)
    print("\n".join(network(parser.parse_args())))


if __name__ == "__main__":
    main()

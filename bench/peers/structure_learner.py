"""How a peer's structure learner is timed: the same for all of them.

A peer is a module with `LEARNERS`, by algorithm a function(table, threads) that makes ready whatever the peer keeps of a table, and returns the search: a function without arguments.
Only the search is timed. It returns (names, arcs, edges), where arcs and edges are pairs of positions in names and edges are those without a direction.
One JSON object per run, the first one with the structure, so that what was measured before a limit struck is not lost.
"""

import contextlib
import json
import os
import sys
import time

import pandas


def measured(search, threads):
    """Seconds by the clock on the wall; of one thread, processor time where another program had the processor for a while."""
    processor, start = time.process_time(), time.perf_counter()
    found = search()
    wall, processor = time.perf_counter() - start, time.process_time() - processor
    return min(wall, processor) if threads == 1 else wall, found


def main(learners):
    path, algorithm, threads, runs = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    table = pandas.read_csv(path, dtype=str, keep_default_na=False)
    table.attrs["path"] = path
    out = os.fdopen(os.dup(1), "w")
    with contextlib.redirect_stdout(sys.stderr):  # peers print
        for run in range(runs):
            seconds, (names, arcs, edges) = measured(learners[algorithm](table, threads), threads)
            structure = {"names": list(names), "arcs": [list(map(int, arc)) for arc in arcs], "edges": [list(map(int, edge)) for edge in edges]}
            print(json.dumps({"seconds": seconds} | (structure if run == 0 else {})), file=out, flush=True)


def from_networkx(names, arcs, edges=()):
    place = {name: i for i, name in enumerate(names)}
    return names, [(place[a], place[b]) for a, b in arcs], [(place[a], place[b]) for a, b in edges]

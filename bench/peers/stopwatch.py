"""How a peer is timed: the same for all of them.

A peer is a module with `Session(nodes)`: `start()` makes a fresh inference object, `observe(evidence, same_variables)` enters evidence, `ask()` computes all posteriors,
`overhead()` is the time of handing them over again, where they are kept. One that is too short to be timed is asked `calls` times by `ask()`. Only `ask()` is timed (for a first question `start()` too), less the overhead.
One JSON object per line as soon as it is known, so that what was measured before a limit struck is not lost.
"""

import gc
import json
import statistics
import sys
import time

from bif_network import read_evidence, read_network


def milliseconds(action):
    """By the clock on the wall; where another program had the processor for a while, of processor time. As bench/network_table/samples.hpp has it."""
    processor, start = time.thread_time(), time.perf_counter()
    action()
    wall, processor = time.perf_counter() - start, time.thread_time() - processor
    return 1e3 * (processor if wall > 1.02 * processor + 20e-6 else wall)


def tell(**values):
    print(json.dumps(values), flush=True)


def first_question(session):
    def ask():
        session.start()
        session.ask()

    return max(milliseconds(ask) - session.overhead(), 0)


def questions(session, sets, same_variables, seconds):
    """Milliseconds per question, going round all sets as long as there is time, at least once."""
    session.start()
    session.observe(sets[-1], False)
    session.ask()  # not timed: what is observed is no news to a peer that can make use of it
    times, deadline = [], time.monotonic() + seconds
    while not times or time.monotonic() < deadline:
        for given in sets:
            session.observe(given, same_variables)
            times.append(max(milliseconds(session.ask) / getattr(session, "calls", 1) - session.overhead(), 0))
            if time.monotonic() > deadline and len(times) >= 5:
                break
    return times


def main(make_session):
    network, evidence, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    nodes = read_network(network)
    sets = read_evidence(evidence, nodes)
    session = make_session(nodes, *sys.argv[4:])
    gc.disable()
    fresh = first_question(session)
    tell(kind="fresh", ms=fresh, posteriors=[session.posteriors()])
    firsts, deadline = [], time.monotonic() + seconds
    while not firsts or (time.monotonic() < deadline and len(firsts) < 50):
        firsts.append(first_question(session))
    tell(kind="first", ms=statistics.median(firsts), questions=len(firsts))
    for kind in ("fixed", "varying"):
        times = questions(session, sets[kind], kind == "fixed", seconds)
        answers = []
        for given in sets[kind][: len(times)]:
            session.observe(given, kind == "fixed")
            session.ask()
            answers.append(session.posteriors())
        tell(kind=kind, ms=statistics.median(times), questions=len(times), posteriors=answers)

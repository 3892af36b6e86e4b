#!/usr/bin/env python3
"""How long the functions that `pgm compile` prints take, beside the native code of compiled-knowledge (PyPI) in the same run.

    bench/compiled_c.py build/release/apps/pgm NETWORK...

Microseconds for all posteriors, the shortest of 15 rounds over 64 sets of findings, each program called in a loop of C: pgm's with findings entered and posteriors normalised, and without these two as the other is called; how long compilers take; the largest difference of the posteriors. compiled-knowledge is given three ways to make a circuit, and the quickest that is right counts. Without it its columns are empty.
"""
import ctypes
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "peers"))
from native_loop import CLOCK, OF_CIRCUIT, library

try:
    from bif_network import read_network
    from circuit import Circuit
except ImportError:
    Circuit = None

SETS, ROUNDS, CALLS = 64, 15, 4000

LOOPS = CLOCK + """
double of_marginals(double (*f)(const int *, double *, double *), const int *states, int variables, double *p,
                    double *s, int sets, int calls) {
    const double start = seconds();
    for (int i = 0; i < calls; ++i) f(states + (long)(i % sets) * variables, p, s);
    return (seconds() - start) / calls;
}
double of_run(double (*f)(const double *, double *, double *, int), const double *likelihoods, int states,
              double *s, double *p, int sets, int calls) {
    const double start = seconds();
    for (int i = 0; i < calls; ++i) f(likelihoods + (long)(i % sets) * states, s, p, 0);
    return (seconds() - start) / calls;
}
""" + OF_CIRCUIT


def shortest(measure):
    return 1e6 * min(measure() for _ in range(ROUNDS))


def findings(pgm, network, cardinalities, names):
    """Findings of a third of the variables in rows drawn from the network."""
    rows = subprocess.run([pgm, "sample", network, "-n", str(SETS), "--seed", "1"], capture_output=True,
                          text=True, check=True).stdout.splitlines()
    generator, sets = random.Random(1), []
    columns = rows[0].split(",")
    for row in rows[1:]:
        cells = dict(zip(columns, row.split(",")))
        sets.append([names[v].index(cells[v]) if generator.random() < 1 / 3 else -1 for v in cardinalities])
    return sets


class Printed:
    def __init__(self, pgm, network, folder):
        subprocess.run([pgm, "compile", network, "-o", folder / "net.c"], check=True, capture_output=True)
        text = (folder / "net.c").read_text().replace("static double net_run(", "double net_run(")
        self.library, self.seconds = library(folder, "net", text)
        header = (folder / "net.h").read_text()
        count = lambda word: int(header.split(f"net_{word} = ")[1].split(",")[0].split(" ")[0])
        self.variables, self.states, self.scratch = count("VARIABLES"), count("STATES"), count("SCRATCH")
        first = (ctypes.c_int * (self.variables + 1)).in_dll(self.library, "net_first")
        texts = lambda name, size: [t.decode() for t in (ctypes.c_char_p * size).in_dll(self.library, name)]
        states = texts("net_state", self.states)
        self.first = list(first)
        self.names = texts("net_variable", self.variables)
        self.state_names = {n: states[a:b] for n, a, b in zip(self.names, first, first[1:])}

    def times(self, loops, sets):
        states = (ctypes.c_int * (self.variables * SETS))(*[s for one in sets for s in one])
        posterior, scratch = (ctypes.c_double * self.states)(), (ctypes.c_double * (self.scratch + self.states))()
        likelihoods = (ctypes.c_double * (self.states * SETS))(*[
            float(one[v] < 0 or one[v] == s) for one in sets for v in range(self.variables)
            for s in range(self.first[v + 1] - self.first[v])])
        whole = shortest(lambda: loops.of_marginals(self.library.net_marginals, states, self.variables, posterior,
                                                    scratch, SETS, CALLS))
        alone = shortest(lambda: loops.of_run(self.library.net_run, likelihoods, self.states, scratch, posterior,
                                              SETS, CALLS))
        self.library.net_marginals.restype = ctypes.c_double
        answers = []
        for one in sets:
            self.library.net_marginals((ctypes.c_int * self.variables)(*one), posterior, scratch)
            answers.append(list(posterior))
        return whole, alone, answers


# Its own choice, and two others, since that makes 0 of some networks (4.2.7: alarm).
COMPILERS = ["FE_BEST_JOINTREE", "FE_MIN_FILL", "VE_MIN_FILL"]


def times_of(circuit, loops, sets):
    """Microseconds of a call of the circuit's function, and the posteriors of all states."""
    rows = [circuit.indicators({v: state for v, state in enumerate(one) if state >= 0}) for one in sets]
    data = (ctypes.c_double * (circuit.inputs * SETS))(*[x for row in rows for x in row])
    alone = shortest(lambda: loops.of_circuit(circuit.function, data, circuit.inputs, circuit.memory,
                                              circuit.results, SETS, CALLS))
    answers = []
    for row in rows:
        loops.of_circuit(circuit.function, row, circuit.inputs, circuit.memory, circuit.results, 1, 1)
        answers.append([p for posterior in circuit.posteriors() for p in posterior])
    return alone, answers


def difference(answers, theirs):
    return max(abs(a - b) for own, other in zip(answers, theirs) for a, b in zip(own, other, strict=True))


def main():
    pgm, networks = os.path.abspath(sys.argv[1]), sys.argv[2:]
    print("| network | pgm, whole call | its computation alone | compiled-knowledge | times | cc, s | LLVM, s | largest difference |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        loops, _ = library(folder, "loops", LOOPS)
        for function in (loops.of_marginals, loops.of_run, loops.of_circuit):
            function.restype = ctypes.c_double
        for network in networks:
            network = os.path.abspath(network)
            work = pathlib.Path(tempfile.mkdtemp(dir=folder))
            printed = Printed(pgm, network, work)
            sets = findings(pgm, network, printed.names, printed.state_names)
            whole, alone, answers = printed.times(loops, sets)
            row = [pathlib.Path(network).stem, f"{whole:.3g}", f"{alone:.3g}"]
            if Circuit:
                tried = []
                subprocess.run([pgm, "convert", network, work / "net.bif", "--lossy"], check=True, capture_output=True)
                nodes = read_network(work / "net.bif")
                for compiler in COMPILERS:
                    circuit = Circuit(nodes, compiler)
                    theirs, their_answers = times_of(circuit, loops, sets)
                    largest = difference(answers, their_answers)
                    if largest < 1e-9:
                        tried.append((theirs, circuit.seconds, largest))
                theirs, seconds, largest = min(tried, default=(None, None, None))
            if Circuit and theirs:
                row += [f"{theirs:.3g}", f"{theirs / alone:.2f}", f"{printed.seconds:.1f}", f"{seconds:.1f}",
                        f"{largest:.1g}"]
            else:
                row += ["", "", f"{printed.seconds:.1f}", "", ""]
            print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()

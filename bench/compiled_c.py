#!/usr/bin/env python3
"""How long the functions that `pgm compile` prints take, beside the native code of compiled-knowledge (PyPI) in the same run.

    bench/compiled_c.py build/release/apps/pgm NETWORK...

Microseconds for all posteriors, the shortest of 15 rounds over 64 sets of findings, each program called in a loop of C: pgm's with findings entered and posteriors normalised, and without these two as the other is called; how long compilers take; the largest difference of the posteriors. compiled-knowledge is given three ways to make a circuit, and the quickest that is right counts. Without it its columns are empty.
"""
import ctypes
import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

SETS, ROUNDS, CALLS = 64, 15, 4000
FLAGS = ["-O2", "-march=native", "-shared", "-fPIC"]

LOOPS = """
#include <time.h>
static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}
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
double of_circuit(void (*f)(const double *, double *, double *), const double *in, int inputs, double *tmp,
                  double *out, int sets, int calls) {
    const double start = seconds();
    for (int i = 0; i < calls; ++i) f(in + (long)(i % sets) * inputs, tmp, out);
    return (seconds() - start) / calls;
}
"""


def library(folder, name, text, flags=()):
    source = folder / f"{name}.c"
    source.write_text(text)
    start = time.perf_counter()
    subprocess.run([os.environ.get("CC", "cc"), *FLAGS, *flags, "-o", folder / f"{name}.so", source, "-lm"],
                   check=True)
    return ctypes.CDLL(str(folder / f"{name}.so")), time.perf_counter() - start


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


class Circuit:
    """A circuit of compiled-knowledge with the derivative by every indicator, as native code."""

    # Its own choice, and two others, since that makes 0 of some networks (4.2.7: alarm).
    COMPILERS = ["FE_BEST_JOINTREE", "FE_MIN_FILL", "VE_MIN_FILL"]

    def __init__(self, pgm, network, folder, compiler):
        from ck.circuit_compiler import NamedCircuitCompiler
        from ck.pgm import PGM
        from ck.pgm_circuit.support.compile_circuit import compile_results
        from ck.pgm_compiler import NamedPGMCompiler
        subprocess.run([pgm, "convert", network, folder / "net.json", "--lossy"], check=True, capture_output=True)
        model, variables, states = PGM(), {}, {}
        described = json.loads((folder / "net.json").read_text())["variables"]
        for variable in described:
            states[variable["name"]] = variable["states"]
            variables[variable["name"]] = model.new_rv(variable["name"], variable["states"])
        for variable in described:
            parents = variable.get("parents", [])
            rows = {tuple(row.get("given", [])): row["p"] for row in variable["table"]}
            factor = model.new_factor(*[variables[name] for name in [variable["name"]] + parents])
            factor.set_cpt().set_all(*[rows[given] for given in itertools.product(*[states[name] for name in parents])])
        start = time.perf_counter()
        self.circuit = NamedPGMCompiler[compiler](model)
        top = self.circuit.circuit_top
        self.slots = [[self.circuit.slot_map[i] for i in variable] for variable in self.circuit.rvs]
        variables = [top.circuit.vars[slot] for slots in self.slots for slot in slots]
        results = top.circuit.partial_derivatives(top, variables, self_multiply=True) + [top]
        self.program = compile_results(pgm_circuit=self.circuit, results=results, const_parameters=True,
                                       compiler=NamedCircuitCompiler.LLVM_STACK)
        self.seconds = time.perf_counter() - start
        self.names = [variable.name for variable in self.circuit.rvs]

    def times(self, loops, sets, names):
        inputs, outputs = self.program.number_of_vars, self.program.number_of_results
        rows = []
        for one in sets:
            row = [1.0] * inputs
            for name, state in zip(names, one):
                for s, slot in enumerate(self.slots[self.names.index(name)]):
                    row[slot] = float(state < 0 or state == s)
            rows.append(row)
        data = (ctypes.c_double * (inputs * SETS))(*[x for row in rows for x in row])
        memory = (ctypes.c_double * max(1, self.program.number_of_tmps))()
        results = (ctypes.c_double * outputs)()
        function = ctypes.cast(self.program.function, ctypes.c_void_p)
        alone = shortest(lambda: loops.of_circuit(function, data, inputs, memory, results, SETS, CALLS))
        answers = []
        for i in range(SETS):
            loops.of_circuit(function, (ctypes.c_double * inputs)(*rows[i]), inputs, memory, results, 1, 1)
            answers.append([x / (results[outputs - 1] or 1) for x in results[:outputs - 1]])
        return alone, answers


def difference(printed, answers, circuit, theirs):
    places = {}
    for name, slots in zip(circuit.names, circuit.slots):
        places[name] = len(places) and sum(len(s) for s in circuit.slots[:circuit.names.index(name)])
    largest = 0
    for own, other in zip(answers, theirs):
        for v, name in enumerate(printed.names):
            for s in range(printed.first[v + 1] - printed.first[v]):
                largest = max(largest, abs(own[printed.first[v] + s] - other[places[name] + s]))
    return largest


def main():
    pgm, networks = os.path.abspath(sys.argv[1]), sys.argv[2:]
    try:
        import ck
    except ImportError:
        ck = None
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
            if ck:
                tried = []
                for compiler in Circuit.COMPILERS:
                    circuit = Circuit(pgm, network, work, compiler)
                    theirs, their_answers = circuit.times(loops, sets, printed.names)
                    largest = difference(printed, answers, circuit, their_answers)
                    if largest < 1e-9:
                        tried.append((theirs, circuit.seconds, largest))
                theirs, seconds, largest = min(tried)
                row += [f"{theirs:.3g}", f"{theirs / alone:.2f}", f"{printed.seconds:.1f}", f"{seconds:.1f}",
                        f"{largest:.1g}"]
            else:
                row += ["", "", f"{printed.seconds:.1f}", "", ""]
            print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()

"""compiled-knowledge: an arithmetic circuit of the network as native code, which answers every question. Its algorithms are ways to make the circuit, and a first question makes one and compiles it.
Timed is the native function alone, in a loop of C: evidence is entered before, and the posteriors are divided by P(e) afterwards."""

import pathlib
import tempfile

from circuit import Circuit
from native_loop import CLOCK, OF_CIRCUIT, library
from stopwatch import main

CALLS = 1000


class Session:
    def __init__(self, nodes, algorithm):
        self.nodes, self.algorithm = nodes, algorithm
        with tempfile.TemporaryDirectory() as folder:
            self.loops, _ = library(pathlib.Path(folder), "loops", CLOCK + OF_CIRCUIT)

    def start(self):
        self.circuit = Circuit(self.nodes, self.algorithm)
        self.observe({}, False)
        self.calls = 1
        self.ask()
        if not 0.999 < self.circuit.results[-1] < 1.001:
            raise RuntimeError(f"the probability of no evidence is {self.circuit.results[-1]:g}")

    def observe(self, evidence, same_variables):
        self.indicators = self.circuit.indicators(evidence)
        self.calls = CALLS

    def ask(self):
        made = self.circuit
        self.loops.of_circuit(made.function, self.indicators, made.inputs, made.memory, made.results, 1, self.calls)

    def overhead(self):
        return 0

    def posteriors(self):
        return self.circuit.posteriors()


if __name__ == "__main__":
    main(Session)

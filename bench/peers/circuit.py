"""Circuits of compiled-knowledge (PyPI) as native code, for those who time it."""

import ctypes
import time

from ck.circuit_compiler import NamedCircuitCompiler
from ck.pgm import PGM
from ck.pgm_circuit.support.compile_circuit import compile_results
from ck.pgm_compiler import NamedPGMCompiler


class Circuit:
    """P(e), and the derivative by the indicator of every state, which times the indicator is P(x, e).

    `nodes` are those of bif_network.py. States are in their order, also in what comes in and goes out.
    """

    def __init__(self, nodes, compiler):
        model = PGM()
        variables = [model.new_rv(node.name, node.states) for node in nodes]
        for variable, node in zip(variables, nodes):
            factor = model.new_factor(variable, *[variables[parent] for parent in node.parents])
            factor.set_cpt().set_all(*node.table.reshape(-1, len(node.states)).tolist())
        start = time.perf_counter()
        circuit = NamedPGMCompiler[compiler](model)
        top = circuit.circuit_top
        self.slots = [[circuit.slot_map[indicator] for indicator in variable] for variable in variables]
        indicators = [top.circuit.vars[slot] for slots in self.slots for slot in slots]
        results = top.circuit.partial_derivatives(top, indicators, self_multiply=True) + [top]
        self.program = compile_results(pgm_circuit=circuit, results=results, const_parameters=True,
                                       compiler=NamedCircuitCompiler.LLVM_STACK)
        self.seconds = time.perf_counter() - start
        self.inputs = self.program.number_of_vars
        # void function(const double *inputs, double *memory, double *results)
        self.function = ctypes.cast(self.program.function, ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3))
        self.memory = (ctypes.c_double * max(1, self.program.number_of_tmps))()
        self.results = (ctypes.c_double * self.program.number_of_results)()

    def indicators(self, evidence):
        """What the function is given: evidence has the numbers of states by those of nodes."""
        row = [1.0] * self.inputs
        for node, state in evidence.items():
            for s, slot in enumerate(self.slots[node]):
                row[slot] = float(s == state)
        return (ctypes.c_double * self.inputs)(*row)

    def posteriors(self):
        """By node, of what the function computed last."""
        *joint, evidence = self.results
        joint = iter(joint)
        return [[next(joint) / (evidence or 1) for _ in slots] for slots in self.slots]

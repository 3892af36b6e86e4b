"""pgmpy: a Python library, so that every call counts. VariableElimination answers every question from scratch; BeliefPropagation, which calibrates a junction tree, needs fifty times as long on asia.
Several posteriors are asked for together where pgmpy, which then builds their joint table, is faster that way, else one by one."""

import logging
import math

import numpy as np
from pgmpy.factors.discrete import TabularCPD
from pgmpy.inference import VariableElimination
from pgmpy.models import DiscreteBayesianNetwork
from stopwatch import main

SMALL_JOINT = 10_000  # cells


class Session:
    def __init__(self, nodes, algorithm):
        logging.disable(logging.WARNING)
        self.nodes = nodes
        self.network = DiscreteBayesianNetwork()
        self.network.add_nodes_from(range(len(nodes)))
        for i, node in enumerate(nodes):
            self.network.add_edges_from((parent, i) for parent in node.parents)
        for i, node in enumerate(nodes):
            table = node.table.reshape(-1, len(node.states)).T
            self.network.add_cpds(TabularCPD(i, len(node.states), table, evidence=node.parents or None, evidence_card=node.table.shape[:-1] or None))
        self.make = {"VariableElimination": VariableElimination}[algorithm]

    def start(self):
        self.inference = self.make(self.network)
        self.evidence = {}

    def observe(self, evidence, same_variables):
        self.evidence = evidence

    def ask(self):
        hidden = [i for i in range(len(self.nodes)) if i not in self.evidence]
        together = math.prod(len(self.nodes[i].states) for i in hidden) <= SMALL_JOINT
        self.answer = {}
        for variables in [hidden] if together else [[i] for i in hidden]:
            self.answer |= self.inference.query(variables, evidence=self.evidence or None, joint=False, show_progress=False)

    def overhead(self):
        return 0

    def posteriors(self):
        answers = []
        for i, node in enumerate(self.nodes):
            point = np.zeros(len(node.states))
            if i in self.evidence:
                point[self.evidence[i]] = 1
            answers.append((point if i in self.evidence else self.answer[i].values).tolist())
        return answers


if __name__ == "__main__":
    main(Session)

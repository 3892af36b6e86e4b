"""pyAgrum: one inference object, makeInference() and then the posterior of every variable. Asking for the posteriors a second time gives what is kept: that time is the price of
crossing from C++ to Python, and not counted. Entering the evidence is not counted either. One thread."""

import numpy as np
import pyagrum
from stopwatch import main, milliseconds


class Session:
    def __init__(self, nodes, algorithm):
        pyagrum.setNumberOfThreads(1)
        self.network = pyagrum.BayesNet()
        for i, node in enumerate(nodes):
            self.network.add(pyagrum.LabelizedVariable(f"v{i}", "", len(node.states)))
        for i, node in enumerate(nodes):
            for parent in node.parents:
                self.network.addArc(parent, i)
        for i, node in enumerate(nodes):
            parents = range(len(node.parents))
            # pyAgrum's arrays have the parents last to first, then the node.
            self.network.cpt(i)[:] = np.ascontiguousarray(node.table.transpose([*reversed(parents), len(parents)]))
        self.ids = list(range(len(nodes)))
        self.make = getattr(pyagrum, algorithm)
        self.keeps_answers = algorithm != "VariableElimination"

    def start(self):
        self.inference = self.make(self.network)

    def observe(self, evidence, same_variables):
        if same_variables and self.inference.nbrEvidence() == len(evidence):
            for node, state in evidence.items():
                self.inference.chgEvidence(node, state)
        else:
            self.inference.eraseAllEvidence()
            self.inference.setEvidence(evidence)

    def ask(self):
        self.inference.makeInference()
        posterior = self.inference.posterior
        for node in self.ids:
            posterior(node)

    def overhead(self):
        return milliseconds(self.ask) if self.keeps_answers else 0

    def posteriors(self):
        return [self.inference.posterior(node).tolist() for node in self.ids]


if __name__ == "__main__":
    main(Session)

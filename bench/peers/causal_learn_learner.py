"""causal-learn: of scores for discrete columns it has BDeu alone, with its own prior on structures. Tables are given as numbers of states. One thread."""

import numpy as np
from causallearn.search.ConstraintBased.PC import pc
from causallearn.search.PermutationBased.BOSS import boss
from causallearn.search.ScoreBased.GES import ges
from structure_learner import main


def states(table):
    return np.column_stack([table[name].astype("category").cat.codes.to_numpy(dtype=int) for name in table.columns])


def class_of(names, marks):
    """Of a matrix with marks[j, i] = 1 and marks[i, j] = -1 for an arc i -> j; both -1 for an edge without a direction. An arc with two heads is left open, too."""
    arcs, edges = [], []
    for i in range(len(names)):
        for j in range(len(names)):
            if marks[j, i] == 1 and marks[i, j] == -1:
                arcs.append((i, j))
            elif i < j and marks[i, j] != 0 and marks[i, j] == marks[j, i]:
                edges.append((i, j))
    return names, arcs, edges


def learner(search):
    def make(table, threads):
        numbers, names = states(table), list(table.columns)
        return lambda: class_of(names, search(numbers).graph)

    return make


if __name__ == "__main__":
    main(
        {
            "pc": learner(lambda numbers: pc(numbers, alpha=0.01, indep_test="gsq", stable=True, show_progress=False).G),
            "ges": learner(lambda numbers: ges(numbers, score_func="local_score_BDeu")["G"]),
            "boss": learner(lambda numbers: boss(numbers, score_func="local_score_BDeu", verbose=False)),
        }
    )

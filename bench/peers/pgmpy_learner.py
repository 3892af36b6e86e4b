"""pgmpy: scores and tests by pandas. Hill climbing has no tabu list here, and tabu search its own of 100 moves."""

import logging
import warnings

from structure_learner import from_networkx, main

warnings.simplefilter("ignore")
logging.disable(logging.WARNING)

from pgmpy.estimators import GES, PC, HillClimbSearch, TreeSearch  # noqa: E402


def hill_climbing(tabu_length):
    def learner(table, threads):
        climber = HillClimbSearch(table)
        return lambda: from_networkx(list(table.columns), climber.estimate(scoring_method="bic-d", tabu_length=tabu_length, show_progress=False).edges())

    return learner


def pdag(names, found):
    return from_networkx(names, found.directed_edges, found.undirected_edges)


def greedy_equivalence_search(table, threads):
    learner = GES(table)
    return lambda: pdag(list(table.columns), learner.estimate(scoring_method="bic-d"))


def by_tests(table, threads):
    learner = PC(table)
    return lambda: pdag(
        list(table.columns),
        learner.estimate(variant="parallel" if threads > 1 else "stable", ci_test="g_sq", significance_level=0.01, n_jobs=threads, show_progress=False),
    )


def chow_liu(table, threads):
    learner = TreeSearch(table, n_jobs=threads)
    return lambda: from_networkx(list(table.columns), learner.estimate(estimator_type="chow-liu", show_progress=False).edges())


if __name__ == "__main__":
    main({"hc": hill_climbing(0), "tabu": hill_climbing(100), "ges": greedy_equivalence_search, "pc": by_tests, "chow-liu": chow_liu})

"""pyAgrum: a learner reads the table itself; reading is not timed. No prior is added to the counts, as BIC has none."""

import pyagrum
from structure_learner import main


def dag_search(prepare):
    def learner(table, threads):
        learner = pyagrum.BNLearner(table.attrs["path"])
        learner.setNumberOfThreads(threads)
        learner.useScoreBIC()
        learner.useNoPrior()
        prepare(learner)
        return lambda: (learner.names(), learner.learnDAG().arcs(), [])

    return learner


def by_tests(table, threads):
    learner = pyagrum.BNLearner(table.attrs["path"])
    learner.setNumberOfThreads(threads)
    learner.usePC()
    learner.useG2Test()
    learner.setPCAlpha(0.01)
    learner.setPCStable(True)

    def search():
        found = learner.learnPDAG()
        return learner.names(), found.arcs(), found.edges()

    return search


if __name__ == "__main__":
    main(
        {
            "hc": dag_search(lambda learner: learner.useGreedyHillClimbing()),
            "tabu": dag_search(lambda learner: learner.useLocalSearchWithTabuList()),
            "miic": dag_search(lambda learner: learner.useMIIC()),
            "pc": by_tests,
        }
    )

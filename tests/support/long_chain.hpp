#pragma once

#include <pgm/model/network.hpp>

#include <vector>

namespace pgm::tests {

/// A hidden Markov chain and the answers to "every leaf is in state 1", worked out by the
/// recursions every textbook has for it (Rabiner 1989), in long double and with the scale kept as a
/// logarithm. No graph, no elimination, nothing of the library.
///
/// Variables 0 ... n-1 are the chain H_i, n ... 2n-1 its leaves L_i, all with two states.
///
///     P(H_0)                    = start
///     P(H_i = b | H_{i-1} = a)  = step[a][b]
///     P(L_i = 1 | H_i = a)      = emit[i % emit.size()][a]
struct HiddenChain {
    std::size_t length = 0;
    double start[2] = {0.5, 0.5};
    double step[2][2] = {{0.5, 0.5}, {0.5, 0.5}};
    std::vector<std::vector<double>> emit = {{0.5, 0.5}};
};

BayesianNetwork chain_network(const HiddenChain& chain);

struct ChainAnswer {
    long double log_evidence = 0;
    std::vector<long double> second_state;  ///< P(H_i = 1 | all leaves are 1)
    long double best_log_probability = 0;   ///< max over h of log P(h, all leaves are 1)
};

ChainAnswer chain_answer(const HiddenChain& chain);

}  // namespace pgm::tests

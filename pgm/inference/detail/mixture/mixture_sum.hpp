#pragma once

#include <pgm/core/numbers.hpp>
#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/model/network.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// The weights of the members given the evidence, w_m P_m(e) / sum w_m P_m(e), and log P(e) of the
/// mixture.
struct PosteriorWeights {
    std::vector<double> values;  ///< none where the evidence is impossible
    double log_evidence = -infinity;

    bool impossible() const { return log_evidence == -infinity; }
};

PosteriorWeights posterior_weights(std::span<const double> weights,
                                   std::span<const double> log_evidence);

/// The members' answers to one question added up, each P_m(x | e) by its weight given the evidence.
/// What is positive for one member is possible, though perhaps 0 as a double.
Posterior mixed(std::span<const Posterior> parts, std::span<const double> weights,
                const BayesianNetwork& network);
JointPosterior mixed(std::span<const JointPosterior> parts, std::span<const double> weights);
ContinuousPosterior mixed(std::span<const ContinuousPosterior> parts,
                          std::span<const double> weights);
ContinuousMoments mixed(std::span<const ContinuousMoments> parts, std::span<const double> weights);

}  // namespace pgm::detail

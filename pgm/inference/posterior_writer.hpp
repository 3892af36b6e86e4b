#pragma once

#include <pgm/inference/plan_run.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/model/evidence.hpp>

namespace pgm {

/// Fills a Posterior from a run. The one friend that may.
class PosteriorWriter {
public:
    explicit PosteriorWriter(Posterior& posterior) : posterior_(posterior) {}

    /// Shapes the posterior for these targets; nothing to do when it has that shape already.
    void shape(const BayesianNetwork& network, std::span<const VariableId> targets);

    /// P(e) = 0.
    void write_impossible();

    /// The marginals of a run with P(e) > 0. `slot_of` has, per variable of the network, the index of the target or Plan::none.
    void write(const PlanRun& run, const Evidence& evidence, double log_evidence, std::span<const std::uint32_t> slot_of);

private:
    std::span<double> distribution(std::size_t slot) {
        return {posterior_.values_.data() + posterior_.offsets_[slot], posterior_.offsets_[slot + 1] - posterior_.offsets_[slot]};
    }

    Posterior& posterior_;
};

}  // namespace pgm

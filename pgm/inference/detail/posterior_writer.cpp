#include <pgm/inference/detail/posterior_writer.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::detail {
namespace {

void write_certain(std::span<double> distribution, std::size_t state) {
    std::ranges::fill(distribution, 0.0);
    distribution[state] = 1;
}

/// Moves probabilities from the front to the states that were kept, from the back.
void spread(std::span<double> distribution, std::span<const std::uint32_t> kept) {
    std::ranges::fill(distribution.subspan(kept.size()), 0.0);
    for (std::size_t s = kept.size(); s-- > 0;) {
        if (kept[s] != s) distribution[kept[s]] = std::exchange(distribution[s], 0.0);
    }
}

}  // namespace

void PosteriorWriter::shape(const BayesianNetwork& network, std::span<const VariableId> targets) {
    plan_ = nullptr;
    posterior_.shape(network, targets);
    slot_of_.assign(network.size(), Plan::none);
    for (std::size_t slot = 0; slot < targets.size(); ++slot)
        slot_of_[targets[slot].index()] = static_cast<std::uint32_t>(slot);
}

/// A target is an output of the plan, or has one state only, or was observed.
void PosteriorWriter::bind(const std::shared_ptr<const Plan>& plan) {
    plan_ = nullptr;
    whole_.clear();
    partial_.clear();
    certain_.clear();
    whole_.reserve(posterior_.size());
    for (const MarginalOutput& output : plan->marginals) {
        const std::uint32_t slot = slot_of_[output.variable.index()];
        if (slot == Plan::none) continue;
        if (output.states == posterior_.distribution(slot).size()) {
            whole_.push_back({output.cell, output.states, posterior_.offsets_[slot]});
        } else {
            partial_.push_back({output, slot});
        }
    }
    for (std::uint32_t slot = 0; slot < posterior_.size(); ++slot) {
        if (plan->fixed_state[posterior_.variables_[slot].index()] != Plan::none)
            certain_.push_back(slot);
    }
    plan_ = plan;
}

void PosteriorWriter::begin(double log_evidence) {
    posterior_.status_ = PosteriorStatus::ok;
    posterior_.log_evidence_ = log_evidence;
    posterior_.too_small_.clear();
}

void PosteriorWriter::write(const PlanRun& run, const CheckedEvidence& evidence) {
    if (run.plan() != plan_) bind(run.plan());
    for (const Whole& whole : whole_)
        run.read_marginal(whole.cell, {posterior_.values_.data() + whole.first, whole.states});
    for (const Partial& partial : partial_) {
        const std::span<double> target = posterior_.distribution(partial.slot);
        run.read_marginal(partial.output.cell, target.first(partial.output.states));
        spread(target, std::span(plan_->kept_states)
                           .subspan(partial.output.first_state, partial.output.states));
    }
    for (const std::uint32_t slot : certain_)
        write_certain(posterior_.distribution(slot),
                      plan_->fixed_state[posterior_.variables_[slot].index()]);
    for (const auto& [variable, finding] : evidence.findings()) {
        const std::uint32_t slot = slot_of_[variable.index()];
        const std::optional<StateId> state = state_of(finding);
        if (slot != Plan::none && state)
            write_certain(posterior_.distribution(slot), state->index());
    }
    if (run.is_extended()) mark_too_small(run);
}

/// Only where numbers of extended range were needed is there anything to note.
void PosteriorWriter::mark_too_small(const PlanRun& run) {
    const auto note = [&](std::uint32_t cell, std::size_t at) {
        if (posterior_.values_[at] == 0 && run.is_positive(cell))
            posterior_.too_small_.push_back(at);
    };
    for (const Whole& whole : whole_) {
        for (std::uint32_t s = 0; s < whole.states; ++s) note(whole.cell + s, whole.first + s);
    }
    for (const Partial& partial : partial_) {
        const MarginalOutput& output = partial.output;
        const std::size_t first = posterior_.offsets_[partial.slot];
        for (std::uint32_t s = 0; s < output.states; ++s) {
            note(output.cell + s, first + plan_->kept_states[output.first_state + s]);
        }
    }
    std::ranges::sort(posterior_.too_small_);
}

void PosteriorWriter::write(const JointTable& table, const JointSums& sums,
                            const CheckedEvidence& evidence) {
    if (sums.evidence == 0) return posterior_.set_impossible();
    posterior_.status_ = PosteriorStatus::ok;
    posterior_.log_evidence_ = sums.log_evidence(evidence);
    posterior_.too_small_.clear();
    for (std::size_t slot = 0; slot < posterior_.size(); ++slot)
        normalise(sums.of_states.data() + table.first_state(posterior_.variables_[slot]),
                  posterior_.distribution(slot));
}

}  // namespace pgm::detail

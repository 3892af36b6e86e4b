#include <pgm/inference/posterior_writer.hpp>

#include <algorithm>
#include <utility>

namespace pgm {
namespace {

void write_certain(std::span<double> distribution, std::size_t state) {
    std::ranges::fill(distribution, 0.0);
    distribution[state] = 1;
}

/// From the front to the states that were kept, from the back.
void spread(std::span<double> distribution, std::span<const std::uint32_t> kept) {
    std::ranges::fill(distribution.subspan(kept.size()), 0.0);
    for (std::size_t s = kept.size(); s-- > 0;) {
        if (kept[s] != s) distribution[kept[s]] = std::exchange(distribution[s], 0.0);
    }
}

}  // namespace

void PosteriorWriter::shape(const BayesianNetwork& network, std::span<const VariableId> targets) {
    plan_ = nullptr;
    posterior_.variables_.assign(targets.begin(), targets.end());
    posterior_.offsets_.reserve(targets.size() + 1);
    posterior_.offsets_.assign(1, 0);
    slot_of_.assign(network.size(), Plan::none);
    for (const VariableId target : targets) {
        slot_of_[target.index()] = static_cast<std::uint32_t>(posterior_.offsets_.size() - 1);
        posterior_.offsets_.push_back(posterior_.offsets_.back() + network.cardinality(target));
    }
    posterior_.values_.resize(posterior_.offsets_.back());
}

void PosteriorWriter::write_impossible() {
    posterior_.status_ = PosteriorStatus::impossible;
    posterior_.log_evidence_ = -std::numeric_limits<double>::infinity();
    std::ranges::fill(posterior_.values_, 0.0);
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
        if (output.states == distribution(slot).size()) {
            whole_.push_back({output.cell, output.states, posterior_.offsets_[slot]});
        } else {
            partial_.push_back({output, slot});
        }
    }
    for (std::uint32_t slot = 0; slot < posterior_.size(); ++slot) {
        if (plan->only_state[posterior_.variables_[slot].index()] != Plan::none) certain_.push_back(slot);
    }
    plan_ = plan;
}

void PosteriorWriter::write(const PlanRun& run, const Evidence& evidence, double log_evidence) {
    if (run.plan() != plan_) bind(run.plan());
    posterior_.status_ = PosteriorStatus::ok;
    posterior_.log_evidence_ = log_evidence;
    for (const Whole& whole : whole_) run.read_marginal(whole.cell, {posterior_.values_.data() + whole.first, whole.states});
    for (const Partial& partial : partial_) {
        const std::span<double> target = distribution(partial.slot);
        run.read_marginal(partial.output.cell, target.first(partial.output.states));
        spread(target, std::span(plan_->kept_states).subspan(partial.output.first_state, partial.output.states));
    }
    for (const std::uint32_t slot : certain_) write_certain(distribution(slot), plan_->only_state[posterior_.variables_[slot].index()]);
    for (std::size_t i = 0; i < evidence.size(); ++i) {
        const Finding finding = evidence[i];
        const std::uint32_t slot = slot_of_[finding.variable.index()];
        if (slot == Plan::none || finding.kind == FindingKind::likelihood) continue;
        write_certain(distribution(slot), finding.state.index());
    }
}

void PosteriorWriter::write(const JointTable& table, const JointSums& sums, const Evidence& evidence) {
    if (sums.evidence == 0) return write_impossible();
    posterior_.status_ = PosteriorStatus::ok;
    posterior_.log_evidence_ = sums.log_evidence(evidence);
    for (std::size_t slot = 0; slot < posterior_.size(); ++slot)
        normalise(sums.of_states.data() + table.first_state(posterior_.variables_[slot]), distribution(slot));
}

}  // namespace pgm

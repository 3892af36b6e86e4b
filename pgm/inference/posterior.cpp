#include <pgm/inference/posterior.hpp>

#include <pgm/core/error.hpp>
#include <pgm/inference/posterior_writer.hpp>

#include <algorithm>

namespace pgm {

std::span<const double> Posterior::operator[](std::size_t i) const {
    if (impossible()) throw ImpossibleEvidenceError("the evidence has probability zero: there is no posterior");
    if (i >= size())
        throw ArgumentError("the posterior has " + std::to_string(size()) + " distributions, number " + std::to_string(i) + " was asked for");
    return {values_.data() + offsets_[i], values_.data() + offsets_[i + 1]};
}

std::span<const double> Posterior::marginal(VariableId variable) const {
    // All variables in their own order is the common case.
    if (variable.index() < size() && variables_[variable.index()] == variable) return (*this)[variable.index()];
    const auto found = std::ranges::find(variables_, variable);
    if (found == variables_.end()) throw ArgumentError("the posterior of variable number " + std::to_string(variable.value) + " was not asked for");
    return (*this)[static_cast<std::size_t>(found - variables_.begin())];
}

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
    posterior_.variables_.assign(targets.begin(), targets.end());
    posterior_.offsets_.reserve(targets.size() + 1);
    posterior_.offsets_.assign(1, 0);
    for (const VariableId target : targets) posterior_.offsets_.push_back(posterior_.offsets_.back() + network.cardinality(target));
    posterior_.values_.resize(posterior_.offsets_.back());
}

void PosteriorWriter::write_impossible() {
    posterior_.status_ = PosteriorStatus::impossible;
    posterior_.log_evidence_ = -std::numeric_limits<double>::infinity();
    std::ranges::fill(posterior_.values_, 0.0);
}

void PosteriorWriter::write(const PlanRun& run, const Evidence& evidence, double log_evidence, std::span<const std::uint32_t> slot_of) {
    const Plan& plan = *run.plan();
    posterior_.status_ = PosteriorStatus::ok;
    posterior_.log_evidence_ = log_evidence;
    // A target is an output of the plan, or has one state only, or was observed.
    for (std::size_t slot = 0; slot < posterior_.size(); ++slot) {
        const std::uint32_t only = plan.only_state[posterior_.variables_[slot].index()];
        if (only != Plan::none) write_certain(distribution(slot), only);
    }
    for (const MarginalOutput& output : plan.marginals) {
        const std::uint32_t slot = slot_of[output.variable.index()];
        if (slot == Plan::none) continue;
        const std::span<double> target = distribution(slot);
        run.read_marginal(output, target.first(output.states));
        if (output.states < target.size()) spread(target, std::span(plan.kept_states).subspan(output.first_state, output.states));
    }
    for (std::size_t i = 0; i < evidence.size(); ++i) {
        const Finding finding = evidence[i];
        const std::uint32_t slot = slot_of[finding.variable.index()];
        if (slot == Plan::none || finding.kind == FindingKind::likelihood) continue;
        write_certain(distribution(slot), finding.state.index());
    }
}

}  // namespace pgm

#include <pgm/inference/posterior.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/model/network.hpp>

#include <algorithm>

namespace pgm {

std::span<const double> Posterior::operator[](std::size_t i) const {
    if (impossible())
        throw ImpossibleEvidenceError("the evidence has probability zero: there is no posterior");
    if (i >= size())
        throw ArgumentError("the posterior has " + std::to_string(size()) +
                            " distributions, number " + std::to_string(i) + " was asked for");
    return {values_.data() + offsets_[i], values_.data() + offsets_[i + 1]};
}

std::span<const double> Posterior::marginal(VariableId variable) const {
    // All variables in their own order is the common case.
    if (variable.index() < size() && variables_[variable.index()] == variable)
        return (*this)[variable.index()];
    const auto found = std::ranges::find(variables_, variable);
    if (found == variables_.end())
        throw ArgumentError("the posterior of variable number " + std::to_string(variable.value) +
                            " was not asked for");
    return (*this)[static_cast<std::size_t>(found - variables_.begin())];
}

bool Posterior::is_possible(std::size_t i, StateId state) const {
    const std::span<const double> distribution = (*this)[i];
    if (state.index() >= distribution.size()) {
        throw ArgumentError("distribution number " + std::to_string(i) + " of the posterior has " +
                            std::to_string(distribution.size()) + " states, number " +
                            std::to_string(state.value) + " was asked for");
    }
    return distribution[state.index()] > 0 ||
           std::ranges::binary_search(too_small_, offsets_[i] + state.index());
}

void Posterior::shape(const BayesianNetwork& network, std::span<const VariableId> targets) {
    variables_.assign(targets.begin(), targets.end());
    offsets_.reserve(targets.size() + 1);
    offsets_.assign(1, 0);
    for (const VariableId target : targets)
        offsets_.push_back(offsets_.back() + network.cardinality(target));
    values_.resize(offsets_.back());
    too_small_.clear();
}

void Posterior::set_impossible() {
    status_ = PosteriorStatus::impossible;
    log_evidence_ = -infinity;
    std::ranges::fill(values_, 0.0);
    too_small_.clear();
}

JointPosterior joint_of_one(const Posterior& posterior) {
    JointPosterior joint{.status = posterior.status(), .log_evidence = posterior.log_evidence()};
    const Scope scope({posterior.variables_[0]}, {posterior.offsets_[1]});
    joint.table = posterior.impossible() ? Table(scope) : Table(scope, posterior[0]);
    joint.too_small = posterior.too_small_;
    return joint;
}

}  // namespace pgm

#include <pgm/inference/posterior.hpp>

#include <pgm/core/detail/scaled.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/inference/detail/plan/normalise.hpp>
#include <pgm/inference/detail/target_check.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm {

using namespace detail;

namespace {

void check_weights(std::span<const double> weights, std::size_t states, const std::string& name) {
    const std::string whose = "the weights of '" + printable(name) + "'";
    if (weights.size() != states) {
        throw ArgumentError(whose + " are " + std::to_string(weights.size()) +
                            " numbers, one for each of its " + std::to_string(states) +
                            " states is needed");
    }
    for (const double weight : weights) {
        if (weight >= 0 && std::isfinite(weight)) continue;
        throw ArgumentError(whose + " must be finite and not negative, one is " + to_text(weight));
    }
    if (std::ranges::all_of(weights, [](double weight) { return weight == 0; })) {
        throw ArgumentError(whose + " are all 0, which is no distribution",
                            "for impossible evidence call build() with minus infinity");
    }
}

}  // namespace

PosteriorBuilder::PosteriorBuilder(const BayesianNetwork& network,
                                   std::span<const VariableId> targets)
    : slot_of_variable_(network.size(), no_slot), is_set_(targets.size(), 0) {
    std::vector<char> seen;
    check_targets(network, targets, seen);
    posterior_.shape(network, targets);
    for (const VariableId target : targets) {
        slot_of_variable_[target.index()] = names_.size();
        names_.push_back(network.variable(target).name());
    }
}

PosteriorBuilder::PosteriorBuilder(const BayesianNetwork& network)
    : PosteriorBuilder(network, discrete_variables(network)) {}

PosteriorBuilder& PosteriorBuilder::set(VariableId target, std::span<const double> weights) {
    const std::size_t slot = slot_of(target);
    const std::span<double> distribution = posterior_.distribution(slot);
    check_weights(weights, distribution.size(), names_[slot]);
    // The largest becomes a number near 1, so that no sum overflows and no small weight loses
    // digits. A power of two rounds nothing.
    const int exponent = std::ilogb(*std::ranges::max_element(weights));
    std::vector<double> scaled(weights.begin(), weights.end());
    scale_down(scaled, exponent);
    normalise(scaled.data(), distribution);
    is_set_[slot] = 1;
    return *this;
}

PosteriorBuilder& PosteriorBuilder::set_certain(VariableId target, StateId state) {
    const std::size_t slot = slot_of(target);
    require_state(slot, state);
    std::vector<double> weights(posterior_.distribution(slot).size(), 0.0);
    weights[state.index()] = 1;
    return set(target, weights);
}

PosteriorBuilder& PosteriorBuilder::set_possible(VariableId target, StateId state) {
    const std::size_t slot = slot_of(target);
    require_state(slot, state);
    is_possible_.resize(posterior_.values_.size(), 0);
    is_possible_[posterior_.offsets_[slot] + state.index()] = 1;
    return *this;
}

Posterior PosteriorBuilder::build(double log_evidence) && {
    if (std::isnan(log_evidence) || log_evidence == std::numeric_limits<double>::infinity())
        throw ArgumentError("log P(e) must be a number or minus infinity, not " +
                            to_text(log_evidence));
    if (std::isinf(log_evidence)) {
        posterior_.set_impossible();
        return std::move(posterior_);
    }
    for (std::size_t slot = 0; slot < is_set_.size(); ++slot) {
        if (!is_set_[slot])
            throw ArgumentError("the weights of '" + printable(names_[slot]) + "' were not set");
    }
    posterior_.log_evidence_ = log_evidence;
    for (std::size_t i = 0; i < is_possible_.size(); ++i)
        if (is_possible_[i] && posterior_.values_[i] == 0) posterior_.too_small_.push_back(i);
    return std::move(posterior_);
}

void PosteriorBuilder::require_state(std::size_t slot, StateId state) const {
    const std::size_t states = posterior_.offsets_[slot + 1] - posterior_.offsets_[slot];
    if (state.index() < states) return;
    throw ArgumentError("'" + printable(names_[slot]) + "' has " + std::to_string(states) +
                        " states, number " + std::to_string(state.index()) +
                        " (counted from 0) is none of them");
}

std::size_t PosteriorBuilder::slot_of(VariableId target) const {
    if (target.index() < slot_of_variable_.size() && slot_of_variable_[target.index()] != no_slot)
        return slot_of_variable_[target.index()];
    throw ArgumentError("variable number " + std::to_string(target.value) +
                        " is none of the targets");
}

}  // namespace pgm

#include <pgm/model/evidence.hpp>

#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/network.hpp>

#include <algorithm>
#include <utility>

namespace pgm {

Evidence::Evidence(const Evidence& other) : items_(other.items_) {
    move_likelihoods(0);
}

Evidence& Evidence::operator=(const Evidence& other) {
    return *this = Evidence(other);
}

/// The position of this variable's item, or where it would be inserted.
std::size_t Evidence::position(VariableId variable) const {
    return static_cast<std::size_t>(
        std::ranges::lower_bound(items_, variable, {}, &Item::variable) - items_.begin());
}

/// Moves the numbers in use to memory with room for `more` after them. The old memory stays valid
/// until the next move.
void Evidence::move_likelihoods(std::size_t more) {
    std::size_t used = 0;
    for (const Item& item : items_) {
        if (const auto* known = std::get_if<Likelihood>(&item.finding))
            used += known->values.size();
    }
    if (used + more == 0) return;
    former_numbers_.clear();
    former_numbers_.reserve(2 * (used + more));
    for (Item& item : items_) {
        auto* const known = std::get_if<Likelihood>(&item.finding);
        if (known == nullptr) continue;
        const double* const first = former_numbers_.data() + former_numbers_.size();
        former_numbers_.insert(former_numbers_.end(), known->values.begin(), known->values.end());
        known->values = {first, known->values.size()};
    }
    numbers_.swap(former_numbers_);
}

Evidence& Evidence::add(VariableId variable, const Finding& finding) {
    Finding kept = finding;  // a copy, because `finding` may be one of our own, which may move
    auto* const likelihood = std::get_if<Likelihood>(&kept);
    const std::size_t numbers = likelihood ? likelihood->values.size() : 0;
    // Memory is allocated before anything changes, so nothing has changed if that fails.
    if (numbers > numbers_.capacity() - numbers_.size()) move_likelihoods(numbers);
    const std::size_t at = position(variable);
    if (at == items_.size() || items_[at].variable != variable)
        items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(at), {variable, Finding()});
    if (likelihood) {
        const double* const first = numbers_.data() + numbers_.size();
        for (const double value : likelihood->values) numbers_.push_back(value);
        likelihood->values = {first, numbers};
    }
    items_[at].finding = kept;
    return *this;
}

Evidence& Evidence::observe(const BayesianNetwork& network, std::string_view variable,
                            std::string_view state) {
    const VariableId id = network.id(variable);
    return observe(id, network.variable(id).state_id(state));
}

Evidence& Evidence::intervene(const BayesianNetwork& network, std::string_view variable,
                              std::string_view state) {
    const VariableId id = network.id(variable);
    return intervene(id, network.variable(id).state_id(state));
}

Evidence& Evidence::observe(const BayesianNetwork& network, std::string_view variable,
                            double value) {
    const VariableId id = network.id(variable);
    const Variable& about = network.variable(id);
    return about.is_discrete() ? observe(id, about.state_id(to_text(value))) : observe(id, value);
}

Evidence& Evidence::intervene(const BayesianNetwork& network, std::string_view variable,
                              double value) {
    const VariableId id = network.id(variable);
    const Variable& about = network.variable(id);
    return about.is_discrete() ? intervene(id, about.state_id(to_text(value)))
                               : intervene(id, value);
}

Evidence& Evidence::likelihood(const BayesianNetwork& network, std::string_view variable,
                               std::span<const double> values) {
    return likelihood(network.id(variable), values);
}

Evidence& Evidence::remove(VariableId variable) {
    if (has(variable))
        items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(position(variable)));
    return *this;
}

void Evidence::clear() {
    items_.clear();
    numbers_.clear();
}

const Finding* Evidence::find(VariableId variable) const {
    const std::size_t at = position(variable);
    return at < items_.size() && items_[at].variable == variable ? &items_[at].finding : nullptr;
}

std::optional<StateId> state_of(const Finding& finding) {
    if (const auto* observed = std::get_if<Observed>(&finding)) return observed->state;
    if (const auto* set = std::get_if<Intervened>(&finding)) return set->state;
    return std::nullopt;
}

std::string format(const BayesianNetwork& network, VariableId variable, const Finding& finding) {
    const Variable& about = network.variable(variable);
    const std::string name = quoted_if_needed(about.name()) + "=";
    const auto state_text = [&](StateId state) { return quoted_if_needed(about.state(state)); };
    return std::visit(
        Overloaded{
            [&](Observed known) { return name + state_text(known.state); },
            [&](ObservedValue known) { return name + to_text(known.value); },
            [&](ObservedInterval known) {
                return interval_text(quoted_if_needed(about.name()), known.interval);
            },
            [&](Likelihood known) { return name + to_text(known.values); },
            [&](Intervened known) { return "do(" + name + state_text(known.state) + ")"; },
            [&](IntervenedValue known) { return "do(" + name + to_text(known.value) + ")"; }},
        finding);
}

bool has_density(const Evidence& evidence) {
    return std::ranges::any_of(evidence, [](const Evidence::Item& item) {
        return std::holds_alternative<ObservedValue>(item.finding);
    });
}

}  // namespace pgm

#include <pgm/table/scope.hpp>

#include <pgm/core/checked.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <string>

namespace pgm {

Scope::Scope(std::vector<VariableId> variables, std::vector<std::size_t> cardinalities)
    : variables_(std::move(variables)), cardinalities_(std::move(cardinalities)), strides_(variables_.size()) {
    if (variables_.size() != cardinalities_.size()) throw ArgumentError("a scope needs one cardinality per variable");
    std::vector<VariableId> sorted = variables_;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) throw ArgumentError("a variable occurs twice in one scope");

    for (std::size_t i = size(); i-- > 0;) {
        if (cardinalities_[i] == 0) throw ArgumentError("a variable of a scope has no states");
        strides_[i] = cells_;
        const auto product = checked_mul(cells_, cardinalities_[i]);
        if (!product) throw TooLargeError("a table over " + std::to_string(size()) + " variables has more than 2^64 cells");
        cells_ = *product;
    }
}

std::optional<std::size_t> Scope::axis(VariableId variable) const {
    const auto found = std::find(variables_.begin(), variables_.end(), variable);
    if (found == variables_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - variables_.begin());
}

std::size_t Scope::cell(std::span<const StateId> states) const {
    std::size_t cell = 0;
    for (std::size_t i = 0; i < size(); ++i) cell += states[i].index() * strides_[i];
    return cell;
}

std::vector<StateId> Scope::states(std::size_t cell) const {
    std::vector<StateId> states(size());
    for (std::size_t i = 0; i < size(); ++i) {
        states[i] = StateId(cell / strides_[i]);
        cell %= strides_[i];
    }
    return states;
}

}  // namespace pgm

#include <pgm/table/table.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <string>

namespace pgm {
namespace {

template <class Id>
bool has_repeated(std::span<const Id> variables) {
    constexpr std::size_t few = 8;  // comparing all pairs is then faster than sorting a copy
    if (variables.size() <= few) {
        for (std::size_t i = 1; i < variables.size(); ++i)
            if (std::ranges::find(variables.first(i), variables[i]) !=
                variables.begin() + static_cast<std::ptrdiff_t>(i))
                return true;
        return false;
    }
    std::vector<Id> sorted(variables.begin(), variables.end());
    std::ranges::sort(sorted);
    return std::ranges::adjacent_find(sorted) != sorted.end();
}

}  // namespace

template <class Id>
BasicScope<Id>::BasicScope(const std::vector<Id>& variables,
                           const std::vector<std::size_t>& cardinalities)
    : variables_(variables) {
    if (variables.size() != cardinalities.size())
        throw ArgumentError("a scope needs one cardinality per variable");
    if (has_repeated<Id>(variables_)) throw ArgumentError("a variable occurs twice in one scope");

    axes_.reserve(2 * size());
    axes_.assign(cardinalities.begin(), cardinalities.end());
    axes_.resize(2 * size());
    for (std::size_t i = size(); i-- > 0;) {
        if (axes_[i] == 0) throw ArgumentError("a variable of a scope has no states");
        axes_[size() + i] = cells_;
        const auto product = checked_mul(cells_, axes_[i]);
        if (!product)
            throw TooLargeError("a table over " + std::to_string(size()) +
                                " variables has more than 2^64 cells");
        cells_ = *product;
    }
}

template <class Id>
std::optional<std::size_t> BasicScope<Id>::axis(Id variable) const {
    const auto found = std::find(variables_.begin(), variables_.end(), variable);
    if (found == variables_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - variables_.begin());
}

template <class Id>
std::size_t BasicScope<Id>::cell(std::span<const StateId> states) const {
    std::size_t cell = 0;
    for (std::size_t i = 0; i < size(); ++i) cell += states[i].index() * axes_[size() + i];
    return cell;
}

template <class Id>
std::vector<StateId> BasicScope<Id>::states(std::size_t cell) const {
    std::vector<StateId> states(size());
    for (std::size_t i = 0; i < size(); ++i) {
        states[i] = StateId(cell / axes_[size() + i]);
        cell %= axes_[size() + i];
    }
    return states;
}

template class BasicScope<VariableId>;
template class BasicScope<ColumnId>;

}  // namespace pgm

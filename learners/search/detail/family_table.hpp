#pragma once

#include <learners/score/decomposable_score.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/detail/search_watch.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// A set of at most 64 variables, variable v being bit v.
using VariableSet = std::uint64_t;

inline constexpr VariableSet set_of(std::size_t v) {
    return VariableSet{1} << v;
}

/// The set without room for `v`: the bits above it move down by one. It numbers the subsets of the
/// other variables.
inline constexpr VariableSet without_room_for(std::size_t v, VariableSet set) {
    const VariableSet below = set_of(v) - 1;
    return (set & below) | ((set >> 1) & ~below);
}

/// The inverse.
inline constexpr VariableSet with_room_for(std::size_t v, VariableSet set) {
    const VariableSet below = set_of(v) - 1;
    return (set & below) | ((set & ~below) << 1);
}

std::vector<VariableId> variables_of(VariableSet set);

/// The scores of all families of a few variables, minus infinity for those that the constraints
/// exclude.
class FamilyTable {
public:
    /// The largest number of variables for which the memory can be asked for at all.
    static constexpr std::size_t most_variables = 30;
    static std::size_t bytes(std::size_t variables);

    explicit FamilyTable(std::size_t variables);

    /// Computes all of them. Returns false when stopped.
    bool fill(const DecomposableScore& score, const AllowedArcs& allowed, SearchWatch& watch,
              const SearchProgress& progress);

    std::size_t variables() const { return variables_; }
    /// Indexed by without_room_for(v, parents).
    std::span<double> of(std::size_t v) { return {scores_.data() + v * size_, size_}; }
    std::span<const double> of(std::size_t v) const { return {scores_.data() + v * size_, size_}; }

private:
    void fill_part(const DecomposableScore& score, const AllowedArcs& allowed, std::size_t child,
                   VariableSet begin, VariableSet end);
    void exclude(const AllowedArcs& allowed, std::size_t child);

    std::size_t variables_;
    std::size_t size_;  ///< subsets of the other variables
    std::vector<double> scores_;
};

}  // namespace pgm::learners::detail

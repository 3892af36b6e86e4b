#pragma once

#include <pgm/data/dataset.hpp>
#include <pgm/data/family_moments.hpp>

#include <span>
#include <utility>
#include <vector>

namespace pgm::detail {

/// Families of a single number that have the same discrete parents.
struct NumberGroup {
    std::vector<const Column*> discrete;  ///< the discrete parents, in order
    std::size_t configurations = 1;
    std::vector<const RealCells*> numbers;  ///< the continuous columns
    std::vector<std::size_t> families;      ///< the family of each
};

/// Families whose moments are over the same rows in the same configurations, and what is to be
/// summed for them: numbers and products of numbers, each once.
struct MomentGroup {
    std::vector<const Column*> discrete;       ///< the discrete parents, in order
    std::vector<const RealCells*> numbers;     ///< the continuous columns that occur
    std::vector<const RealCells*> incomplete;  ///< those that miss cells somewhere
    /// Positions in `numbers`, the later one first.
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    std::size_t configurations = 1;

    /// For a family: where in (numbers..., pairs...) each of its sums lies.
    struct FamilyPlace {
        std::size_t family;
        std::vector<std::size_t> sums;
    };
    std::vector<FamilyPlace> members;

    std::size_t sums() const { return numbers.size() + pairs.size(); }
};

struct MomentPlan {
    std::vector<NumberGroup> numbers;   ///< families without continuous parents
    std::vector<MomentGroup> products;  ///< all others
};

MomentPlan plan_moments(const Dataset& data, std::span<const ColumnId> columns,
                        std::span<const FamilyMoments> families);

}  // namespace pgm::detail

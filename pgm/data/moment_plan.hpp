#pragma once

#include <pgm/data/dataset.hpp>
#include <pgm/data/family_moments.hpp>

#include <span>
#include <utility>
#include <vector>

namespace pgm {

/// Families whose moments are over the same rows in the same configurations, and what is to be summed for them: numbers and products of numbers, each once.
struct MomentGroup {
    std::vector<const Column*> discrete;                     ///< the discrete parents, in order
    std::vector<std::size_t> incomplete;                     ///< numbers that are missing somewhere (positions in `numbers`)
    std::vector<const std::vector<double>*> numbers;         ///< the continuous columns that occur
    std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< positions in `numbers`, the later one first
    std::size_t configurations = 1;

    /// For a family: where in (numbers..., pairs...) each of its sums lies.
    struct Member {
        std::size_t family;
        std::vector<std::size_t> sums;
    };
    std::vector<Member> members;

    std::size_t sums() const { return numbers.size() + pairs.size(); }
};

std::vector<MomentGroup> plan_moments(const Dataset& data, std::span<const ColumnId> columns, std::span<const FamilyMoments> families);

}  // namespace pgm

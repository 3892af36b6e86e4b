#pragma once

#include <pgm/data/column.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace pgm::learners::detail {

/// The p-value of the association of two columns, of which one has numbers at least, by
/// permutations of the rows that have both: how often r of permuted rows, or F, or the same of
/// ranks, is at least as far from 0. It asks nothing of the distribution of the numbers
/// (Pitman 1937, "Significance tests which may be applied to samples from any populations").
///
/// Where all n! permutations are no more than so many, all count, and p is exact; otherwise they
/// are drawn until `permutations`, or until PermutationTest::enough are as far, as of tables of
/// counts. Weights are numbers of rows.
struct RowPermutations {
    bool ranks = false;
    std::size_t permutations = 0;
    std::uint64_t seed = 1;

    double p(const Column& a, const Column& b, std::span<const double> weights) const;
};

}  // namespace pgm::learners::detail

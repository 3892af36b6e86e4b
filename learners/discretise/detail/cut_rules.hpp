#pragma once

#include <learners/discretise/detail/cut_values.hpp>
#include <learners/discretise/detail/entropy_table.hpp>
#include <pgm/data/discretisation.hpp>

#include <cstddef>
#include <span>

namespace pgm::learners::detail {

/// `intervals` of equal width from the least to the largest number; none where all numbers are
/// equal.
CutPoints equal_width_cuts(std::span<const CutValue> values, std::size_t intervals);

/// Intervals of equal weight, as nearly as equal numbers allow: the j-th cut is where the weight
/// below it is nearest to j / intervals of all (the lower of two as near). A number of much weight
/// may take several cuts together, so there may be fewer intervals.
CutPoints equal_frequency_cuts(std::span<const CutValue> values, std::size_t intervals);

/// equal_frequency_cuts() into n^exponent intervals, rounded and at least 2, n being the weight of
/// the values.
CutPoints proportional_cuts(std::span<const CutValue> values, double exponent);

/// The intervals whose numbers deviate least from their means: k-means in one dimension, of which
/// this is the global optimum, found by dynamic programming (Wang and Song, "Ckmeans.1d.dp", 2011)
/// and hence without random starts. With d different numbers it takes time intervals d log d; never
/// more intervals than different numbers. Cuts lie in the middle between the means of neighbours.
/// Throws TooLargeError when intervals * d exceeds 2^28.
CutPoints kmeans_cuts(std::span<const CutValue> values, std::size_t intervals);

/// Fayyad and Irani, "Multi-interval discretization of continuous-valued attributes for
/// classification learning" (1993): the cut that leaves least class entropy is made, and the two
/// sides are cut in turn, as long as the gain pays for describing the cut,
///
///     Gain(S) > (log2(N - 1) + log2(3^k - 2) - k Ent(S) + k1 Ent(S1) + k2 Ent(S2)) / N,
///
/// N the weight of the rows of S and k, k1, k2 the numbers of classes in S and in its sides. Cuts
/// are tried between neighbouring numbers only where the classes differ, and lie in their middle.
/// Among equally good cuts the lowest is taken. No cut may pay: then there is one interval.
///
/// With a table of at least the weight of all values and weights that are whole numbers, which is
/// the rule, boundaries are compared in fixed point and the formula decides only among those that
/// the table cannot tell apart; the cuts are bit-identical.
CutPoints mdlp_cuts(std::span<const CutValue> values, const EntropyTable& table);
CutPoints mdlp_cuts(std::span<const CutValue> values);

}  // namespace pgm::learners::detail

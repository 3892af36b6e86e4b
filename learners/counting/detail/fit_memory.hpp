#pragma once

#include <learners/counting/detail/plan.hpp>
#include <learners/families/model_structure.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/sums.hpp>

#include <cstdint>
#include <optional>
#include <span>

namespace pgm::learners::detail {

/// The memory of a fit beside the table of data, known before it is allocated. All that require
/// throw TooLargeError past Fit::max_fit_bytes, with the number and, where one family needs
/// most of it, that family and its cells. The numbers are upper bounds of the heap in use, of which
/// a usual fit takes half or more.
///
/// Of what is known before a row is read: the weights of all pairs of columns where arcs are
/// learned; the tables of all networks of a2de, whose counts grow with the rows; where `rows` are
/// known, those of aode, of which columns that identify rows are no part, and the values that
/// kernel densities and mixtures keep.
void require_memory_to_begin(const FitPlan& plan, std::optional<std::uint64_t> rows);

/// Throws TooLargeError unless the statistics fit: the sums of every family, once kept and once per
/// thread that counts, and what stands around them. Families that are sparse
/// (pgm/data/family_counts.hpp) grow with `rows`; where these are not known before they are read,
/// only the others are told.
void require_memory_to_count(const FitPlan& plan, std::span<const Family> families,
                             std::optional<std::uint64_t> rows);

/// Throws TooLargeError unless the networks fit: every cell of a table, while it is estimated, in
/// the network, and while a file of it is written; every row of a linear Gaussian, and what stands
/// around each distribution. `kept` are the bytes of the sums they are estimated from.
void require_memory_to_estimate(const FitPlan& plan, std::span<const ModelStructure> structures,
                                double kept);

/// True if that would not throw, and the tables are within the plan's limits.
bool can_estimate(const FitPlan& plan, std::span<const ModelStructure> structures, double kept);

/// Bytes of sums that are there.
double bytes_of(const Sums& statistics);

/// Bytes to count one family of so many rows.
double bytes_to_count(const FitPlan& plan, const Family& family, std::uint64_t rows);
/// Bytes to count the pairs of all columns given the class, those that are sparse left out.
double bytes_of_pairs(const FitPlan& plan);
/// Bytes of the bits that FamilyCounter makes of a table.
double bytes_of_counter(const FitPlan& plan, const Dataset& data);

}  // namespace pgm::learners::detail

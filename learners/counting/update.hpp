#pragma once

#include <learners/counting/fit_options.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace pgm::learners {

/// Limits of an update. The result does not depend on it.
struct UpdateOptions {
    std::size_t threads = 1;
    std::size_t max_fit_bytes = std::size_t{2} << 30;  ///< as Fit::max_fit_bytes
};

/// The classifier that fitting the old rows and the new ones together would have given, bit for
/// bit, from the old one's statistics and the new rows. The structure is decided again. Cut points
/// stay as they were learned.
///
/// Throws ArgumentError when the statistics were not kept (Fit::keep_statistics), a column
/// is missing, or kdb:2 and beyond now chooses a family whose counts were not kept; EvidenceError,
/// naming the row, for a state unknown to the classifier.
Classifier update(const Classifier& classifier, const Dataset& more_rows,
                  const UpdateOptions& options = {});

/// The classifier that all rows of several shards together would have given, bit for bit, from the
/// statistics of classifiers that were fitted from one shard each. The structure is decided again.
/// Columns and states are found by name; where shards have different states of a column, all of
/// them are its states, in the order of sort_states().
///
/// Throws ArgumentError where a shard, which is called by its name or number, kept no statistics or
/// more than these, has other columns, choices or cut points than the first, or where kdb:2 and
/// beyond chooses a family that was not kept; TooLargeError past the limits.
Classifier merged(std::span<const Classifier> shards, std::span<const std::string> names = {},
                  const UpdateOptions& options = {});

/// The classifier that fit() makes with these options, from the statistics that a classifier kept
/// instead of rows. Cut points and the replacements of missing values stay as they are. Throws what
/// fit() throws for data that come as counts, and ArgumentError where the options need sums that
/// were not kept.
Classifier refitted(const Classifier& classifier, Fit options);

/// The choices a classifier was fitted with, read back from its provenance.
Fit options_of(const Classifier& classifier);

/// Throws ArgumentError for a fit of which statistics of shards cannot be merged before any
/// row is counted:
///
///  - one that needs the rows themselves: kernel densities, and what is chosen by leaving out rows;
///  - kdb:2 and beyond, whose families each shard would choose for itself. The arcs of a network
///    (UserDefined) have the same families everywhere.
///
/// `columns` are those of a shard.
void require_mergeable(std::span<const Variable> columns, std::string_view class_name,
                       const Fit& options);

}  // namespace pgm::learners

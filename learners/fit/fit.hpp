#pragma once

#include <learners/plan/count_source.hpp>
#include <learners/plan/fit_options.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/dataset.hpp>

#include <initializer_list>
#include <span>
#include <string_view>

namespace pgm::learners {

/// A classifier from a table of data.
///
///     Classifier classifier = learners::fit(
///         data, "play", {.structure = "tan", .smoothing = Laplace{1}});
///
/// The way of every structure is the same: continuous columns are cut if so chosen; the structure
/// says which families of columns it needs to see; passes over the data add up their counts and
/// moments (pgm/data/statistics.hpp); the structure is decided from these sums, and every
/// distribution is estimated from them. Only kernel densities keep the values themselves. Hence the
/// order of the rows does not matter, a row of weight 2 is two rows, and the number of threads
/// changes nothing, to the last bit. Sums of which only the structure is decided, such as those of
/// all pairs of columns, are not kept unless FitOptions::keep_statistics says so.
///
/// The variables of the network are the class and then the features in the order of their columns.
/// A numeric class column becomes discrete (as_discrete()). Rows without a class are skipped and
/// counted in Provenance. Columns that a user-defined structure does not name are left
/// out.
///
/// Throws ArgumentError for a class or a feature that is not there, a structure that is none, no
/// row with a class or none that weighs anything, or a choice that the data cannot honour;
/// ModelError for a user-defined cycle; TooLargeError for tables past the limits; Stopped where
/// FitOptions::stop says so.
Classifier fit(const Dataset& data, std::string_view class_name, const FitOptions& options = {});

namespace detail {

/// An element that no list has.
class NoOption {
    NoOption() = delete;
    NoOption(const NoOption&) = delete;
};

}  // namespace detail

/// fit(data, "c", {}) with the default options. Empty braces would also be a stack or a Learner,
/// the other things that are fitted (stack/learner.hpp), and the call ambiguous.
inline Classifier fit(const Dataset& data, std::string_view class_name,
                      std::initializer_list<detail::NoOption>) {
    return fit(data, class_name, FitOptions{});
}

/// The same from data that do not fit into memory. Equal to fit() of all rows at once, bit for bit.
/// `schema` is that of the chunks. Structures that choose families of more than two features (kdb:2
/// and beyond) make a second pass, and those that compare all pairs of many columns one for each
/// part of the pairs that fits into half of FitOptions::max_fit_bytes. Kernel densities keep the
/// continuous values of all rows in memory. Cut points must be given (`cut:...`): learned ones need
/// all rows at once, hence an ArgumentError.
Classifier fit_chunks(const ChunkSource& source, std::span<const Variable> schema,
                      std::string_view class_name, const FitOptions& options = {});

/// What an update may take. The result does not depend on it.
struct UpdateOptions {
    std::size_t threads = 1;                           ///< 0 is one per core
    std::size_t max_fit_bytes = std::size_t{2} << 30;  ///< as FitOptions::max_fit_bytes
};

/// The classifier that fitting the old rows and the new ones together would have given, bit for
/// bit, from the old one's statistics and the new rows. The structure is decided anew. Cut points
/// stay as they were learned.
///
/// Throws ArgumentError when the statistics were not kept (FitOptions::keep_statistics), a column
/// is missing or has states that the classifier does not know, or when kdb:2 and beyond now wants a
/// family whose counts were not kept.
Classifier update(const Classifier& classifier, const Dataset& more_rows,
                  const UpdateOptions& options = {});

/// The choices a classifier was fitted with, read back from its provenance.
FitOptions options_of(const Classifier& classifier);

}  // namespace pgm::learners

#pragma once

#include <learners/counting/update.hpp>
#include <learners/fit/estimator.hpp>
#include <learners/search/search_control.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/rows.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pgm::learners {

/// A classifier from data.
///
///     Classifier classifier = learners::fit(data, "play");
///     Classifier tree = learners::fit(
///         data, "play", {.structure = "tan", .smoothing = Laplace{1}});
///     Classifier together = learners::fit(data, "play", parse_learner("stack"));
///     Classifier best = learners::fit(data, "play", parse_learner("auto"));
///     Classifier by_em = learners::fit(
///         data, "play", {.structure = "tan", .missing_cells = MissingCells::em});
///
/// The way of every structure is the same: continuous columns are cut if so chosen; the structure
/// lists the families of columns that it needs; passes over the data add up their counts and
/// moments (pgm/data/sums.hpp); the structure is decided from these sums, and every
/// distribution is estimated from them. Only kernel densities keep the values themselves. Hence the
/// order of the rows does not matter, a row of weight 2 is two rows, data in parts give the bits of
/// the table as a whole, and the number of threads has no effect. Sums of which only the structure
/// is decided, such as those of all pairs of columns, are not kept unless
/// Fit::keep_statistics is set. Structures that choose families of more than two features
/// (kdb:2 and beyond) make a second pass, and those that compare all pairs of many columns one for
/// each part of the pairs that fits into half of Fit::max_fit_bytes.
///
/// The variables of the network are the class and then the features in the order of their columns.
/// A numeric class column becomes discrete (as_discrete()). Rows without a class are skipped and
/// counted in Provenance, but for expectation maximisation, which learns from them. Columns that a
/// user-defined structure does not name are left out. How it went is in Classifier::provenance():
/// remarks, the candidates of a choice, the iterations of EM.
///
/// `control` shows progress of a choice among several and of EM, and stops everything. What is
/// stopped gives the best classifier so far where there is one, a BestOf always, and marks it
/// partial; else it throws Stopped.
///
/// Throws ArgumentError for a class or a feature that is not there, a structure that is none, no
/// row with a class or none that weighs anything, a choice that the data cannot honour, and data in
/// parts where all rows are needed at once (cut points that are learned, a pool, a choice, EM);
/// ModelError for a user-defined cycle; TooLargeError for tables past the limits.
Classifier fit(const Rows& data, std::string_view class_name, const Estimator& estimator,
               const SearchControl& control = {});

/// fit() of one classifier, whose options may be written in place.
Classifier fit(const Rows& data, std::string_view class_name, const Fit& options,
               const SearchControl& control = {});

/// fit() of the default_learner(), whose reason is the first remark of the classifier. Data in
/// parts have no stack.
Classifier fit(const Rows& data, std::string_view class_name);

/// The choices of a fit where no structure is named, and why they were chosen.
struct DefaultLearner {
    Estimator estimator;
    std::string reason;  ///< "stack, which is predicted to take 0.1 s"
};

/// The default of fit(), `pgm fit` and `pgm evaluate` for a table of these columns: the first of
/// these learners that is affordable.
///
/// | structure                     | tables, posteriors      | predicted to take at most |
/// |-------------------------------|-------------------------|---------------------------|
/// | `stack` with `a2de`, of at    | back-off, a temperature | a second                  |
/// | most ten features with states |                         |                           |
/// | `stack`                       | the same                | a second                  |
/// | `stack:nb,tan,skdb:2,lda,qda` | the same                | a second                  |
/// | `kdb:2`                       | the same                | ten seconds               |
/// | `nb`                          | add-one                 |                           |
///
/// The better ones come first (docs/evidence/accuracy.md). Costs are predicted from rows, columns,
/// states and classes alone (fit/detail/fit_forecast.hpp), so equal data have the same default on
/// every machine. Where statistics are to be kept, or the caller has an obstacle to a stack, which
/// the reason repeats, it begins with `kdb:2`.
///
/// Throws ArgumentError where there is no such class column.
DefaultLearner default_learner(std::span<const Variable> columns, std::uint64_t rows,
                               std::string_view class_name, const Fit& common = {},
                               std::string_view obstacle_to_stack = {});

/// The classifier with the reason of its default as the first remark (Provenance::remarks).
Classifier with_reason(const Classifier& classifier, const std::string& reason);

/// The classifier with further remarks, such as on columns that were left out of its table, before
/// those that it has.
Classifier with_remarks(const Classifier& classifier, std::span<const std::string> remarks);

/// True if fit() is to have all rows of a table of these columns at once, which is what it refuses
/// data in parts for: cut points that are learned, a class of numbers, a stack, a choice, EM; and
/// where that is much faster, because the sums of all pairs of columns need much memory. Every
/// other fit makes a few passes over the parts. Throws the errors of fit() that no row is needed
/// for.
bool needs_table(std::span<const Variable> columns, std::string_view class_name,
                 const Estimator& estimator);

}  // namespace pgm::learners

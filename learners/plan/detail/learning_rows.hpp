#pragma once

#include <learners/plan/detail/fit_plan.hpp>
#include <learners/plan/fit_options.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/discretisation.hpp>
#include <pgm/data/rows.hpp>

#include <optional>
#include <span>
#include <string_view>

namespace pgm::learners::detail {

/// The table with a class column that is discrete, a state for each number; null where it is
/// discrete already, where there is no such column, and for data in parts.
std::optional<Dataset> with_discrete_class(const Rows& source, std::string_view class_name);

/// True where cut points are to be learned, for which all rows are needed at once.
bool learns_cuts(std::span<const Variable> schema, const CutChoice& choice);

/// The cut points that were chosen, learned from the rows with a class and the columns of `schema`,
/// whose first is the class; `whole` is null for data that come in parts. Throws ArgumentError for
/// cut points of columns that are not there, and for learned ones of data in parts. Columns are cut
/// on so many threads, which ask the token.
Discretisation cuts_for(std::span<const Variable> schema, const CutChoice& choice,
                        const Dataset* whole, std::size_t threads, const StopToken& stop = {});

/// The plan of a fit of a whole table, or without a class of the columns that a user-defined
/// structure names, in the order of the table. Cut points that are chosen by a class need rows that
/// have one. Throws ArgumentError also for names that are no columns.
FitPlan plan_table(const Dataset& data, std::optional<std::string_view> class_name,
                   const FitOptions& options);

/// The columns of the plan from a table, cut, their missing values replaced.
Dataset planned_columns(const Dataset& data, const FitPlan& plan);

/// Throws ArgumentError for choices that need a class: a structure that no one has written out, and
/// a class prior.
void require_no_class_choices(const FitOptions& options);

/// Throws ArgumentError when a user-defined structure declares hidden variables, which only
/// expectation maximisation can learn.
void require_no_hidden_variables(const Structure& structure);

}  // namespace pgm::learners::detail

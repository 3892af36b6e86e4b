#pragma once

#include <learners/counting/fit_options.hpp>
#include <learners/families/model_structure.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/discretisation.hpp>
#include <pgm/data/rows.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pgm::learners::detail {

/// A fit whose choices have been read and whose columns are known, before any row is looked at.
struct FitPlan {
    Fit options;
    /// The schema of the data: the class first, then the features in the order of their columns.
    std::vector<Variable> schema;
    Discretisation cuts;
    /// Replacements of missing values.
    Replacements replacements;
    /// The schema after cuts and replacements: what is counted and what the networks are made of.
    std::vector<Variable> cut_schema;
    /// True if it is one of a pool, which chooses the rows that are left out for all of them.
    bool stacked = false;

    /// True if densities are estimated from the values themselves, and not from sums: kernels and
    /// mixtures.
    bool keeps_values() const {
        return !std::holds_alternative<VarianceRule>(options.continuous->density);
    }
    bool has_parzen_points() const { return std::holds_alternative<Parzen>(options.structure); }
    bool uses_back_off() const { return is_back_off(options.smoothing); }
    /// True if something is chosen by leaving out rows.
    bool leaves_out_rows() const {
        return stacked || std::holds_alternative<TunedBackOff>(options.smoothing) ||
               options.calibration != Calibration::none || options.structure.selects_features();
    }
    /// True if the counts of families with fewer parents are needed.
    bool needs_levels() const { return uses_back_off() || leaves_out_rows(); }
    /// All features.
    Columns columns() const;
    /// The families with a discrete child and continuous parents, whose rows are kept: only a
    /// user-defined structure has some.
    std::vector<Family> threshold_families() const;
    /// True if the cuts of a feature leave one interval. It is the same in every row then and tells
    /// nothing, so that it is left out of the networks.
    bool is_one_interval(ColumnId feature) const {
        return cuts.find(cut_schema[feature.index()].name()) != nullptr &&
               cut_schema[feature.index()].cardinality() == 1;
    }
};

/// The class first, then the features in the order of the columns: all of them, or those that a
/// user-defined structure names. Throws ArgumentError when the class is not there or continuous,
/// the structure is without the class, or names what is not there.
std::vector<Variable> learning_schema(std::span<const Variable> columns,
                                      std::string_view class_name, const Structure& structure);

/// "'name' has no informative cut point and is dropped"
std::string one_interval_remark(std::string_view column);

/// The table with a class column that is discrete, a state for each number; null where it is
/// discrete already, where there is no such column, and for data in parts.
std::optional<Dataset> with_discrete_class(const Rows& source, std::string_view class_name);

/// The table in which the columns that a structure gives states have these, in this order; null
/// where they have them already. Throws EvidenceError for a value that is none of them.
std::optional<Dataset> with_declared_states(const Dataset& data, const Structure& structure);

/// True where cut points are to be learned, for which all rows are needed at once.
bool learns_cuts(std::span<const Variable> schema, const CutChoice& choice);

/// The cut points that were chosen, learned from the rows with a class and the columns of `schema`,
/// whose first is the class; `whole` is null for data that come in parts. Throws ArgumentError for
/// cut points of columns that are not there, and for learned ones of data in parts. Columns are cut
/// on so many threads, which ask the token.
Discretisation cuts_for(std::span<const Variable> schema, const CutChoice& choice,
                        const Dataset* whole, std::size_t threads, const StopToken& stop = {});

/// Throws ArgumentError for choices that need a class: a structure that no one has written out, and
/// a class prior.
void require_no_class_choices(const Fit& options);

/// Throws ArgumentError when a user-defined structure declares hidden variables, which only
/// expectation maximisation can learn.
void require_no_hidden_variables(const Structure& structure);

/// Throws ArgumentError for `em` and `auto`, which are more than counting
/// (learners/fit/estimator.hpp).
void require_counted_cells(MissingCells missing_cells);

/// The replacements of missing values under `fill` and `state`, learned in one pass over the rows
/// with a class: of every feature that has a value the most frequent state or the mean; of every
/// feature that is without a cell in a row of some weight a state of its own. Nothing under the
/// others. The first column of the schema, which is that of the data before the cuts, is the class.
/// The sums are exact, so neither the order of the rows nor the threads change them.
Replacements replacements_for(std::span<const Variable> schema, MissingCells missing_cells,
                              const Rows& source, std::size_t threads, const StopToken& stop = {});

/// The plan of a fit whose cut points and replacements are known. Throws ArgumentError for choices
/// that the columns cannot honour.
FitPlan plan_fit(std::vector<Variable> schema, const Fit& options, Discretisation cuts,
                 Replacements replacements = {});

/// Plans the fit of a member of a pool, which keeps no statistics.
FitPlan plan_stacked_fit(std::vector<Variable> schema, Fit options, Discretisation cuts,
                         Replacements replacements = {});

/// The plan of a fit from these rows: schema, cut points and replacements are found one after the
/// other. Without a class it has the columns that a user-defined structure names, in the order of
/// the table, and there are no cut points to be learned, as there are none under `em` where no row
/// has a class.
FitPlan plan_rows(const Rows& rows, std::optional<std::string_view> class_name, const Fit& options);

/// The plan of a fit from columns whose rows are not there yet, cut where cut points are given.
FitPlan plan_columns(std::span<const Variable> columns, std::string_view class_name,
                     const Fit& options);

/// The columns of the plan from a table, cut, their missing values replaced.
Dataset planned_columns(const Dataset& data, const FitPlan& plan);

}  // namespace pgm::learners::detail

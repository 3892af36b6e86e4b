#pragma once

#include <learners/families/model_structure.hpp>
#include <learners/plan/fit_options.hpp>
#include <pgm/data/discretisation.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace pgm::learners::detail {

/// A fit whose choices have been read and whose columns are known, before any row is looked at.
struct FitPlan {
    FitOptions options;
    /// The schema of the data: the class first, then the features in the order of their columns.
    std::vector<Variable> schema;
    Discretisation cuts;
    /// Replacements of missing values.
    Replacements replacements;
    /// The schema after cuts and replacements: what is counted and what the networks are made of.
    std::vector<Variable> cut_schema;
    /// True if it is one of a stack, which chooses the rows that are left out for all of them.
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

FitPlan plan_fit(std::vector<Variable> schema, const FitOptions& options, Discretisation cuts,
                 Replacements replacements = {});

/// Plans the fit of a classifier of a stack, which keeps no statistics.
FitPlan plan_stacked_fit(std::vector<Variable> schema, FitOptions options, Discretisation cuts,
                         Replacements replacements = {});

}  // namespace pgm::learners::detail

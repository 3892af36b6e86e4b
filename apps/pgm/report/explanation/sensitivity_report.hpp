#pragma once

#include <apps/pgm/render/report.hpp>
#include <io/plot/plot.hpp>
#include <pgm/explain/sensitivity.hpp>
#include <pgm/query/query.hpp>

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pgm::apps {

/// The output of `pgm sensitivity`; all that it refers to must outlive it and its reports.
struct SensitivityReport {
    const BayesianNetwork& network;
    const SensitivityAnalysis& analysis;
    const Query& query;  ///< with its text
    /// The relative change that each number may have by itself; null: it may be anything.
    std::optional<double> within{};
    std::vector<VariableId> of{};      ///< whose tables; none: all
    std::optional<std::size_t> top{};  ///< so many numbers

    /// "query", "probability" or "value", "range" with `within`, "parameters",
    /// "density_parameters" where there are some, and what has no function.
    Report answer() const;

    /// "requirement", "holds", "least_distance", "single_changes" and "table_changes".
    Report changes(const AnswerRequirement& requirement) const;

    /// "most_probable_changes"
    Report most_probable_changes() const;

    io::Scene tornado() const;

private:
    /// Those with the widest ranges of the answer first.
    std::vector<const ParameterSensitivity*> by_effect() const;
    using Range = std::pair<double, double>;

    Range ends(const ParameterSensitivity& one) const;
    Range range(const ParameterSensitivity& one) const;
    bool is_of(VariableId variable) const;
    bool is_mirrored(const ParameterSensitivity& one) const;
    bool repeats(const ParameterSensitivity& one) const;
    Report parameter(const ParameterSensitivity& one, Range whole) const;
    Report without_function() const;
    Report density_parameter(const DensitySensitivity& one) const;
    Report densities() const;
    Report single_changes(const char* key, std::vector<SingleChange> changes,
                          const std::string& title, std::size_t most) const;
    Report table_changes(std::vector<TableChange> changes, const std::string& title) const;
};

}  // namespace pgm::apps

#pragma once

#include <learners/estimate/detail/density/kernel_points.hpp>
#include <learners/estimate/detail/density/parzen_points.hpp>
#include <learners/plan/detail/fit_plan.hpp>
#include <pgm/classify/classifier.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace pgm::learners::detail {

/// All that a fit keeps of the rows.
struct SufficientStatistics {
    Sums statistics;
    /// One per continuous feature, ascending, where each has a kernel density of its own.
    std::vector<KernelPoints> points;
    std::optional<ParzenPoints> whole_rows;  ///< where they have one together
    std::optional<DistinctRows> rows;        ///< where something is chosen by leaving out rows
    std::uint64_t rows_without_class = 0;
};

/// True if a fit keeps anything of the rows but sums.
bool keeps_rows(const FitPlan& plan);

/// Takes rows in, one table after the other: leaves out those without a class, cuts continuous
/// columns into intervals, replaces missing values, and adds up.
class StatisticsCollector {
public:
    /// Starts from empty statistics of these families. Throws TooLargeError when their tables pass
    /// the limits. `plan` must live as long.
    StatisticsCollector(const FitPlan& plan, std::vector<Family> families);

    /// Starts from the statistics of a classifier, which are added to. It must have kept its
    /// statistics. Throws ArgumentError for the structure parzen, whose points do not say how many
    /// rows there were, and for rows that are to be left out and were not kept.
    StatisticsCollector(const FitPlan& plan, const NetworkClassifier& classifier);

    /// Throws ArgumentError when a column is missing or has other states than the plan's schema.
    void add(const Dataset& data);

    SufficientStatistics finish() && { return std::move(collected_); }

private:
    /// Adds columns that have been cut and whose missing values have been replaced.
    void add_prepared(const Dataset& data);

    const FitPlan& plan_;
    SufficientStatistics collected_;
};

}  // namespace pgm::learners::detail

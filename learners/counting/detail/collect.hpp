#pragma once

#include <learners/counting/detail/plan.hpp>
#include <learners/estimate/detail/density/kernel_points.hpp>
#include <learners/estimate/detail/density/parzen_points.hpp>
#include <learners/estimate/detail/threshold_rows.hpp>
#include <learners/families/family_sums.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/rows.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::learners::detail {

/// All that a fit keeps of the rows.
struct SufficientStatistics {
    Sums statistics;
    /// One per continuous feature, ascending, where each has a kernel density of its own.
    std::vector<KernelPoints> points;
    std::optional<ParzenPoints> whole_rows;     ///< where they have one together
    std::vector<ThresholdRows> threshold_rows;  ///< one per discrete child of continuous parents
    std::optional<DistinctRows> rows;           ///< where something is chosen by leaving out rows
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
    /// rows there were, for mixtures and regressions, which keep none, and for rows that are to be
    /// left out and were not kept.
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

/// True where a table in memory saves many passes over the rows: all pairs of columns are compared
/// once, and their sums are so many that they are counted a block at a time.
bool counts_pairs_in_blocks(const FitPlan& plan);

/// The passes of a fit over its rows: what is kept of them, and what is counted while a structure
/// is chosen and forgotten again. The tables of all pairs of columns are kept only where statistics
/// are, or where they are few and the rows do not lie in memory.
class CountingRun {
public:
    /// The plans have the same columns and cuts, and must live as long, as `rows` must.
    CountingRun(std::span<const FitPlan> plans, const Rows& rows);
    /// Sums that were kept instead of rows. Another family is refused with a sentence: "with
    /// `these_rows` tan wants another family, `not_kept`".
    CountingRun(const FitPlan& plan, SufficientStatistics kept, std::string these_rows,
                std::string not_kept);
    CountingRun(const CountingRun&) = delete;
    CountingRun& operator=(const CountingRun&) = delete;

    /// The first pass, after which the sums are there from which the structures of the plans are
    /// decided: every family they look at, or where pairs are counted on demand, the features given
    /// the class. Throws TooLargeError where they need too much memory.
    void begin();

    /// Another pass, after which the sums of these families are there, and those of all before.
    /// Whatever else is kept of the rows is that of the first pass. Throws TooLargeError where they
    /// need too much memory, and ArgumentError where there are no rows.
    void collect(const std::vector<Family>& wanted);

    /// The statistics of the last pass.
    SufficientStatistics& collected() { return collected_; }
    /// The sums of the last pass, and all others on demand.
    FamilySums sums() const { return FamilySums(collected_.statistics, &on_demand_); }

private:
    using TakeSums = std::function<void(std::size_t, const FamilySums&)>;

    std::vector<Family> families_to_begin(const FitPlan& plan) const;
    void prepare_counter();
    std::size_t block_bytes() const;
    void count_in_blocks(std::size_t count, const std::function<Family(std::size_t)>& family_of,
                         const TakeSums& take) const;
    CountRequest request(std::vector<Family> families) const;
    /// The rows as they are counted, where they have been prepared, and otherwise as they come.
    const Rows& prepared_or_given() const;
    CountedRows counted(std::vector<Family> families) const;

    std::span<const FitPlan> plans_;
    const FitPlan& plan_;  ///< the first one
    const Rows* rows_;     ///< null where their sums were kept
    std::string these_rows_, not_kept_;
    std::optional<Rows> prepared_;  ///< of a table in memory that has a counter
    std::unique_ptr<const FamilyCounter> counter_;
    SumsOnDemand on_demand_;
    std::vector<Family> families_;
    bool is_first_ = true;  ///< no pass has been made
    SufficientStatistics collected_;
};

}  // namespace pgm::learners::detail

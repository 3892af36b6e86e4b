#pragma once

#include <learners/families/family_sums.hpp>
#include <learners/plan/detail/fit_plan.hpp>
#include <learners/plan/detail/sufficient_statistics.hpp>
#include <pgm/data/rows.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pgm::learners::detail {

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
    CountingRun(const CountingRun&) = delete;
    CountingRun& operator=(const CountingRun&) = delete;

    /// The families from which the structure of a plan is decided: every family it looks at, or
    /// where pairs are counted on demand, the features given the class.
    std::vector<Family> families_to_begin(const FitPlan& plan) const;

    /// Another pass, after which the sums of these families are there, and those of all before.
    /// Whatever else is kept of the rows is that of the first pass.
    /// Throws TooLargeError where they need too much memory.
    void collect(const std::vector<Family>& wanted);

    /// The statistics of the last pass.
    SufficientStatistics& collected() { return collected_; }
    /// The sums of the last pass, and all others on demand.
    FamilySums sums() const { return FamilySums(collected_.statistics, &on_demand_); }

private:
    using TakeSums = std::function<void(std::size_t, const FamilySums&)>;

    void prepare_counter();
    std::size_t block_bytes() const;
    void count_in_blocks(std::size_t count, const std::function<Family(std::size_t)>& family_of,
                         const TakeSums& take) const;
    CountRequest request(std::vector<Family> families) const;
    /// The rows as they are counted, where they have been prepared, and otherwise as they come.
    const Rows& prepared_or_given() const;
    CountedRows counted(std::vector<Family> families) const;

    const FitPlan& plan_;  ///< the first one
    const Rows& rows_;
    std::optional<Rows> prepared_;  ///< of a table in memory that has a counter
    std::unique_ptr<const FamilyCounter> counter_;
    SumsOnDemand on_demand_;
    std::vector<Family> families_;
    bool is_first_ = true;  ///< no pass has been made
    SufficientStatistics collected_;
};

}  // namespace pgm::learners::detail

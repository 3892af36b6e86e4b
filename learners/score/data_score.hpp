#pragma once

#include <learners/score/decomposable_score.hpp>
#include <learners/score/score.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/family_counter.hpp>
#include <pgm/graph/dag.hpp>
#include <pgm/model/cpd/threshold_cpd.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

namespace pgm::learners {

/// Limits of a DataScore.
struct DataScoreOptions {
    /// A family whose table has more cells than limits.max_table_cells scores minus infinity.
    Limits limits;
    /// Number of threads that prepare the columns.
    std::size_t threads = 1;
    /// The data are one shard of several, of discrete columns: scores are those of all rows.
    CountExchange exchange{};
    /// The noise of the regressions of discrete children on continuous parents (ThresholdCpd), one
    /// for each configuration of the discrete ones; null: such families have no score. A regression
    /// takes some passes over the rows, where a table takes a look at bits.
    std::optional<Noise::Kind> continuous_parents = std::nullopt;
    /// Memory for sums of numbers that are kept between calls, about.
    std::size_t max_kept_bytes = std::size_t{200} << 20;
};

/// Configurations of discrete parents in which a continuous child is constant, or has less than the
/// standard deviation that is then taken: a sixth of its resolution, the median distance of its
/// neighbouring different values.
struct ResolvedVariance {
    std::size_t configurations = 0;
    double resolution = 0;

    double least_deviation() const { return resolution / 6; }
};

/// The score of families by a data set: variable i is column i.
///
///     const DataScore score(data, BicScore{});
///     score.family(lung, {{smoke}});
///
/// Continuous children may have parents of both kinds (formulas at Score), discrete ones with
/// DataScoreOptions::continuous_parents. A family that cannot be scored has minus infinity:
/// otherwise a discrete child of a continuous parent, a table past the limits, a Gaussian whose
/// likelihood has no bound because in some configuration the child is an exact linear function of
/// its parents. In a configuration of discrete parents in which it is constant, its resolution sets
/// a bound (ResolvedVariance); in one with no more different rows than coefficients its variance is
/// that of the column.
///
/// Rows in which a member of the family is missing do not count for this family, and ln(n) of BIC
/// is that of all rows. Scores of families with different missing values therefore belong to
/// different rows, and favour members with many missing values: no search may go by them
/// (learn_incomplete() completes such data, or learns from them by EM).
///
/// A row of weight 2 is the row twice. Counts are integers and are added up in the order of the
/// cells, products of numbers in an order of the rows that depends on their cells alone, so a score
/// is the same, to the last bit, whatever the order of the rows, however they are weighted, and
/// whatever the number of threads. The prepared columns are kept between calls, and sums of
/// products for the sets of discrete parents that were asked for; a search that asks twice keeps
/// the scores (CachedScore).
class DataScore final : public DecomposableScore {
public:
    /// The data must outlive the score. Throws ArgumentError, naming row or column, for weights
    /// that are no whole numbers, a continuous column that is the same in all rows or a score that
    /// is not for columns of this kind, and for data without columns or rows.
    explicit DataScore(const Dataset& data, const Score& score = BicScore{},
                       const DataScoreOptions& options = {});
    explicit DataScore(Dataset&&, const Score& = BicScore{}, const DataScoreOptions& = {}) = delete;
    ~DataScore() override;
    DataScore(const DataScore&) = default;
    DataScore& operator=(const DataScore&) = default;

    /// Another score of the same data, which shares the prepared columns. Throws what the
    /// constructor throws.
    DataScore with(const Score& score) const;

    std::size_t variables() const override;
    double family(VariableId child, std::span<const VariableId> parents) const override;
    void additions(VariableId child, std::span<const VariableId> parents,
                   std::span<const VariableId> candidates, std::span<double> scores) const override;
    /// Bounds for tables only: the likelihood is at most 1, the penalty of aic and bic that of the
    /// family (de Campos and Ji 2011, "Efficient structure learning of Bayesian networks using
    /// constraints"), and under a prior that treats the r states alike, as under fnml, the first
    /// row of each configuration has at most 1/r. Qnml has no bound.
    void bounded_additions(VariableId child, std::span<const VariableId> parents,
                           std::span<const VariableId> candidates, double worth,
                           std::span<double> scores, std::span<double> bounds) const override;

    const Score& score() const;
    /// True if no cell is missing, in any shard.
    bool is_complete() const;
    /// Free parameters of the family, k of the table of Score; infinite past the range of doubles.
    double free_parameters(VariableId child, std::span<const VariableId> parents) const;
    /// The configurations of that family in which the resolution of the child bounds its
    /// likelihood.
    ResolvedVariance resolved(VariableId child, std::span<const VariableId> parents) const;
    /// The sum of the row weights: n of BIC.
    double rows() const;

private:
    struct Parts;

    /// Calls take(i, counts, configurations) for each candidate with which the family is a table
    /// that has a bound above `worth`.
    template <class Take>
    void count_additions(VariableId child, std::span<const VariableId> parents,
                         std::span<const VariableId> candidates, double worth, Take take) const;

    /// Scores the additions of continuous candidates to a table.
    void add_thresholds(VariableId child, std::span<const VariableId> parents,
                        std::span<const VariableId> candidates, std::span<double> scores) const;

    explicit DataScore(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

    std::shared_ptr<const Parts> parts_;
};

/// The parents of each variable of a DAG ascending, the sum over its families but for those of the
/// variables `without`, and the sum of their free parameters.
double total(const DecomposableScore& score, const Dag& dag,
             std::span<const VariableId> without = {});
double free_parameters(const DataScore& score, const Dag& dag);

}  // namespace pgm::learners

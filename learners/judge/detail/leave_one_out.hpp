#pragma once

#include <learners/estimate/class_prior.hpp>
#include <learners/estimate/smoothing.hpp>
#include <learners/families/detail/selection.hpp>
#include <learners/judge/detail/left_out_counts.hpp>
#include <learners/judge/detail/out_of_fold.hpp>
#include <pgm/core/stop_token.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// True if rows can be taken out of tables of this smoothing: not out of Floor, whose rows do not
/// sum to 1, and PriorNetwork, whose pseudo-counts are not the same for all cells.
bool can_leave_out_rows(const Smoothing& smoothing);

/// The source of leave-one-out predictions: networks, the counts of all rows, and the rows.
struct LeaveOneOutSource {
    const Columns& columns;
    const FamilySums& sums;
    std::span<const ModelStructure> structures;  ///< averaged
    const ClassPrior& class_prior;
    /// Different rows of the discrete columns of columns.schema, in their order. Rows may have the
    /// same codes where they differ in what was cut away.
    std::span<const DistinctRows::WeightedRow> rows;
    Smoothing smoothing = TunedBackOff{};  ///< one that can_leave_out_rows()
    StopToken stop = {};                   ///< Fit::stop; whatever takes long throws Stopped
    std::size_t threads = 1;               ///< that make what is kept of the rows
};

/// How many rows of a source can be predicted again and again (LeaveOneOut::LeftOutRows::few).
std::size_t rows_that_few_are(const LeaveOneOutSource& source);

/// P(class | row) of the training rows, each as if it had not been there, from the counts alone.
///
/// A row of weight 1 or more is a row that is one of several; it takes back a weight of 1, a
/// lighter one all of its weight. Taken back from the count of (x, u) and of u at every level is
/// what the row added there: for a hypothetical class k that is not the row's own, only counts that
/// do not involve the class. That is what fitting the other rows gives, with the same structure,
/// the same concentrations and the same cuts.
///
/// Only known cells take part: a family whose child is missing is left out, as inference leaves it
/// out if it has no children; where a parent is missing, the child is predicted from the parents
/// before it, which is the deepest level that the row was counted at. Inference would sum the
/// missing parent out instead, with much the same result. Continuous features are left out.
///
/// Tables that are not back-off are a case of it: (n + a) / (N + a r) shrinks the row to the
/// uniform one, which counts as a r rows. A row without data is uniform, whatever EmptyRow says.
class LeaveOneOut {
public:
    /// How many rows are predicted, from the first on, if there are so many.
    enum class LeftOutRows {
        few,  ///< as many as can be predicted again and again; their counts are kept
        many  ///< as many as can be predicted once or twice; counts are made whenever needed
    };

    /// Estimates of all levels and classes that one set of concentrations takes at most: a fraction
    /// of a second for few rows, a second or two for many. Those of few are what is in memory at a
    /// time.
    static constexpr std::size_t most_of_few = std::size_t{1} << 22;
    static constexpr std::size_t most_of_many = std::size_t{1} << 27;

    /// The objects that the source refers to must live as long.
    explicit LeaveOneOut(const LeaveOneOutSource& source, LeftOutRows rows = LeftOutRows::few);

    std::size_t size() const { return labels_.size(); }
    std::span<const double> weights() const { return weights_; }
    /// The number of levels of the deepest table.
    std::size_t levels() const { return levels_; }

    /// Predicts with tables of these concentrations, which do not matter unless the smoothing is
    /// back-off. The result does not depend on the number of threads.
    OutOfFold predict(std::span<const double> concentrations, std::size_t threads = 1) const;

    /// The mean losses of the structures restricted to the first 0, 1, ..., all features of an
    /// order and to `most` parents besides the class (families/selection.hpp); infinite where
    /// nothing is left. The features are those of the structures. Of few rows only.
    std::vector<double> losses_of_prefixes(std::span<const ColumnId> order, std::size_t most,
                                           std::span<const double> concentrations,
                                           std::size_t threads = 1) const;

private:
    struct LeftOutFactor {
        ColumnId child;
        std::vector<ColumnId> parents;  ///< as chosen
        std::size_t member = 0;
        std::size_t levels = 0;
        double uniform = 1;  ///< one over the states of the child
        /// The prior sample size of the uniform row, by level; empty for back-off.
        std::vector<double> pseudo_counts;
        std::optional<LeaveOneOutCounts> counts;  ///< of few rows
    };
    struct LeftOutMember {
        std::vector<ColumnId> super_parents;
        std::vector<std::size_t> factors;
        std::vector<char> takes_part;  ///< by row; empty where it always does
    };
    struct Prefix;
    struct Scratch;
    struct Estimated;
    using Logarithms = std::vector<std::vector<double>>;  ///< by factor

    void add_rows(LeftOutRows rows);
    void add_member(const ModelStructure& structure, LeftOutRows rows);
    std::optional<LeftOutFactor> factor_of(const ModelStructure& structure, std::size_t family,
                                           LeftOutRows rows) const;
    std::vector<double> pseudo_counts(const ModelStructure& structure, const LevelCounts& counts,
                                      ColumnId child) const;
    std::vector<double> estimates(const LeftOutFactor& factor, const LeaveOneOutCounts& counts,
                                  std::span<const double> concentrations,
                                  bool of_every_level) const;
    std::span<const LeftOutFactor> next_factors(std::span<const LeftOutFactor> factors) const;
    /// log P_m(k, row) by row, member m and class k.
    std::vector<double> log_joint(std::span<const double> concentrations,
                                  std::size_t threads) const;
    void multiply(const Estimated& estimated, std::size_t begin, std::size_t end,
                  std::span<double> log_joint) const;
    void add_factors(std::span<const LeftOutFactor> factors, std::span<const double> concentrations,
                     std::size_t threads, std::span<double> log_joint) const;
    bool takes_part(std::size_t member, std::size_t row) const;
    void mix(std::size_t row, std::span<const std::size_t> members, Scratch& scratch) const;
    std::vector<Prefix> prefixes(std::span<const ColumnId> order, std::size_t most) const;
    void extend(std::size_t row, const Prefix& prefix, const Logarithms& logs,
                Scratch& scratch) const;
    double loss_of(std::size_t row, const Prefix& prefix, Scratch& scratch) const;

    LeaveOneOutSource source_;
    std::size_t classes_;
    std::size_t levels_ = 1;
    std::vector<std::size_t> labels_;
    std::vector<double> weights_;
    std::vector<double> log_prior_;  ///< by class; zeros where P(class) is a factor
    std::vector<LeftOutFactor> factors_;
    std::vector<LeftOutMember> members_;
};

}  // namespace pgm::learners::detail

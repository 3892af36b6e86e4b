#pragma once

#include <learners/estimate/class_prior.hpp>
#include <learners/families/family_sums.hpp>
#include <learners/families/model_structure.hpp>
#include <pgm/data/distinct_rows.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// What leave-one-out predictions are made from: networks whose tables are BackOff, the counts of
/// all rows, and the rows.
struct LeaveOneOutSource {
    const Columns& columns;
    const FamilySums& sums;
    std::span<const ModelStructure> structures;  ///< averaged with equal weights
    const ClassPrior& class_prior;
    /// Different rows of the discrete columns of columns.schema, in their order. Rows may have the
    /// same codes where they differ in what was cut away.
    std::span<const DistinctRows::Row> rows;
};

/// The counts that one table offers to rows that are left out. Rows that have the same cells of its
/// family, and so the same class, share an entry.
struct LeaveOneOutCounts {
    static constexpr std::uint32_t no_entry = ~std::uint32_t{0};

    std::vector<std::uint32_t> entry_of;  ///< by row; no_entry where the child is missing
    std::vector<std::size_t> levels_of;   ///< by entry; fewer where parents are missing
    std::vector<double> numbers;          ///< by entry and level: n(x, u) by class, n(u) by class
};

/// Predictions of rows, what they were, and what they weigh. Refers to the labels and weights.
struct LeftOutPredictions {
    std::span<const std::size_t> labels;  ///< the class of each row
    std::span<const double> weights;
    /// log P(k | x), one row of the classes after the other; -inf throughout a row where every
    /// class has probability zero.
    std::vector<double> log_posteriors;

    std::size_t classes() const { return log_posteriors.size() / labels.size(); }
    std::span<const double> row(std::size_t i) const {
        return std::span(log_posteriors).subspan(i * classes(), classes());
    }
};

/// P(class | row) of the training rows, each as if it had not been there, from the counts alone.
///
/// A row of weight 1 or more is a row that is one of several; it takes back a weight of 1, a
/// lighter one all of its weight. Taken back from the count of (x, u) and of u at every level is
/// what the row added there: for a hypothetical class k that is not the row's own, only counts that
/// do not involve the class. That is what fitting the other rows gives, with the same structure,
/// the same strengths and the same cuts.
///
/// Only known cells take part: a family whose child is missing is left out, as inference leaves it
/// out if it has no children; where a parent is missing, the child is predicted from the parents
/// before it, which is the deepest level that the row was counted at. Inference would sum the
/// missing parent out instead, with much the same result. Continuous features are left out.
class LeaveOneOut {
public:
    /// How many rows are predicted, from the first on, if there are so many.
    enum class Rows {
        few,  ///< as many as can be predicted again and again; their counts are kept
        many  ///< as many as can be predicted a few times; counts are added up whenever needed
    };

    /// The source must live as long.
    explicit LeaveOneOut(const LeaveOneOutSource& source, Rows rows = Rows::few);

    std::size_t size() const { return labels_.size(); }
    /// The number of levels of the deepest table.
    std::size_t levels() const { return levels_; }

    /// With tables of these strengths. The number of threads changes nothing.
    LeftOutPredictions predict(std::span<const double> strengths, std::size_t threads = 1) const;

private:
    struct Factor {
        ColumnId child;
        std::vector<ColumnId> parents;
        std::size_t member;
        std::size_t levels;
        bool smoothed;   ///< whether the strengths apply
        double uniform;  ///< one over the states of the child
        std::optional<LeaveOneOutCounts> counts;
    };

    void add_rows(Rows rows);
    void add_member(const ModelStructure& structure);
    std::vector<char> admitted(ColumnId super_parent) const;
    LeaveOneOutCounts counts_of(const Factor& factor) const;
    std::span<const Factor> next_factors(std::span<const Factor> factors) const;
    std::vector<double> logarithms(const Factor& factor, const LeaveOneOutCounts& counts,
                                   std::span<const double> strengths) const;
    void add_factors(std::span<const Factor> factors, std::span<const double> strengths,
                     std::size_t threads, std::span<double> joint) const;
    void write_posterior(std::size_t row, std::span<const double> joint,
                         std::span<double> out) const;

    LeaveOneOutSource source_;
    std::size_t classes_;
    std::size_t levels_ = 1;
    std::vector<std::size_t> labels_;
    std::vector<double> weights_;
    std::vector<double> log_prior_;  ///< by class; zeros where P(class) is a factor
    std::vector<Factor> factors_;    ///< of one member after the other
    /// By member and row: whether it takes part; empty where it always does.
    std::vector<std::vector<char>> takes_part_;
};

}  // namespace pgm::learners::detail

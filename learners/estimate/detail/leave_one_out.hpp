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
    /// Uses the first of the rows, as many as can be predicted in a fraction of a second.
    explicit LeaveOneOut(const LeaveOneOutSource& source);

    std::size_t size() const { return labels_.size(); }
    /// The number of levels of the deepest table.
    std::size_t levels() const { return levels_; }

    /// With tables of these strengths. The number of threads changes nothing.
    LeftOutPredictions predict(std::span<const double> strengths, std::size_t threads = 1) const;

private:
    struct Factor {
        std::size_t levels = 0;
        bool smoothed = true;  ///< whether the strengths apply
        double uniform = 1;    ///< one over the states of the child
        LeaveOneOutCounts counts;
    };
    struct Member {
        std::vector<std::size_t> factors;
        std::vector<char> takes_part;  ///< by row; empty where it always does
    };

    void add_rows(const LeaveOneOutSource& source);
    void add_member(const LeaveOneOutSource& source, const ModelStructure& structure);
    std::vector<char> admitted(const LeaveOneOutSource& source, ColumnId super_parent) const;
    std::vector<double> logarithms(const Factor& factor, std::span<const double> strengths) const;
    void write_posterior(std::size_t row, std::span<const std::vector<double>> logs,
                         std::span<double> joint, std::span<double> out) const;

    std::size_t classes_;
    std::size_t levels_ = 1;
    std::vector<std::size_t> labels_;
    std::vector<double> weights_;
    std::vector<double> log_prior_;  ///< by class; zeros where P(class) is a factor
    std::vector<Factor> factors_;
    std::vector<Member> members_;
};

}  // namespace pgm::learners::detail

#pragma once

#include <pgm/classify/classifier.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/classify/decision.hpp>
#include <pgm/core/stop_token.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/engine.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// Status of a row: it has a posterior, or none, where every class has density 0 or the evidence is
/// impossible in the network.
enum class RowStatus : std::uint8_t { ok, no_density };

/// P(class | x) for every row of a table.
struct Predictions {
    /// The states of the class, in the order of the columns of the matrices.
    std::vector<std::string> classes;
    RowsByStates probabilities;  ///< rows x classes; a row without density is all zeros
    /// The natural logarithms of the probabilities, exact where a probability underflows; -inf
    /// throughout a row without density.
    RowsByStates log_probabilities;
    std::vector<double> log_evidence;  ///< log p(x) per row; -inf without density
    std::vector<RowStatus> status;     ///< one per row
    /// Absent columns, ignored columns, and the unseen values of all rows of the table.
    AlignmentReport report;

    std::size_t rows() const { return status.size(); }
    std::span<const double> probability(std::size_t row) const {
        return {probabilities.data() + row * classes.size(), classes.size()};
    }
    /// P(class_name | x) of a row. Throws ArgumentError, with a suggestion, for a name that is no
    /// class.
    double probability(std::size_t row, std::string_view class_name) const;
};

/// Options of predict().
struct PredictOptions {
    UnseenPolicy unseen = UnseenPolicy::missing;
    std::size_t threads = 1;  ///< 0: one per core; the result is bit-identical
    /// The number of rows that come before the first one, where the data are a part of a table.
    /// Errors and reports count rows from there.
    std::size_t first_row = 0;
    /// Called after every few thousand rows, from the thread of the caller, with how many are done.
    std::function<void(std::size_t done, std::size_t all)> progress = {};
    /// Asked as often. What is stopped has predictions of the first rows only.
    StopToken stop = {};
};

class Predictor;
namespace detail {
struct NetworkPredictor;
/// The engines of the classifier, or of each one of an ensemble.
std::span<const NetworkPredictor> networks_of(const Predictor& predictor);
}  // namespace detail

/// A classifier made ready to predict. It is immutable and may be used from many threads; copies
/// share what they are made of.
///
/// Every row is evidence, a missing value is an unobserved variable, and
/// InferenceEngine::marginals() of the class is the answer. A mixture sums P(class = k, x) of its
/// members with their weights and leaves out members whose super-parents have values that were too
/// rare in training (SuperParent).
///
/// If the classifier has a temperature T, the probabilities are raised to the power 1/T and divided
/// by their sum; log_evidence stays that of the networks.
///
/// An ensemble sums P(class = k | x) of its classifiers with their weights. One that gives a row no
/// density is left out of that row. log_evidence is log sum_m w_m p_m(x).
class Predictor {
public:
    explicit Predictor(Classifier classifier, EngineOptions options = {});

    const Classifier& classifier() const;

    /// Predicts every row. Columns are matched by name (ColumnAlignment) and cut into intervals by
    /// the classifier's discretisation; a class column is ignored. A feature without a column is
    /// missing in every row, and the report lists it. Throws ArgumentError when no feature has a
    /// column, the errors of ColumnAlignment for unseen values, EvidenceError for infinite numbers,
    /// and TooLargeError.
    ///
    /// If stopped by PredictOptions::stop, there are fewer Predictions::rows() than rows of data:
    /// the first ones, perhaps none.
    Predictions predict(const Dataset& data, const PredictOptions& options = {}) const;

private:
    friend std::span<const detail::NetworkPredictor> detail::networks_of(const Predictor&);

    struct Implementation;
    std::shared_ptr<const Implementation> implementation_;
};

/// Makes a Predictor and predicts.
Predictions predict(const Classifier& classifier, const Dataset& data,
                    const PredictOptions& options = {});

/// The discriminant functions g_k(x) = log p(x | k) + log P(k), rows x classes. The largest belongs
/// to the most probable class; two are equal on a decision boundary.
RowsByStates discriminants(const Predictions& predictions);

/// The most probable class of every row, or the action of least expected loss. The columns of the
/// loss matrix must be the classes in their order (with_class_order()).
std::vector<Decision> decide(const Predictions& predictions, const TieRule& ties = {});
std::vector<Decision> decide(const Predictions& predictions, const LossMatrix& matrix,
                             const TieRule& ties = {});

/// An evenly spaced grid over two continuous features: `columns` values of the first from low to
/// high, `rows` of the second.
struct GridSpec {
    std::string x;
    std::string y;
    double x_low = 0;
    double x_high = 1;
    double y_low = 0;
    double y_high = 1;
    std::size_t columns = 161;
    std::size_t rows = 161;
};

/// The discriminants of every class at every node of the grid, for pictures of decision regions.
/// Node (i, j) is in row j * columns + i. All other features are unobserved, so the regions show
/// the decisions when only these two are known.
///
/// Throws ArgumentError unless both features are different continuous features of the classifier,
/// and for a grid smaller than 2 x 2 or of more than 10^7 nodes.
RowsByStates decision_grid(const Predictor& predictor, const GridSpec& grid,
                           std::size_t threads = 1);

}  // namespace pgm

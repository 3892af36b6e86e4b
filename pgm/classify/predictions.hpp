#pragma once

#include <pgm/classify/classifier.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/classify/decision.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/inference/engine.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// Whether a row has a posterior: where every class has density 0 (or the evidence is impossible in
/// the network) it has none.
enum class RowStatus : std::uint8_t { ok, no_density };

/// P(class | x) for every row of a table.
struct Predictions {
    /// The states of the class, in the order of the columns below.
    std::vector<std::string> classes;
    RowsByStates probabilities;  ///< rows x classes; a row without density is all zeros
    /// Their natural logarithms, exact where the probability underflows; -inf throughout a row
    /// without density.
    RowsByStates log_probabilities;
    std::vector<double> log_evidence;  ///< log p(x) per row; -inf without density
    std::vector<RowStatus> status;     ///< one per row
    AlignmentReport report;            ///< absent columns, ignored columns, unseen values

    std::size_t rows() const { return status.size(); }
    std::span<const double> probability(std::size_t row) const {
        return {probabilities.data() + row * classes.size(), classes.size()};
    }
    /// P(class_name | x) of a row. Throws ArgumentError, with what was probably meant, for a name
    /// that is no class.
    double probability(std::size_t row, std::string_view class_name) const;
};

/// Switches of predict(). Plain data.
struct PredictOptions {
    UnseenPolicy unseen = UnseenPolicy::missing;
    std::size_t threads = 1;  ///< 0 = one per core; does not change a bit of the result
};

/// A classifier made ready to predict: one engine per member. Immutable; may be used from many
/// threads.
///
/// There is no scoring beside the engine: every row is evidence, a missing cell is an unobserved
/// variable, and the answer is InferenceEngine::posteriors() of the class. A mixture adds up log
/// P(class = k, x) of its members with their weights, leaving out the members whose super-parent
/// has a value too rare to speak (SuperParent).
class Predictor {
public:
    explicit Predictor(Classifier classifier, EngineOptions options = {});

    const Classifier& classifier() const { return classifier_; }

    /// Columns are matched by name (see ColumnAlignment), continuous ones cut as the classifier's
    /// discretisation says; the class column, when there is one, is not looked at. A feature
    /// without a column is missing in every row and told in the report. Throws ArgumentError when
    /// not one feature has a column, what ColumnAlignment throws about unseen values, EvidenceError
    /// for infinite numbers, and TooLargeError.
    Predictions predict(const Dataset& data, const PredictOptions& options = {}) const;

private:
    BatchPosterior posterior_of(std::size_t member, const EvidenceColumns& evidence,
                                std::size_t threads) const;
    BatchPosterior mixture_of(std::span<const EvidenceColumns> evidence,
                              std::span<const Column* const> super_parents,
                              std::size_t threads) const;

    Classifier classifier_;
    std::vector<InferenceEngine> engines_;
};

/// All of it at once.
Predictions predict(const Classifier& classifier, const Dataset& data,
                    const PredictOptions& options = {});

/// The discriminant functions of every row and class, g_k(x) = log p(x | k) + log P(k), rows x
/// classes. The largest is the most probable class; where two are equal is the boundary.
RowsByStates discriminants(const Predictions& predictions);

/// The most probable class of every row, or the action of least expected loss, whose columns must
/// be the classes in their order (with_class_order()).
std::vector<Decision> decide(const Predictions& predictions, const TieRule& ties = {});
std::vector<Decision> decide(const Predictions& predictions, const LossMatrix& matrix,
                             const TieRule& ties = {});

}  // namespace pgm

#include <pgm/classify/weights_of_evidence.hpp>

#include <pgm/classify/detail/class_posterior.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

namespace pgm {

using namespace detail;

namespace {

/// log P(k) - log(1 - P(k)); the sum of the other classes keeps its digits where P(k) is near 1.
double log_odds(const RowsByStates& log_probabilities, std::size_t row, std::size_t k) {
    std::vector<double> others;
    const auto line = static_cast<Eigen::Index>(row);
    for (Eigen::Index j = 0; j < log_probabilities.cols(); ++j)
        if (static_cast<std::size_t>(j) != k) others.push_back(log_probabilities(line, j));
    const double log_others = others.empty() ? -infinity : log_sum_exp(others);
    const double log_k = log_probabilities(line, static_cast<Eigen::Index>(k));
    return log_k == log_others ? 0 : log_k - log_others;
}

/// The columns of the features, for each classifier of an ensemble, and predictions from a part of
/// them.
class PartialPredictor {
public:
    PartialPredictor(const Predictor& predictor, const Dataset& data, const PredictOptions& options)
        : predictor_(predictor), rows_(data.rows()), threads_(options.threads) {
        for (const NetworkClassifier* const classifier :
             network_classifiers(predictor.classifier()))
            columns_.emplace_back(*classifier, data, options.unseen, options.first_row);
    }

    bool is_known(std::size_t feature, std::size_t row) const {
        const Column* const column = columns_.front().columns[feature];
        return column != nullptr && !column->is_missing(row);
    }
    bool has_column(std::size_t feature) const {
        return columns_.front().columns[feature] != nullptr;
    }

    RowsByStates all_cells() const {
        return posterior(rows_, [this](std::size_t i) { return columns_[i].columns; });
    }
    RowsByStates all_but(std::size_t feature) const {
        return posterior(rows_, [this, feature](std::size_t i) {
            std::vector<const Column*> columns = columns_[i].columns;
            columns[feature] = nullptr;
            return columns;
        });
    }
    /// One row, the same for all.
    RowsByStates no_cell() const {
        return posterior(1, [this](std::size_t i) {
            return std::vector<const Column*>(columns_[i].columns.size());
        });
    }

private:
    template <class ColumnsOf>
    RowsByStates posterior(std::size_t rows, ColumnsOf&& columns_of) const {
        std::vector<const Column*> columns;
        const auto columns_for = [&](std::size_t number) {
            columns = columns_of(number);
            return ObservedColumns(columns);
        };
        return class_posterior(predictor_.classifier(), networks_of(predictor_), 0, rows, threads_,
                               columns_for)
            .log_probabilities;
    }

    const Predictor& predictor_;
    std::size_t rows_;
    std::size_t threads_;
    std::deque<FeatureColumns> columns_;
};

/// The class that a decision names, otherwise the most probable one.
std::size_t explained_class(const Decision& decision, const std::vector<std::string>& classes,
                            const RowsByStates& log_probabilities, std::size_t row) {
    const auto named = std::ranges::find(classes, decision.name);
    if (named != classes.end()) return static_cast<std::size_t>(named - classes.begin());
    Eigen::Index best = 0;
    log_probabilities.row(static_cast<Eigen::Index>(row)).maxCoeff(&best);
    return static_cast<std::size_t>(best);
}

/// A number that came of sums and differences of numbers of that size; 0 where it is no more than
/// their rounding. Log odds are sums over all features, and larger ones may have cancelled out.
double without_rounding(double number, double size) {
    constexpr double rounding = 1e-12;
    const bool is_rounding = std::isfinite(number) && std::abs(number) <= rounding * (1 + size);
    return is_rounding ? 0 : number;
}

double weight_of(double with, double without) {
    return with == without ? 0 : without_rounding(with - without, std::abs(with));
}

/// Adds the interaction: the rest of the log odds beyond the prior and the weights of the cells.
void add_interaction(RowWeights& row) {
    double rest = row.log_odds - row.prior, sizes = std::abs(row.log_odds) + std::abs(row.prior);
    for (const CellWeight& cell : row.cells) {
        rest -= cell.weight;
        sizes += std::abs(cell.weight);
    }
    if (std::isfinite(rest)) row.interaction = without_rounding(rest, sizes);
}

/// True if some network has the feature; otherwise its cells have no weight.
bool is_used(const Classifier& classifier, const std::string& feature) {
    return std::ranges::any_of(network_classifiers(classifier), [&](const auto* of_networks) {
        return of_networks->model().network().find(feature).has_value();
    });
}

/// Log odds and prior of every row that has a decision.
WeightsOfEvidence without_cells(const PartialPredictor& partial,
                                const std::vector<std::string>& classes,
                                std::span<const Decision> decisions) {
    const RowsByStates all = partial.all_cells(), prior = partial.no_cell();
    WeightsOfEvidence result;
    for (std::size_t row = 0; row < decisions.size(); ++row) {
        std::optional<RowWeights>& weights = result.rows.emplace_back();
        if (decisions[row].undecided()) continue;
        const std::size_t k = explained_class(decisions[row], classes, all, row);
        weights.emplace(RowWeights{.class_index = k,
                                   .log_odds = log_odds(all, row, k),
                                   .prior = weight_of(log_odds(prior, 0, k), 0)});
    }
    return result;
}

}  // namespace

WeightsOfEvidence weights_of_evidence(const Predictor& predictor, const Dataset& data,
                                      std::span<const Decision> decisions,
                                      const PredictOptions& options) {
    if (decisions.size() != data.rows())
        throw ArgumentError("there are " + std::to_string(decisions.size()) + " decisions about " +
                            std::to_string(data.rows()) + " rows");
    const Classifier& classifier = predictor.classifier();
    const PartialPredictor partial(predictor, data, options);
    WeightsOfEvidence result =
        without_cells(partial, classifier.class_variable().states(), decisions);
    for (std::size_t feature = 0; feature < classifier.features().size(); ++feature) {
        options.stop.check();
        if (!partial.has_column(feature)) continue;
        std::optional<RowsByStates> rest;
        if (is_used(classifier, classifier.features()[feature].name()))
            rest = partial.all_but(feature);
        for (std::size_t row = 0; row < result.rows.size(); ++row) {
            std::optional<RowWeights>& weights = result.rows[row];
            if (!weights || !partial.is_known(feature, row)) continue;
            const double weight =
                rest ? weight_of(weights->log_odds, log_odds(*rest, row, weights->class_index)) : 0;
            weights->cells.push_back({feature, weight});
        }
    }
    for (std::optional<RowWeights>& weights : result.rows)
        if (weights) add_interaction(*weights);
    return result;
}

}  // namespace pgm

#include <pgm/classify/predictions.hpp>

#include <pgm/classify/member_mixture.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/infinity.hpp>
#include <pgm/data/column_index.hpp>

#include <cmath>
#include <limits>
#include <utility>

namespace pgm {
namespace {

/// The columns of the classifier's features as its networks know them.
struct FeatureColumns {
    ColumnAlignment alignment;
    std::deque<Column> discretised;
    std::vector<const Column*> columns;  ///< one per feature, null where there is none

    FeatureColumns(const Classifier& classifier, const Dataset& data, UnseenPolicy policy);
};

/// The schema to match the data against: a column that the classifier cuts may also come cut already.
std::vector<Variable> expected(const Classifier& classifier, const Dataset& data) {
    std::vector<Variable> variables(classifier.features().begin(), classifier.features().end());
    const ColumnIndex index(data);
    for (Variable& variable : variables) {
        const CutPoints* const cuts = classifier.discretisation().find(variable.name());
        const std::optional<ColumnId> column = index.find(variable.name());
        if (cuts == nullptr || !column) continue;
        Variable intervals = cuts->variable(variable.name());
        if (data.column(*column).variable.states() == intervals.states()) variable = std::move(intervals);
    }
    return variables;
}

FeatureColumns::FeatureColumns(const Classifier& classifier, const Dataset& data, UnseenPolicy policy)
    : alignment(data, expected(classifier, data), policy) {
    for (const Column* column : alignment.columns()) {
        const bool to_cut = column != nullptr && !column->is_discrete() && classifier.discretisation().find(column->name()) != nullptr;
        if (!to_cut) {
            columns.push_back(column);
            continue;
        }
        const Dataset cut = classifier.discretisation().apply(Dataset({*column}));
        columns.push_back(&discretised.emplace_back(cut.column(ColumnId{0})));
    }
}

EvidenceCells cells_of(const Column& column) {
    return std::visit([](const auto& cells) { return EvidenceCells(std::span(cells)); }, column.cells);
}

/// The features of one member. The alignment has seen to it that codes are the member's state numbers.
EvidenceColumns evidence_for(const BayesianNetwork& network, const Classifier& classifier, const FeatureColumns& features, std::size_t rows) {
    EvidenceColumns evidence{.rows = rows};
    for (std::size_t i = 0; i < features.columns.size(); ++i) {
        const std::optional<VariableId> variable = network.find(classifier.features()[i].name());
        if (variable && features.columns[i] != nullptr) evidence.columns.push_back({*variable, cells_of(*features.columns[i])});
    }
    return evidence;
}

const Column* column_named(const Classifier& classifier, const FeatureColumns& features, std::string_view name) {
    for (std::size_t i = 0; i < features.columns.size(); ++i)
        if (classifier.features()[i].name() == name) return features.columns[i];
    return nullptr;
}

void require_a_feature(const AlignmentReport& report, const Classifier& classifier) {
    if (classifier.features().empty() || report.absent.size() < classifier.features().size()) return;
    throw ArgumentError("the data have none of the classifier's features",
                        "it expects columns called '" + classifier.features().front().name() + "' and the like; is there a header line?");
}

void take(BatchPosterior posterior, Predictions& result) {
    for (std::size_t row = 0; row < result.rows(); ++row) {
        const bool possible = posterior.log_evidence[row] > -infinity;
        result.status[row] = possible ? RowStatus::ok : RowStatus::no_density;
    }
    result.probabilities = std::move(posterior.probabilities);
    result.log_probabilities = std::move(posterior.log_probabilities);
    result.log_evidence = std::move(posterior.log_evidence);
}

}  // namespace

Predictor::Predictor(Classifier classifier, EngineOptions options) : classifier_(std::move(classifier)) {
    for (const WeightedNetwork& member : classifier_.members()) engines_.emplace_back(member.network, options);
}

Predictions Predictor::predict(const Dataset& data, const PredictOptions& options) const {
    const FeatureColumns features(classifier_, data, options.unseen);
    Predictions result{.classes = classifier_.class_variable().states(), .report = features.alignment.report()};
    require_a_feature(result.report, classifier_);
    std::erase(result.report.ignored, classifier_.class_name());
    result.status.resize(data.rows());

    const BatchOptions batch{.threads = options.threads, .log_probabilities = true};
    MemberMixture mixture(data.rows(), result.classes.size());
    for (std::size_t m = 0; m < engines_.size(); ++m) {
        const BayesianNetwork& network = engines_[m].network();
        BatchPosterior posterior =
            engines_[m].posteriors(network.id(classifier_.class_name()), evidence_for(network, classifier_, features, data.rows()), batch);
        if (engines_.size() == 1) {
            take(std::move(posterior), result);
            return result;
        }
        const WeightedNetwork& member = classifier_.members()[m];
        const Column* const column = member.super_parent ? column_named(classifier_, features, member.super_parent->feature) : nullptr;
        mixture.add(posterior, member, column);
    }
    take(mixture.posterior(), result);
    return result;
}

Predictions predict(const Classifier& classifier, const Dataset& data, const PredictOptions& options) {
    return Predictor(classifier).predict(data, options);
}

RowsByStates discriminants(const Predictions& predictions) {
    RowsByStates values = predictions.log_probabilities;
    for (std::size_t row = 0; row < predictions.rows(); ++row)
        if (predictions.status[row] == RowStatus::ok) values.row(static_cast<Eigen::Index>(row)).array() += predictions.log_evidence[row];
    return values;
}

std::vector<Decision> decide(const Predictions& predictions, const TieRule& ties) {
    std::vector<Decision> decisions;
    for (std::size_t row = 0; row < predictions.rows(); ++row) decisions.push_back(decide(predictions.probability(row), ties));
    return decisions;
}

std::vector<Decision> decide(const Predictions& predictions, const LossMatrix& matrix, const TieRule& ties) {
    std::vector<Decision> decisions;
    for (std::size_t row = 0; row < predictions.rows(); ++row) decisions.push_back(decide(predictions.probability(row), matrix, ties));
    return decisions;
}

Outcomes outcomes_of(const Predictions& predictions, const Variable& class_variable, const Dataset& data, const TieRule& ties) {
    data.id(class_variable.name());  // throws, with a suggestion, when there is none
    const ColumnAlignment alignment(data, {&class_variable, 1}, UnseenPolicy::error);
    const Column& truth = *alignment.columns().front();
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < data.rows(); ++row)
        if (!truth.is_missing(row)) rows.push_back(row);

    Outcomes outcomes{.classes = predictions.classes};
    outcomes.probabilities.resize(static_cast<Eigen::Index>(rows.size()), predictions.probabilities.cols());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto row = static_cast<Eigen::Index>(rows[i]);
        const std::uint32_t state = truth.state(rows[i])->value;
        const Decision decision = decide(predictions.probability(rows[i]), ties);
        outcomes.truth.push_back(state);
        outcomes.predicted.push_back(decision.action ? static_cast<std::uint32_t>(*decision.action) : Outcomes::undecided);
        outcomes.probabilities.row(static_cast<Eigen::Index>(i)) = predictions.probabilities.row(row);
        outcomes.log_truth.push_back(predictions.log_probabilities(row, state));
        if (!data.weights().empty()) outcomes.weights.push_back(data.weights()[rows[i]]);
    }
    return outcomes;
}

}  // namespace pgm

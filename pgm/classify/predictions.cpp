#include <pgm/classify/predictions.hpp>

#include <pgm/classify/detail/member_mixture.hpp>
#include <pgm/classify/detail/opinion_pool.hpp>
#include <pgm/core/detail/infinity.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/suggest.hpp>
#include <pgm/data/column_index.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace pgm {

using namespace detail;

namespace {

/// The columns of the classifier's features, aligned and discretised.
struct FeatureColumns {
    ColumnAlignment alignment;
    std::deque<Column> discretised;
    std::vector<const Column*> columns;  ///< one per feature; null if there is none

    FeatureColumns(const Classifier& classifier, const Dataset& data, UnseenPolicy policy);
};

/// The schema that the data must match. A column that the classifier discretises may be discretised
/// already.
std::vector<Variable> expected(const Classifier& classifier, const Dataset& data) {
    std::vector<Variable> variables(classifier.features().begin(), classifier.features().end());
    const ColumnIndex index(data);
    for (Variable& variable : variables) {
        const CutPoints* const cuts = classifier.discretisation().find(variable.name());
        const std::optional<ColumnId> column = index.find(variable.name());
        if (cuts == nullptr || !column) continue;
        Variable intervals = cuts->variable(variable.name());
        if (data.column(*column).variable.states() == intervals.states())
            variable = std::move(intervals);
    }
    return variables;
}

FeatureColumns::FeatureColumns(const Classifier& classifier, const Dataset& data,
                               UnseenPolicy policy)
    : alignment(data, expected(classifier, data), policy) {
    for (const Column* column : alignment.columns()) {
        const bool to_cut = column != nullptr && !column->is_discrete() &&
                            classifier.discretisation().find(column->name()) != nullptr;
        if (!to_cut) {
            columns.push_back(column);
            continue;
        }
        const Dataset cut = classifier.discretisation().apply(Dataset({*column}));
        columns.push_back(&discretised.emplace_back(cut.column(ColumnId{0})));
    }
}

EvidenceCells cells_of(const Column& column) {
    return std::visit([](const auto& cells) { return EvidenceCells(std::span(cells)); },
                      column.cells);
}

/// The evidence for one member. After alignment, codes are the member's state numbers.
EvidenceColumns evidence_for(const BayesianNetwork& network, const Classifier& classifier,
                             const FeatureColumns& features, std::size_t rows) {
    EvidenceColumns evidence{.rows = rows};
    for (std::size_t i = 0; i < features.columns.size(); ++i) {
        const std::optional<VariableId> variable = network.find(classifier.features()[i].name());
        if (variable && features.columns[i] != nullptr)
            evidence.columns.push_back({*variable, cells_of(*features.columns[i])});
    }
    return evidence;
}

/// The number of rows per block, for which the posteriors of all members fit into the cache.
std::size_t rows_at_a_time(std::size_t cells_of_row) {
    constexpr std::size_t cells = std::size_t{1} << 18, least = 64, most = 4096;
    return std::clamp(cells / cells_of_row, least, most);
}

const Column* column_named(const Classifier& classifier, const FeatureColumns& features,
                           std::string_view name) {
    for (std::size_t i = 0; i < features.columns.size(); ++i)
        if (classifier.features()[i].name() == name) return features.columns[i];
    return nullptr;
}

void require_a_feature(const AlignmentReport& report, const Classifier& classifier) {
    if (classifier.features().empty() || report.absent.size() < classifier.features().size())
        return;
    throw ArgumentError("the data have none of the classifier's features",
                        "it expects columns called '" +
                            printable(classifier.features().front().name()) +
                            "' and the like; is there a header line?");
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

/// To every row, from the logarithms, which underflow nowhere.
void apply(const Temperature& temperature, BatchPosterior& posterior, std::size_t threads) {
    if (temperature.changes_nothing()) return;
    parallel_for(posterior.log_evidence.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            if (posterior.log_evidence[row] == -infinity) continue;
            auto logs = posterior.log_probabilities.row(static_cast<Eigen::Index>(row));
            temperature.apply({logs.data(), static_cast<std::size_t>(logs.size())});
            auto probabilities = posterior.probabilities.row(static_cast<Eigen::Index>(row));
            for (Eigen::Index k = 0; k < logs.size(); ++k) probabilities(k) = std::exp(logs(k));
        }
    });
}

/// P(class | x) by one member.
BatchPosterior posterior_of(const InferenceEngine& engine, const std::string& class_name,
                            const EvidenceColumns& evidence, std::size_t threads) {
    return engine.marginals(engine.network().id(class_name), evidence,
                            {.threads = threads, .log_probabilities = true});
}

BatchPosterior mixture_of(const Classifier& classifier, std::span<const InferenceEngine> engines,
                          std::span<const EvidenceColumns> evidence,
                          std::span<const Column* const> super_parents, std::size_t threads) {
    const std::size_t rows = evidence.front().rows,
                      classes = classifier.class_variable().cardinality();
    const auto empty =
        RowsByStates::Zero(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(classes));
    BatchPosterior result{empty, std::vector<double>(rows), empty};
    const MemberMixture mixture(classifier.members(), super_parents);
    const std::size_t block = rows_at_a_time(engines.size() * classes);
    parallel_for((rows + block - 1) / block, threads, [&](std::size_t begin, std::size_t end) {
        std::vector<BatchPosterior> parts(engines.size());
        for (std::size_t i = begin; i < end; ++i) {
            const std::size_t first = i * block, count = std::min(block, rows - first);
            for (std::size_t m = 0; m < parts.size(); ++m)
                parts[m] = posterior_of(engines[m], classifier.class_name(),
                                        rows_of(evidence[m], first, count), 1);
            mixture.write(parts, first, result);
        }
    });
    return result;
}

/// What a classifier of networks predicts. `report` tells what its columns were.
BatchPosterior posterior_of_networks(const Classifier& classifier,
                                     std::span<const InferenceEngine> engines, const Dataset& data,
                                     const PredictOptions& options, AlignmentReport& report) {
    const FeatureColumns features(classifier, data, options.unseen);
    report = features.alignment.report();
    require_a_feature(report, classifier);
    std::vector<EvidenceColumns> evidence;
    std::vector<const Column*> super_parents;
    for (const WeightedNetwork& member : classifier.members()) {
        evidence.push_back(evidence_for(member.network, classifier, features, data.rows()));
        super_parents.push_back(
            member.super_parent ? column_named(classifier, features, member.super_parent->feature)
                                : nullptr);
    }
    BatchPosterior posterior =
        engines.size() == 1
            ? posterior_of(engines.front(), classifier.class_name(), evidence.front(),
                           options.threads)
            : mixture_of(classifier, engines, evidence, super_parents, options.threads);
    apply(classifier.temperature(), posterior, options.threads);
    return posterior;
}

/// What a stack predicts, one classifier after the other: only two sets of posteriors at a time.
BatchPosterior posterior_of_stack(const Classifier& stack, std::span<const InferenceEngine> engines,
                                  const Dataset& data, const PredictOptions& options,
                                  AlignmentReport& report) {
    OpinionPool pool(data.rows(), stack.class_variable().cardinality());
    for (const auto& [classifier, weight] : stack.stack()) {
        const std::size_t count = classifier.members().size();
        pool.add(posterior_of_networks(classifier, engines.first(count), data, options, report),
                 weight);
        engines = engines.subspan(count);
    }
    BatchPosterior posterior = std::move(pool).finish();
    apply(stack.temperature(), posterior, options.threads);
    return posterior;
}

Decision named(Decision decision, const Predictions& predictions) {
    if (decision.action) decision.name = predictions.classes[*decision.action];
    return decision;
}

}  // namespace

double Predictions::probability(std::size_t row, std::string_view class_name) const {
    const auto found = std::ranges::find(classes, class_name);
    if (found == classes.end())
        throw ArgumentError("there is no class '" + printable(class_name) + "'",
                            did_you_mean(class_name, classes));
    if (row >= rows())
        throw ArgumentError("there are predictions of " + std::to_string(rows()) +
                            " rows, number " + std::to_string(row) + " was asked for");
    return probability(row)[static_cast<std::size_t>(found - classes.begin())];
}

Predictor::Predictor(Classifier classifier, EngineOptions options)
    : classifier_(std::move(classifier)) {
    const auto add = [&](const Classifier& of_networks) {
        for (const WeightedNetwork& member : of_networks.members())
            engines_.emplace_back(member.network, options);
    };
    add(classifier_);
    for (const StackedClassifier& stacked : classifier_.stack()) add(stacked.classifier);
}

Predictions Predictor::predict(const Dataset& data, const PredictOptions& options) const {
    Predictions result{.classes = classifier_.class_variable().states()};
    result.status.resize(data.rows());
    const auto posterior = classifier_.stack().empty() ? posterior_of_networks : posterior_of_stack;
    take(posterior(classifier_, engines_, data, options, result.report), result);
    std::erase(result.report.ignored, classifier_.class_name());
    return result;
}

Predictions predict(const Classifier& classifier, const Dataset& data,
                    const PredictOptions& options) {
    return Predictor(classifier).predict(data, options);
}

RowsByStates discriminants(const Predictions& predictions) {
    RowsByStates values = predictions.log_probabilities;
    for (std::size_t row = 0; row < predictions.rows(); ++row)
        if (predictions.status[row] == RowStatus::ok)
            values.row(static_cast<Eigen::Index>(row)).array() += predictions.log_evidence[row];
    return values;
}

std::vector<Decision> decide(const Predictions& predictions, const TieRule& ties) {
    std::vector<Decision> decisions;
    for (std::size_t row = 0; row < predictions.rows(); ++row)
        decisions.push_back(named(decide(predictions.probability(row), ties), predictions));
    return decisions;
}

std::vector<Decision> decide(const Predictions& predictions, const LossMatrix& matrix,
                             const TieRule& ties) {
    std::vector<Decision> decisions;
    for (std::size_t row = 0; row < predictions.rows(); ++row)
        decisions.push_back(decide(predictions.probability(row), matrix, ties));
    return decisions;
}

}  // namespace pgm

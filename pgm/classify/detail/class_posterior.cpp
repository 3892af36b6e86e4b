#include <pgm/classify/detail/class_posterior.hpp>

#include <pgm/classify/detail/member_mixture.hpp>
#include <pgm/classify/detail/opinion_pool.hpp>
#include <pgm/core/detail/infinity.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/data/column_index.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace pgm::detail {
namespace {

/// Whether a column has a state that is called like one of these.
bool has_state_of(const Column& column, const Variable& variable) {
    return std::ranges::any_of(column.variable.states(), [&](const std::string& state) {
        return variable.find_state(state).has_value();
    });
}

/// The schema that the data must match. A column that the classifier discretises may be discretised
/// already.
std::vector<Variable> expected(const Classifier& classifier, const Dataset& data) {
    std::vector<Variable> variables(classifier.features().begin(), classifier.features().end());
    const ColumnIndex index(data);
    for (Variable& variable : variables) {
        const CutPoints* const cuts = classifier.discretisation().find(variable.name());
        const std::optional<ColumnId> column = index.find(variable.name());
        if (cuts == nullptr || !column || !data.column(*column).is_discrete()) continue;
        Variable intervals = cuts->variable(variable.name());
        if (has_state_of(data.column(*column), intervals)) variable = std::move(intervals);
    }
    return variables;
}

EvidenceCells cells_of(const Column& column) {
    return std::visit([](const auto& cells) { return EvidenceCells(std::span(cells)); },
                      column.cells);
}

/// The evidence for one member. After alignment, codes are the member's state numbers.
EvidenceColumns evidence_for(const BayesianNetwork& network, const Classifier& classifier,
                             std::span<const Column* const> columns, std::size_t rows) {
    EvidenceColumns evidence{.rows = rows};
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::optional<VariableId> variable = network.find(classifier.features()[i].name());
        if (variable && columns[i] != nullptr)
            evidence.columns.push_back({*variable, cells_of(*columns[i])});
    }
    return evidence;
}

/// The number of rows per block, for which the posteriors of all members fit into the cache.
std::size_t rows_at_a_time(std::size_t cells_of_row) {
    constexpr std::size_t cells = std::size_t{1} << 18, least = 64, most = 4096;
    return std::clamp(cells / cells_of_row, least, most);
}

const Column* column_named(const Classifier& classifier, std::span<const Column* const> columns,
                           std::string_view name) {
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (classifier.features()[i].name() == name) return columns[i];
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

/// p^(1/T) / sum p^(1/T) of every row, from the logarithms, which underflow nowhere.
void apply_temperature(double temperature, BatchPosterior& posterior, std::size_t threads) {
    if (temperature == 1) return;
    parallel_for(posterior.log_evidence.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            if (posterior.log_evidence[row] == -infinity) continue;
            auto logs = posterior.log_probabilities.row(static_cast<Eigen::Index>(row)).array();
            const double largest = logs.maxCoeff();
            logs = (logs - largest) / temperature;
            double sum = 0;
            for (const double log_p : logs) sum += std::exp(log_p);
            logs -= std::log(sum);
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

/// What a classifier of networks predicts.
BatchPosterior posterior_of_networks(const Classifier& classifier,
                                     std::span<const InferenceEngine> engines, std::size_t rows,
                                     std::size_t threads, std::span<const Column* const> columns) {
    std::vector<EvidenceColumns> evidence;
    std::vector<const Column*> super_parents;
    for (const WeightedNetwork& member : classifier.members()) {
        evidence.push_back(evidence_for(member.network, classifier, columns, rows));
        super_parents.push_back(
            member.super_parent ? column_named(classifier, columns, member.super_parent->feature)
                                : nullptr);
    }
    BatchPosterior posterior =
        engines.size() == 1
            ? posterior_of(engines.front(), classifier.class_name(), evidence.front(), threads)
            : mixture_of(classifier, engines, evidence, super_parents, threads);
    apply_temperature(classifier.temperature(), posterior, threads);
    return posterior;
}

}  // namespace

FeatureColumns::FeatureColumns(const Classifier& classifier, const Dataset& data,
                               UnseenPolicy policy, std::size_t first_row)
    : alignment(data, expected(classifier, data), policy, first_row) {
    require_a_feature(alignment.report(), classifier);
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

BatchPosterior class_posterior(const Classifier& classifier,
                               std::span<const InferenceEngine> engines, std::size_t rows,
                               std::size_t threads, const ObservedColumns& observed) {
    if (classifier.stack().empty())
        return posterior_of_networks(classifier, engines, rows, threads, observed(classifier, 0));
    OpinionPool pool(rows, classifier.class_variable().cardinality());
    for (std::size_t i = 0; i < classifier.stack().size(); ++i) {
        const auto& [stacked, weight] = classifier.stack()[i];
        const std::size_t count = stacked.members().size();
        pool.add(posterior_of_networks(stacked, engines.first(count), rows, threads,
                                       observed(stacked, i)),
                 weight);
        engines = engines.subspan(count);
    }
    BatchPosterior posterior = std::move(pool).finish();
    apply_temperature(classifier.temperature(), posterior, threads);
    return posterior;
}

}  // namespace pgm::detail

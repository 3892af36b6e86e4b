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
#include <limits>
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

/// The schema that the data must match. A column that the classifier cuts may be cut already, and
/// missing cells may be a state already.
std::vector<Variable> expected(const Classifier& classifier, const Dataset& data) {
    std::vector<Variable> variables(classifier.features().begin(), classifier.features().end());
    const std::vector<Variable> cut = classifier.discretisation().apply(variables);
    const std::vector<Variable> prepared_variables = classifier.prepared_schema();
    const ColumnIndex index(data);
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const std::optional<ColumnId> id = index.find(variables[i].name());
        if (!id || !data.column(*id).is_discrete()) continue;
        const Column& column = data.column(*id);
        const bool is_cut =
            !variables[i].is_discrete() && cut[i].is_discrete() && has_state_of(column, cut[i]);
        if (is_cut) variables[i] = cut[i];
        const Replacement* const replacement = classifier.replacements().find(column.name());
        const auto* const state = replacement ? std::get_if<MissingState>(replacement) : nullptr;
        if (state && column.variable.find_state(state->name))
            variables[i] = prepared_variables[i + 1];
    }
    return variables;
}

/// A column that the data do not have: every cell is missing.
Column missing_column(const Variable& variable, std::size_t rows) {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    return {variable, variable.is_discrete() ? missing_codes(variable.cardinality(), rows)
                                             : ColumnCells(RealCells(rows, nothing))};
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
    const Discretisation& cuts = classifier.discretisation();
    const Replacements& replacements = classifier.replacements();
    for (std::size_t i = 0; i < classifier.features().size(); ++i) {
        const Variable& feature = classifier.features()[i];
        const Column* const column = alignment.columns()[i];
        const bool to_cut = column && !column->is_discrete() && cuts.find(feature.name());
        if (!to_cut && !replacements.find(feature.name())) {
            columns.push_back(column);
            continue;
        }
        columns.push_back(&prepared_columns.emplace_back(
            prepared(column ? *column : missing_column(feature, data.rows()), cuts, replacements)));
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

#include <pgm/classify/detail/feature_columns.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/data/dataset.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

namespace pgm::detail {
namespace {

/// True if a column has a state that is called like one of these.
bool has_state_of(const Column& column, const Variable& variable) {
    return std::ranges::any_of(column.variable.states(), [&](const std::string& state) {
        return variable.find_state(state).has_value();
    });
}

/// The schema that the data must match. A column that the classifier cuts may be cut already, and
/// missing values may be a state already.
std::vector<Variable> expected(const NetworkClassifier& classifier, const Dataset& data) {
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

void require_a_feature(const AlignmentReport& report, const NetworkClassifier& classifier) {
    if (classifier.features().empty() || report.absent.size() < classifier.features().size())
        return;
    throw ArgumentError("the data have none of the classifier's features",
                        "it expects columns called '" +
                            printable(classifier.features().front().name()) +
                            "' and the like; is there a header line?");
}

}  // namespace

FeatureColumns::FeatureColumns(const NetworkClassifier& classifier, const Dataset& data,
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

EvidenceColumns evidence_for(const NetworkClassifier& classifier, ObservedColumns columns,
                             std::size_t first, std::size_t count) {
    EvidenceColumns evidence{.rows = count};
    const BayesianNetwork& network = classifier.model().network();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::optional<VariableId> variable = network.find(classifier.features()[i].name());
        if (variable && columns[i] != nullptr)
            evidence.columns.push_back({*variable, evidence_cells(*columns[i], first, count)});
    }
    return evidence;
}

}  // namespace pgm::detail

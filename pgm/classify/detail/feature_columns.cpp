#include <pgm/classify/detail/feature_columns.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/data/column_index.hpp>

#include <optional>
#include <utility>

namespace pgm::detail {
namespace {

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

EvidenceCells cells_of(const Column& column) {
    return std::visit([](const auto& cells) { return EvidenceCells(std::span(cells)); },
                      column.cells);
}

}  // namespace

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

const Column* column_named(const Classifier& classifier, const FeatureColumns& features,
                           std::string_view name) {
    const Variable* const feature = classifier.find(name);
    if (!feature || feature == &classifier.class_variable()) return nullptr;
    return features.columns[static_cast<std::size_t>(feature - classifier.features().data())];
}

void require_a_feature(const AlignmentReport& report, const Classifier& classifier) {
    if (classifier.features().empty() || report.absent.size() < classifier.features().size())
        return;
    throw ArgumentError("the data have none of the classifier's features",
                        "it expects columns called '" +
                            printable(classifier.features().front().name()) +
                            "' and the like; is there a header line?");
}

}  // namespace pgm::detail

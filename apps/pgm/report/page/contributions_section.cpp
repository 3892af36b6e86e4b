#include <apps/pgm/report/page/sections.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/page/page_numbers.hpp>
#include <apps/pgm/report/predictions/explanation_report.hpp>
#include <pgm/classify/weights_of_evidence.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::apps {
namespace {

constexpr std::size_t most_examples = 3, most_contributions = 12;

/// The first row predicted to be of each class, most surely the first classes.
std::vector<std::uint32_t> example_rows(const std::vector<Decision>& decisions) {
    std::vector<std::uint32_t> rows;
    std::vector<std::size_t> seen;
    for (std::uint32_t row = 0; row < decisions.size() && rows.size() < most_examples; ++row) {
        const auto& action = decisions[row].action;
        if (!action || std::ranges::find(seen, *action) != seen.end()) continue;
        seen.push_back(*action);
        rows.push_back(row);
    }
    return rows;
}

std::string cell_text(const Dataset& data, const std::string& feature, std::size_t row) {
    const std::optional<ColumnId> id = data.find(feature);
    if (!id || data.column(*id).is_missing(row)) return "?";
    const Column& column = data.column(*id);
    return column.is_discrete() ? shown_name(column.variable.state(*column.state(row)))
                                : number_text(column.value(row));
}

Section example_table(const Classifier& classifier, const Dataset& data, const RowWeights& weights,
                      std::size_t row) {
    const auto line = [](const std::string& name, const std::string& value, double weight) {
        return Report{Shown{"", name}, Shown{"value", value},
                      Shown{"log odds", decimals_text(weight, 2), Align::right}};
    };
    std::vector<CellWeight> cells = weights.cells;
    std::ranges::stable_sort(cells, std::greater(),
                             [](const CellWeight& cell) { return std::abs(cell.weight); });
    std::vector<Report> lines{line("before any cell is known", "", weights.prior)};
    double rest = weights.interaction.value_or(0);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::string& name = classifier.features()[cells[i].feature].name();
        if (i < most_contributions)
            lines.push_back(line(shown_name(name), cell_text(data, name, row), cells[i].weight));
        else
            rest += cells[i].weight;
    }
    if (rest != 0) lines.push_back(line("what no cell has alone, and smaller ones", "", rest));
    lines.push_back(line("together", "", weights.log_odds));
    return {.title = {}, .rows = std::move(lines)};
}

}  // namespace

Report contributions_section(const Predictor& predictor, const Dataset& data) {
    constexpr std::size_t most_searched = 20000;
    Report report{Heading{"Why: some rows as examples"}};
    const Dataset first = data.view_rows(0, std::min(data.rows(), most_searched));
    const PredictOptions options{.unseen = UnseenPolicy::missing};
    const std::vector<std::uint32_t> rows = example_rows(decide(predictor.predict(first, options)));
    if (rows.empty())
        return report.add(Sentence{"No row has a prediction that could be explained."});
    const Dataset examples = first.select_rows(rows);
    const Predictions predictions = predictor.predict(examples, options);
    const std::vector<Decision> decisions = decide(predictions);
    const WeightsOfEvidence weights = weights_of_evidence(predictor, examples, decisions, options);
    const Classifier& classifier = predictor.classifier();
    report.add(Sentence{
        "How much each cell speaks for the class that is predicted (above 0) or against it, as "
        "the change of its log odds when the cell is left out; 0.69 doubles the odds."});
    std::vector<Value> for_programs;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!weights.rows[i]) continue;
        const double p = predictions.probability(i)[weights.rows[i]->class_index];
        Section table = example_table(classifier, examples, *weights.rows[i], i);
        table.title = "Row " + std::to_string(rows[i] + 1) + ": " +
                      shown_name(classifier.class_name()) + " = " + shown_name(decisions[i].name) +
                      ", probability " + decimals_text(p, 2);
        for_programs.push_back(
            Report{{"row", std::size_t{rows[i]} + 1},
                   {"probability", p},
                   {"explanation", explanation_value(weights.rows[i], classifier, examples, i)}});
        report.add(std::move(table));
    }
    return report.add("contributions", for_programs);
}

}  // namespace pgm::apps

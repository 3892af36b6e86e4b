#include <apps/pgm/report/predictions/explanation_report.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/predictions/cell_value.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

namespace pgm::apps {
namespace {

/// The cells that say anything about the class, the largest weight first.
std::vector<CellWeight> largest_first(std::vector<CellWeight> cells) {
    std::erase_if(cells, [](const CellWeight& cell) { return cell.weight == 0; });
    std::ranges::stable_sort(cells, std::greater<>(),
                             [](const CellWeight& cell) { return std::abs(cell.weight); });
    return cells;
}

/// The column of a feature whose cell is known; null where it is missing or there is no such
/// column, and what replaces missing values was weighed.
const Column* known_cell(const Dataset& data, const std::string& feature, std::size_t row) {
    const std::optional<ColumnId> id = data.find(feature);
    return id && !data.column(*id).is_missing(row) ? &data.column(*id) : nullptr;
}

std::string value_text(const Column* column, std::size_t row) {
    if (!column) return "?";
    return column->is_discrete() ? shown_name(column->variable.state(*column->state(row)))
                                 : number_text(column->value(row));
}

/// " + 0.5 prior", " - 0.5 prior"
std::string summand(double number, const std::string& name) {
    return (std::signbit(number) ? " - " : " + ") + number_text(std::abs(number)) + " " + name;
}

}  // namespace

std::vector<std::string> explanation_columns(const Classifier& classifier) {
    std::vector<std::string> names{"log odds", "log prior odds"};
    for (const Variable& feature : classifier.features())
        names.push_back("W(" + feature.name() + ")");
    names.push_back("interaction");
    return names;
}

void append_explanation(std::string& line, const std::optional<RowWeights>& weights,
                        const Classifier& classifier, const CsvStyle& style) {
    const std::size_t features = classifier.features().size();
    if (!weights) {
        line.append(features + 3, style.separator);
        return;
    }
    const auto append = [&](double number) { line += style.separator + style.number(number); };
    append(weights->log_odds);
    append(weights->prior);
    auto cell = weights->cells.begin();
    for (std::size_t feature = 0; feature < features; ++feature) {
        if (cell != weights->cells.end() && cell->feature == feature)
            append((cell++)->weight);
        else
            line += style.separator;
    }
    if (weights->interaction)
        append(*weights->interaction);
    else
        line += style.separator;
}

Value explanation_value(const std::optional<RowWeights>& weights, const Classifier& classifier,
                        const Dataset& data, std::size_t row) {
    if (!weights) return {};
    const auto cells = [&](const CellWeight& cell) -> Report {
        const std::string& name = classifier.features()[cell.feature].name();
        const Column* const column = known_cell(data, name, row);
        return {
            {"feature", name},
            {"value", column ? cell_value(classifier.find(column->name()), *column, row) : Value()},
            {"contribution", cell.weight}};
    };
    return Report{{"class", classifier.class_variable().states()[weights->class_index]},
                  {"log_odds", weights->log_odds},
                  {"log_prior_odds", weights->prior},
                  {"cells", rows_of(largest_first(weights->cells), cells)},
                  {"interaction", weights->interaction}};
}

std::string explanation_text(const std::optional<RowWeights>& weights, const Classifier& classifier,
                             const Dataset& data, std::size_t row) {
    if (!weights) return {};
    std::string text =
        number_text(weights->log_odds) + " = " + number_text(weights->prior) + " prior";
    for (const CellWeight& cell : largest_first(weights->cells)) {
        const std::string& name = classifier.features()[cell.feature].name();
        text += summand(cell.weight,
                        shown_name(name) + "=" + value_text(known_cell(data, name, row), row));
    }
    if (weights->interaction && *weights->interaction != 0)
        text += summand(*weights->interaction, "interaction");
    return text;
}

}  // namespace pgm::apps

#include <pgm/inference/evidence_columns.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/name_text.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace pgm {
namespace {

[[noreturn]] void throw_bad_cell(const Variable& variable, std::size_t row, const std::string& what, std::string hint) {
    throw EvidenceError(what + " in row " + std::to_string(row), {.variable = variable.name()}, std::move(hint));
}

template <class Code>
void check_cells(std::span<const Code> codes, const Variable& variable) {
    if (!variable.is_discrete()) {
        throw EvidenceError("the continuous variable '" + printable(variable.name()) + "' has a column of state numbers",
                            {.variable = variable.name()}, "give its values as doubles");
    }
    const auto states = static_cast<std::uint32_t>(variable.cardinality());
    const auto is_bad = [=](Code code) { return code != missing_cell<Code> && code >= states; };
    // The whole column in one sweep that the compiler can vectorise; the culprit is looked for only where there is one.
    bool any_bad = false;
    for (const Code code : codes) any_bad |= is_bad(code);
    if (!any_bad) return;
    const auto bad = std::ranges::find_if(codes, is_bad);
    throw_bad_cell(
        variable, static_cast<std::size_t>(bad - codes.begin()),
        "state number " + std::to_string(*bad) + " of '" + printable(variable.name()) + "', which has " + std::to_string(states) + " (both counted from 0),",
        "a cell that was not observed has all bits one");
}

void check_cells(std::span<const double> numbers, const Variable& variable) {
    if (variable.is_discrete()) {
        throw EvidenceError("the discrete variable '" + printable(variable.name()) + "' has a column of doubles", {.variable = variable.name()},
                            "give its state numbers as unsigned integers");
    }
    const auto bad = std::ranges::find_if(numbers, [](double x) { return std::isinf(x); });
    if (bad == numbers.end()) return;
    throw_bad_cell(variable, static_cast<std::size_t>(bad - numbers.begin()), "an infinite value of '" + printable(variable.name()) + "'",
                   "a cell that was not observed is NaN");
}

template <class Cell>
bool is_observed(Cell cell) {
    if constexpr (std::is_same_v<Cell, double>) {
        return !std::isnan(cell);
    } else {
        return cell != missing_cell<Cell>;
    }
}

}  // namespace

void validate(const EvidenceColumns& columns, const BayesianNetwork& network) {
    std::vector<char> has_column(network.size(), 0);
    for (const auto& [id, cells] : columns.columns) {
        if (id.index() >= network.size()) {
            throw EvidenceError("a column for variable number " + std::to_string(id.index()) + ", but the network has " +
                                std::to_string(network.size()) + ", counted from 0");
        }
        const Variable& variable = network.variable(id);
        const std::size_t length = std::visit([](auto span) { return span.size(); }, cells);
        if (std::exchange(has_column[id.index()], 1))
            throw EvidenceError("variable '" + printable(variable.name()) + "' has two columns", {.variable = variable.name()});
        if (length != columns.rows) {
            throw EvidenceError("the column of '" + printable(variable.name()) + "' has " + std::to_string(length) + " cells, but there are " +
                                    std::to_string(columns.rows) + " rows",
                                {.variable = variable.name()});
        }
        std::visit([&](auto span) { check_cells(span, variable); }, cells);
    }
}

Evidence evidence_of_row(const EvidenceColumns& columns, std::size_t row) {
    Evidence evidence;
    for (const auto& [variable, cells] : columns.columns) {
        std::visit(
            [&, id = variable](auto span) {
                if (is_observed(span[row])) evidence.observe(id, StateId(static_cast<std::size_t>(span[row])));
            },
            cells);
    }
    return evidence;
}

}  // namespace pgm

#include <pgm/inference/evidence_columns.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace pgm {
namespace {

/// The result of one sweep over a column: does it have missing cells, or bad ones?
struct CellCheck {
    bool incomplete = false, bad = false;
};

/// The missing code is the largest number, hence zero after adding one: then the smallest tells of
/// missing values and the largest of bad ones. Two reductions, no branch.
template <class Code>
CellCheck sweep(std::span<const Code> codes, const Variable& variable) {
    if (codes.empty()) return {};
    Code smallest = missing_cell<Code>, largest = 0;
    for (const Code code : codes) {
        const auto next = static_cast<Code>(code + 1);
        smallest = next < smallest ? next : smallest;
        largest = next > largest ? next : largest;
    }
    return {smallest == 0, largest > variable.cardinality()};
}

/// A finite number times zero is zero, any other is NaN: eight sums of such products tell at the
/// speed of memory whether there is anything to look for.
CellCheck sweep(std::span<const double> numbers, const Variable&) {
    constexpr std::size_t lanes = 8;
    std::array<double, lanes> sums{};
    std::size_t i = 0;
    for (; i + lanes <= numbers.size(); i += lanes) {
        for (std::size_t k = 0; k < lanes; ++k) sums[k] += numbers[i + k] * 0;
    }
    for (; i < numbers.size(); ++i) sums[0] += numbers[i] * 0;
    if (std::ranges::none_of(sums, [](double sum) { return std::isnan(sum); })) return {};
    return {std::ranges::any_of(numbers, [](double x) { return std::isnan(x); }),
            std::ranges::any_of(numbers, [](double x) { return std::isinf(x); })};
}

template <class Code>
[[noreturn]] void throw_bad_cell(std::span<const Code> codes, const Variable& variable) {
    const auto bad = std::ranges::find_if(codes, [&](Code code) {
        return code != missing_cell<Code> && code >= variable.cardinality();
    });
    throw EvidenceError(
        "state number " + std::to_string(*bad) + " of '" + printable(variable.name()) +
            "', which has " + std::to_string(variable.cardinality()) +
            " (both counted from 0), in row " + std::to_string(bad - codes.begin()),
        {.variable = variable.name()}, "a cell that was not observed has all bits one");
}

[[noreturn]] void throw_bad_cell(std::span<const double> numbers, const Variable& variable) {
    const auto bad = std::ranges::find_if(numbers, [](double x) { return std::isinf(x); });
    throw EvidenceError("an infinite value of '" + printable(variable.name()) + "' in row " +
                            std::to_string(bad - numbers.begin()),
                        {.variable = variable.name()}, "a cell that was not observed is NaN");
}

void check_kind(const EvidenceColumn& column, const Variable& variable) {
    const bool is_numbers = std::holds_alternative<std::span<const double>>(column.cells);
    if (is_numbers && variable.is_discrete()) {
        throw EvidenceError(
            "the discrete variable '" + printable(variable.name()) + "' has a column of doubles",
            {.variable = variable.name()}, "give its state numbers as unsigned integers");
    }
    if (!is_numbers && !variable.is_discrete()) {
        throw EvidenceError("the continuous variable '" + printable(variable.name()) +
                                "' has a column of state numbers",
                            {.variable = variable.name()}, "give its values as doubles");
    }
}

/// Everything but the cells.
void check_shape(const EvidenceColumns& columns, const BayesianNetwork& network) {
    std::vector<char> has_column(network.size(), 0);
    for (const EvidenceColumn& column : columns.columns) {
        if (column.variable.index() >= network.size()) {
            throw EvidenceError("a column for variable number " +
                                std::to_string(column.variable.index()) + ", but the network has " +
                                std::to_string(network.size()) + ", counted from 0");
        }
        const Variable& variable = network.variable(column.variable);
        if (std::exchange(has_column[column.variable.index()], 1)) {
            throw EvidenceError("variable '" + printable(variable.name()) + "' has two columns",
                                {.variable = variable.name()});
        }
        const std::size_t length =
            std::visit([](auto cells) { return cells.size(); }, column.cells);
        if (length != columns.rows) {
            throw EvidenceError("the column of '" + printable(variable.name()) + "' has " +
                                    std::to_string(length) + " cells, but there are " +
                                    std::to_string(columns.rows) + " rows",
                                {.variable = variable.name()});
        }
        check_kind(column, variable);
    }
}

/// The number of cells that are swept while a thread wakes up.
constexpr std::size_t cells_worth_threads = std::size_t{1} << 20;

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
    find_incomplete(columns, network, 1);
}

std::vector<char> find_incomplete(const EvidenceColumns& columns, const BayesianNetwork& network,
                                  std::size_t threads) {
    check_shape(columns, network);
    std::vector<CellCheck> sweeps(columns.columns.size());
    const bool is_short = columns.rows * sweeps.size() < cells_worth_threads;
    parallel_for(sweeps.size(), is_short ? 1 : threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Variable& variable = network.variable(columns.columns[i].variable);
            sweeps[i] = std::visit([&](auto cells) { return sweep(cells, variable); },
                                   columns.columns[i].cells);
        }
    });
    std::vector<char> incomplete;
    for (std::size_t i = 0; i < sweeps.size(); ++i) {
        // The first bad column complains, whichever thread came across it.
        if (sweeps[i].bad)
            std::visit(
                [&](auto cells) {
                    throw_bad_cell(cells, network.variable(columns.columns[i].variable));
                },
                columns.columns[i].cells);
        incomplete.push_back(sweeps[i].incomplete);
    }
    return incomplete;
}

EvidenceColumns rows_of(const EvidenceColumns& columns, std::size_t first, std::size_t count) {
    EvidenceColumns rows{.rows = count};
    for (const EvidenceColumn& column : columns.columns) {
        const auto part = [&](auto cells) { return EvidenceCells(cells.subspan(first, count)); };
        rows.columns.push_back({column.variable, std::visit(part, column.cells)});
    }
    return rows;
}

Evidence evidence_of_row(const EvidenceColumns& columns, std::size_t row) {
    Evidence evidence;
    for (const auto& [variable, cells] : columns.columns) {
        std::visit(
            [&, id = variable](auto span) {
                using Cell = std::remove_const_t<typename decltype(span)::element_type>;
                if (!is_observed(span[row])) return;
                if constexpr (std::is_same_v<Cell, double>) {
                    evidence.observe(id, span[row]);
                } else {
                    evidence.observe(id, StateId(std::size_t{span[row]}));
                }
            },
            cells);
    }
    return evidence;
}

}  // namespace pgm

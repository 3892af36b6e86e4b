#include <pgm/data/unusable_columns.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pgm {
namespace {

constexpr std::size_t most_of_few_rows = 20;

std::size_t different_values(const Column& column) {
    std::vector<bool> occurs(column.variable.cardinality(), false);
    visit_codes(column, [&](const auto& codes) {
        using Code = typename std::decay_t<decltype(codes)>::value_type;
        for (const Code code : codes)
            if (code != missing_code<Code>) occurs[code] = true;
    });
    return static_cast<std::size_t>(std::ranges::count(occurs, true));
}

/// The numbers of a column, ascending, if all are whole, of a size of which doubles hold every one,
/// and different; else none. What is none shows so early, mostly.
std::vector<double> different_whole_numbers(const Column& column) {
    constexpr double largest = 0x1p53;
    constexpr std::size_t early = 1024;
    std::vector<double> numbers;
    const auto has_equal = [&] {
        std::ranges::sort(numbers);
        return std::ranges::adjacent_find(numbers) != numbers.end();
    };
    for (const double number : std::get<RealCells>(column.cells)) {
        if (std::isnan(number)) continue;
        if (std::abs(number) > largest || number != std::floor(number)) return {};
        numbers.push_back(number);
        if (numbers.size() == early && has_equal()) return {};
    }
    return has_equal() ? std::vector<double>() : numbers;
}

/// The distance of the first to the last of different ascending whole numbers, in units of the
/// greatest common divisor of all distances.
double steps_between(const std::vector<double>& ascending) {
    std::uint64_t step = 0;
    for (const double number : ascending)
        step = std::gcd(step, static_cast<std::uint64_t>(number - ascending.front()));
    return (ascending.back() - ascending.front()) / static_cast<double>(step);
}

/// The largest difference of the distribution of ascending numbers and the uniform one between the
/// first and the last (Kolmogorov and Smirnov), at the middles of its steps.
double distance_to_uniform(const std::vector<double>& ascending) {
    const auto count = static_cast<double>(ascending.size());
    const double low = ascending.front(), range = ascending.back() - low;
    double largest = 0, rank = 0.5;
    for (const double number : ascending)
        largest = std::max(largest, std::abs((number - low) / range - rank++ / count));
    return largest;
}

/// True of ascending whole numbers, all different, that identify rows.
bool numbers_identify_rows(const std::vector<double>& ascending) {
    constexpr double wide = 1000, least_to_be_even = 50, even = 1.3;
    if (ascending.size() <= most_of_few_rows) return false;
    const auto count = static_cast<double>(ascending.size());
    const double steps = steps_between(ascending);
    if (steps <= count * count / 10) return true;
    return steps >= wide && count >= least_to_be_even &&
           distance_to_uniform(ascending) < even / std::sqrt(count);
}

bool is_number(const std::string& state) {
    return parse_number(state).has_value();
}

bool is_one_of(const Column& column, std::span<const std::string> names) {
    return std::ranges::find(names, column.name()) != names.end();
}

}  // namespace

bool identifies_rows(std::size_t different_values, std::uint64_t rows) {
    return different_values > most_of_few_rows && different_values > rows / 2;
}

bool identifies_rows(const Column& column) {
    if (!column.is_discrete()) return numbers_identify_rows(different_whole_numbers(column));
    const std::size_t rows = column.rows() - column.missing_cells();
    return identifies_rows(column.variable.cardinality(), rows) &&
           identifies_rows(different_values(column), rows);
}

std::string identifier_remark(std::string_view column, std::size_t different_values,
                              std::uint64_t rows) {
    return "'" + printable(column) + "' has " + std::to_string(different_values) +
           " different values in " + std::to_string(rows) + " rows: it identifies rows";
}

std::optional<std::string> identifier_remark(const Column& column) {
    if (!identifies_rows(column)) return std::nullopt;
    if (column.is_discrete())
        return identifier_remark(column.name(), different_values(column), column.rows());
    const std::size_t values = column.rows() - column.missing_cells();
    return "'" + printable(column.name()) + "' has " + std::to_string(values) +
           " different whole numbers in " + std::to_string(column.rows()) +
           " rows: it identifies rows";
}

NarrowedTable without_identifiers(const Dataset& data, std::span<const std::string> kept) {
    std::vector<ColumnId> rest;
    std::vector<std::string> remarks;
    for (std::size_t i = 0; i < data.columns().size(); ++i) {
        const Column& column = data.column(ColumnId(i));
        const auto remark =
            is_one_of(column, kept) ? std::nullopt : identifier_remark(column);
        if (remark)
            remarks.push_back(*remark + " and is left out");
        else
            rest.emplace_back(i);
    }
    if (remarks.empty() || rest.size() < 2) return {data, {}};
    return {data.select_columns(rest), std::move(remarks)};
}

std::optional<std::string> class_remark(const Column& target) {
    const std::size_t rows = target.rows() - target.missing_cells();
    if (target.variable.cardinality() <= most_of_few_rows) return std::nullopt;
    return class_remark(target.variable, different_values(target), rows);
}

std::optional<std::string> class_remark(const Variable& target, std::size_t values,
                                        std::uint64_t rows) {
    if (values <= most_of_few_rows) return std::nullopt;
    const bool are_numbers = std::ranges::all_of(target.states(), is_number);
    if (!are_numbers && !identifies_rows(values, rows)) return std::nullopt;
    return "the class '" + printable(target.name()) + "' has " + std::to_string(values) +
           (are_numbers ? " different numbers in " : " different values in ") +
           std::to_string(rows) + " rows, each a class of its own";
}

}  // namespace pgm

#include <pgm/data/unusable_columns.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>

namespace pgm {
namespace {

std::size_t different_values(const Column& column) {
    std::vector<bool> occurs(column.variable.cardinality(), false);
    visit_codes(column, [&](const auto& codes) {
        using Code = typename std::decay_t<decltype(codes)>::value_type;
        for (const Code code : codes)
            if (code != missing_code<Code>) occurs[code] = true;
    });
    return static_cast<std::size_t>(std::ranges::count(occurs, true));
}

}  // namespace

bool identifies_rows(std::size_t different_values, std::uint64_t rows) {
    constexpr std::size_t most_of_few_rows = 20;
    return different_values > most_of_few_rows && different_values > rows / 2;
}

std::string identifier_remark(std::string_view column, std::size_t different_values,
                              std::uint64_t rows) {
    return "'" + printable(column) + "' has " + std::to_string(different_values) +
           " different values in " + std::to_string(rows) + " rows: it identifies rows";
}

std::optional<std::string> class_remark(const Column& target) {
    const std::size_t rows = target.rows() - target.missing_cells();
    if (!identifies_rows(target.variable.cardinality(), rows)) return std::nullopt;
    return class_remark(target.variable, different_values(target), rows);
}

std::optional<std::string> class_remark(const Variable& target, std::size_t values,
                                        std::uint64_t rows) {
    if (!identifies_rows(values, rows)) return std::nullopt;
    const bool are_numbers = std::ranges::all_of(
        target.states(), [](const std::string& state) { return parse_number(state).has_value(); });
    return "the class '" + printable(target.name()) + "' has " + std::to_string(values) +
           (are_numbers ? " different numbers in " : " different values in ") +
           std::to_string(rows) + " rows, each a class of its own";
}

std::vector<std::string> identifier_remarks(const Dataset& data, std::string_view class_name) {
    std::vector<std::string> remarks;
    for (const Column& column : data.columns()) {
        if (!column.is_discrete() || column.name() == class_name ||
            !identifies_rows(column.variable.cardinality(), data.rows()))
            continue;
        const std::size_t values = different_values(column);
        if (identifies_rows(values, data.rows()))
            remarks.push_back(identifier_remark(column.name(), values, data.rows()));
    }
    return remarks;
}

}  // namespace pgm

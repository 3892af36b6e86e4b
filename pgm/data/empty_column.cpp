#include <pgm/data/unusable_columns.hpp>

#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {
namespace {

bool is_empty(const Column& column, const Dataset& data) {
    return data.rows() > 0 && column.missing_cells() == data.rows();
}

}  // namespace

std::string empty_column_remark(std::string_view column) {
    return "'" + printable(column) + "' has no value at all";
}

std::vector<std::string> empty_column_remarks(const Dataset& data) {
    std::vector<std::string> remarks;
    for (const Column& column : data.columns())
        if (is_empty(column, data)) remarks.push_back(empty_column_remark(column.name()));
    return remarks;
}

Dataset without_empty_columns(const Dataset& data) {
    std::vector<ColumnId> kept;
    for (std::size_t i = 0; i < data.columns().size(); ++i)
        if (!is_empty(data.column(ColumnId(i)), data)) kept.emplace_back(i);
    return data.select_columns(kept);
}

bool is_constant_number(const Column& column) {
    const auto* const numbers = std::get_if<RealCells>(&column.cells);
    if (numbers == nullptr) return false;
    const auto is_known = [](double number) { return !std::isnan(number); };
    const double* const first = std::find_if(numbers->begin(), numbers->end(), is_known);
    return std::all_of(first, numbers->end(),
                       [&](double number) { return !is_known(number) || number == *first; });
}

}  // namespace pgm

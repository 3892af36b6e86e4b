#include <apps/pgm/report/predictions/cell_value.hpp>

#include <io/csv/csv.hpp>
#include <io/table/date_columns.hpp>
#include <pgm/core/text/number_text.hpp>

#include <optional>

namespace pgm::apps {

std::string copied_cell(const Column& column, std::size_t row) {
    if (column.is_missing(row)) return {};
    if (column.is_discrete()) return io::csv_cell(column.variable.state(*column.state(row)));
    return io::is_marked_as_days(column.variable) ? io::date_text(column.value(row))
                                                  : to_text(column.value(row));
}

Value cell_value(const Variable* known, const Column& column, std::size_t row) {
    if (column.is_missing(row)) return {};
    if (io::is_marked_as_days(column.variable)) return io::date_text(column.value(row));
    if (!column.is_discrete()) return column.value(row);
    const std::string& text = column.variable.state(*column.state(row));
    const bool may_be_number = known != nullptr && !known->is_discrete();
    const std::optional<double> number = may_be_number ? parse_number(text) : std::nullopt;
    return number ? Value(*number) : Value(text);
}

}  // namespace pgm::apps

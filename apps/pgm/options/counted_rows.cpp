#include <apps/pgm/options/counted_rows.hpp>

#include <apps/pgm/report/data_info.hpp>

namespace pgm::apps {

Rows::Visit counted_for_report(FittedRows& rows, const std::string& class_name,
                               const Rows::Visit& take) {
    rows = {};
    return [&](const Dataset& part) {
        if (!rows.class_weights)
            rows = fitted_rows(part, class_name);
        else
            add_state_weights(part.column(class_name), part.weights(), *rows.class_weights);
        rows.codes.add(part);
        take(part);
    };
}

Rows counted_rows(const Rows& table, const std::string& class_name, FittedRows& rows) {
    if (const Dataset* const data = table.table()) {
        rows = fitted_rows(*data, class_name);
        return *data;
    }
    return {table.schema(), table.rows(), [&](std::size_t rows_of_part, const Rows::Visit& take) {
                table.pass(rows_of_part, counted_for_report(rows, class_name, take));
            }};
}

}  // namespace pgm::apps

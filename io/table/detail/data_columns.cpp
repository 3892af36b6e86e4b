#include <io/table/detail/data_columns.hpp>

#include <io/table/date_columns.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::io::detail {

DeclaredColumns::DeclaredColumns(const DataOptions& options, std::span<const std::string> names) {
    std::map<std::string_view, std::size_t> position;  // of the declared names
    for (const ColumnDeclaration& declaration : options.columns)
        position.emplace(declaration.name, names.size());
    position.emplace(options.weights, names.size());
    for (std::size_t i = names.size(); i-- > 0;) {
        const auto found = position.find(names[i]);
        if (found != position.end()) found->second = i;
    }
    const auto declare = [&](const ColumnDeclaration& declaration) {
        const auto found = position.find(declaration.name);
        if (found->second == names.size() && part_named(declaration.name)) return;
        if (found->second == names.size())
            throw ArgumentError(options.name + " has no column " + shown(declaration.name),
                                did_you_mean(declaration.name, names));
        if (!by_column_.emplace(found->second, declaration).second)
            throw ArgumentError("column " + shown(declaration.name) + " is declared twice");
    };
    for (const ColumnDeclaration& declaration : options.columns) {
        if (declaration.name != options.weights) declare(declaration);
    }
    if (!options.weights.empty()) declare({options.weights, ColumnDeclaration::Kind::continuous});
}

const ColumnDeclaration* DeclaredColumns::find(std::size_t i) const {
    const auto found = by_column_.find(i);
    return found == by_column_.end() ? nullptr : &found->second;
}

void FinishedColumns::add(Column column, bool has_days) {
    if (!has_days || column.is_discrete()) {
        columns_.push_back(std::move(column));
        return;
    }
    for (const DatePart part : parts_of(column.name(), dates_, names_))
        columns_.push_back(part_column(column, part));
}

Dataset with_weight_column(std::vector<Column> columns, const DataOptions& options,
                           std::size_t rows_before) {
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const Column& column) {
        return column.name() == options.weights;
    });
    if (options.weights.empty() || found == columns.end()) return Dataset(std::move(columns));
    const RealCells& cells = std::get<RealCells>(found->cells);
    std::vector<double> weights(cells.begin(), cells.end());
    const auto wrong =
        std::find_if(weights.begin(), weights.end(), [](double weight) { return !(weight >= 0); });
    if (wrong != weights.end()) {
        const std::size_t row = rows_before + static_cast<std::size_t>(wrong - weights.begin()) + 1;
        if (std::isnan(*wrong))
            throw ArgumentError("the weight of row " + std::to_string(row) + " is missing");
        throw ArgumentError("the weight of row " + std::to_string(row) + " is " + to_text(*wrong),
                            "weights are finite and not negative");
    }
    columns.erase(found);
    return Dataset(std::move(columns), std::move(weights));
}

}  // namespace pgm::io::detail

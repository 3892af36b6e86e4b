#include <apps/pgm/report/predictions/forecast_table.hpp>

#include <io/csv/csv.hpp>

#include <algorithm>
#include <array>

namespace pgm::apps {
namespace {

constexpr std::size_t numbers = 4;

std::array<double, numbers> numbers_of(const ContinuousBatchPosterior& forecasts, std::size_t row) {
    return {forecasts.means[row], forecasts.sds[row], forecasts.lows[row], forecasts.highs[row]};
}

bool is_possible(const ContinuousBatchPosterior& forecasts, std::size_t row) {
    return forecasts.status[row] != PosteriorStatus::impossible;
}

}  // namespace

std::vector<std::string> ForecastTable::own_columns() {
    return {"mean", "sd", "low", "high"};
}

std::vector<sources::WrittenColumn> ForecastTable::columns() const {
    std::vector<sources::WrittenColumn> columns;
    for (const std::string& name : kept) columns.push_back({name});
    for (const std::string& name : own_columns()) columns.push_back({name, true});
    return columns;
}

void ForecastTable::write(const Dataset& data, const ContinuousBatchPosterior& forecasts,
                          RowOutput& output) const {
    constexpr std::size_t piece = std::size_t{1} << 20;
    const char separator = output.style().separator;
    std::vector<const Column*> columns;
    for (const std::string& name : kept) columns.push_back(&data.column(name));
    std::string text;
    for (std::size_t row = 0; row < forecasts.status.size(); ++row) {
        if (output.is_json()) {
            output.add(this->row(data, forecasts, row));
            continue;
        }
        for (const Column* column : columns) text += copied_cell(*column, row) + separator;
        const std::array<double, numbers> values = numbers_of(forecasts, row);
        for (std::size_t i = 0; i < numbers; ++i) {
            if (i > 0) text += separator;
            if (is_possible(forecasts, row)) text += output.style().number(values[i]);
        }
        text += "\n";
        if (text.size() < piece) continue;
        output.write(text);
        text.clear();
    }
    if (!output.is_json()) output.write(text);
}

Report ForecastTable::row(const Dataset& data, const ContinuousBatchPosterior& forecasts,
                          std::size_t row) const {
    Report report, kept_cells;
    for (const std::string& name : kept) {
        const auto known = std::ranges::find(schema, name, &Variable::name);
        kept_cells.add(
            name, cell_value(known == schema.end() ? nullptr : &*known, data.column(name), row));
    }
    if (!kept.empty()) report.add("kept", kept_cells);
    const std::array<double, numbers> values = numbers_of(forecasts, row);
    const std::vector<std::string> names = own_columns();
    for (std::size_t i = 0; i < numbers; ++i)
        report.add(names[i], is_possible(forecasts, row) ? Value(values[i]) : Value());
    return report;
}

}  // namespace pgm::apps

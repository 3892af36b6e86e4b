#pragma once

#include <apps/pgm/render/report.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/data/dataset.hpp>

#include <set>
#include <span>
#include <string>
#include <vector>

namespace pgm::apps {

/// The numbers of a continuous column that are not missing; without any, low is above high.
struct ColumnRange {
    double low = infinity;
    double high = -infinity;
    double mean = 0;
};

ColumnRange number_range(const Column& column);

/// The sum of the weights of the rows in each state; without weights, how many they are.
std::vector<double> state_weights(const Column& column, std::span<const double> weights = {});
/// Adds those of more rows to `sums`, which has an entry for each state.
void add_state_weights(const Column& column, std::span<const double> weights,
                       std::vector<double>& sums);

/// "3 cells are missing"; empty where none is.
std::string missing_cells_remark(const Dataset& data);

/// The answer of `pgm info DATA`: rows, columns, their types, states and missing values. Of
/// millions of columns one is in memory at a time: they are looked at while the report is rendered,
/// hence `data` has to outlive it. `dates` are the names of the columns of days since 1970-01-01.
Report data_report(const Dataset& data, const std::string& path,
                   const std::set<std::string>& dates = {});

}  // namespace pgm::apps

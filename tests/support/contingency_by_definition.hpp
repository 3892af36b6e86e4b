#pragma once

#include <pgm/data/dataset.hpp>

#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace pgm::tests {

/// G2, X2 and their degrees of freedom by their definitions, from rows in maps.
struct ByDefinition {
    double g2 = 0;
    double x2 = 0;
    double degrees_of_freedom = 0;
    double rows = 0;
};

inline ByDefinition by_definition(const Dataset& data, VariableId x, VariableId y,
                                  const std::vector<VariableId>& given) {
    std::map<std::vector<std::size_t>, std::map<std::pair<std::size_t, std::size_t>, double>>
        tables;
    const auto column = [&](VariableId v) -> const Column& { return data.columns()[v.index()]; };
    for (std::size_t row = 0; row < data.rows(); ++row) {
        std::vector<std::size_t> key;
        bool complete = !column(x).is_missing(row) && !column(y).is_missing(row);
        for (const VariableId v : given) {
            complete = complete && !column(v).is_missing(row);
            if (complete) key.push_back(column(v).state(row)->index());
        }
        if (complete)
            tables[key][{column(x).state(row)->index(), column(y).state(row)->index()}] +=
                data.weights().empty() ? 1 : data.weights()[row];
    }
    ByDefinition result;
    for (const auto& [key, cells] : tables) {
        std::map<std::size_t, double> of_x, of_y;
        double total = 0;
        for (const auto& [cell, n] : cells) {
            if (n == 0) continue;
            of_x[cell.first] += n;
            of_y[cell.second] += n;
            total += n;
        }
        if (total == 0) continue;
        result.rows += total;
        result.degrees_of_freedom +=
            (static_cast<double>(of_x.size()) - 1) * (static_cast<double>(of_y.size()) - 1);
        for (const auto& [i, n_x] : of_x)
            for (const auto& [j, n_y] : of_y) {
                const double e = n_x * n_y / total;
                const auto found = cells.find({i, j});
                const double n = found == cells.end() ? 0 : found->second;
                if (e > 0) result.x2 += (n - e) * (n - e) / e;
                if (n > 0) result.g2 += 2 * n * std::log(n / e);
            }
    }
    return result;
}

}  // namespace pgm::tests

#pragma once

#include <pgm/data/dataset.hpp>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pgm::tests {

/// Forty patients: age, blood pressure, infarct (no, yes), severity (none, mild, severe), sex (f,
/// m). They are those of examples/data/infarct.csv.
inline constexpr std::array<std::array<int, 5>, 40> infarct_rows = {
    {{60, 142, 0, 1, 0}, {63, 141, 1, 2, 1}, {58, 122, 1, 0, 1}, {52, 141, 0, 1, 1},
     {56, 160, 0, 0, 1}, {51, 117, 0, 0, 0}, {61, 153, 1, 1, 1}, {72, 142, 1, 1, 1},
     {56, 130, 1, 0, 1}, {54, 170, 1, 2, 0}, {64, 151, 0, 1, 0}, {63, 122, 0, 0, 1},
     {61, 141, 0, 0, 0}, {52, 149, 1, 2, 1}, {60, 137, 0, 1, 0}, {66, 150, 1, 2, 0},
     {48, 139, 0, 0, 0}, {56, 150, 1, 1, 1}, {43, 162, 1, 2, 1}, {48, 130, 0, 1, 0},
     {43, 143, 0, 0, 0}, {58, 133, 0, 0, 1}, {49, 142, 0, 1, 0}, {62, 122, 0, 0, 1},
     {61, 131, 1, 2, 0}, {58, 137, 0, 0, 0}, {37, 153, 0, 0, 1}, {55, 157, 1, 1, 0},
     {60, 120, 0, 2, 1}, {61, 128, 0, 0, 0}, {46, 150, 0, 1, 0}, {56, 110, 1, 0, 1},
     {51, 133, 0, 1, 1}, {53, 139, 1, 1, 1}, {70, 159, 1, 2, 1}, {53, 150, 0, 0, 1},
     {60, 135, 1, 1, 1}, {68, 134, 1, 0, 0}, {55, 136, 0, 0, 1}, {59, 163, 1, 1, 1}}};

/// The rows `count` times over.
inline Dataset infarct_data(std::size_t count = 1) {
    std::vector<double> age, pressure;
    std::array<std::vector<std::optional<StateId>>, 3> codes;
    for (std::size_t i = 0; i < count * infarct_rows.size(); ++i) {
        const auto& row = infarct_rows[i % infarct_rows.size()];
        age.push_back(row[0]);
        pressure.push_back(row[1]);
        for (std::size_t c = 0; c < codes.size(); ++c)
            codes[c].emplace_back(static_cast<std::size_t>(row[c + 2]));
    }
    return Dataset({continuous_column("age", age), continuous_column("bp", pressure),
                    discrete_column(Variable("infarct", {"no", "yes"}), codes[0]),
                    discrete_column(Variable("severity", {"none", "mild", "severe"}), codes[1]),
                    discrete_column(Variable("sex", {"f", "m"}), codes[2])});
}

}  // namespace pgm::tests

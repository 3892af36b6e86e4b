#include <learners/estimate/detail/density/column_spread.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace pgm::learners::detail {

ColumnSpread spread_of(std::span<const SumsOfProducts> by_class) {
    const SumsOfProducts all = pooled(by_class);
    if (all.weight.is_zero()) return {};
    const Regression mean = regression_chain(std::span(&all, 1), 1).front();
    return {.weight = all.weight.value(),
            .mean = mean.common_intercept,
            .variance = mean.variance,
            .is_constant = mean.exact};
}

std::vector<ColumnSpread> column_spreads(std::span<const Variable> schema,
                                         std::span<const ColumnId> columns,
                                         const std::vector<ColumnId>& parents,
                                         const FamilySums& sums, bool needs_variance) {
    std::vector<ColumnSpread> spreads(schema.size());
    double largest = 0;
    for (const ColumnId column : columns) {
        ColumnSpread& spread = spreads[column.index()];
        spread = spread_of(sums.gaussian({column, parents}).groups);
        if (needs_variance) require_variance_in_range(spread, schema[column.index()].name());
        largest = std::max(largest, spread.variance);
    }
    for (ColumnSpread& spread : spreads) spread.largest_variance = largest;
    return spreads;
}

void require_variance_in_range(const ColumnSpread& column, std::string_view name) {
    if (column.is_constant) return;
    const auto refuse = [&](const char* size, const char* beyond, const char* change) {
        throw ArgumentError(
            "the values of '" + printable(name) + "' are too " + size +
                " for their variance, which would be " + beyond,
            std::string(change) + " the column by a power of ten, or cut it (mdlp)");
    };
    if (!std::isfinite(column.variance * column.weight))
        refuse("large", "beyond 1.8e308, the largest number", "divide");
    if (column.variance < std::numeric_limits<double>::min())
        refuse("small", "below 2.2e-308, the smallest number", "multiply");
}

double variance_floor(const VarianceRule& rule, const ColumnSpread& column) {
    return rule.floor *
           (column.variance > 0 ? column.variance : std::max(1.0, column.mean * column.mean));
}

double expected_variance(double variance, double weight, const VarianceRule& rule,
                         const ColumnSpread& column) {
    if (rule.pseudo_counts > 0) {
        const double share = weight / (weight + rule.pseudo_counts);
        variance = share * variance + (1 - share) * column.variance;
    }
    return variance + rule.smooth * column.largest_variance;
}

SumsOfProducts pooled(std::span<const SumsOfProducts> groups) {
    SumsOfProducts all;
    for (const SumsOfProducts& group : groups) {
        all.weight += group.weight;
        all.sums.resize(group.sums.size());
        all.products.resize(group.products.size());
        for (std::size_t i = 0; i < group.sums.size(); ++i) all.sums[i] += group.sums[i];
        for (std::size_t i = 0; i < group.products.size(); ++i)
            all.products[i] += group.products[i];
    }
    return all;
}

}  // namespace pgm::learners::detail

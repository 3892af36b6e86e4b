#include <learners/discretise/detail/cut_values.hpp>

#include <learners/discretise/detail/sorted_numbers.hpp>
#include <pgm/core/exact_sum.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace pgm::learners::detail {

std::vector<CutValue> cut_values(const Column& numbers, const Column* classes,
                                 std::span<const double> weights) {
    const std::vector<LabelledNumber> entries =
        sorted_numbers(std::get<RealCells>(numbers.cells), classes);
    const auto weight_of = [&](const LabelledNumber& entry) {
        return weights.empty() ? WeightSum::of_count(1) : WeightSum::of(weights[entry.row]);
    };
    std::vector<CutValue> values;
    values.reserve(entries.size());
    for (std::size_t begin = 0; begin < entries.size();) {
        const LabelledNumber& first = entries[begin];
        WeightSum weight;
        std::size_t end = begin;
        for (; end < entries.size() && entries[end].key == first.key &&
               entries[end].label == first.label;
             ++end)
            weight += weight_of(entries[end]);
        if (!weight.is_zero())
            values.push_back({number_of(first.key), first.label, weight.value()});
        begin = end;
    }
    return values;
}

double cut_between(double a, double b) {
    const double middle = std::isfinite(a + b) ? (a + b) / 2 : a / 2 + b / 2;
    if (!(middle > a && middle <= b)) return b;
    // a and b are off the decimals they were read from by half a unit in the last place each, and
    // their sum is rounded once more.
    const double rounding =
        2 * std::numeric_limits<double>::epsilon() * std::max(std::fabs(a), std::fabs(b));
    for (int digits = 1; digits <= std::numeric_limits<double>::digits10; ++digits) {
        const std::optional<double> decimal = parse_number(to_text(middle, digits));
        const bool is_middle = decimal && std::fabs(*decimal - middle) <= rounding;
        if (is_middle && *decimal > a && *decimal <= b) return *decimal;
    }
    return middle;
}

}  // namespace pgm::learners::detail

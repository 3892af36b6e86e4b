#include <learners/discretise/detail/cut_values.hpp>

#include <pgm/core/exact_sum.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace pgm::learners::detail {
namespace {

double sum(std::span<const LabelledNumber> entries, std::span<const double> weights) {
    WeightSum sum;
    for (const LabelledNumber& entry : entries) sum += WeightSum::of(weights[entry.row]);
    return sum.value();
}

}  // namespace

std::span<const CutValue> cut_values(const Column& numbers, const Column* classes,
                                     std::span<const double> weights, CutMemory& memory) {
    const std::span<const LabelledNumber> entries =
        sorted_numbers(std::get<RealCells>(numbers.cells), classes, memory.sorted);
    std::vector<CutValue>& values = memory.values;
    values.clear();
    for (std::size_t begin = 0, end = 0; begin < entries.size(); begin = end) {
        const LabelledNumber& first = entries[begin];
        for (end = begin + 1; end < entries.size() && entries[end].key == first.key &&
                              entries[end].label == first.label;)
            ++end;
        const double weight = weights.empty() ? static_cast<double>(end - begin)
                                              : sum(entries.subspan(begin, end - begin), weights);
        if (weight > 0) values.push_back({number_of(first.key), first.label, weight});
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

#include <learners/discretise/detail/cut_values.hpp>

#include <pgm/data/weight_sum.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::learners::detail {
namespace {

struct Entry {
    double value;
    std::uint32_t label;
    WeightSum weight;
};

std::vector<Entry> entries_of(const RealCells& numbers, const Column* classes,
                              std::span<const double> weights) {
    std::vector<Entry> entries;
    entries.reserve(numbers.size());
    for (std::size_t row = 0; row < numbers.size(); ++row) {
        const std::optional<StateId> label = classes ? classes->state(row) : StateId{0};
        const WeightSum weight =
            weights.empty() ? WeightSum::of_count(1) : WeightSum::of(weights[row]);
        if (std::isnan(numbers[row]) || !label || weight.is_zero()) continue;
        entries.push_back({numbers[row] + 0.0, label->value, weight});
    }
    return entries;
}

}  // namespace

std::vector<CutValue> cut_values(const Column& numbers, const Column* classes,
                                 std::span<const double> weights) {
    std::vector<Entry> entries = entries_of(std::get<RealCells>(numbers.cells), classes, weights);
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return std::pair(a.value, a.label) < std::pair(b.value, b.label);
    });
    std::vector<CutValue> values;
    for (std::size_t begin = 0; begin < entries.size();) {
        WeightSum weight;
        std::size_t end = begin;
        for (; end < entries.size() && entries[end].value == entries[begin].value &&
               entries[end].label == entries[begin].label;
             ++end)
            weight += entries[end].weight;
        values.push_back({entries[begin].value, entries[begin].label, weight.value()});
        begin = end;
    }
    return values;
}

double cut_between(double a, double b) {
    const double middle = std::isfinite(a + b) ? (a + b) / 2 : a / 2 + b / 2;
    return middle > a && middle <= b ? middle : b;
}

}  // namespace pgm::learners::detail

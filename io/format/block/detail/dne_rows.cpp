#include <io/format/block/detail/dne_rows.hpp>

#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <span>

namespace pgm::io::detail {
namespace {

/// The first numbers of the rows if all of them are without their last probability.
std::vector<std::size_t> equal_rows(std::size_t numbers, std::size_t length) {
    std::vector<std::size_t> begins;
    for (std::size_t first = 0; first < numbers; first += length) begins.push_back(first);
    return begins;
}

/// The first number behind each opening bracket, each once.
std::vector<std::size_t> first_numbers(const std::vector<NumberList>& lists) {
    std::vector<std::size_t> firsts;
    for (const NumberList& list : lists)
        if (firsts.empty() || firsts.back() != list.first) firsts.push_back(list.first);
    return firsts;
}

bool are_rows(const std::vector<std::size_t>& begins, std::size_t numbers, std::size_t states) {
    if (begins.empty() || begins.front() != 0) return false;
    for (std::size_t i = 0; i < begins.size(); ++i) {
        const std::size_t end = i + 1 == begins.size() ? numbers : begins[i + 1],
                          length = end - begins[i];
        if (length != states && length + 1 != states) return false;
    }
    return true;
}

/// 1 minus the other numbers, or 0 where they sum to 1 up to rounding: that of the sum below 1, and
/// that of numbers with six digits above.
double rest_of(const WrittenNumbers& numbers, std::size_t first, std::size_t end) {
    const double below = static_cast<double>(end - first + 1) * DBL_EPSILON;
    constexpr double above = 1e-6;
    double rest = 1;
    for (std::size_t i = first; i < end; ++i) rest -= numbers.values[i];
    return rest <= below && rest >= -above ? 0 : rest;
}

}  // namespace

WrittenNumbers with_last_probabilities(WrittenNumbers numbers, const std::vector<NumberList>& lists,
                                       std::size_t states, std::optional<std::size_t> rows) {
    const std::size_t count = numbers.values.size();
    if (states < 2 || count == 0) return numbers;
    const auto has_rows_of = [&](std::size_t length) {
        return rows && checked_mul(*rows, length) == count;
    };
    if (has_rows_of(states)) return numbers;
    const bool all_lack = has_rows_of(states - 1);
    const std::vector<std::size_t> begins =
        all_lack ? equal_rows(count, states - 1) : first_numbers(lists);
    if (!all_lack && !are_rows(begins, count, states)) return numbers;
    WrittenNumbers complete;
    complete.begin = numbers.begin;
    for (std::size_t i = 0; i < begins.size(); ++i) {
        const std::size_t end = i + 1 == begins.size() ? count : begins[i + 1];
        for (std::size_t n = begins[i]; n < end; ++n)
            complete.add(numbers.values[n], numbers.offset_of(n));
        if (end - begins[i] < states)
            complete.add(rest_of(numbers, begins[i], end), numbers.offset_of(end - 1));
    }
    return complete;
}

std::optional<std::size_t> fill_impossible_rows(WrittenNumbers& numbers, std::size_t states) {
    std::size_t filled = 0;
    if (states == 0) return filled;  // a variable without states, which is reported
    for (std::size_t first = 0; first < numbers.values.size(); first += states) {
        const std::span<double> rest = std::span(numbers.values).subspan(first);
        const std::span<double> row = rest.first(std::min(states, rest.size()));
        const auto absent = std::ranges::count_if(row, [](double p) { return std::isnan(p); });
        if (absent == 0) continue;
        if (static_cast<std::size_t>(absent) != row.size()) return std::nullopt;
        std::ranges::fill(row, 1 / static_cast<double>(states));
        ++filled;
    }
    return filled;
}

}  // namespace pgm::io::detail

#include <learners/discretise/detail/sorted_numbers.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <type_traits>
#include <utility>

namespace pgm::learners::detail {
namespace {

constexpr std::uint64_t sign = std::uint64_t{1} << 63;
constexpr unsigned digit_bits = 11;
constexpr std::size_t digits = std::size_t{1} << digit_bits;
constexpr std::size_t passes = 3;
/// Groups up to this size are sorted by insertion.
constexpr std::size_t small_group = 24;

/// The entries in order of their labels.
void collect(const RealCells& numbers, const Column* classes,
             std::vector<LabelledNumber>& entries) {
    entries.clear();
    const auto entry = [&](std::size_t row, std::uint32_t label) {
        return LabelledNumber{key_of(numbers[row]), label, static_cast<std::uint32_t>(row)};
    };
    if (classes == nullptr) {
        for (std::size_t row = 0; row < numbers.size(); ++row)
            if (!std::isnan(numbers[row])) entries.push_back(entry(row, 0));
        return;
    }
    visit_codes(*classes, [&](const auto& codes) {
        using Code = typename std::decay_t<decltype(codes)>::value_type;
        const auto has_both = [&](std::size_t row) {
            return codes[row] != missing_code<Code> && !std::isnan(numbers[row]);
        };
        std::vector<std::size_t> next(classes->variable.cardinality() + 1);
        for (std::size_t row = 0; row < numbers.size(); ++row)
            if (has_both(row)) ++next[codes[row] + std::size_t{1}];
        std::partial_sum(next.begin(), next.end(), next.begin());
        entries.resize(next.back());
        for (std::size_t row = 0; row < numbers.size(); ++row)
            if (has_both(row)) entries[next[codes[row]]++] = entry(row, codes[row]);
    });
}

/// The lowest bit of the three highest digits in which keys differ.
unsigned lowest_sorted_bit(std::span<const LabelledNumber> entries) {
    std::uint64_t different = 0;
    for (const LabelledNumber& entry : entries) different |= entry.key ^ entries.front().key;
    const auto highest = static_cast<unsigned>(std::bit_width(different));
    return highest - std::min<unsigned>(highest, passes * digit_bits);
}

/// Sorts by three digits from bit `shift` on, the lowest first.
void sort_by_digits(std::vector<LabelledNumber>& entries, std::vector<LabelledNumber>& other,
                    unsigned shift) {
    const auto digit_of = [&](const LabelledNumber& entry, std::size_t pass) {
        return static_cast<std::size_t>(entry.key >> (shift + pass * digit_bits)) & (digits - 1);
    };
    std::array<std::array<std::size_t, digits>, passes> next{};
    for (const LabelledNumber& entry : entries)
        for (std::size_t pass = 0; pass < passes; ++pass) ++next[pass][digit_of(entry, pass)];
    other.resize(entries.size());
    for (std::size_t pass = 0; pass < passes; ++pass) {
        if (next[pass][digit_of(entries.front(), pass)] == entries.size()) continue;
        std::size_t before = 0;
        for (std::size_t& count : next[pass]) before += std::exchange(count, before);
        for (const LabelledNumber& entry : entries)
            other[next[pass][digit_of(entry, pass)]++] = entry;
        entries.swap(other);
    }
}

/// Sorts entries whose keys differ in lower bits only. Of equal keys the order remains.
void sort_group(std::span<LabelledNumber> group) {
    if (std::ranges::is_sorted(group, {}, &LabelledNumber::key)) return;
    if (group.size() > small_group) {
        std::ranges::stable_sort(group, {}, &LabelledNumber::key);
        return;
    }
    for (std::size_t i = 1; i < group.size(); ++i) {
        const LabelledNumber moved = group[i];
        std::size_t to = i;
        for (; to > 0 && group[to - 1].key > moved.key; --to) group[to] = group[to - 1];
        group[to] = moved;
    }
}

void sort_lower_bits(std::span<LabelledNumber> entries, unsigned bits) {
    for (std::size_t begin = 0, end = 0; begin < entries.size(); begin = end) {
        const std::uint64_t upper = entries[begin].key >> bits;
        for (end = begin + 1; end < entries.size() && entries[end].key >> bits == upper;) ++end;
        if (end - begin > 1) sort_group(entries.subspan(begin, end - begin));
    }
}

}  // namespace

std::uint64_t key_of(double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number + 0.0);
    return (bits & sign) != 0 ? ~bits : bits | sign;
}

double number_of(std::uint64_t key) {
    return std::bit_cast<double>((key & sign) != 0 ? key ^ sign : ~key);
}

std::span<const LabelledNumber> sorted_numbers(const RealCells& numbers, const Column* classes,
                                               SortMemory& memory) {
    std::vector<LabelledNumber>& entries = memory.entries;
    collect(numbers, classes, entries);
    if (entries.empty()) return entries;
    const unsigned shift = lowest_sorted_bit(entries);
    sort_by_digits(entries, memory.other, shift);
    if (shift > 0) sort_lower_bits(entries, shift);
    return entries;
}

}  // namespace pgm::learners::detail

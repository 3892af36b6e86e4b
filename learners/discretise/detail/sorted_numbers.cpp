#include <learners/discretise/detail/sorted_numbers.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <type_traits>
#include <utility>

namespace pgm::learners::detail {
namespace {

constexpr std::uint64_t sign = std::uint64_t{1} << 63;
constexpr unsigned digit_bits = 11;
constexpr std::size_t digits = std::size_t{1} << digit_bits;

std::vector<LabelledNumber> labelled_numbers(const RealCells& numbers, const Column* classes) {
    std::vector<LabelledNumber> entries;
    entries.reserve(numbers.size());
    const auto add = [&](std::size_t row, std::uint32_t label) {
        if (!std::isnan(numbers[row]))
            entries.push_back({key_of(numbers[row]), label, static_cast<std::uint32_t>(row)});
    };
    if (classes == nullptr) {
        for (std::size_t row = 0; row < numbers.size(); ++row) add(row, 0);
        return entries;
    }
    visit_codes(*classes, [&](const auto& codes) {
        using Code = typename std::decay_t<decltype(codes)>::value_type;
        for (std::size_t row = 0; row < numbers.size(); ++row)
            if (codes[row] != missing_code<Code>) add(row, codes[row]);
    });
    return entries;
}

/// One stable pass: sorts by the digit that `part_of` shifted by `shift` ends with.
template <class PartOf>
void sort_by_digit(std::vector<LabelledNumber>& entries, std::vector<LabelledNumber>& other,
                   unsigned shift, PartOf&& part_of) {
    const auto digit_of = [&](const LabelledNumber& entry) {
        return static_cast<std::size_t>(part_of(entry) >> shift) & (digits - 1);
    };
    std::array<std::size_t, digits> next{};
    for (const LabelledNumber& entry : entries) ++next[digit_of(entry)];
    if (next[digit_of(entries.front())] == entries.size()) return;
    std::size_t before = 0;
    for (std::size_t& count : next) before += std::exchange(count, before);
    other.resize(entries.size());
    for (const LabelledNumber& entry : entries) other[next[digit_of(entry)]++] = entry;
    entries.swap(other);
}

}  // namespace

std::uint64_t key_of(double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number + 0.0);
    return (bits & sign) != 0 ? ~bits : bits | sign;
}

double number_of(std::uint64_t key) {
    return std::bit_cast<double>((key & sign) != 0 ? key ^ sign : ~key);
}

std::vector<LabelledNumber> sorted_numbers(const RealCells& numbers, const Column* classes) {
    std::vector<LabelledNumber> entries = labelled_numbers(numbers, classes), other;
    if (entries.empty()) return entries;
    for (unsigned shift = 0; shift < 32; shift += digit_bits)
        sort_by_digit(entries, other, shift, [](const LabelledNumber& e) { return e.label; });
    for (unsigned shift = 0; shift < 64; shift += digit_bits)
        sort_by_digit(entries, other, shift, [](const LabelledNumber& e) { return e.key; });
    return entries;
}

}  // namespace pgm::learners::detail

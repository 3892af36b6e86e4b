#include <pgm/data/detail/exact/exact_terms.hpp>

namespace pgm::detail {
namespace {

using Wide = unsigned __int128;

/// sum += factor * m * 2^exponent for m of 128 bits
void add_multiple(ExactSum& sum, std::uint64_t factor, Wide m, int exponent, bool negative) {
    const Wide low = static_cast<Wide>(factor) * static_cast<std::uint64_t>(m);
    const Wide high = static_cast<Wide>(factor) * static_cast<std::uint64_t>(m >> 64) +
                      static_cast<std::uint64_t>(low >> 64);
    sum.add_term({static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high),
                  static_cast<std::uint64_t>(high >> 64)},
                 exponent, negative);
}

}  // namespace

void add_scaled(ExactSum& sum, WideInteger number, int exponent) {
    const Wide magnitude = number < 0 ? 0 - static_cast<Wide>(number) : static_cast<Wide>(number);
    sum.add_term(
        {static_cast<std::uint64_t>(magnitude), static_cast<std::uint64_t>(magnitude >> 64), 0},
        exponent, number < 0);
}

void add_weighted(ExactSum& sum, WeightSum weight, double x, double y) {
    const DoubleParts a = parts_of(x), b = parts_of(y);
    const Wide product = static_cast<Wide>(a.mantissa) * b.mantissa;
    const int exponent = a.exponent + b.exponent;
    add_multiple(sum, weight.whole(), product, exponent, a.negative != b.negative);
    add_multiple(sum, weight.fraction(), product, exponent - 64, a.negative != b.negative);
}

}  // namespace pgm::detail

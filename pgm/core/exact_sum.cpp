#include <pgm/core/exact_sum.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

namespace pgm {
namespace {

using Wide = unsigned __int128;

constexpr std::uint64_t all_ones = ~std::uint64_t{0};

/// Division by 64, downwards also for negative numbers.
int limb_of(int bit) {
    return bit >= 0 ? bit / 64 : -((63 - bit) / 64);
}

/// Limbs outside [-limit, limit] cannot come from sums of products of three doubles.
constexpr int limb_limit = 80;

}  // namespace

DoubleParts parts_of(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const int biased = static_cast<int>(bits >> 52 & 0x7ff);
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
    const bool negative = bits >> 63 != 0;
    if (biased == 0) return {fraction, -1074, negative};
    return {fraction | std::uint64_t{1} << 52, biased - 1075, negative};
}

double rounded(std::uint64_t bits, bool has_rest, int exponent, bool negative) {
    // The lowest bit that the result can have: 53 bits below the top one, but not below 2^-1074.
    const int lowest = std::max(exponent + 11, -1074);
    const int drop = lowest - exponent;
    std::uint64_t kept = 0;
    if (drop < 65) {
        kept = drop == 64 ? 0 : bits >> drop;
        const std::uint64_t half = std::uint64_t{1} << (drop - 1);
        const std::uint64_t lost = drop == 64 ? bits : bits & (2 * half - 1);
        const bool above = lost > half || (lost == half && (has_rest || (kept & 1) != 0));
        kept += above ? 1 : 0;
    }
    const double magnitude = std::ldexp(static_cast<double>(kept), lowest);
    return negative ? -magnitude : magnitude;
}

void ExactSum::add(double x) {
    const DoubleParts parts = parts_of(x);
    add_term({parts.mantissa, 0, 0}, parts.exponent, parts.negative);
}

void ExactSum::subtract(double x) {
    add(-x);
}

void ExactSum::add_product(double x, double y) {
    const DoubleParts a = parts_of(x), b = parts_of(y);
    const Wide product = static_cast<Wide>(a.mantissa) * b.mantissa;
    add_term({static_cast<std::uint64_t>(product), static_cast<std::uint64_t>(product >> 64), 0},
             a.exponent + b.exponent, a.negative != b.negative);
}

void ExactSum::add_term(const Magnitude& magnitude, int exponent, bool negative) {
    if ((magnitude[0] | magnitude[1] | magnitude[2]) == 0) return;
    const int first = limb_of(exponent);
    const int shift = exponent - 64 * first;
    std::array<std::uint64_t, 4> limbs{magnitude[0], magnitude[1], magnitude[2], 0};
    if (shift > 0) {
        for (std::size_t i = 3; i > 0; --i)
            limbs[i] = limbs[i] << shift | limbs[i - 1] >> (64 - shift);
        limbs[0] <<= shift;
    }
    std::size_t used = 4;
    while (limbs[used - 1] == 0) --used;
    add_limbs({limbs.data(), used}, first, negative, false);
}

ExactSum& ExactSum::operator+=(const ExactSum& other) {
    const ExactSum copy = other;  // it may be this very sum
    add_limbs(copy.limbs_, copy.first_, false, true);
    return *this;
}

ExactSum& ExactSum::operator-=(const ExactSum& other) {
    const ExactSum copy = other;
    add_limbs(copy.limbs_, copy.first_, true, true);
    return *this;
}

/// Stores the limbs [first, end) and a sign limb above them.
void ExactSum::cover(int first, int end) {
    if (limbs_.empty()) first_ = first;
    if (first < first_) {
        limbs_.insert(limbs_.begin(), static_cast<std::size_t>(first_ - first), 0);
        first_ = first;
    }
    const std::uint64_t sign = is_negative() ? all_ones : 0;
    const auto size = static_cast<std::size_t>(end - first_) + 1;
    if (limbs_.size() < size) limbs_.resize(size, sign);
}

void ExactSum::add_limbs(std::span<const std::uint64_t> limbs, int first, bool negative,
                         bool extend_sign) {
    if (limbs.empty()) return;
    const std::uint64_t extension = extend_sign && limbs.back() >> 63 != 0 ? all_ones : 0;
    cover(first, first + static_cast<int>(limbs.size()));
    const std::uint64_t flip = negative ? all_ones : 0;  // a - b = a + ~b + 1
    std::uint64_t carry = negative ? 1 : 0;
    for (std::size_t i = static_cast<std::size_t>(first - first_), k = 0; i < limbs_.size();
         ++i, ++k) {
        const std::uint64_t term = (k < limbs.size() ? limbs[k] : extension) ^ flip;
        const Wide sum = static_cast<Wide>(limbs_[i]) + term + carry;
        limbs_[i] = static_cast<std::uint64_t>(sum);
        carry = static_cast<std::uint64_t>(sum >> 64);
    }
    keep_sign_limb();
}

void ExactSum::keep_sign_limb() {
    const std::uint64_t top = limbs_.back();
    if (top != 0 && top != all_ones) limbs_.push_back(top >> 63 != 0 ? all_ones : 0);
}

bool ExactSum::is_zero() const {
    return std::all_of(limbs_.begin(), limbs_.end(), [](std::uint64_t limb) { return limb == 0; });
}

double ExactSum::value() const {
    std::vector<std::uint64_t> magnitude = limbs_;
    if (is_negative()) {
        std::uint64_t carry = 1;
        for (std::uint64_t& limb : magnitude) {
            limb = ~limb + carry;
            carry = carry != 0 && limb == 0 ? 1 : 0;
        }
    }
    while (!magnitude.empty() && magnitude.back() == 0) magnitude.pop_back();
    if (magnitude.empty()) return 0;
    const std::size_t top = magnitude.size() - 1;
    const int shift = std::countl_zero(magnitude[top]);
    std::uint64_t bits = magnitude[top] << shift;
    bool has_rest = false;
    if (top > 0 && shift > 0) {
        bits |= magnitude[top - 1] >> (64 - shift);
        has_rest = magnitude[top - 1] << shift != 0;
    } else if (top > 0) {
        has_rest = magnitude[top - 1] != 0;
    }
    for (std::size_t i = 0; i + 1 < top; ++i) has_rest = has_rest || magnitude[i] != 0;
    return rounded(bits, has_rest, 64 * (first_ + static_cast<int>(top)) - shift, is_negative());
}

void ExactSum::trim() {
    const auto used =
        std::find_if(limbs_.begin(), limbs_.end(), [](std::uint64_t limb) { return limb != 0; });
    if (used == limbs_.end()) {
        *this = {};
        return;
    }
    first_ += static_cast<int>(used - limbs_.begin());
    limbs_.erase(limbs_.begin(), used);
    while (limbs_.size() > 1 && limbs_.back() == limbs_[limbs_.size() - 2])
        limbs_.pop_back();  // only sign limbs repeat up to the top
}

ExactSum ExactSum::from_limbs(std::vector<std::uint64_t> limbs, int first_limb) {
    const auto check = [](std::size_t size, int first) {
        if (size <= limb_limit && first >= -limb_limit &&
            first <= limb_limit - static_cast<int>(size))
            return;
        throw ArgumentError("a stored sum has " + std::to_string(size) + " limbs from limb " +
                            std::to_string(first) + " on, more than any sum of doubles has");
    };
    check(limbs.size(), first_limb);
    ExactSum sum;
    sum.limbs_ = std::move(limbs);
    sum.first_ = first_limb;
    if (!sum.limbs_.empty()) sum.keep_sign_limb();
    sum.trim();
    check(sum.limbs_.size(), sum.first_);  // with the limb of its sign
    return sum;
}

bool operator==(const ExactSum& a, const ExactSum& b) {
    if (a.first_ == b.first_ && a.limbs_ == b.limbs_) return true;
    ExactSum x = a, y = b;
    x.trim();
    y.trim();
    return x.first_ == y.first_ && x.limbs_ == y.limbs_;
}

}  // namespace pgm

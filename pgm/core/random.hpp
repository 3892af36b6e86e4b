#pragma once

#include <bit>
#include <cstdint>

namespace pgm {

/// xoshiro256++ (Blackman and Vigna 2021), seeded by splitmix64: fast, of period 2^256 - 1, and,
/// unlike the distributions of the standard library, the same on every platform and compiler. There
/// is no global generator and no unseeded one: a caller who needs random numbers gives the seed.
/// Satisfies std::uniform_random_bit_generator.
class Rng {
public:
    using result_type = std::uint64_t;

    explicit Rng(std::uint64_t seed) {
        for (std::uint64_t& word : state_) word = splitmix(seed);
    }

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return ~result_type{0}; }

    result_type operator()() {
        const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// Uniform in [0, 1), a multiple of 2^-53.
    double uniform() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

    /// Uniform in {0, ..., bound - 1}, without bias (Lemire 2019, by rejection). `bound` must not
    /// be 0.
    std::uint64_t below(std::uint64_t bound) {
        const std::uint64_t reject_below = (0 - bound) % bound;
        for (;;) {
            const std::uint64_t draw = (*this)();
            if (draw >= reject_below) return draw % bound;
        }
    }

private:
    static std::uint64_t splitmix(std::uint64_t& seed) {
        std::uint64_t z = (seed += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    std::uint64_t state_[4];
};

}  // namespace pgm

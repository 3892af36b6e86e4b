#pragma once

// Compiled once per instruction set (kernel_sum_*.cpp), hence templates on a tag and no function of the standard library: an inline function compiled for
// AVX-512 must never be the copy that the linker keeps for everybody.

#include <pgm/core/exp.hpp>
#include <pgm/model/kernel_sum.hpp>

namespace pgm::kernels {

template <class Isa>
struct KernelSumRun {
    typedef double Pack __attribute__((vector_size(64)));
    typedef long long Integers __attribute__((vector_size(64)));
    static constexpr std::size_t lanes = 8;

    [[gnu::always_inline]] static Pack load(const double* p, std::size_t count) {
        Pack pack{};
        __builtin_memcpy(&pack, p, count * sizeof(double));
        return pack;
    }

    [[gnu::always_inline]] static Pack term(const KernelSum& s, Pack points) {
        const Pack d = s.x - points;
        return exp_of_negative<Pack, Integers>((s.a - d) * (s.a + d) * s.k);
    }

    static double run(const KernelSum& s) {
        Pack sum{};
        std::size_t i = 0;
        if (s.weights) {
            for (; i + lanes <= s.count; i += lanes) sum += load(s.weights + i, lanes) * term(s, load(s.points + i, lanes));
        } else {
            for (; i + lanes <= s.count; i += lanes) sum += term(s, load(s.points + i, lanes));
        }
        if (const std::size_t rest = s.count - i) {
            // Lanes without a point have weight 0 and stand where the first one of the rest does.
            Pack points = Pack{} + s.points[i], weights{};
            for (std::size_t lane = 0; lane < rest; ++lane) {
                points[lane] = s.points[i + lane];
                weights[lane] = s.weights ? s.weights[i + lane] : 1.0;
            }
            sum += weights * term(s, points);
        }
        return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
    }
};

}  // namespace pgm::kernels

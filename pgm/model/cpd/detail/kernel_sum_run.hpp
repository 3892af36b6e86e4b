#pragma once

// Compiled once per instruction set (kernel_sum_*.cpp), hence templates on a tag and no function of
// the standard library: an inline function compiled for AVX-512 must never be the copy that the
// linker keeps for everybody.

#include <pgm/core/detail/exp.hpp>
#include <pgm/core/simd/detail/register_doubles.hpp>
#include <pgm/model/cpd/detail/kernel_sum.hpp>

namespace pgm::detail::kernels {

template <class Isa>
struct KernelSumRun {
    /// The eight partial sums lie in as many registers as that takes.
    static constexpr std::size_t lanes = 8, width = register_doubles, parts = lanes / width;
    typedef double Pack __attribute__((vector_size(8 * width)));
    typedef long long Integers __attribute__((vector_size(8 * width)));

    [[gnu::always_inline]] static Pack load(const double* p) {
        Pack pack;
        __builtin_memcpy(&pack, p, sizeof pack);
        return pack;
    }

    [[gnu::always_inline]] static Pack term(const KernelSum& s, const double* points) {
        const Pack d = s.x - load(points);
        return exp_of_negative<Pack, Integers>((s.a - d) * (s.a + d) * s.k);
    }

    template <bool Weighted>
    [[gnu::always_inline]] static void add(const KernelSum& s, const double* points,
                                           const double* weights, Pack (&sum)[parts]) {
        for (std::size_t p = 0; p < parts; ++p) {
            const Pack terms = term(s, points + p * width);
            sum[p] += Weighted ? load(weights + p * width) * terms : terms;
        }
    }

    static double run(const KernelSum& s) {
        Pack sum[parts]{};
        std::size_t i = 0;
        if (s.weights) {
            for (; i + lanes <= s.count; i += lanes) add<true>(s, s.points + i, s.weights + i, sum);
        } else {
            for (; i + lanes <= s.count; i += lanes) add<false>(s, s.points + i, nullptr, sum);
        }
        if (const std::size_t rest = s.count - i) {
            // Lanes without a point have weight 0 and stand where the first one of the rest does.
            double points[lanes], weights[lanes];
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                points[lane] = s.points[lane < rest ? i + lane : i];
                weights[lane] = lane >= rest ? 0.0 : s.weights ? s.weights[i + lane] : 1.0;
            }
            add<true>(s, points, weights, sum);
        }
        double lane[lanes];
        __builtin_memcpy(lane, sum, sizeof lane);
        return ((lane[0] + lane[4]) + (lane[2] + lane[6])) +
               ((lane[1] + lane[5]) + (lane[3] + lane[7]));
    }
};

}  // namespace pgm::detail::kernels

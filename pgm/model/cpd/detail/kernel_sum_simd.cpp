// Sums of Gaussian kernels, compiled once per instruction set (simd/detail/dispatch.hpp).

#include <pgm/core/simd/detail/math.hpp>
#include <pgm/model/cpd/detail/kernel_sum.hpp>

namespace pgm::detail {
namespace {

using namespace simd;

/// The eight partial sums lie in as many registers as that takes.
inline constexpr std::size_t lanes = pack_doubles, parts = lanes / register_doubles;

[[gnu::always_inline]] inline Doubles term(const KernelSum& s, const double* points) {
    const Doubles d = s.x - load<Doubles>(points);
    return exp_of_negative((s.a - d) * (s.a + d) * s.k);
}

template <bool Weighted>
[[gnu::always_inline]] inline void add(const KernelSum& s, const double* points,
                                       const double* weights, Doubles (&sum)[parts]) {
    for (std::size_t p = 0; p < parts; ++p) {
        const Doubles terms = term(s, points + p * register_doubles);
        sum[p] += Weighted ? load<Doubles>(weights + p * register_doubles) * terms : terms;
    }
}

double run(const KernelSum& s) {
    Doubles sum[parts]{};
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
    for (std::size_t p = 0; p < parts; ++p) store(lane + p * register_doubles, sum[p]);
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) +
           ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

}  // namespace

KernelSumKernels kernel_sum_kernels(simd::ThisBuild) {
    return {run};
}

}  // namespace pgm::detail

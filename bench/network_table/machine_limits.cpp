#include <bench/network_table/machine_limits.hpp>

#include <bench/network_table/samples.hpp>
#include <pgm/inference/detail/plan/arena.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace pgm::bench {

using namespace detail;

namespace {

#pragma GCC diagnostic ignored \
    "-Wpsabi"  // packs cross no boundary between files: everything is inlined

/// Eight doubles, in as many registers as the processor needs for them; compiled with fused
/// multiply-adds (CMakeLists.txt).
using Pack = double __attribute__((vector_size(64)));
constexpr std::size_t pack = 8;

[[gnu::always_inline]] inline Pack load(const double* from) {
    Pack values;
    std::memcpy(&values, from, sizeof values);
    return values;
}

/// Dot products of `cells` numbers of a with four tables behind each other in b: eight sums in
/// registers hide how long an addition takes.
[[gnu::always_inline]] inline double multiply_add_loop(const double* a, const double* b,
                                                       std::size_t cells) {
    Pack sums[8] = {};
    for (std::size_t i = 0; i < cells; i += 2 * pack) {
        const Pack first = load(a + i), second = load(a + i + pack);
        for (std::size_t k = 0; k < 4; ++k) {
            sums[k] = first * load(b + k * cells + i) + sums[k];
            sums[4 + k] = second * load(b + k * cells + i + pack) + sums[4 + k];
        }
    }
    Pack sum = {};
    for (const Pack& one : sums) sum += one;
    return sum[0];
}

[[gnu::always_inline]] inline double reading_loop(const double* a, std::size_t cells) {
    Pack sums[8] = {};
    for (std::size_t i = 0; i < cells; i += 8 * pack)
        for (std::size_t k = 0; k < 8; ++k) sums[k] += load(a + i + k * pack);
    Pack sum = {};
    for (const Pack& one : sums) sum += one;
    return sum[0];
}

struct Loops {
    double (*multiply_add)(const double*, const double*, std::size_t);
    double (*read)(const double*, std::size_t);
};

double multiply_add_baseline(const double* a, const double* b, std::size_t cells) {
    return multiply_add_loop(a, b, cells);
}
double read_baseline(const double* a, std::size_t cells) {
    return reading_loop(a, cells);
}

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] double multiply_add_avx2(const double* a, const double* b,
                                                     std::size_t cells) {
    return multiply_add_loop(a, b, cells);
}
[[gnu::target("avx2,fma")]] double read_avx2(const double* a, std::size_t cells) {
    return reading_loop(a, cells);
}
[[gnu::target("avx512f,fma")]] double multiply_add_avx512(const double* a, const double* b,
                                                          std::size_t cells) {
    return multiply_add_loop(a, b, cells);
}
[[gnu::target("avx512f,fma")]] double read_avx512(const double* a, std::size_t cells) {
    return reading_loop(a, cells);
}
#endif

Loops best_loops() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f")) return {multiply_add_avx512, read_avx512};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return {multiply_add_avx2, read_avx2};
#endif
    return {multiply_add_baseline, read_baseline};
}

/// Seconds of one call, the fastest of many runs of `calls` calls.
template <class Call>
double best_seconds(std::size_t calls, Call&& call) {
    double best = 1e300;
    volatile double keep = 0;
    for (int run = 0; run < 30; ++run) {
        const Duration duration = duration_of([&] {
            for (std::size_t i = 0; i < calls; ++i) keep = call();
        });
        best = std::min(best, duration.wall / static_cast<double>(calls));
    }
    return best;
}

}  // namespace

MachineLimits measure_machine_limits() {
    const Loops loops = best_loops();
    constexpr std::size_t l1_cells = 512;                        // five tables of it: 20 kB
    constexpr std::size_t l2_cells = 16 << 10;                   // 640 kB
    constexpr std::size_t l2_read_cells = 64 << 10;              // 512 kB
    constexpr std::size_t memory_cells = std::size_t{32} << 20;  // 256 MB
    Arena numbers;  // on large pages, where cache lines begin, as the engine's tables are
    numbers.reserve(memory_cells);
    double* const a = numbers.data();
    std::fill_n(a, memory_cells, 1.0 / 3);
    const auto multiply_adds = [&](std::size_t cells, std::size_t calls) {
        return static_cast<double>(4 * cells) /
               best_seconds(calls, [&] { return loops.multiply_add(a, a + cells, cells); });
    };
    const auto bytes = [&](std::size_t cells, std::size_t calls) {
        return static_cast<double>(cells * sizeof(double)) /
               best_seconds(calls, [&] { return loops.read(a, cells); });
    };
    return {multiply_adds(l1_cells, 2000), multiply_adds(l2_cells, 50), bytes(l2_read_cells, 50),
            bytes(memory_cells, 1)};
}

}  // namespace pgm::bench

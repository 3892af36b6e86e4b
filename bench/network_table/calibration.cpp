#include <bench/network_table/calibration.hpp>

#include <bench/network_table/samples.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

#pragma GCC diagnostic ignored "-Wpsabi"  // packs cross no boundary between files

namespace pgm::bench {

using namespace detail;

namespace {

using Pack = double __attribute__((vector_size(64)));
constexpr std::size_t pack = 8, outer = 24, reduced = 6, tables = 40;
constexpr std::size_t output_cells = outer * pack, operand_cells = outer * reduced * pack;
constexpr std::size_t block = output_cells + 2 * operand_cells;

/// Contractions o[i, l] = sum over j of a[i, j, l] * b[j, i, l] in tables of some 20 kB, one after
/// the other, a megabyte in all.
#if defined(__x86_64__)
[[gnu::target_clones("avx512f", "avx2", "default")]]
#endif
void contract(double* cells) {
    for (double* out = cells; out < cells + tables * block; out += block) {
        const double *const a = out + output_cells, *const b = a + operand_cells;
        for (std::size_t i = 0; i < outer; ++i) {
            Pack sum = {};
            for (std::size_t j = 0; j < reduced; ++j) {
                Pack x, y;
                std::memcpy(&x, a + (i * reduced + j) * pack, sizeof x);
                std::memcpy(&y, b + (j * outer + i) * pack, sizeof y);
                sum += x * y;
            }
            std::memcpy(out + i * pack, &sum, sizeof sum);
        }
    }
}

/// The fastest of a few runs, the first of which finds the caches as somebody else left them and
/// does not count.
template <class Work>
double fastest(double so_far, Work&& work) {
    work();
    for (int run = 0; run < 3; ++run) so_far = std::min(so_far, duration_of(work).processor);
    return so_far;
}

}  // namespace

Calibration::Calibration() : numbers_(4000), lists_(300) {
    tables_.reserve(tables * block);
    std::fill_n(tables_.data(), tables * block, 0.25);
}

void Calibration::pass() {
    arithmetic_ = fastest(arithmetic_, [&] { contract(tables_.data()); });
    books_ = fastest(books_, [&] { keep_books(); });
}

double Calibration::seconds() const {
    return std::sqrt(arithmetic_ * books_);
}

/// Scatters numbers into short lists, sorts those, and collects what is marked.
void Calibration::keep_books() {
    std::uint32_t number = 1;
    for (std::vector<std::uint32_t>& list : lists_) list.clear();
    for (std::uint32_t& entry : numbers_) {
        number = number * 1664525u + 1013904223u;
        entry = number >> 16;
        lists_[entry % lists_.size()].push_back(entry);
    }
    std::size_t kept = 0;
    for (std::vector<std::uint32_t>& list : lists_) {
        std::ranges::sort(list);
        for (std::size_t i = 1; i < list.size(); ++i)
            if (list[i] - list[i - 1] > 1000) numbers_[kept++] = list[i];
    }
}

}  // namespace pgm::bench

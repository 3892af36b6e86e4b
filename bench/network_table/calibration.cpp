#include <bench/network_table/calibration.hpp>

#include <bench/network_table/samples.hpp>

#include <algorithm>

namespace pgm::bench {
namespace {

constexpr std::size_t lanes = 8, outer = 24, reduced = 6, variants = 40;
constexpr std::size_t output_cells = outer * lanes, operand_cells = outer * reduced * lanes;
constexpr std::size_t block = output_cells + 2 * operand_cells;

}  // namespace

Calibration::Calibration() : tables_(variants * block, 0.25), numbers_(4000), lists_(300) {}

double Calibration::pass() {
    return duration_of([&] {
               contract();
               keep_books();
           })
        .processor;
}

/// Three-operand contractions, o[i, l] = sum over j of a[i, j, l] * b[j, i, l], in tables of some 20 kB, one after the other.
void Calibration::contract() {
    for (std::size_t repeat = 0; repeat < 2; ++repeat) {
        for (std::size_t v = 0; v < variants; ++v) {
            double* const out = tables_.data() + v * block;
            const double *const a = out + output_cells, *const b = a + operand_cells;
            for (std::size_t i = 0; i < outer; ++i) {
                double sums[lanes] = {};
                for (std::size_t j = 0; j < reduced; ++j)
                    for (std::size_t l = 0; l < lanes; ++l) sums[l] += a[(i * reduced + j) * lanes + l] * b[(j * outer + i) * lanes + l];
                std::copy(sums, sums + lanes, out + i * lanes);
            }
        }
    }
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

#include <pgm/data/detail/counting/bit_count.hpp>

#include <pgm/core/random.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/instruction_sets.hpp>

#include <bit>
#include <cstdint>
#include <vector>

using namespace pgm;
namespace bits = pgm::detail::bits;

TEST_CASE("Counting ones of pairs: every instruction set counts the same") {
    Rng rng(4);
    constexpr std::size_t words = 24, stride = 32;
    std::vector<std::uint64_t> a(7 * stride), b(5 * stride);
    for (std::uint64_t& word : a) word = rng() & rng();
    for (std::uint64_t& word : b) word = rng();
    for (std::size_t rows = 1; rows <= 7; ++rows) {
        std::vector<std::uint64_t> expected(rows * 5, 1);
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j < 5; ++j)
                for (std::size_t w = 0; w < words; ++w)
                    expected[i * 5 + j] += 4 * static_cast<std::uint64_t>(std::popcount(
                                                   a[i * stride + w] & b[j * stride + w]));
        for (const bits::CountKernels& build :
             tests::builds_of([](auto set) { return bits::count_kernels(set); })) {
            std::vector<std::uint64_t> counts(rows * 5, 1);
            build.count_pairs({a.data(), rows, stride}, {b.data(), 5, stride}, words, 2,
                              counts.data());
            CHECK(counts == expected);
        }
    }
}

TEST_CASE("Counting bits of rows: every instruction set counts what single rows add up to") {
    Rng rng(5);
    constexpr std::size_t table_rows = 70'000;
    std::vector<std::uint64_t> strip(table_rows * bits::strip_words);
    for (std::uint64_t& word : strip) word = rng() | (rng() & rng());
    for (std::size_t i = 0; i < table_rows; ++i) strip[i * bits::strip_words] |= 1;
    for (const std::size_t size : {0, 1, 7, 8, 9, 63, 64, 1000, 65'535}) {
        INFO(size << " rows");
        std::vector<std::uint32_t> rows(size);
        for (std::uint32_t& row : rows) row = static_cast<std::uint32_t>(rng.below(table_rows));
        std::vector<std::uint16_t> expected(bits::strip_bits, 0);
        for (const std::uint32_t row : rows)
            for (std::size_t i = 0; i < bits::strip_bits; ++i)
                if (strip[row * bits::strip_words + i / 64] >> (i % 64) & 1) ++expected[i];
        for (const bits::CountKernels& build :
             tests::builds_of([](auto set) { return bits::count_kernels(set); })) {
            std::vector<std::uint16_t> counts(bits::strip_bits, 12'345);
            build.count_rows(strip.data(), rows.data(), rows.size(), counts.data());
            CHECK(counts == expected);
        }
    }
}

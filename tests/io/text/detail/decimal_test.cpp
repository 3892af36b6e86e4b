#include <io/text/detail/decimal.hpp>
#include <pgm/core/random.hpp>

#include <bit>
#include <catch2/catch.hpp>
#include <string>

using namespace pgm;

namespace {

std::uint64_t bits(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

io::detail::ScannedDecimal scan(const std::string& text) {
    return io::detail::scan_decimal(text.data(), text.data() + text.size());
}

}  // namespace

TEST_CASE("scan_decimal: short decimals have the bits that std::from_chars gives", "[io]") {
    Rng rng(1);
    for (int i = 0; i < 200'000; ++i) {
        std::string text;
        const std::size_t whole = rng.below(8);
        const std::size_t fraction = rng.below(20 - whole);
        for (std::size_t d = 0; d < whole; ++d) text += static_cast<char>('0' + rng.below(10));
        if (fraction > 0 || rng.below(2) == 0) text += '.';
        for (std::size_t d = 0; d < fraction; ++d) text += static_cast<char>('0' + rng.below(10));
        if (whole + fraction == 0) continue;
        double expected = 0;
        std::from_chars(text.data(), text.data() + text.size(), expected);
        const io::detail::ScannedDecimal found = scan(text);
        INFO(text);
        REQUIRE(found.end == text.data() + text.size());
        REQUIRE(bits(found.value) == bits(expected));
    }
}

TEST_CASE("scan_decimal: the number ends where its characters end", "[io]") {
    for (const auto& [text, value, length] : {std::tuple{"0.25;", 0.25, 4},
                                              {"1,2", 1.0, 1},
                                              {".5 ", 0.5, 2},
                                              {"5.", 5.0, 2},
                                              {"1e3x", 1000.0, 3},
                                              {"+0.1", 0.1, 4},
                                              {"-2", -2.0, 2},
                                              {"1.0E-05", 1e-5, 7},
                                              {"1e", 1.0, 1},
                                              {"9007199254740993", 9007199254740992.0, 16}}) {
        const std::string whole = text;
        const io::detail::ScannedDecimal found = scan(whole);
        INFO(text);
        REQUIRE(found.end == whole.data() + length);
        CHECK(found.value == value);
    }
}

TEST_CASE("scan_decimal: what is no finite decimal number is refused", "[io]") {
    for (const char* text :
         {"", ".", "-", "+", "+-1", "e5", "nan", "inf", "-inf", "x1", "1e999", "1e-999"}) {
        INFO(text);
        CHECK(scan(text).end == nullptr);
    }
}

#include <pgm/core/text/number_text.hpp>

#include <tests/support/catch.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <pgm/core/random.hpp>

using namespace pgm;

TEST_CASE("Numbers: what is written reads back bit for bit", "[number_text]") {
    Rng rng(7);
    for (int i = 0; i < 100'000; ++i) {
        const double value = std::bit_cast<double>(rng());
        if (!std::isfinite(value)) continue;
        const auto read = parse_number(to_text(value));
        REQUIRE(read.has_value());
        REQUIRE(std::bit_cast<std::uint64_t>(*read) == std::bit_cast<std::uint64_t>(value));
    }
}

TEST_CASE("Numbers: the shortest text is chosen", "[number_text]") {
    CHECK(to_text(0.1) == "0.1");
    CHECK(to_text(1.0) == "1");
    CHECK(to_text(1e-300) == "1e-300");
    CHECK(to_text(2.0 / 3, 4) == "0.6667");
}

TEST_CASE("Numbers: only finite decimal numbers are numbers", "[number_text]") {
    CHECK(parse_number("+0.25") == 0.25);
    CHECK(parse_number("1E-05") == 1e-5);
    CHECK(parse_number(".5") == 0.5);
    for (const char* text : {"", "+", "-", "nan", "inf", "-inf", "0x1p3", "1e999", " 1", "1 ",
                             "1,5", "1.5.2", "+-1", "--1", "one"}) {
        INFO(text);
        CHECK_FALSE(parse_number(text).has_value());
    }
}

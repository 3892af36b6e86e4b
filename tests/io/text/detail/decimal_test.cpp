#include <io/text/detail/decimal.hpp>
#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>

using namespace pgm;

namespace {

std::uint64_t bits(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

io::detail::ScannedDecimal scan(const std::string& text) {
    return io::detail::scan_decimal(text.data(), text.data() + text.size());
}

/// The number that the whole text is, by std::from_chars.
std::optional<double> by_from_chars(const std::string& text) {
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc{} || result.ptr != text.data() + text.size() ||
        !std::isfinite(value))
        return std::nullopt;
    return value;
}

/// The short decimal that the whole text is, read where digits follow that are not its own.
std::optional<double> among_digits(const std::string& text) {
    const std::string padded = text + "7777777777777777";
    const char* const end = padded.data() + text.size();
    const io::detail::ScannedDecimal found =
        io::detail::scan_short_decimal(padded.data(), end, end + 16);
    return found.end == end ? std::optional(found.value) : std::nullopt;
}

std::string digits_of(Rng& rng, std::size_t count) {
    std::string digits;
    for (std::size_t i = 0; i < count; ++i) digits += static_cast<char>('0' + rng.below(10));
    return digits;
}

std::string printed(const char* format, int digits, double value) {
    char text[400];
    return {text,
            static_cast<std::size_t>(std::snprintf(text, sizeof text, format, digits, value))};
}

/// A text of one of many shapes, most of which are numbers.
std::string random_text(Rng& rng) {
    const auto magnitude = [&] {
        return std::ldexp(static_cast<double>(rng.below(std::uint64_t{1} << 53)),
                          -static_cast<int>(rng.below(70)));
    };
    const std::string sign = rng.below(3) == 0 ? "-" : "";
    switch (rng.below(6)) {
        case 0: {
            std::string text;
            for (std::size_t i = rng.below(20); i > 0; --i)
                text += "0123456789.-+eE xinf"[rng.below(20)];
            return text;
        }
        case 1:
            return printed("%.*g", 17,
                           std::bit_cast<double>(rng.below(std::uint64_t{1} << 32) << 32 |
                                                 rng.below(std::uint64_t{1} << 32)));
        case 2:
            return sign + printed("%.*g", static_cast<int>(rng.below(21)), magnitude());
        case 3:
            return sign + printed("%.*f", static_cast<int>(rng.below(16)), magnitude());
        case 4:
            return sign + digits_of(rng, rng.below(20)) + "." + digits_of(rng, rng.below(20));
        default:
            return sign + digits_of(rng, 1 + rng.below(3)) + "." + digits_of(rng, rng.below(16)) +
                   (rng.below(2) == 0 ? "e-" : "E") +
                   std::to_string(rng.below(rng.below(4) == 0 ? 400 : 25));
    }
}

}  // namespace

TEST_CASE("Decimals of every shape have the bits that std::from_chars gives", "[io]") {
    Rng rng(2);
    std::size_t numbers = 0;
    for (int i = 0; i < 300'000; ++i) {
        const std::string text = random_text(rng);
        const std::optional<double> expected = by_from_chars(text);
        INFO(text);
        if (expected) {
            ++numbers;
            const io::detail::ScannedDecimal found = scan(text);
            REQUIRE(found.end == text.data() + text.size());
            REQUIRE(bits(found.value) == bits(*expected));
        }
        const std::optional<double> found = among_digits(text);
        if (found) REQUIRE((expected && bits(*found) == bits(*expected)));
        const bool is_plain = expected && text.find_first_of("-eE") == std::string::npos;
        if (is_plain && text.size() < 19) REQUIRE(found);
    }
    CHECK(numbers > 200'000);
}

TEST_CASE("Decimals half way between two doubles are rounded to the even one", "[io]") {
    Rng rng(3);
    for (int i = 0; i < 20'000; ++i) {
        // An odd number of 54 bits is half way between two doubles; times ten it is, too.
        const std::uint64_t odd =
            (std::uint64_t{1} << 53) + (rng.below(std::uint64_t{1} << 53) | 1);
        std::string text = std::to_string(odd);
        for (std::size_t zeros = rng.below(3); zeros > 0; --zeros) text += '0';
        for (const std::string& shifted :
             {text, text + "e-5", text + "e2", text + ".", "0" + text}) {
            INFO(shifted);
            CHECK(bits(scan(shifted).value) == bits(*by_from_chars(shifted)));
        }
        text.insert(text.size() - 1 - rng.below(10), ".");
        INFO(text);
        CHECK(bits(scan(text).value) == bits(*by_from_chars(text)));
    }
}

TEST_CASE("Decimals at the edges are read as std::from_chars reads them", "[io]") {
    for (const char* text : {"0",
                             "-0",
                             "0.0",
                             "00012",
                             "0000000000000000000000001",
                             "18446744073709551615",
                             "9999999999999999999",
                             "99999999999999999999",
                             "0.9999999999999999999",
                             "0.0000000000000000001",
                             "4.9e-324",
                             "2.4703282292062327e-324",
                             "2.2250738585072014e-308",
                             "1.7976931348623157e308",
                             "9007199254740993",
                             "9007199254740992.5",
                             "1e22",
                             "1e23",
                             "123456789012345678e-19",
                             "5e-19",
                             "1e0000005",
                             "1e-0000005",
                             "0e400",
                             "0e-400",
                             "1e99999"}) {
        INFO(text);
        const std::optional<double> expected = by_from_chars(text);
        const io::detail::ScannedDecimal found = scan(text);
        REQUIRE((found.end != nullptr) == expected.has_value());
        if (expected) CHECK(bits(found.value) == bits(*expected));
    }
    for (const char* text : {"", "-", ".", "--1", "+1", "1 ", " 1", "1.2.3", "0x10", "inf", "nan",
                             "1,5", "1e", "1e+", "12345678901234567890.5", "1e30"}) {
        INFO(text);
        CHECK_FALSE(among_digits(text));
    }
    CHECK(*among_digits(".5") == 0.5);
    CHECK(*among_digits("7.") == 7);
    CHECK(*among_digits("0.12345678901234") == 0.12345678901234);
}

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

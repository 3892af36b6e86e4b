#include <io/page/detail/base64.hpp>

#include <tests/support/catch.hpp>

#include <limits>
#include <string_view>
#include <vector>

using namespace pgm::io::detail;

TEST_CASE("base64: the examples of RFC 4648, section 10") {
    const auto of = [](std::string_view text) {
        return base64(std::vector<std::uint8_t>(text.begin(), text.end()));
    };
    CHECK(of("") == "");
    CHECK(of("f") == "Zg==");
    CHECK(of("fo") == "Zm8=");
    CHECK(of("foo") == "Zm9v");
    CHECK(of("foob") == "Zm9vYg==");
    CHECK(of("fooba") == "Zm9vYmE=");
    CHECK(of("foobar") == "Zm9vYmFy");
}

TEST_CASE("base64: doubles have eight bytes, the lowest first") {
    CHECK(base64_of({}) == "");
    // 1 is 3ff0000000000000, as IEEE 754 has it.
    CHECK(base64_of(std::vector<double>{1}) == "AAAAAAAA8D8=");
    CHECK(base64_of(std::vector<double>{0, std::numeric_limits<double>::denorm_min()}) ==
          "AAAAAAAAAAABAAAAAAAAAA==");
}

TEST_CASE("base64: a digest that is written as hexadecimal digits") {
    CHECK(base64_of_digits("00ff10") == "AP8Q");
    CHECK(base64_of_digits("666f6F") == "Zm9v");
}

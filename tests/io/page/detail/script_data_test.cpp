#include <io/page/detail/script_data.hpp>

#include <tests/support/catch.hpp>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

using namespace pgm::io::detail;

TEST_CASE("JSON in a script: nothing ends the script, and nothing turns or hides the text") {
    CHECK(script_json(std::string("</script><!--")) == "\"\\u003c/script>\\u003c!--\"");
    CHECK(script_json(std::string("a\u202Eb")) == "\"a\\u202eb\"");
    CHECK(script_json(std::string("\u2028")) == "\"\\u2028\"");
    CHECK(script_json(std::string("\"\\\n\x01")) == "\"\\\"\\\\\\n\\u0001\"");
    CHECK(script_json(std::string("gr\u00fcn \U0001F600")) == "\"gr\u00fcn \U0001F600\"");
    CHECK(script_json(std::string("\U000E0001")) == "\"\\udb40\\udc01\"");
    CHECK(script_json(std::string("\xff")) == "\"\uFFFD\"");
}

TEST_CASE("JSON in a script: it has no blanks but those of texts") {
    const std::vector<std::vector<std::string>> lists{{"a b", "c"}, {}};
    CHECK(script_json(lists) == "[[\"a b\",\"c\"],[]]");
}

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

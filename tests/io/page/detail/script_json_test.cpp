#include <io/page/detail/script_json.hpp>

#include <tests/support/catch.hpp>

#include <string>
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

#include <io/text/utf8.hpp>

#include <catch2/catch.hpp>
#include <vector>

using namespace pgm::io;

namespace {

std::vector<char32_t> code_points(std::string_view text) {
    std::vector<char32_t> all;
    while (!text.empty()) all.push_back(take_code_point(text));
    return all;
}

constexpr char32_t bad = 0xFFFD;

}  // namespace

TEST_CASE("utf8: the shortest and longest forms of each length are read") {
    CHECK(code_points("A\x7f") == std::vector<char32_t>{0x41, 0x7F});
    CHECK(code_points("\xc2\x80\xdf\xbf") == std::vector<char32_t>{0x80, 0x7FF});
    CHECK(code_points("\xe0\xa0\x80\xef\xbf\xbf") == std::vector<char32_t>{0x800, 0xFFFF});
    CHECK(code_points("\xf0\x90\x80\x80\xf4\x8f\xbf\xbf") == std::vector<char32_t>{0x10000, 0x10FFFF});
}

TEST_CASE("utf8: what is not UTF-8 becomes one replacement per byte, and reading goes on") {
    CHECK(code_points("\x80z") == std::vector<char32_t>{bad, 'z'});                       // a continuation without lead
    CHECK(code_points("\xc0\xaf") == std::vector<char32_t>{bad, bad});                    // overlong
    CHECK(code_points("\xe0\x80\xaf") == std::vector<char32_t>{bad, bad, bad});           // overlong
    CHECK(code_points("\xed\xa0\x80") == std::vector<char32_t>{bad, bad, bad});           // a surrogate
    CHECK(code_points("\xf4\x90\x80\x80") == std::vector<char32_t>{bad, bad, bad, bad});  // beyond Unicode
    CHECK(code_points("\xe2\x82") == std::vector<char32_t>{bad, bad});                    // cut short
    CHECK(code_points("\xe2z\xff") == std::vector<char32_t>{bad, 'z', bad});
}

TEST_CASE("utf8: appending what was read gives the same bytes") {
    const std::string text = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80";
    std::string copy;
    for (const char32_t c : code_points(text)) append_code_point(copy, c);
    CHECK(copy == text);
}

TEST_CASE("utf8: columns count wide characters twice and combining marks not at all") {
    CHECK(display_columns("smoke") == 5);
    CHECK(display_columns("gr\xc3\xb6\xc3\x9f"
                          "e") == 5);
    CHECK(display_columns("\xe6\x97\xa5\xe6\x9c\xac") == 4);
    CHECK(display_columns("e\xcc\x81") == 1);
    CHECK(display_columns("") == 0);
}

TEST_CASE("utf8: shortened text fits and says that it was cut") {
    CHECK(shortened("smoke", 5) == "smoke");
    CHECK(shortened("smoker", 5) == "smok\xe2\x80\xa6");
    CHECK(shortened("\xe6\x97\xa5\xe6\x9c\xac", 3) == "\xe6\x97\xa5\xe2\x80\xa6");
    CHECK(shortened("\xff", 5) == "\xef\xbf\xbd");
    CHECK(display_columns(shortened(std::string(1000, 'x'), 28)) == 28);
}

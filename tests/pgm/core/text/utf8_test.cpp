#include <pgm/core/text/characters.hpp>

#include <tests/support/catch.hpp>

#include <vector>

using namespace pgm;

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
    CHECK(code_points("\xf0\x90\x80\x80\xf4\x8f\xbf\xbf") ==
          std::vector<char32_t>{0x10000, 0x10FFFF});
}

TEST_CASE("utf8: what is not UTF-8 becomes one replacement per byte, and reading goes on") {
    CHECK(code_points("\x80z") == std::vector<char32_t>{bad, 'z'});  // a continuation without lead
    CHECK(code_points("\xc0\xaf") == std::vector<char32_t>{bad, bad});           // overlong
    CHECK(code_points("\xe0\x80\xaf") == std::vector<char32_t>{bad, bad, bad});  // overlong
    CHECK(code_points("\xed\xa0\x80") == std::vector<char32_t>{bad, bad, bad});  // a surrogate
    CHECK(code_points("\xf4\x90\x80\x80") ==
          std::vector<char32_t>{bad, bad, bad, bad});                   // beyond Unicode
    CHECK(code_points("\xe2\x82") == std::vector<char32_t>{bad, bad});  // cut short
    CHECK(code_points("\xe2z\xff") == std::vector<char32_t>{bad, 'z', bad});
}

TEST_CASE("is_utf8: well-formed sequences only", "[io]") {
    for (const char* good :
         {"", "plain", "größe", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "\xEF\xBF\xBD"})
        CHECK(is_utf8(good));
    for (const char* bad : {"\xFF", "a\x80", "\xC3", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80",
                            "\xF4\x90\x80\x80", "\xE2\x82"})
        CHECK_FALSE(is_utf8(bad));
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

TEST_CASE("utf8: a pile of combining marks upon one letter counts as long") {
    std::string pile = "e";
    for (int i = 0; i < 1000; ++i) pile += "\xcc\x81";
    CHECK(display_columns(pile) == 1);
    const std::string cut = shortened(pile, 5);
    CHECK(cut.size() <= 5 * 8 * 2 + 3);
    CHECK(cut.ends_with("\xe2\x80\xa6"));
    CHECK(is_utf8(cut));
}

TEST_CASE("utf8: what acts instead of being seen is told from letters") {
    for (const char32_t c : {0x00, 0x09, 0x0A, 0x1B, 0x7F, 0x80, 0x85, 0x9B, 0x9F})
        CHECK(is_invisible_control(c));
    for (const char32_t c : {0x2028, 0x2029, 0x061C, 0x200E, 0x200F})
        CHECK(is_invisible_control(c));
    for (char32_t c = 0x202A; c <= 0x202E; ++c) CHECK(is_invisible_control(c));
    for (char32_t c = 0x2066; c <= 0x2069; ++c) CHECK(is_invisible_control(c));
    for (const char32_t c : {0xFEFF, 0xFDD0, 0xFFFE, 0xFFFF, 0x1FFFE, 0xE0041})
        CHECK(is_invisible_control(c));
    // Letters, a no-break space, and the joiners that Indic scripts and pictographs need.
    for (const char32_t c :
         {0x20, 0x41, 0xA0, 0xE9, 0x0300, 0x200C, 0x200D, 0x05D0, 0x65E5, 0xFFFD, 0x1F600})
        CHECK_FALSE(is_invisible_control(c));
}

TEST_CASE("utf8: text for a person holds no controls, and one mark for each") {
    CHECK(without_controls("smoke") == "smoke");
    CHECK(without_controls("a\x1b[31mb") == "a?[31mb");
    CHECK(without_controls("a\xe2\x80\xae"
                           "b") == "a?b");
    CHECK(without_controls("a\tb", U'\uFFFD') ==
          "a\xef\xbf\xbd"
          "b");
    CHECK(without_controls("\xff") == "\xef\xbf\xbd");
}

TEST_CASE("Printable ASCII is what has neither control characters nor bytes of other scripts") {
    CHECK(is_printable_ascii(""));
    CHECK(is_printable_ascii(" P(A | B=b) ~"));
    for (const char* text : {"\t", "a\nb", "\x7f", "größe", "\xff"})
        CHECK_FALSE(is_printable_ascii(text));
    CHECK_FALSE(is_printable_ascii(std::string_view("\0", 1)));
}

#include <io/scene/detail/standard_fonts.hpp>

#include <pgm/core/text/characters.hpp>

#include <array>

namespace pgm::io::detail {
namespace {

using namespace std::string_view_literals;  // a view of a literal with zeros in it

/// The widths of the characters of the code page from the blank on, in thousandths of the font
/// size; 0 for codes that are no character.
constexpr std::array<int, 224> helvetica_widths = {
    278,  278, 355, 556, 556,  889, 667, 191, 333, 333, 389, 584,  278, 333,  278,  278,  556, 556,
    556,  556, 556, 556, 556,  556, 556, 556, 278, 278, 584, 584,  584, 556,  1015, 667,  667, 722,
    722,  667, 611, 778, 722,  278, 500, 667, 556, 833, 722, 778,  667, 778,  722,  667,  611, 722,
    667,  944, 667, 667, 611,  278, 278, 278, 469, 556, 333, 556,  556, 500,  556,  556,  278, 556,
    556,  222, 222, 500, 222,  833, 556, 556, 556, 556, 333, 500,  278, 556,  500,  722,  500, 500,
    500,  334, 260, 334, 584,  0,   556, 0,   222, 556, 333, 1000, 556, 556,  333,  1000, 667, 333,
    1000, 0,   611, 0,   0,    222, 222, 333, 333, 350, 556, 1000, 333, 1000, 500,  333,  944, 0,
    500,  667, 278, 333, 556,  556, 556, 556, 260, 556, 333, 737,  370, 556,  584,  333,  737, 333,
    400,  584, 333, 333, 333,  556, 537, 278, 333, 333, 365, 556,  834, 834,  834,  611,  667, 667,
    667,  667, 667, 667, 1000, 722, 667, 667, 667, 667, 278, 278,  278, 278,  722,  722,  778, 778,
    778,  778, 778, 584, 778,  722, 722, 722, 722, 667, 667, 611,  556, 556,  556,  556,  556, 556,
    889,  500, 556, 556, 556,  556, 278, 278, 278, 278, 556, 556,  556, 556,  556,  556,  556, 584,
    611,  556, 556, 556, 556,  500, 556, 500};
constexpr std::array<int, 224> helvetica_bold_widths = {
    278,  333, 474, 556, 556,  889, 722, 238, 333, 333, 389, 584,  278, 333,  278, 278,  556, 556,
    556,  556, 556, 556, 556,  556, 556, 556, 333, 333, 584, 584,  584, 611,  975, 722,  722, 722,
    722,  667, 611, 778, 722,  278, 556, 722, 611, 833, 722, 778,  667, 778,  722, 667,  611, 722,
    667,  944, 667, 667, 611,  333, 278, 333, 584, 556, 333, 556,  611, 556,  611, 556,  333, 611,
    611,  278, 278, 556, 278,  889, 611, 611, 611, 611, 389, 556,  333, 611,  556, 778,  556, 556,
    500,  389, 280, 389, 584,  0,   556, 0,   278, 556, 500, 1000, 556, 556,  333, 1000, 667, 333,
    1000, 0,   611, 0,   0,    278, 278, 500, 500, 350, 556, 1000, 333, 1000, 556, 333,  944, 0,
    500,  667, 278, 333, 556,  556, 556, 556, 280, 556, 333, 737,  370, 556,  584, 333,  737, 333,
    400,  584, 333, 333, 333,  611, 556, 278, 333, 333, 365, 556,  834, 834,  834, 611,  722, 722,
    722,  722, 722, 722, 1000, 722, 667, 667, 667, 667, 278, 278,  278, 278,  722, 722,  778, 778,
    778,  778, 778, 584, 778,  722, 722, 722, 722, 667, 667, 611,  556, 556,  556, 556,  556, 556,
    889,  556, 556, 556, 556,  556, 278, 278, 278, 278, 611, 611,  611, 611,  611, 611,  611, 584,
    611,  611, 611, 611, 611,  556, 611, 556};

constexpr unsigned first_code = 0x20, first_of_specials = 0x80, end_of_specials = 0xA0;

/// The characters of the codes from 0x80 to 0x9F; 0 for codes that are none.
constexpr std::u32string_view specials =
    U"\u20AC\0\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\0\u017D\0"
    U"\0\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\0\u017E\u0178"sv;

/// The code of a character; null if the code page does not have it.
std::optional<char> code_of(char32_t c) {
    constexpr char32_t end_of_ascii = 0x7F, end_of_page = 0x100;
    const bool is_same =
        (c >= first_code && c < end_of_ascii) || (c >= end_of_specials && c < end_of_page);
    if (is_same) return static_cast<char>(c);
    const std::size_t place = c == 0 ? specials.npos : specials.find(c);
    if (place == specials.npos) return std::nullopt;
    return static_cast<char>(first_of_specials + place);
}

}  // namespace

StandardText standard_text(std::string_view text) {
    StandardText result;
    while (!text.empty()) {
        const std::optional<char> code = code_of(take_code_point(text));
        result.codes += code.value_or('?');
        result.is_complete &= code.has_value();
    }
    return result;
}

double standard_width(std::string_view codes, FontWeight weight) {
    const auto& widths = weight == FontWeight::normal ? helvetica_widths : helvetica_bold_widths;
    int width = 0;
    for (const char code : codes) width += widths.at(static_cast<unsigned char>(code) - first_code);
    return width / 1000.0;
}

}  // namespace pgm::io::detail

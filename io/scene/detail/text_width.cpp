#include <io/scene/detail/text_width.hpp>

#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <array>

namespace pgm::io::detail {
namespace {

/// The widths of the printable ASCII characters from the blank on, in thousandths of the font size.
constexpr std::array<int, 95> normal_widths = {
    318, 401, 460, 838, 637, 951, 780, 275, 391, 391, 500, 838, 318, 361,  318, 337, 637, 637, 637,
    637, 637, 637, 637, 637, 637, 637, 337, 337, 838, 838, 838, 531, 1000, 685, 687, 699, 771, 632,
    576, 775, 752, 295, 295, 656, 558, 863, 749, 788, 604, 788, 695, 635,  611, 732, 685, 989, 686,
    611, 686, 391, 337, 391, 838, 500, 500, 613, 635, 550, 635, 616, 353,  635, 634, 278, 278, 580,
    278, 975, 634, 612, 635, 635, 412, 521, 393, 634, 592, 818, 592, 592,  525, 637, 337, 637, 838};
constexpr std::array<int, 95> bold_widths = {
    349,  457, 521, 838, 696, 1002, 873, 307,  458, 458, 523, 838, 380, 416,  380, 366,
    696,  696, 696, 696, 696, 696,  696, 696,  696, 696, 400, 400, 838, 838,  838, 581,
    1000, 774, 763, 734, 831, 684,  684, 821,  837, 373, 373, 775, 638, 996,  837, 851,
    733,  851, 771, 721, 683, 813,  774, 1104, 771, 725, 726, 458, 366, 458,  838, 500,
    500,  675, 716, 593, 716, 679,  436, 716,  712, 343, 343, 666, 343, 1042, 712, 688,
    716,  716, 494, 596, 479, 712,  652, 924,  646, 652, 583, 712, 366, 712,  838};

/// The width of a character that is not ASCII in units of the font size. Few letters of a script
/// are much broader than the others.
double other_width(char32_t c) {
    constexpr std::u32string_view broad = U"ÆæŒœŴ½¼¾©®™…—―ЖМФШЩЫЮжмфшщыюЉЊљњ\uFFFD";
    constexpr char32_t first_emoji = 0x1F300;
    std::string one;
    append_code_point(one, c);
    switch (display_columns(one)) {
        case 0:
            return 0;
        case 1:
            return broad.find(c) == std::u32string_view::npos ? 0.88 : 1.1;
        default:
            return c >= first_emoji ? 1.28 : 1.06;
    }
}

double character_width(char32_t c, FontWeight weight) {
    constexpr double bolder = 1.14;
    const bool bold = weight != FontWeight::normal;
    if (c < U' ' || c > U'~') return other_width(c) * (bold ? bolder : 1);
    return (bold ? bold_widths : normal_widths)[c - U' '] / 1000.0;
}

}  // namespace

double text_width(std::string_view text, double font_size, FontWeight weight) {
    double width = 0;
    while (!text.empty()) width += character_width(take_code_point(text), weight);
    return width * font_size;
}

double widest(const std::vector<std::string>& texts, double font_size) {
    double width = 0;
    for (const std::string& text : texts) width = std::max(width, text_width(text, font_size));
    return width;
}

}  // namespace pgm::io::detail

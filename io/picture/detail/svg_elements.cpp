#include <io/picture/detail/svg_elements.hpp>

#include <io/picture/detail/picture_colors.hpp>
#include <io/picture/picture.hpp>
#include <pgm/core/text/utf8.hpp>

#include <charconv>

namespace pgm::io::detail {
namespace {

/// The width in units of the font size. Three classes of characters are accurate enough.
double character_width(char32_t c) {
    constexpr std::string_view narrow = "iljtfrI.,:;'|!()[]{}/\\ `-";
    constexpr std::string_view broad = "mwMW@%";
    if (c < 0x80) {
        if (narrow.find(static_cast<char>(c)) != std::string_view::npos) return 0.34;
        if (broad.find(static_cast<char>(c)) != std::string_view::npos) return 0.9;
        return c >= 'A' && c <= 'Z' ? 0.72 : 0.59;
    }
    std::string one;
    append_code_point(one, c);
    return 0.62 * static_cast<double>(display_columns(one));
}

}  // namespace

double text_width(std::string_view text, double font_size) {
    double width = 0;
    while (!text.empty()) width += character_width(take_code_point(text));
    return width * font_size;
}

std::string svg_number(double value) {
    char buffer[64];
    const auto result =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, 2);
    std::string text(buffer, result.ec == std::errc{} ? result.ptr : buffer);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string text_element(Point at, const std::string& text, double font_size, const char* anchor,
                         const std::string& attributes) {
    return "<text x=\"" + svg_number(at.x) + "\" y=\"" + svg_number(at.y) + "\" font-size=\"" +
           svg_number(font_size) + "\" text-anchor=\"" + anchor + "\"" + attributes + ">" +
           escape_markup(text) + "</text>\n";
}

std::string rectangle_element(Point corner, Point size, const std::string& attributes) {
    return "<rect x=\"" + svg_number(corner.x) + "\" y=\"" + svg_number(corner.y) + "\" width=\"" +
           svg_number(size.x) + "\" height=\"" + svg_number(size.y) + "\" " + attributes + "/>\n";
}

std::string svg_document(Point size, const std::string& attributes, const std::string& head,
                         const std::string& content) {
    const std::string width = svg_number(size.x), height = svg_number(size.y);
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
           "width=\"" +
           width + "\" height=\"" + height + "\" viewBox=\"0 0 " + width + " " + height + "\" " +
           attributes + " font-family=\"" + font_families + "\">\n" + head + "<rect width=\"" +
           width + "\" height=\"" + height + "\" fill=\"#ffffff\"/>\n" + content + "</svg>\n";
}

}  // namespace pgm::io::detail

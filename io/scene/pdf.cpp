#include <io/scene/scene.hpp>

#include <io/scene/detail/scene_text.hpp>
#include <io/scene/detail/standard_fonts.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace pgm::io {

using namespace detail;

namespace {

/// Names of fonts by weight, then by slant.
constexpr std::array<const char*, 4> font_names = {"Helvetica", "Helvetica-Oblique",
                                                   "Helvetica-Bold", "Helvetica-BoldOblique"};

std::size_t font_of(const Paint& paint) {
    return (paint.weight == FontWeight::normal ? 0 : 2) + (paint.is_italic ? 1 : 0);
}

/// "0.5 1 0 rg": the three shares of a colour "#rrggbb", and an operator.
std::string pdf_color(const std::string& color, const char* operation) {
    const auto digit = [&](std::size_t at) {
        const char c = ascii_lower(color.at(at));
        return c <= '9' ? c - '0' : c - 'a' + 10;
    };
    std::string text;
    for (std::size_t at = 1; at < 7; at += 2)
        text += scene_number((16 * digit(at) + digit(at + 1)) / 255.0) + " ";
    return text + operation + "\n";
}

std::string pdf_point(Point point) {
    return scene_number(point.x) + " " + scene_number(point.y);
}

/// The bytes of a text in parentheses.
std::string pdf_string(const std::string& codes) {
    std::string text = "(";
    for (const char c : codes) {
        if (c == '(' || c == ')' || c == '\\') text += '\\';
        text += c;
    }
    return text + ")";
}

/// A text of the properties of a document, in UTF-16.
std::string pdf_property(std::string_view text) {
    constexpr char32_t first_pair = 0x10000;
    std::string hex = "<FEFF";
    const auto append = [&](unsigned unit) {
        for (int shift = 12; shift >= 0; shift -= 4) hex += "0123456789ABCDEF"[unit >> shift & 15u];
    };
    while (!text.empty()) {
        const char32_t c = take_code_point(text);
        if (c < first_pair) {
            append(c);
        } else {
            append(0xD800u + ((c - first_pair) >> 10));
            append(0xDC00u + ((c - first_pair) & 0x3FFu));
        }
    }
    return hex + ">";
}

/// The operations that draw the marks, in a system of coordinates whose y grows downwards.
struct PageWriter : MarkPainter<PageWriter> {
    using MarkPainter<PageWriter>::operator();

    std::string text;
    std::vector<double> opacities;  ///< those that are needed, for the resources of the page
    std::vector<std::string> replaced;

    void operator()(const TextMark& mark) {
        const Paint own = painted(paint, mark.style);
        if (!own.fill) return;
        const StandardText standard = standard_text(mark.text);
        if (!standard.is_complete) replaced.push_back(mark.text);
        const double angle = mark.degrees * std::numbers::pi / 180, cosine = std::cos(angle),
                     sine = std::sin(angle);
        const double width = mark.size * standard_width(standard.codes, own.weight);
        const double back = mark.anchor == Anchor::start ? 0
                            : mark.anchor == Anchor::end ? width
                                                         : width / 2;
        text += "BT /F" + std::to_string(font_of(own)) + " " + scene_number(mark.size) + " Tf " +
                pdf_color(*own.fill, "rg") + scene_number(cosine) + " " + scene_number(sine) + " " +
                scene_number(sine) + " " + scene_number(-cosine) + " " +
                pdf_point({mark.at.x - back * cosine, mark.at.y - back * sine}) + " Tm " +
                pdf_string(standard.codes) + " Tj ET\n";
    }

    void operator()(const MarkGroup& group) {
        const std::string scale = to_text(group.scale, 9);
        text += "q\n" + scale + " 0 0 " + scale + " " + pdf_point(group.shift.value_or(Point{})) +
                " cm\n";
        if (group.clip)
            text += pdf_point(group.clip->corner) + " " + pdf_point(group.clip->size) + " re W n\n";
        const Paint outer = std::exchange(paint, painted(paint, group.style));
        write(group.marks);
        paint = outer;
        text += "Q\n";
    }

    void draw(const PathMark& path, const Paint& own) {
        if (!own.fill && !own.stroke) return;
        const bool is_transparent = own.fill && own.fill_opacity < 1;
        if (is_transparent) text += "q /G" + std::to_string(number_of(own.fill_opacity)) + " gs\n";
        if (own.fill) text += pdf_color(*own.fill, "rg");
        if (own.stroke) set_stroke(own);
        for (const PathMark::Step& step : path.steps) append(step);
        text += own.fill && own.stroke ? "B\n" : own.fill ? "f\n" : "S\n";
        if (is_transparent) text += "Q\n";
    }

    void set_stroke(const Paint& own) {
        text += pdf_color(*own.stroke, "RG") + scene_number(own.stroke_width) + " w [";
        for (const double length : own.dashes) text += scene_number(length) + " ";
        text += own.has_round_joins ? "] 0 d 1 j\n" : "] 0 d 0 j\n";
    }

    void append(const PathMark::Step& step) {
        switch (step.kind) {
            case PathMark::Kind::move:
                text += pdf_point(step.to) + " m\n";
                break;
            case PathMark::Kind::line:
                text += pdf_point(step.to) + " l\n";
                break;
            case PathMark::Kind::curve:
                text += pdf_point(step.first) + " " + pdf_point(step.second) + " " +
                        pdf_point(step.to) + " c\n";
                break;
            case PathMark::Kind::close:
                text += "h\n";
                break;
        }
    }

    std::size_t number_of(double opacity) {
        const auto found = std::ranges::find(opacities, opacity);
        const auto number = static_cast<std::size_t>(found - opacities.begin());
        if (found == opacities.end()) opacities.push_back(opacity);
        return number;
    }
};

/// The objects of a file, numbered from 1, and where they begin.
class PdfFile {
public:
    void add(const std::string& object) {
        offsets_.push_back(bytes_.size());
        bytes_ += std::to_string(offsets_.size()) + " 0 obj\n" + object + "\nendobj\n";
    }

    /// The whole file; the first object is the catalogue, the last the properties.
    std::string finished() const {
        const std::string count = std::to_string(offsets_.size() + 1);
        std::string file = bytes_ + "xref\n0 " + count + "\n0000000000 65535 f \n";
        for (const std::size_t offset : offsets_) {
            const std::string digits = std::to_string(offset);
            file += std::string(10 - digits.size(), '0') + digits + " 00000 n \n";
        }
        return file + "trailer\n<< /Size " + count + " /Root 1 0 R /Info " +
               std::to_string(offsets_.size()) + " 0 R >>\nstartxref\n" +
               std::to_string(bytes_.size()) + "\n%%EOF\n";
    }

private:
    std::string bytes_ = "%PDF-1.6\n%\xE2\xE3\xCF\xD3\n";  // the second line marks binary files
    std::vector<std::size_t> offsets_;
};

/// Fonts are objects of their own: Poppler looks for others in vain and complains.
std::string pdf_font(const char* name) {
    return std::string("<< /Type /Font /Subtype /Type1 /BaseFont /") + name +
           " /Encoding /WinAnsiEncoding >>";
}

std::string pdf_resources(std::size_t first_font, const std::vector<double>& opacities) {
    std::string fonts, states;
    for (std::size_t i = 0; i < font_names.size(); ++i)
        fonts += "/F" + std::to_string(i) + " " + std::to_string(first_font + i) + " 0 R\n";
    for (std::size_t i = 0; i < opacities.size(); ++i)
        states += "/G" + std::to_string(i) + " << /ca " + scene_number(opacities[i]) + " >>\n";
    return "<< /Font <<\n" + fonts + ">> /ExtGState <<\n" + states + ">> >>";
}

/// The numbers of the objects that a page and its fonts are.
struct PageNumbers {
    std::size_t page, first_font;
};

void add_page(PdfFile& file, const Scene& scene, PageNumbers numbers,
              std::vector<std::string>& replaced) {
    constexpr double longest_side = 14400;  // of a page, in its units (ISO 32000, annex C)
    const double unit =
        std::max(1.0, std::ceil(std::max(scene.size.x, scene.size.y) / longest_side));
    const Point page{scene.size.x / unit, scene.size.y / unit};
    const std::string scale = to_text(1 / unit, 9);
    PageWriter writer;
    writer.text = "q\n" + scale + " 0 0 -" + scale + " 0 " + scene_number(page.y) + " cm\n";
    writer.paint = painted({}, scene.style);
    writer.write(scene.marks);
    writer.text += "Q";
    file.add("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 " + pdf_point(page) + "] /UserUnit " +
             scene_number(unit) + " /Contents " + std::to_string(numbers.page + 1) +
             " 0 R /Resources " + pdf_resources(numbers.first_font, writer.opacities) + " >>");
    file.add("<< /Length " + std::to_string(writer.text.size()) + " >>\nstream\n" + writer.text +
             "\nendstream");
    replaced.insert(replaced.end(), writer.replaced.begin(), writer.replaced.end());
}

}  // namespace

PdfDocument pdf_document(const Scene& scene) {
    return pdf_document(std::span(&scene, 1));
}

PdfDocument pdf_document(std::span<const Scene> pages) {
    // Objects: the catalogue, the list of pages, two for each page, fonts, and the properties.
    const std::size_t first_font = 3 + 2 * pages.size();
    std::string kids, title;
    for (std::size_t i = 0; i < pages.size(); ++i) kids += " " + std::to_string(3 + 2 * i) + " 0 R";
    PdfFile file;
    file.add("<< /Type /Catalog /Pages 2 0 R >>");
    file.add("<< /Type /Pages /Kids [" + kids.erase(0, 1) + "] /Count " +
             std::to_string(pages.size()) + " >>");
    std::vector<std::string> replaced;
    for (std::size_t i = 0; i < pages.size(); ++i)
        add_page(file, pages[i], {3 + 2 * i, first_font}, replaced);
    for (const char* const font : font_names) file.add(pdf_font(font));
    if (!pages.empty() && !pages.front().title.empty())
        title = " /Title " + pdf_property(pages.front().title);
    file.add("<< /Producer (pgm)" + title + " >>");
    return {file.finished(), std::move(replaced)};
}

}  // namespace pgm::io

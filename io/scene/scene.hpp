#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pgm::io {

/// A point of a scene. The unit is 1/72 inch, and y grows downwards.
struct Point {
    double x = 0;
    double y = 0;
};

// The paint of a mark. Colours are "#rrggbb", or "none".

struct Fill {
    std::string color;
};
/// The opacity of a filled area, from 0 (invisible) to 1.
struct FillOpacity {
    double share = 1;
};
struct Stroke {
    std::string color;
};
struct StrokeWidth {
    double points = 1;
};
/// The lengths of dashes and gaps in turn; empty for a solid line.
struct Dashes {
    std::vector<double> lengths;
};
struct RoundJoins {};
/// The head at the end of a path. All heads of a scene have one colour.
struct ArrowHead {
    std::string color;
};
enum class FontWeight : std::uint8_t { normal, semibold, bold };
struct Italic {};

/// Paint in the order in which it is written. A mark inherits what its group is painted with.
using Style = std::vector<std::variant<Fill, FillOpacity, Stroke, StrokeWidth, Dashes, RoundJoins,
                                       ArrowHead, FontWeight, Italic>>;

/// The part of a text that stands at its point.
enum class Anchor : std::uint8_t { start, middle, end };

struct TextMark {
    Point at;  ///< on the baseline
    std::string text;
    double size = 12;
    Anchor anchor = Anchor::middle;
    Style style = {};
    double degrees = 0;  ///< clockwise, around `at`
};
struct LineMark {
    Point from;
    Point to;
    Style style = {};
};
struct RectangleMark {
    Point corner;  ///< upper left
    Point size;
    Style style = {};
    std::optional<double> radius = {};  ///< of rounded corners
};
struct CircleMark {
    Point centre;
    double radius = 0;
    Style style = {};
};
/// Lines and curves.
struct PathMark {
    enum class Kind : std::uint8_t { move, line, curve, close };
    struct Step {
        Kind kind = Kind::move;
        Point to = {};
        Point first = {}, second = {};  ///< the control points of a cubic Bezier curve
    };

    std::vector<Step> steps;
    Style style = {};
};

struct Mark;

/// Marks that are painted, scaled, moved or clipped together.
struct MarkGroup {
    /// A rectangle outside of which nothing is drawn.
    struct Clip {
        std::string id;  ///< that no other group of the scene has
        Point corner;
        Point size;
    };

    std::vector<Mark> marks;
    Style style = {};
    std::optional<Point> shift = {};
    std::string title = {};  ///< the name of what is drawn, for a tooltip
    std::optional<Clip> clip = {};
    double scale = 1;  ///< of all that is within, before it is moved
};

struct Mark {
    std::variant<TextMark, LineMark, RectangleMark, CircleMark, PathMark, MarkGroup> shape;
};

/// A picture as a list of marks, the first at the bottom, on a white ground. Pictures of networks
/// (picture.hpp) and plots (plot.hpp) are functions that make one; svg_text(), pdf_document() and
/// tikz_text() write any of them, so that all three show the same. The same scene gives the same
/// bytes everywhere.
struct Scene {
    Point size;
    std::string title = {};  ///< for readers of screens and the properties of a document; may be ""
    Style style = {};
    std::vector<Mark> marks = {};
};

/// A path through these points.
PathMark polyline(const std::vector<Point>& points, Style style = {});

/// Escapes text for an XML or Graphviz HTML element or attribute: & < > " ' become entities;
/// invisible controls (is_invisible_control) and bytes that are not UTF-8 become U+FFFD.
std::string escape_markup(std::string_view text);

/// Escapes text for LaTeX: what is more than text there becomes a command, invisible controls '?'.
std::string escape_latex(std::string_view text);

/// The scene as SVG 1.1, without scripts and external references. Fonts are named by family only.
std::string svg_text(const Scene& scene);

/// A PDF file.
struct PdfDocument {
    std::string bytes;
    /// The texts with characters that are drawn as '?', because the fonts do not have them.
    std::vector<std::string> replaced;
};

/// The scene as a page of PDF 1.6 (ISO 32000) that is as large as the scene. Text is in Helvetica,
/// one of the standard fonts, which every viewer has and no file embeds; they have the letters of
/// western European languages (Windows code page 1252).
PdfDocument pdf_document(const Scene& scene);
/// Several of them, of which the first has the title of the document.
PdfDocument pdf_document(std::span<const Scene> pages);

/// The scene in TikZ, the language of LaTeX for pictures.
enum class TikzForm : std::uint8_t {
    picture,   ///< an environment tikzpicture, for \input in a document with \usepackage{tikz}
    document,  ///< a document of the class standalone that pdflatex makes a picture of
};
std::string tikz_text(const Scene& scene, TikzForm form);

}  // namespace pgm::io

#include <io/picture/detail/graph_layout.hpp>

#include <io/file/detail/child_process.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::io::detail {
namespace {

constexpr double points_per_inch = 72;

/// Zeros that are at least as wide as the text in every typeface that Graphviz may measure them in,
/// with some room around it.
std::string zeros_as_wide_as(double text_width) {
    constexpr double narrow_zero = 0.55;  // in units of the font size: Helvetica and Arial
    return std::string(
        static_cast<std::size_t>(std::ceil(text_width / (narrow_zero * arc_label_size))) + 1, '0');
}

/// The graph as input for `dot`, with numbers only. It has no arrow heads, so that splines end at
/// the borders of the nodes. A label is a row of zeros, by which parse_plain_layout() knows it.
std::string question(std::span<const Arc> arcs, std::span<const Point> sizes,
                     std::span<const double> label_widths) {
    std::string text =
        "digraph {\ngraph [nodesep=0.3, ranksep=0.5, nslimit=8, mclimit=2];\nnode [shape=box, "
        "fixedsize=true, label=\"\"];\nedge [dir=none, fontname=\"Helvetica\", fontsize=" +
        to_text(arc_label_size, 6) + "];\n";
    for (std::size_t i = 0; i < sizes.size(); ++i)
        text += std::to_string(i) + " [width=" + to_text(sizes[i].x / points_per_inch, 6) +
                ", height=" + to_text(sizes[i].y / points_per_inch, 6) + "];\n";
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        text +=
            std::to_string(arcs[i].parent.index()) + " -> " + std::to_string(arcs[i].child.index());
        if (!label_widths.empty()) text += " [label=\"" + zeros_as_wide_as(label_widths[i]) + "\"]";
        text += ";\n";
    }
    return text + "}\n";
}

/// Reads the words of the output one after the other. Throws IoError if one is missing.
class Words {
public:
    explicit Words(std::string_view text) : rest_(text) {}

    /// The next word, "" at the end.
    std::string_view next() {
        const std::size_t begin = rest_.find_first_not_of(" \n\r\t");
        if (begin == std::string_view::npos) return {};
        const std::size_t end = std::min(rest_.find_first_of(" \n\r\t", begin), rest_.size());
        const std::string_view word = rest_.substr(begin, end - begin);
        rest_.remove_prefix(end);
        return word;
    }

    void skip_line() { rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size())); }

    double number() {
        const std::optional<double> value = parse_number(next());
        if (!value) throw unexpected();
        return *value;
    }

    std::size_t count(std::size_t limit) {
        const double value = number();
        if (!(value >= 0 && value < static_cast<double>(limit))) throw unexpected();
        return static_cast<std::size_t>(value);
    }

    static IoError unexpected() {
        return IoError(
            "the program 'dot' of Graphviz gave an answer that is not in its plain format");
    }

private:
    std::string_view rest_;
};

/// Reads a point. The plain format has its origin at the lower left and uses inches.
Point read_point(Words& words, double height) {
    const double x = words.number(), y = words.number();
    return {x * points_per_inch, height - y * points_per_inch};
}

}  // namespace

GraphLayout parse_plain_layout(std::string_view text, std::size_t vertices) {
    constexpr std::size_t most_spline_points = 1'000'000;
    GraphLayout layout;
    layout.nodes.resize(vertices);
    Words words(text);
    for (std::string_view word = words.next(); word != "stop"; word = words.next()) {
        if (word == "graph") {
            words.number();  // scale
            layout.size.x = words.number() * points_per_inch;
            layout.size.y = words.number() * points_per_inch;
        } else if (word == "node") {
            Point& node = layout.nodes[words.count(vertices)];
            node = read_point(words, layout.size.y);
        } else if (word == "edge") {
            const VariableId parent(words.count(vertices)), child(words.count(vertices));
            layout.arcs.push_back({parent, child});
            std::vector<Point>& spline =
                layout.splines.emplace_back(words.count(most_spline_points));
            for (Point& point : spline) point = read_point(words, layout.size.y);
            if (words.next().starts_with('0'))  // otherwise a style, "solid"
                layout.labels.push_back(read_point(words, layout.size.y));
        } else {
            throw Words::unexpected();
        }
        words.skip_line();
    }
    if (!layout.labels.empty() && layout.labels.size() != layout.splines.size())
        throw Words::unexpected();
    return layout;
}

GraphLayout lay_out(std::span<const Arc> arcs, std::span<const Point> sizes,
                    std::span<const double> label_widths) {
    if (sizes.size() > largest_layout || arcs.size() > largest_layout)
        throw TooLargeError(
            "a layered drawing of " + std::to_string(sizes.size()) + " variables and " +
                std::to_string(arcs.size()) + " arcs would be unreadable",
            {},
            "at most " + std::to_string(largest_layout) +
                " of each; write a .dot file and lay it out with another program, such as sfdp");
    ChildResult answer;
    try {
        answer = run_child({"dot", "-Tplain"}, question(arcs, sizes, label_widths));
    } catch (const IoError& error) {
        throw IoError(error.message() +
                      "; drawing needs the program 'dot' of Graphviz (package graphviz), or write "
                      "a .dot file instead");
    }
    if (answer.exit_status != 0)
        throw IoError("the program 'dot' of Graphviz failed with status " +
                      std::to_string(answer.exit_status) +
                      (answer.errors.empty()
                           ? ""
                           : ": " + answer.errors.substr(0, answer.errors.find('\n'))));
    return parse_plain_layout(answer.output, sizes.size());
}

}  // namespace pgm::io::detail

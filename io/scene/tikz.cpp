#include <io/scene/scene.hpp>

#include <io/scene/detail/scene_text.hpp>
#include <pgm/core/text/characters.hpp>

#include <set>
#include <utility>

namespace pgm::io {

using namespace detail;

namespace {

/// The name that a colour "#rrggbb" has in the picture.
std::string tikz_color(const std::string& color) {
    return "pgm" + color.substr(1);
}

std::string tikz_point(Point point) {
    return "(" + scene_point(point) + ")";
}

struct TikzWriter : MarkPainter<TikzWriter> {
    using MarkPainter<TikzWriter>::operator();

    std::string text;
    std::set<std::string> colors;

    void operator()(const TextMark& mark) {
        const Paint own = painted(paint, mark.style);
        if (!own.fill) return;
        const std::string size = scene_number(mark.size) + "bp";
        text += "\\node[anchor=base";
        if (mark.anchor != Anchor::middle) text += mark.anchor == Anchor::start ? " west" : " east";
        if (mark.degrees != 0) text += ", rotate=" + scene_number(-mark.degrees);
        text += ", inner sep=0, text=" + used(*own.fill) + ", font=\\fontsize{" + size + "}{" +
                size + "}\\sffamily" + (own.weight == FontWeight::normal ? "" : "\\bfseries") +
                (own.is_italic ? "\\itshape" : "") + "\\selectfont] at " + tikz_point(mark.at) +
                " {" + escape_latex(mark.text) + "};\n";
    }

    void operator()(const MarkGroup& group) {
        const std::string shift = "shift={" + tikz_point(group.shift.value_or(Point{})) + "}";
        const std::string scale = ",scale=" + scene_number(group.scale);
        text += group.scale == 1 ? "\\begin{scope}[" + shift + "]\n"
                                 : "\\begin{scope}[transform canvas={" + shift + scale + "}]\n";
        if (group.clip) {
            const auto [corner, size] = std::pair(group.clip->corner, group.clip->size);
            text += "\\clip " + tikz_point(corner) + " rectangle " +
                    tikz_point({corner.x + size.x, corner.y + size.y}) + ";\n";
        }
        const Paint outer = std::exchange(paint, painted(paint, group.style));
        write(group.marks);
        paint = outer;
        text += "\\end{scope}\n";
    }

    std::string used(const std::string& color) {
        colors.insert(color);
        return tikz_color(color);
    }

    void draw(const PathMark& path, const Paint& own) {
        if (!own.fill && !own.stroke) return;
        std::string settings;
        if (own.fill) settings += "fill=" + used(*own.fill);
        if (own.fill && own.fill_opacity < 1)
            settings += ", fill opacity=" + scene_number(own.fill_opacity);
        if (own.stroke)
            settings += (own.fill ? ", draw=" : "draw=") + used(*own.stroke) +
                        ", line width=" + scene_number(own.stroke_width) + "bp" +
                        dash_pattern(own.dashes) + (own.has_round_joins ? ", line join=round" : "");
        text += "\\path[" + settings + "]";
        for (const PathMark::Step& step : path.steps) append(step);
        text += ";\n";
    }

    static std::string dash_pattern(const std::vector<double>& dashes) {
        if (dashes.empty()) return {};
        std::string pattern = ", dash pattern=";
        for (std::size_t i = 0; i < dashes.size(); ++i)
            pattern += (i % 2 == 0 ? "on " : "off ") + scene_number(dashes[i]) + "bp ";
        pattern.pop_back();
        return pattern;
    }

    void append(const PathMark::Step& step) {
        switch (step.kind) {
            case PathMark::Kind::move:
                text += " " + tikz_point(step.to);
                break;
            case PathMark::Kind::line:
                text += " -- " + tikz_point(step.to);
                break;
            case PathMark::Kind::curve:
                text += " .. controls " + tikz_point(step.first) + " and " +
                        tikz_point(step.second) + " .. " + tikz_point(step.to);
                break;
            case PathMark::Kind::close:
                text += " -- cycle";
                break;
        }
    }
};

}  // namespace

std::string escape_latex(std::string_view text) {
    constexpr std::string_view with_backslash = "{}$&#_%";
    std::string result;
    while (!text.empty()) {
        const char32_t c = take_code_point(text);
        if (c < 0x80 && with_backslash.find(static_cast<char>(c)) != with_backslash.npos) {
            result.append("\\").append(1, static_cast<char>(c));
        } else if (c == U'\\') {
            result += "\\textbackslash{}";
        } else if (c == U'^') {
            result += "\\textasciicircum{}";
        } else if (c == U'~') {
            result += "\\textasciitilde{}";
        } else if (c == U'<') {
            result += "\\textless{}";
        } else if (c == U'>') {
            result += "\\textgreater{}";
        } else if (c == U'|') {
            result += "\\textbar{}";
        } else if (c == U'"') {
            result += "\\char`\\\"{}";
        } else {
            append_code_point(result, is_invisible_control(c) ? U'?' : c);
        }
    }
    return result;
}

std::string tikz_text(const Scene& scene, TikzForm form) {
    TikzWriter writer;
    writer.paint = painted({}, scene.style);
    writer.write(scene.marks);
    std::string picture;
    for (const std::string& color : writer.colors) {
        std::string digits = color.substr(1);
        for (char& c : digits) c = c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
        picture += "\\definecolor{" + tikz_color(color) + "}{HTML}{" + digits + "}\n";
    }
    picture += "\\begin{tikzpicture}[x=1bp, y=-1bp]\n\\useasboundingbox (0,0) rectangle " +
               tikz_point(scene.size) + ";\n" + writer.text + "\\end{tikzpicture}\n";
    if (form == TikzForm::picture) return picture;
    return "\\documentclass[tikz]{standalone}\n\\usepackage[T1]{fontenc}\n\\begin{document}\n" +
           picture + "\\end{document}\n";
}

}  // namespace pgm::io

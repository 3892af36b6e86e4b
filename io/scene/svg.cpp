#include <io/scene/scene.hpp>

#include <io/scene/detail/scene_text.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

namespace pgm::io {

using namespace detail;

namespace {

constexpr std::string_view font_families = "Helvetica, Arial, 'DejaVu Sans', sans-serif";

/// ` name="value"`
std::string svg_attribute(std::string_view name, std::string_view value) {
    return " " + std::string(name) + "=\"" + std::string(value) + "\"";
}

/// "translate(3,4) scale(0.5)"
std::string transformation(const MarkGroup& group) {
    std::string text;
    if (group.shift) text = "translate(" + scene_point(*group.shift) + ")";
    if (group.scale != 1)
        text += (text.empty() ? "scale(" : " scale(") + to_text(group.scale, 9) + ")";
    return text;
}

std::string dash_text(const std::vector<double>& lengths) {
    std::string text;
    for (const double length : lengths)
        text.append(text.empty() ? "" : " ").append(scene_number(length));
    return text.empty() ? "none" : text;
}

std::string_view weight_text(FontWeight weight) {
    switch (weight) {
        case FontWeight::semibold:
            return "600";
        case FontWeight::bold:
            return "bold";
        case FontWeight::normal:
            break;
    }
    return "normal";
}

std::string_view anchor_text(Anchor anchor) {
    switch (anchor) {
        case Anchor::start:
            return "start";
        case Anchor::end:
            return "end";
        case Anchor::middle:
            break;
    }
    return "middle";
}

/// Attributes in the order of the settings.
std::string svg_attributes(const Style& style) {
    const Overloaded text_of{
        [](const Fill& fill) { return svg_attribute("fill", fill.color); },
        [](FillOpacity opacity) {
            return svg_attribute("fill-opacity", scene_number(opacity.share));
        },
        [](const Stroke& stroke) { return svg_attribute("stroke", stroke.color); },
        [](StrokeWidth width) { return svg_attribute("stroke-width", scene_number(width.points)); },
        [](const Dashes& dashes) {
            return svg_attribute("stroke-dasharray", dash_text(dashes.lengths));
        },
        [](RoundJoins) { return svg_attribute("stroke-linejoin", "round"); },
        [](const ArrowHead& head) {
            return svg_attribute("marker-end", head.color == "none" ? "none" : "url(#arrow)");
        },
        [](FontWeight weight) { return svg_attribute("font-weight", weight_text(weight)); },
        [](Italic) { return svg_attribute("font-style", "italic"); }};
    std::string text;
    for (const auto& setting : style) text += std::visit(text_of, setting);
    return text;
}

std::string path_data(const PathMark& path) {
    std::string data;
    for (const PathMark::Step& step : path.steps) {
        if (!data.empty() && step.kind != PathMark::Kind::close) data += ' ';
        switch (step.kind) {
            case PathMark::Kind::move:
                data += "M" + scene_point(step.to);
                break;
            case PathMark::Kind::line:
                data += "L" + scene_point(step.to);
                break;
            case PathMark::Kind::curve:
                data += "C" + scene_point(step.first) + " " + scene_point(step.second) + " " +
                        scene_point(step.to);
                break;
            case PathMark::Kind::close:
                data += 'Z';
                break;
        }
    }
    return data;
}

/// The first head of an arrow among the marks, or null.
const ArrowHead* arrow_head_in(const std::vector<Mark>& marks) {
    for (const Mark& mark : marks) {
        const Style& style =
            std::visit([](const auto& shape) -> const Style& { return shape.style; }, mark.shape);
        for (const auto& setting : style)
            if (const auto* const head = std::get_if<ArrowHead>(&setting); head) return head;
        if (const auto* const group = std::get_if<MarkGroup>(&mark.shape))
            if (const ArrowHead* const head = arrow_head_in(group->marks)) return head;
    }
    return nullptr;
}

std::string arrow_head_definition(const ArrowHead& head) {
    return "<defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" "
           "markerWidth=\"8\" markerHeight=\"8\" "
           "markerUnits=\"userSpaceOnUse\" orient=\"auto\">"
           "<path d=\"M0,1 L10,5 L0,9 Z\" fill=\"" +
           head.color + "\"/></marker></defs>\n";
}

struct SvgWriter {
    std::string text;

    void write(const std::vector<Mark>& marks) {
        for (const Mark& mark : marks) std::visit(*this, mark.shape);
    }

    void operator()(const TextMark& mark) {
        text += "<text" + svg_attribute("x", scene_number(mark.at.x)) +
                svg_attribute("y", scene_number(mark.at.y)) +
                svg_attribute("font-size", scene_number(mark.size)) +
                svg_attribute("text-anchor", anchor_text(mark.anchor)) + svg_attributes(mark.style);
        if (mark.degrees != 0)
            text += svg_attribute("transform", "rotate(" + scene_number(mark.degrees) + " " +
                                                   scene_number(mark.at.x) + " " +
                                                   scene_number(mark.at.y) + ")");
        text += ">" + escape_markup(mark.text) + "</text>\n";
    }

    void operator()(const LineMark& mark) {
        text += "<line" + svg_attribute("x1", scene_number(mark.from.x)) +
                svg_attribute("y1", scene_number(mark.from.y)) +
                svg_attribute("x2", scene_number(mark.to.x)) +
                svg_attribute("y2", scene_number(mark.to.y)) + svg_attributes(mark.style) + "/>\n";
    }

    void operator()(const RectangleMark& mark) {
        text += "<rect" + svg_attribute("x", scene_number(mark.corner.x)) +
                svg_attribute("y", scene_number(mark.corner.y)) +
                svg_attribute("width", scene_number(mark.size.x)) +
                svg_attribute("height", scene_number(mark.size.y));
        if (mark.radius) text += svg_attribute("rx", scene_number(*mark.radius));
        text += svg_attributes(mark.style) + "/>\n";
    }

    void operator()(const CircleMark& mark) {
        text += "<circle" + svg_attribute("cx", scene_number(mark.centre.x)) +
                svg_attribute("cy", scene_number(mark.centre.y)) +
                svg_attribute("r", scene_number(mark.radius)) + svg_attributes(mark.style) + "/>\n";
    }

    void operator()(const PathMark& mark) {
        if (mark.steps.empty()) return;
        text += "<path" + svg_attribute("d", path_data(mark)) + svg_attributes(mark.style) + "/>\n";
    }

    void operator()(const MarkGroup& group) {
        if (group.clip)
            text += "<defs><clipPath id=\"" + group.clip->id + "\">" + "<rect" +
                    svg_attribute("x", scene_number(group.clip->corner.x)) +
                    svg_attribute("y", scene_number(group.clip->corner.y)) +
                    svg_attribute("width", scene_number(group.clip->size.x)) +
                    svg_attribute("height", scene_number(group.clip->size.y)) +
                    "/></clipPath></defs>\n";
        text += "<g";
        if (group.shift || group.scale != 1)
            text += svg_attribute("transform", transformation(group));
        if (group.clip) text += svg_attribute("clip-path", "url(#" + group.clip->id + ")");
        text += svg_attributes(group.style) + ">\n";
        if (!group.title.empty()) text += "<title>" + escape_markup(group.title) + "</title>\n";
        write(group.marks);
        text += "</g>\n";
    }
};

}  // namespace

PathMark polyline(const std::vector<Point>& points, Style style) {
    PathMark path{{}, std::move(style)};
    for (const Point& point : points)
        path.steps.push_back(
            {path.steps.empty() ? PathMark::Kind::move : PathMark::Kind::line, point});
    return path;
}

std::string escape_markup(std::string_view text) {
    std::string escaped;
    while (!text.empty()) {
        const char32_t c = take_code_point(text);
        switch (c) {
            case U'&':
                escaped += "&amp;";
                break;
            case U'<':
                escaped += "&lt;";
                break;
            case U'>':
                escaped += "&gt;";
                break;
            case U'"':
                escaped += "&quot;";
                break;
            case U'\'':
                escaped += "&#39;";
                break;
            default:
                append_code_point(escaped, is_invisible_control(c) ? U'\uFFFD' : c);
        }
    }
    return escaped;
}

std::string svg_text(const Scene& scene) {
    const std::string width = scene_number(scene.size.x), height = scene_number(scene.size.y);
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg" +
                       svg_attribute("xmlns", "http://www.w3.org/2000/svg") +
                       svg_attribute("width", width) + svg_attribute("height", height) +
                       svg_attribute("viewBox", "0 0 " + width + " " + height) +
                       svg_attribute("role", "img") + svg_attributes(scene.style) +
                       svg_attribute("font-family", font_families) + ">\n";
    if (!scene.title.empty()) text += "<title>" + escape_markup(scene.title) + "</title>\n";
    if (const ArrowHead* const head = arrow_head_in(scene.marks))
        text += arrow_head_definition(*head);
    text += "<rect" + svg_attribute("width", width) + svg_attribute("height", height) +
            svg_attribute("fill", "#ffffff") + "/>\n";
    SvgWriter writer{std::move(text)};
    writer.write(scene.marks);
    return writer.text + "</svg>\n";
}

}  // namespace pgm::io

#include <io/picture/picture_file.hpp>

#include <io/file/suffix.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

namespace pgm::io {
namespace {

bool is_page_name(std::string_view path) {
    return has_suffix(path, ".html");
}

}  // namespace

bool is_dot_name(std::string_view path) {
    return has_suffix(path, ".dot") || has_suffix(path, ".gv");
}

bool is_picture_name(std::string_view path) {
    return is_dot_name(path) || is_page_name(path) || scene_format_of(path);
}

WrittenScene write_picture(const BayesianNetwork& network, const Picture& picture,
                           std::string_view path) {
    if (is_dot_name(path)) return {dot_text(network, picture)};
    if (is_page_name(path)) return {html_text(network, picture)};
    if (const auto format = scene_format_of(path)) {
        Scene scene = network_scene(network, picture);
        // A title of SVG would be a tooltip of the whole picture.
        if (*format == SceneFormat::pdf) scene.title = document_title(network, picture);
        return write_scene(scene, *format);
    }
    throw ArgumentError("cannot tell from the name '" + printable(path) + "' what to draw",
                        "pictures are .svg, .pdf, .tex, .tikz, .html or .dot files, each also with "
                        ".gz or .zst");
}

}  // namespace pgm::io

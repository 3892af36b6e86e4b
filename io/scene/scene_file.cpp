#include <io/scene/scene_file.hpp>

#include <io/file/suffix.hpp>

namespace pgm::io {

std::optional<SceneFormat> scene_format_of(std::string_view path) {
    if (has_suffix(path, ".svg")) return SceneFormat::svg;
    if (has_suffix(path, ".pdf")) return SceneFormat::pdf;
    if (has_suffix(path, ".tex")) return SceneFormat::tikz_document;
    if (has_suffix(path, ".tikz")) return SceneFormat::tikz_picture;
    return std::nullopt;
}

WrittenScene write_scene(const Scene& scene, SceneFormat format) {
    switch (format) {
        case SceneFormat::pdf: {
            PdfDocument document = pdf_document(scene);
            return {std::move(document.bytes), std::move(document.replaced)};
        }
        case SceneFormat::tikz_document:
            return {tikz_text(scene, TikzForm::document)};
        case SceneFormat::tikz_picture:
            return {tikz_text(scene, TikzForm::picture)};
        case SceneFormat::svg:
            break;
    }
    return {svg_text(scene)};
}

}  // namespace pgm::io

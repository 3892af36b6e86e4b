#pragma once

#include <io/scene/scene.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io {

// Files of scenes: the format is that of the suffix of the name.

/// The formats of scenes.
enum class SceneFormat : std::uint8_t {
    svg,            ///< .svg
    pdf,            ///< .pdf
    tikz_document,  ///< .tex: LaTeX makes a picture of it
    tikz_picture,   ///< .tikz: for \input in another document
};

/// The format of a name, whose suffix may be followed by .gz or .zst; null if there is none.
std::optional<SceneFormat> scene_format_of(std::string_view path);

/// The bytes of a file.
struct WrittenScene {
    std::string bytes;
    std::vector<std::string> replaced = {};  ///< PdfDocument::replaced
};
WrittenScene write_scene(const Scene& scene, SceneFormat format);

}  // namespace pgm::io

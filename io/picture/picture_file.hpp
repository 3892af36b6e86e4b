#pragma once

#include <io/picture/picture.hpp>
#include <io/scene/scene_file.hpp>

#include <string_view>

namespace pgm::io {

// Files of pictures of networks. The format is that of the suffix of the name, which may be
// followed by .gz or .zst: one of those of scenes (scene_file.hpp), .html for html_text(), .dot or
// .gv for dot_text().

/// True for a name with such a suffix.
bool is_picture_name(std::string_view path);

/// True for the input of Graphviz, which lays it out.
bool is_dot_name(std::string_view path);

/// The bytes of a file of that name. Throws ArgumentError unless is_picture_name(), and as
/// network_scene() does.
WrittenScene write_picture(const BayesianNetwork& network, const Picture& picture,
                           std::string_view path);

}  // namespace pgm::io

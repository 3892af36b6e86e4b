#pragma once

#include <string_view>

namespace pgm::io {

/// Whether the name of a file says that it is packed: it ends in .gz, letter case aside. Every
/// reader and writer asks here.
bool is_packed_name(std::string_view path);

/// The same name without its .gz, if it has one.
std::string_view without_packing(std::string_view path);

}  // namespace pgm::io

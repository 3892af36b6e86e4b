#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace pgm::apps {

/// The bytes of a size of memory as people type it: "512" and "0.5" are megabytes, "2GB" says its
/// unit (K, M, G or T, also followed by B or iB, in capitals or not; each is 1024 of the one
/// before). Null for what is no such size, or less than a byte; what no machine can have is
/// the largest number.
std::optional<std::size_t> parse_memory_size(std::string_view text);

}  // namespace pgm::apps

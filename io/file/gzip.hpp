#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pgm::io {

/// For zlib: the largest window, 2^15 bytes, and 16 for the wrapper of a gzip file.
inline constexpr int gzip_window_bits = 15 + 16;

/// Whether the bytes begin like a gzip file (RFC 1952): 1f 8b.
bool is_gzip(std::string_view bytes);

/// The contents of a gzip file, of all its members one after the other. `name` is what errors call it. Throws ParseError when the bytes are damaged, cut short or
/// followed by something else, and TooLargeError once the contents pass `max_bytes`, so that a small file cannot unpack to a huge one.
std::string gunzip(std::string_view bytes, std::size_t max_bytes, const std::string& name);

/// A gzip file of one member, without name and time: the same contents give the same bytes.
std::string gzip(std::string_view contents);

}  // namespace pgm::io

#pragma once

#include <io/file/file_descriptor.hpp>

#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace pgm::io {

/// Whether a path names a file that is open already (standard input or output, /dev/fd/N), which
/// has no suffix to tell a format.
bool is_stream(const std::string& path);

/// What was opened for reading.
struct InputFile {
    FileDescriptor descriptor;
    std::size_t size =
        0;  ///< of a regular file, when it was opened; 0 for pipes, which do not tell
};

/// A file, a pipe or (for "-") standard input, open for reading. Throws IoError with the operating
/// system's reason, also for a folder.
InputFile open_for_reading(const std::string& path);

/// The next bytes of a file; none only at its end. Throws IoError.
std::size_t read_some(const FileDescriptor& file, std::span<char> room, const std::string& path);

/// Throws TooLargeError where a file holds more than `max_bytes`.
void check_file_size(const std::string& path, std::size_t bytes, std::size_t max_bytes);

/// Ordinary models pack to a tenth, the most regular ones to a hundredth; a thousandth, the best
/// that the format allows, is the mark of a file made to exhaust memory.
inline constexpr std::size_t most_unpacked_ratio = 200;
inline constexpr std::size_t free_unpacked_bytes = std::size_t{1} << 26;

/// Throws TooLargeError for packed contents that unpack to more than most_unpacked_ratio times as
/// much as was read of the file, once they pass free_unpacked_bytes.
void check_unpacked_size(const std::string& path, std::size_t packed, std::size_t unpacked);

/// Whether contents that begin like this may hold NUL bytes. No text does.
using MayHoldNul = bool (*)(std::string_view first_bytes);
inline bool is_never_binary(std::string_view) {
    return false;
}

/// Appends what `next` gives, piece by piece, to its end or to the first piece with a NUL byte that
/// a text cannot hold: whoever reads the text refuses it with its place, however much would come
/// behind it. Memory grows by what has been read; of `expected` bytes, what a file says of itself,
/// 64 MiB at most are believed. Throws TooLargeError past `max_bytes`.
void append_pieces(std::string& bytes, const std::function<std::size_t(std::span<char>)>& next,
                   MayHoldNul may_hold_nul, std::size_t max_bytes, const std::string& path,
                   std::size_t expected = 0);

/// All that is in a file, a pipe or standard input, which it opens; unpacked where it is packed by
/// gzip. What a short file holds lies in the object itself: it takes neither an allocation nor a
/// question about the size, which are a good part of the time of reading a text of a kilobyte.
class FileBytes {
public:
    /// Opens it and reads its first bytes. Throws IoError with the operating system's reason, also
    /// for a folder.
    explicit FileBytes(const std::string& path);

    /// Reads the others and returns all of them, which stay where they are as long as the object.
    /// Of contents that may not hold a NUL byte nothing is read behind the piece with the first.
    /// Throws IoError; TooLargeError past `max_bytes`, before reading where the size is known
    /// beforehand, and for packed contents more than most_unpacked_ratio times as long as the file
    /// once they pass free_unpacked_bytes; ParseError for damaged gzip data. Once only.
    std::string_view read(std::size_t max_bytes, MayHoldNul may_hold_nul = is_never_binary);

private:
    static constexpr std::size_t short_bytes = 16384;

    std::size_t next_packed(std::span<char> piece, std::size_t& used);
    void unpack(std::size_t max_bytes, MayHoldNul may_hold_nul);

    const std::string& path_;
    FileDescriptor file_;
    std::size_t used_ = 0;  ///< of short_
    /// Not set to zero, since only what was read is looked at.
    std::array<char, short_bytes> short_;
    std::string long_;  ///< all bytes, when there are more
};

/// "No such file or directory": the reason behind an errno value.
std::string system_reason(int error);

}  // namespace pgm::io

#pragma once

#include <unistd.h>
#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace pgm::io {

namespace detail {
enum class Packing;
}

/// Owns an open file of the operating system. The destructor closes it and ignores errors, so a
/// file that was written must be closed by close().
class FileDescriptor {
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int descriptor) : descriptor_(descriptor) {}
    FileDescriptor(FileDescriptor&& other) noexcept
        : descriptor_(std::exchange(other.descriptor_, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~FileDescriptor() {
        if (is_open()) ::close(descriptor_);
    }

    bool is_open() const { return descriptor_ >= 0; }
    int get() const { return descriptor_; }
    /// Closes the file and returns the result of close(2), which may report errors of earlier
    /// writes.
    int close() { return ::close(std::exchange(descriptor_, -1)); }

private:
    int descriptor_ = -1;
};

/// True for "-", which names standard input or standard output.
inline bool is_standard_stream(std::string_view path) {
    return path == "-";
}

/// The name of an input for messages: the path, or "stdin" for "-".
inline std::string source_name(const std::string& path) {
    return is_standard_stream(path) ? "stdin" : path;
}

/// True if a path names a file that is open already (standard input or output, /dev/fd/N). Such a
/// path has no suffix.
bool is_stream(const std::string& path);

/// A file that is open for reading.
struct InputFile {
    FileDescriptor descriptor;
    std::size_t size = 0;  ///< of a regular file when it was opened; 0 for a pipe
};

/// Opens a file, a pipe or (for "-") standard input. Throws IoError with the operating system's
/// reason, also for a folder.
InputFile open_for_reading(const std::string& path);

/// Reads the next bytes of a file and returns their number, which is 0 only at its end. Throws
/// IoError.
std::size_t read_some(const FileDescriptor& file, std::span<char> room, const std::string& path);

/// Throws TooLargeError when a file has more than `max_bytes`.
void check_file_size(const std::string& path, std::size_t bytes, std::size_t max_bytes);

/// The largest accepted ratio of unpacked to packed bytes. Ordinary models are packed to a tenth,
/// the most regular ones to a hundredth. The format allows a thousandth, which indicates a file
/// made to exhaust memory.
inline constexpr std::size_t most_unpacked_ratio = 200;
inline constexpr std::size_t free_unpacked_bytes = std::size_t{1} << 26;

/// Throws TooLargeError when more than free_unpacked_bytes were unpacked and they are more than
/// most_unpacked_ratio times the packed bytes.
void check_unpacked_size(const std::string& path, std::size_t packed, std::size_t unpacked);

/// True if contents that begin with these bytes may contain NUL bytes; null: they may not, as
/// texts.
using MayHoldNul = bool (*)(std::string_view first_bytes);

/// Appends pieces from `next` until it is at its end, or up to the first piece with a NUL byte
/// where there must be none; the reader of the text then reports that byte. Memory grows with the
/// bytes that were read: at most 64 MiB of the `expected` bytes are reserved beforehand. Throws
/// TooLargeError beyond `max_bytes`.
void append_pieces(std::string& bytes, const std::function<std::size_t(std::span<char>)>& next,
                   MayHoldNul may_hold_nul, std::size_t max_bytes, const std::string& path,
                   std::size_t expected = 0);

/// Opens a file, a pipe or standard input and reads all of it, unpacking gzip and Zstandard. The
/// bytes of a short file are stored in the object itself. This saves an allocation and a request
/// for the size, which take much of the time of reading a kilobyte.
class FileBytes {
public:
    /// Opens the file and reads its first bytes. Throws IoError with the operating system's reason,
    /// also for a folder.
    explicit FileBytes(const std::string& path);

    /// Reads the rest and returns all bytes, which are valid as long as the object. It may be
    /// called only once. Reading ends after the first piece with a NUL byte where there must be
    /// none. Throws IoError, ParseError for damaged packed data, and TooLargeError beyond
    /// `max_bytes` or for packed contents as in check_unpacked_size().
    std::string_view read(std::size_t max_bytes, MayHoldNul may_hold_nul = nullptr);

private:
    static constexpr std::size_t short_bytes = 16384;

    std::size_t next_packed(std::span<char> piece, std::size_t& used);
    void unpack(detail::Packing packing, std::size_t max_bytes, MayHoldNul may_hold_nul);

    const std::string& path_;
    FileDescriptor file_;
    std::size_t used_ = 0;  ///< of short_
    /// Uninitialised, because only bytes that were read are used.
    std::array<char, short_bytes> short_;
    std::string long_;  ///< all bytes of a longer file
};

/// The reason for an errno value, such as "No such file or directory".
std::string system_reason(int error);

}  // namespace pgm::io

#pragma once

#include <io/file/file_descriptor.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace pgm::io {

/// Whether a path names a standard stream, which has no suffix to tell a format and cannot be replaced as a whole.
bool is_stream(const std::string& path);

/// What was opened for reading.
struct InputFile {
    FileDescriptor descriptor;
    std::size_t size = 0;  ///< of a regular file, when it was opened; 0 for pipes, which do not tell
};

/// A file, a pipe or (for "-") standard input, open for reading. Throws IoError with the operating system's reason, also for a folder.
InputFile open_for_reading(const std::string& path);

/// All that is in it. Throws IoError, and TooLargeError past `max_bytes`, before reading where the size is known beforehand. `path` is what errors call it.
std::string read_all(const InputFile& file, std::size_t max_bytes, const std::string& path);

/// All that is in a file, a pipe or standard input, which it opens. What a short file holds lies in the object itself: it takes neither an allocation
/// nor a question about the size, which are a good part of the time of reading a text of a kilobyte.
class FileBytes {
public:
    /// Opens it and reads its first bytes. Throws IoError with the operating system's reason, also for a folder.
    explicit FileBytes(const std::string& path);

    /// Reads the others and returns all of them, which stay where they are as long as the object. Throws as read_all() does. Once only.
    std::string_view read(std::size_t max_bytes);

private:
    static constexpr std::size_t short_bytes = 16384;

    const std::string& path_;
    FileDescriptor file_;
    std::size_t used_ = 0;                ///< of short_
    std::array<char, short_bytes> short_;  ///< not set to zero, since only what was read is looked at
    std::string long_;                    ///< all bytes, when there are more
};

/// "No such file or directory": the reason behind an errno value.
std::string system_reason(int error);

}  // namespace pgm::io

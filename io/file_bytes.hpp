#pragma once

#include <io/file_descriptor.hpp>

#include <cstddef>
#include <string>

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

/// "No such file or directory": the reason behind an errno value.
std::string system_reason(int error);

}  // namespace pgm::io

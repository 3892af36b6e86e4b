#pragma once

#include <cstddef>
#include <string>

namespace pgm::io {

/// The whole of a file, a pipe or (for "-") standard input. Throws IoError with the operating system's reason, also for a folder, and TooLargeError past `max_bytes`,
/// before reading where the size is known beforehand.
std::string read_file_bytes(const std::string& path, std::size_t max_bytes);

/// "No such file or directory": the reason behind an errno value.
std::string system_reason(int error);

}  // namespace pgm::io

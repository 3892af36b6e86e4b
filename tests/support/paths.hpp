#pragma once

#include <optional>
#include <string>

namespace pgm::tests {

/// A file of the source tree: source_file("examples/data/asia.bif").
std::string source_file(const std::string& relative);

/// A file of the build tree: binary_file("apps/pgm").
std::string binary_file(const std::string& relative);

/// A file of the folder named by PGM_REFERENCE_DATA, or null where that is unset or is without
/// the file: the test then says SKIPPED and returns.
std::optional<std::string> reference_file(const std::string& relative);

/// Whole contents, decompressed when the name ends in .gz. Throws std::runtime_error when it cannot
/// be read.
std::string read_file(const std::string& path);

}  // namespace pgm::tests

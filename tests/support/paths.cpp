#include <tests/support/paths.hpp>

#include <zlib.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace pgm::tests {

std::string source_file(const std::string& relative) {
    return std::string(PGM_SOURCE_DIR) + "/" + relative;
}

std::string binary_file(const std::string& relative) {
    return std::string(PGM_BINARY_DIR) + "/" + relative;
}

std::optional<std::string> reference_file(const std::string& relative) {
    const char* const folder = std::getenv("PGM_REFERENCE_DATA");
    if (!folder) return std::nullopt;
    const std::string path = std::string(folder) + "/" + relative;
    if (!std::filesystem::exists(path)) return std::nullopt;
    return path;
}

std::string read_file(const std::string& path) {
    // gzopen reads plain files as they are.
    const gzFile file = gzopen(path.c_str(), "rb");
    if (!file) throw std::runtime_error("cannot read " + path);
    std::string contents;
    char buffer[1 << 16];
    for (int count; (count = gzread(file, buffer, sizeof buffer)) > 0;)
        contents.append(buffer, static_cast<std::size_t>(count));
    gzclose(file);
    return contents;
}

}  // namespace pgm::tests

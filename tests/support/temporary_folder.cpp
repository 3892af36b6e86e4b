#include <tests/support/temporary_folder.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace pgm::tests {

TemporaryFolder::TemporaryFolder()
    : path_((std::filesystem::temp_directory_path() / "pgm-test-XXXXXX").string()) {
    if (!mkdtemp(path_.data())) throw std::runtime_error("cannot make a temporary folder");
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, std::string_view contents) const {
    std::ofstream out(file(name), std::ios::binary);
    out << contents;
    if (!out.flush()) throw std::runtime_error("cannot write " + file(name));
    return file(name);
}

std::vector<std::string> TemporaryFolder::names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace pgm::tests

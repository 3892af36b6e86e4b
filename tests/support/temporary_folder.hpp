#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pgm::tests {

/// A folder of its own for one test, removed with everything in it at the end.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::string& path() const { return path_; }

    /// The path of a file in it, which need not exist.
    std::string file(const std::string& name) const { return path_ + "/" + name; }

    /// Writes a file; gives its path.
    std::string write(const std::string& name, std::string_view contents) const;

    /// Names of everything in it, sorted.
    std::vector<std::string> names() const;

private:
    std::string path_;
};

}  // namespace pgm::tests

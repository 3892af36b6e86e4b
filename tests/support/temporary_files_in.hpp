#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace pgm::tests {

/// Temporary files are made in this folder (TMPDIR) while the object lives.
class TemporaryFilesIn {
public:
    explicit TemporaryFilesIn(const char* folder) {
        if (const char* const before = std::getenv("TMPDIR")) before_ = before;
        ::setenv("TMPDIR", folder, 1);
    }
    TemporaryFilesIn(const TemporaryFilesIn&) = delete;
    TemporaryFilesIn& operator=(const TemporaryFilesIn&) = delete;
    ~TemporaryFilesIn() {
        before_ ? ::setenv("TMPDIR", before_->c_str(), 1) : ::unsetenv("TMPDIR");
    }

private:
    std::optional<std::string> before_;
};

}  // namespace pgm::tests

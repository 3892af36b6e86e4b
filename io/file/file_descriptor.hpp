#pragma once

#include <unistd.h>

#include <utility>

namespace pgm::io {

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

}  // namespace pgm::io

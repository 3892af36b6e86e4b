#pragma once

#include <unistd.h>

#include <utility>

namespace pgm::io {

/// Owns an open file of the operating system and closes it at the end. Only for files that were
/// read, or whose writing was settled by close().
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
    /// Closes now and returns what close(2) said, for errors of earlier writes may be told only
    /// here.
    int close() { return ::close(std::exchange(descriptor_, -1)); }

private:
    int descriptor_ = -1;
};

}  // namespace pgm::io

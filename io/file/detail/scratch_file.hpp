#pragma once

#include <io/file/file_bytes.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace pgm::io::detail {

/// A file without a name in the folder for temporary files (TMPDIR): it is gone when it is closed,
/// and no other process can open it.
class ScratchFile {
public:
    /// Makes the file. Errors say that `what` cannot be kept there, and give the advice.
    ScratchFile(std::string what, std::string advice);

    int descriptor() const { return file_.get(); }
    /// Writes bytes from that one on. Throws IoError.
    void write(std::size_t at, std::string_view bytes);
    /// Fills the front of `piece` from that byte on, and returns the number of bytes. Throws
    /// IoError, also where none are left.
    std::size_t read(std::size_t at, std::span<char> piece) const;
    /// Throws the error of the operating system as an IoError.
    [[noreturn]] void fail(int error) const;

private:
    std::string what_;
    std::string advice_;
    FileDescriptor file_;
};

}  // namespace pgm::io::detail

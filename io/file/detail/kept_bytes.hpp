#pragma once

#include <io/file/detail/scratch_file.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pgm::io::detail {

/// The bytes of a pipe, which cannot be read twice, kept to be read again: the first 16 MiB in
/// memory and the others in a scratch file.
class KeptBytes {
public:
    /// Errors call the pipe `name`.
    explicit KeptBytes(std::string name) : name_(std::move(name)) {}

    std::size_t size() const { return in_memory_.size() + in_file_; }
    /// Throws IoError where they cannot be written.
    void append(std::string_view bytes);
    /// Fills the front of `piece` from that byte on, and returns the number of bytes.
    std::size_t read(std::size_t from, std::span<char> piece) const;
    /// Gives all of them up.
    void clear();

private:
    std::string name_;
    std::string in_memory_;
    std::optional<ScratchFile> file_;
    std::size_t in_file_ = 0;  ///< behind those in memory
};

}  // namespace pgm::io::detail

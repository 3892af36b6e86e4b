#pragma once

#include <io/file/file_descriptor.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace pgm::io {

/// Bytes that come piece by piece and can be had once more from the start. Of a file only the piece at hand is in memory, so it may be longer than memory;
/// of a gzip file also its packed bytes; of a pipe all bytes, for they come only once.
class ByteSource {
public:
    /// Opens a file, or standard input for "-". Throws IoError, and TooLargeError when a file announces more than `max_bytes`.
    ByteSource(const std::string& path, std::size_t max_bytes);
    /// A text in memory, which must outlive the source. `name` is what errors call it.
    ByteSource(std::string_view text, std::string name, std::size_t max_bytes);
    ~ByteSource();
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    const std::string& name() const { return name_; }
    /// Fills the front of `piece` and tells how much; 0 only at the end. Throws IoError, ParseError for damaged gzip data, TooLargeError past max_bytes.
    std::size_t read(std::span<char> piece);
    /// Back to the first byte.
    void restart();
    /// How many bytes there are, about, where that is known without reading them; else 0.
    std::size_t size_hint() const;

private:
    class Inflater;

    std::string name_;
    std::size_t max_bytes_;
    FileDescriptor file_;  ///< of a plain file, read on the way
    std::size_t file_size_ = 0;
    std::string kept_;
    std::string_view text_;     ///< what stands in memory: kept_, or a text of somebody else
    std::size_t position_ = 0;  ///< bytes handed out so far
    std::unique_ptr<Inflater> inflater_;
};

}  // namespace pgm::io

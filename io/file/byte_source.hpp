#pragma once

#include <io/file/encoding.hpp>
#include <io/file/file_descriptor.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pgm::io {

namespace detail {
class GzipUnpacker;
}

/// Bytes that come piece by piece and can be had once more from the start, unpacked where they are
/// packed by gzip. Of a file only the piece at hand is in memory, so it may be longer than memory;
/// of a pipe all bytes that were read so far, for they come only once.
class ByteSource {
public:
    /// Opens a file, or standard input for "-". Throws IoError, and TooLargeError when a file
    /// announces more than `max_bytes`.
    ByteSource(const std::string& path, std::size_t max_bytes);
    /// A text in memory, which must outlive the source. `name` is what errors call it.
    ByteSource(std::string_view text, std::string name, std::size_t max_bytes);
    ~ByteSource();
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    const std::string& name() const { return name_; }
    /// How the bytes are to be taken from now on; what read() gives is UTF-8.
    void set_encoding(Encoding encoding) { encoding_ = encoding; }
    /// Fills the front of `piece` and tells how much; 0 only at the end. Throws IoError, ParseError
    /// for damaged gzip data, TooLargeError past max_bytes.
    std::size_t read(std::span<char> piece);
    /// Back to the first byte.
    void restart();
    /// The first bytes, at most so many, after which it is back at the first byte.
    std::string first_bytes(std::size_t most);
    /// What was read of the file so far, as it is stored: where it is packed, less than was read of
    /// it.
    std::size_t stored_bytes_read() const;
    /// How many bytes there are, about, where that is known without reading them; else 0.
    std::size_t size_hint() const;

private:
    bool begins_like_gzip();
    std::size_t read_stored(std::span<char> piece);
    std::size_t read_unpacked(std::span<char> piece);
    std::size_t read_latin1(std::span<char> piece);

    std::string name_;
    std::size_t max_bytes_;
    Encoding encoding_ = Encoding::utf8;
    FileDescriptor file_;
    bool is_pipe_ = false;  ///< cannot be read again, hence is kept
    std::size_t file_size_ = 0;
    std::string kept_;             ///< of a pipe: what was read so far
    std::string_view text_;        ///< of a text in memory
    std::size_t stored_read_ = 0;  ///< bytes of kept_ or text_ handed out so far
    std::size_t position_ = 0;     ///< bytes unpacked so far
    /// The second byte of a character that the last piece had no room for.
    std::optional<char> pending_;
    bool is_packed_ = false;
    std::unique_ptr<detail::GzipUnpacker> unpacker_;
};

/// All that is left of a source, up to the first piece with a NUL byte (append_pieces).
std::string read_text(ByteSource& source);

}  // namespace pgm::io

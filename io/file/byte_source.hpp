#pragma once

#include <io/file/file_bytes.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/stop_token.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pgm::io {

/// The character encoding of a text.
enum class Encoding {
    utf8,    ///< Unicode, which includes ASCII
    latin1,  ///< ISO 8859-1, which older programs write: each byte is one character
};

/// The hint of errors about a table that is not UTF-8.
inline constexpr const char* not_utf8_hint =
    "save the file as UTF-8, or read it with DataOptions::encoding = latin1";

namespace detail {
class KeptBytes;
class Unpacker;
enum class Packing;
}  // namespace detail

/// Text that comes from elsewhere than one file, piece by piece and as often as it is wanted: the
/// rows of a database, or several files as one.
class TextStream {
public:
    virtual ~TextStream() = default;

    /// Fills the front of `piece` and returns the number of bytes, which is 0 only at the end.
    virtual std::size_t read(std::span<char> piece) = 0;
    /// Goes back to the first byte; the text is the same again.
    virtual void restart() = 0;
    /// Promises that restart() will not be called any more.
    virtual void never_restart() {}
    /// How stored bytes are decoded from now on. A stream that gives UTF-8 only refuses others.
    virtual void set_encoding(Encoding encoding) = 0;
    /// The file and line of a line of the text, counted from 1.
    virtual Location place_of_line(std::uint32_t line) const = 0;
    /// The approximate number of bytes if it is known without reading them, otherwise 0.
    virtual std::size_t size_hint() const = 0;
};

/// Reads bytes piece by piece, unpacks gzip and Zstandard, and can start again. Only the current
/// piece of a file is in memory, so the file may be larger than memory. All bytes read from a pipe
/// are kept, because a pipe cannot be read twice, until never_restart() is called: a few of them in
/// memory and the others in a temporary file.
class ByteSource {
public:
    /// Opens a file, or standard input for "-". Throws IoError, and TooLargeError when a file
    /// announces more than `max_bytes`.
    ByteSource(const std::string& path, std::size_t max_bytes);
    /// Opens several files, whose bytes are read one after the other as those of one table. Unless
    /// `have_headers` is false, all begin with the same header line, which is read once. Throws
    /// ArgumentError for a pipe; read() throws ParseError for another header.
    ByteSource(const std::vector<std::string>& paths, bool have_headers, std::size_t max_bytes);
    /// Reads a text in memory, which must outlive the source. Errors call it `name`.
    ByteSource(std::string_view text, std::string name, std::size_t max_bytes);
    /// Reads what a stream gives. Errors call it `name`.
    ByteSource(std::unique_ptr<TextStream> stream, std::string name, std::size_t max_bytes);
    ~ByteSource();
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    /// The name of the source; of several files, that of the first.
    const std::string& name() const { return name_; }
    /// The file and the line in it of a line of the whole text, counted from 1.
    Location place_of_line(std::uint32_t line) const;
    /// From now on the limit, before the first byte is read. Throws TooLargeError when a file is
    /// known to be longer.
    void set_max_bytes(std::size_t max_bytes);
    /// The limit, from now on, of what may have no end, whatever the other limit is: a pipe whose
    /// bytes are kept, and a packed file that unpacks to more than most_unpacked_ratio times its
    /// size. For what is read in parts, which may be of any length if a disk holds it.
    void set_max_endless_bytes(std::size_t max_bytes) { max_endless_bytes_ = max_bytes; }
    /// Sets the token that read() polls first; it throws Stopped if stop is requested.
    void set_stop(StopToken stop) { stop_ = std::move(stop); }
    /// Sets how the stored bytes are decoded from now on; read() gives UTF-8.
    void set_encoding(Encoding encoding);
    /// Fills the front of `piece` and returns the number of bytes, which is 0 only at the end.
    /// Throws IoError, ParseError for damaged packed data, and TooLargeError beyond max_bytes.
    std::size_t read(std::span<char> piece);
    /// Goes back to the first byte.
    void restart();
    /// Promises that restart() and first_bytes() will not be called any more, so that no bytes need
    /// to be kept.
    void never_restart() {
        may_restart_ = false;
        if (stream_) stream_->never_restart();
    }
    /// The first bytes, at most `most`. The source is then back at the first byte.
    std::string first_bytes(std::size_t most);
    /// The number of stored bytes that were read so far. A packed file has fewer of them than
    /// read() gave.
    std::size_t stored_bytes_read() const;
    /// The approximate number of bytes if it is known without reading them, otherwise 0.
    std::size_t size_hint() const;
    /// The room for a piece that read() is asked for: `most` bytes, and of a text that is known to
    /// be short as many as it may take as UTF-8 and one more, since reading past the end finds it.
    std::size_t room_for_piece(std::size_t most) const;

private:
    std::string first_stored_bytes();
    std::size_t read_stored(std::span<char> piece);
    std::size_t read_unpacked(std::span<char> piece);
    std::size_t read_latin1(std::span<char> piece);

    std::string name_;
    std::size_t max_bytes_;
    std::size_t max_endless_bytes_ = std::numeric_limits<std::size_t>::max();
    StopToken stop_;
    Encoding encoding_ = Encoding::utf8;
    FileDescriptor file_;
    bool is_pipe_ = false;  ///< cannot be read twice, so its bytes are kept
    bool may_restart_ = true;
    std::size_t file_size_ = 0;
    /// Bytes read from a pipe so far; empty once it is used up.
    std::unique_ptr<detail::KeptBytes> kept_;
    std::string_view text_;        ///< of a text in memory
    std::size_t stored_read_ = 0;  ///< bytes of kept_ or text_ handed out so far
    std::size_t position_ = 0;     ///< bytes unpacked so far
    /// The second byte of a character that the last piece had no room for.
    std::optional<char> pending_;
    std::optional<detail::Packing> packing_;
    std::unique_ptr<detail::Unpacker> unpacker_;
    std::unique_ptr<TextStream> stream_;  ///< what is no file or text, which then does all of it
};

/// Reads the rest of a source, up to the first piece with a NUL byte (append_pieces).
std::string read_text(ByteSource& source);

}  // namespace pgm::io

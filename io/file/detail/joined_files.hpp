#pragma once

#include <io/file/byte_source.hpp>
#include <pgm/core/error.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// The bytes of several files one after the other, as those of one table: the header line, which
/// all have, is that of the first, and a last line without an end gets one. A later file without any
/// bytes has no rows.
class JoinedFiles {
public:
    /// `have_headers` says whether the first line that is not blank is a header. Throws IoError for
    /// a file that cannot be opened, and ArgumentError for a pipe, which cannot be read again.
    JoinedFiles(std::vector<std::string> paths, bool have_headers, std::size_t max_bytes);

    /// Throws ParseError where the header of a file is not that of the first.
    std::size_t read(std::span<char> piece);
    void restart();
    void set_encoding(Encoding encoding);

    /// The file and the line in it of a line of the whole, counted from 1.
    Location place(std::uint32_t line) const;
    std::size_t size_hint() const { return size_hint_; }

private:
    /// Where a file begins: a line of the whole, and which line of its own that is.
    struct Start {
        std::size_t line = 1;
        std::uint32_t own_line = 1;
    };

    void open(std::size_t number);
    void skip_header(std::size_t number);
    void count_lines(std::string_view text);

    std::vector<std::string> paths_;
    std::vector<Start> starts_;  ///< of the files that were opened
    std::string header_;         ///< empty where there are none
    std::size_t max_bytes_;
    std::size_t size_hint_ = 0;
    Encoding encoding_ = Encoding::utf8;
    std::size_t number_ = 0;  ///< of the file that is being read
    std::unique_ptr<ByteSource> file_;
    std::size_t line_ = 1;  ///< that the next byte is in
    char last_ = '\n';      ///< byte
};

}  // namespace pgm::io::detail

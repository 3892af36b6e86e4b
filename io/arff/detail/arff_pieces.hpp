#pragma once

#include <io/file/byte_source.hpp>
#include <io/options/data_options.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace pgm::io::detail {

/// Reads the text of an ARFF file in pieces of whole lines, so that the file may be larger than
/// memory. The first piece holds the header, however long it is.
class ArffPieces {
public:
    /// Source and options must outlive the object. Reads the first piece. Throws the errors of
    /// prepare_text().
    ArffPieces(ByteSource& source, const DataOptions& options);

    /// Moves to the next piece. Returns false at the end of the file.
    bool next();

    /// The current piece. It has no byte-order mark and no NUL byte.
    std::string_view text() const { return text_; }
    /// The number of lines before the piece.
    std::size_t lines_before() const { return lines_before_; }

private:
    void fill();
    void take_lines();
    void refuse_nul() const;

    ByteSource& source_;
    const DataOptions& options_;
    std::string buffer_;
    std::size_t taken_ = 0;  ///< bytes of the buffer up to the end of the piece
    std::string_view text_;
    std::size_t lines_before_ = 0;
    bool at_end_ = false;
};

}  // namespace pgm::io::detail

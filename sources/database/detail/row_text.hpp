#pragma once

#include <io/file/byte_source.hpp>
#include <sources/database/detail/connection.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pgm::sources::detail {

/// Appends a cell of CSV: nothing for NULL, quotes for an empty text.
void append_cell(std::string& text, std::optional<std::string_view> cell);

/// The first line of CSV. All names are quoted, so that no name looks like the beginning of another
/// format.
void append_header(std::string& text, std::span<const std::string> names);

/// The lines of a query of the relation that errors call `name`.
std::unique_ptr<RowLines> lines_of(OpenedQuery query, std::string name);

/// The rows of a query as the text of a CSV file.
class RowText final : public io::TextStream {
public:
    RowText(std::unique_ptr<Connection> connection, std::string select, std::string name);

    std::size_t read(std::span<char> piece) override;
    void restart() override;
    /// The connection is then closed behind the last row, so that the rows may be written to.
    void never_restart() override;
    void set_encoding(io::Encoding encoding) override;
    Location place_of_line(std::uint32_t line) const override;
    std::size_t size_hint() const override { return 0; }

private:
    /// Appends rows until there are enough of them.
    void fill();
    void close_at_end();

    std::unique_ptr<Connection> connection_;
    std::string select_, name_;
    std::unique_ptr<RowLines> lines_;
    std::string text_;  ///< that was not handed out yet, behind the first `given_` bytes
    std::size_t given_ = 0;
    bool at_end_ = false;
    bool may_restart_ = true;
};

}  // namespace pgm::sources::detail

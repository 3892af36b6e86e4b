#include <sources/database/database.hpp>

#include <io/csv/csv.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/data/dataset.hpp>
#include <sources/database/detail/connection.hpp>
#include <sources/database/detail/row_text.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace pgm::sources {

using namespace detail;

std::unique_ptr<io::ByteSource> open_relation(const DatabaseAddress& address,
                                              std::size_t max_bytes) {
    std::unique_ptr<Connection> connection = connect(address, Access::reading);
    std::string select = "SELECT * FROM " + relation_of(*connection, address);
    return std::make_unique<io::ByteSource>(
        std::make_unique<RowText>(std::move(connection), std::move(select), address.text),
        address.text, max_bytes);
}

std::optional<std::uint64_t> cells_of_relation(const DatabaseAddress& address) {
    if (address.query) return std::nullopt;
    const std::unique_ptr<Connection> connection = connect(address, Access::reading);
    const std::string from = relation_of(*connection, address);
    const std::string rows = first_cell(*connection, "SELECT COUNT(*) FROM " + from);
    const std::size_t columns =
        connection->query("SELECT * FROM " + from + " LIMIT 0").names.size();
    return static_cast<std::uint64_t>(parse_number(rows).value_or(0)) * columns;
}

io::DataOptions options_of_relation(io::DataOptions options) {
    options.delimiter = ',';
    options.decimal = '.';
    options.header = true;
    options.encoding = io::Encoding::utf8;
    // NULL is missing, whatever else is.
    if (std::ranges::find(options.missing_marks, std::string()) == options.missing_marks.end())
        options.missing_marks.emplace_back();
    return options;
}

DatabaseWriter::DatabaseWriter(const DatabaseAddress& address,
                               std::span<const WrittenColumn> columns) {
    if (!address.table)
        throw ArgumentError(address.text + ": the address names no table to write",
                            "?table=NAME, a new one");
    connection_ = connect(address, Access::writing);
    if (connection_->find_table(address))
        throw ArgumentError(address.text + ": there is a table of that name",
                            "name a new one, or remove it first");
    connection_->create_table(address, columns);
    options_ = options_of_relation({});
    options_.name = address.text;
    options_.missing_marks = {""};
    options_.header = false;
    for (std::size_t i = 0; i < columns.size(); ++i)
        options_.columns.push_back({.name = "c" + std::to_string(i + 1),
                                    .max_states = std::numeric_limits<std::uint32_t>::max()});
}

DatabaseWriter::~DatabaseWriter() = default;
DatabaseWriter::DatabaseWriter(DatabaseWriter&&) noexcept = default;
DatabaseWriter& DatabaseWriter::operator=(DatabaseWriter&&) noexcept = default;

void DatabaseWriter::add(std::string_view lines) {
    if (lines.empty()) return;
    const Dataset rows = io::read_csv(lines, options_);
    std::vector<std::optional<std::string_view>> cells(rows.columns().size());
    for (std::size_t row = 0; row < rows.rows(); ++row) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const Column& column = rows.columns()[i];
            const std::optional<StateId> state =
                column.is_discrete() ? column.state(row) : std::nullopt;
            cells[i] = state ? std::optional<std::string_view>(column.variable.state(*state))
                             : std::nullopt;
        }
        connection_->add_row(cells);
    }
}

void DatabaseWriter::commit() {
    connection_->commit();
}

}  // namespace pgm::sources

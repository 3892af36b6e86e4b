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
#include <set>
#include <utility>

namespace pgm::sources {

using namespace detail;

namespace {

/// The rows of a relation, in which columns that are not wanted have no values.
std::string selection(Connection& connection, const std::string& from,
                      const std::function<bool(const std::string&)>& wants) {
    const std::string all = "SELECT * FROM " + from;
    if (!wants) return all;
    const std::vector<std::string> names = connection.query(all + " LIMIT 0").names;
    // Of two columns of the same name none can be chosen.
    const std::set<std::string> distinct(names.begin(), names.end());
    if (std::ranges::all_of(names, wants) || distinct.size() < names.size()) return all;
    std::string list;
    for (const std::string& name : names)
        list += (list.empty() ? "" : ", ") + std::string(wants(name) ? "" : "NULL AS ") +
                quoted_name(name);
    return "SELECT " + list + " FROM " + from;
}

}  // namespace

std::unique_ptr<io::ByteSource> open_relation(const DatabaseAddress& address,
                                              std::size_t max_bytes,
                                              const RelationOptions& options) {
    std::unique_ptr<Connection> connection = connect(address, Access::reading, options.notice);
    std::string select = selection(*connection, relation_of(*connection, address), options.wants);
    return std::make_unique<io::ByteSource>(
        std::make_unique<RowText>(std::move(connection), std::move(select), address.text),
        address.text, max_bytes);
}

std::optional<std::uint64_t> cells_of_relation(const DatabaseAddress& address,
                                               const DatabaseNotice& notice) {
    if (address.query) return std::nullopt;
    const std::unique_ptr<Connection> connection = connect(address, Access::reading, notice);
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
                               std::span<const WrittenColumn> columns,
                               const DatabaseNotice& notice) {
    if (!address.table)
        throw ArgumentError(address.text + ": the address names no table to write",
                            "?table=NAME, a new one");
    connection_ = connect(address, Access::writing, notice);
    require_schema(*connection_, address);
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

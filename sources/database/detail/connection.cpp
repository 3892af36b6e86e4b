#include <sources/database/detail/connection.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>

namespace pgm::sources::detail {

std::unique_ptr<Connection> connect(const DatabaseAddress& address, Access access,
                                    const DatabaseNotice& notice) {
    return address.server == DatabaseAddress::Server::sqlite
               ? connect_sqlite(address, access, notice)
               : connect_postgresql(address, access);
}

std::string quoted_name(std::string_view name) {
    std::string quoted = "\"";
    for (const char c : name) {
        if (c == '\0') throw ArgumentError("a name of a database has no NUL byte");
        if (c == '"') quoted += c;
        quoted += c;
    }
    return quoted + '"';
}

std::string quoted_table(const DatabaseAddress& address) {
    const std::string table = quoted_name(address.table.value_or(std::string()));
    return address.schema ? quoted_name(*address.schema) + "." + table : table;
}

void require_schema(Connection& connection, const DatabaseAddress& address) {
    if (!address.schema) return;
    const std::vector<std::string> schemas = connection.schemas();
    if (std::ranges::find(schemas, *address.schema) != schemas.end()) return;
    throw ArgumentError(address.text + ": there is no schema '" + printable(*address.schema) + "'",
                        did_you_mean(*address.schema, schemas));
}

std::string relation_of(Connection& connection, const DatabaseAddress& address) {
    if (address.query) return "(" + *address.query + "\n) AS relation";
    require_schema(connection, address);
    if (address.table) {
        if (std::optional<std::string> found = connection.find_table(address)) return *found;
        throw ArgumentError(
            address.text + ": there is no table '" + printable(*address.table) + "'",
            did_you_mean(*address.table, connection.tables(address.schema)));
    }
    const std::vector<std::string> tables = connection.tables(address.schema);
    if (tables.size() == 1) {
        DatabaseAddress only = address;
        only.table = tables.front();
        return quoted_table(only);
    }
    if (tables.empty()) throw ArgumentError(address.text + ": the database has no tables");
    throw ArgumentError(address.text + ": the database has several tables",
                        "name one with ?table=; " + did_you_mean({}, tables));
}

std::string first_cell(Connection& connection, const std::string& select) {
    const OpenedQuery query = connection.query(select);
    if (!query.rows->next()) return {};
    return std::string(query.rows->cell(0).value_or(std::string_view()));
}

}  // namespace pgm::sources::detail

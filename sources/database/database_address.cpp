#include <sources/database/database_address.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <utility>

namespace pgm::sources {
namespace {

constexpr std::string_view sqlite = "sqlite:";

int hexadecimal(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::string decoded(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            plain += text[i];
            continue;
        }
        const int high = i + 2 < text.size() ? hexadecimal(text[i + 1]) : -1;
        const int low = i + 2 < text.size() ? hexadecimal(text[i + 2]) : -1;
        if (high < 0 || low < 0)
            throw ArgumentError(
                "a % in the address of a database begins %XX, two hexadecimal "
                "digits",
                "% itself is written %25");
        const char c = static_cast<char>(high * 16 + low);
        if (c == '\0') throw ArgumentError("the address of a database has no NUL byte");
        plain += c;
        i += 2;
    }
    return plain;
}

/// "postgresql://user:secret@host/...".
bool has_password(std::string_view place) {
    const std::size_t begin = place.find("//");
    if (begin == std::string_view::npos) return false;
    const std::string_view authority =
        place.substr(begin + 2, place.find('/', begin + 2) - begin - 2);
    const std::size_t at = authority.rfind('@');
    return at != std::string_view::npos && authority.substr(0, at).find(':') < at;
}

[[noreturn]] void refuse_password() {
    throw ArgumentError("the address of a database has a password, which others can see there",
                        "put it into PGPASSWORD, ~/.pgpass or a service file (?service=NAME)");
}

void set_once(std::optional<std::string>& value, std::string text, std::string_view name) {
    if (value)
        throw ArgumentError("the address of a database says " + std::string(name) + "= twice");
    value = std::move(text);
}

/// Takes a parameter that is pgm's own; false for another.
bool take(DatabaseAddress& address, std::string_view name, std::string_view value) {
    if (name == "table") {
        set_once(address.table, decoded(value), name);
    } else if (name == "schema") {
        set_once(address.schema, decoded(value), name);
    } else if (name == "query") {
        set_once(address.query, decoded(value), name);
    } else if (name == "count") {
        if (value != "database")
            throw ArgumentError("count= takes 'database', not '" + printable(value) + "'",
                                "without it the rows are read");
        address.counts_there = true;
    } else {
        return false;
    }
    return true;
}

void take_parameters(DatabaseAddress& address, std::string_view parameters) {
    char separator = '?';
    while (!parameters.empty()) {
        const std::size_t end = std::min(parameters.find('&'), parameters.size());
        const std::string_view parameter = parameters.substr(0, end);
        parameters.remove_prefix(std::min(end + 1, parameters.size()));
        const std::size_t equals = parameter.find('=');
        const std::string name = decoded(parameter.substr(0, equals));
        if (name == "password") refuse_password();
        if (equals != std::string_view::npos && take(address, name, parameter.substr(equals + 1)))
            continue;
        if (address.server == DatabaseAddress::Server::sqlite)
            throw ArgumentError("'" + printable(name) + "' is no parameter of a database of SQLite",
                                "table, schema, query or count; & and ? in a query or a name are "
                                "written %26 and %3F");
        address.place += separator;
        address.place += parameter;
        separator = '&';
    }
}

/// Without the semicolon that may end a statement.
std::string statement_of(std::string query) {
    query.resize(query.find_last_not_of(" \t\r\n;") + 1);
    if (query.empty()) throw ArgumentError("the query of a database is empty", "?query=SELECT ...");
    return query;
}

}  // namespace

bool is_database_address(std::string_view text) {
    return text.starts_with(sqlite) || text.starts_with("postgresql:") ||
           text.starts_with("postgres:");
}

DatabaseAddress parse_database_address(std::string_view text) {
    const std::size_t question = std::min(text.find('?'), text.size());
    const std::string_view place = text.substr(0, question);
    const std::string_view parameters = text.substr(std::min(question + 1, text.size()));
    DatabaseAddress address;
    if (text.starts_with(sqlite)) {
        address.place = decoded(place.substr(sqlite.size()));
        if (address.place.empty())
            throw ArgumentError("the address of a database of SQLite names no file",
                                "sqlite:FILE?table=NAME");
    } else if (is_database_address(text)) {
        if (has_password(place)) refuse_password();
        if (place.substr(place.find(':') + 1).substr(0, 2) != "//")
            throw ArgumentError("'" + printable(place) + "' is no address of a database",
                                "postgresql://USER@HOST/NAME?table=NAME");
        address.server = DatabaseAddress::Server::postgresql;
        address.place = place;
    } else {
        throw ArgumentError("'" + printable(text) + "' is no address of a database",
                            "sqlite:FILE?table=NAME or postgresql://USER@HOST/NAME?table=NAME");
    }
    address.text = text;
    take_parameters(address, parameters);
    if (address.query && (address.table || address.schema))
        throw ArgumentError("the address of a database names both a table and a query");
    if (address.schema && !address.table)
        throw ArgumentError("the address of a database names a schema and no table of it");
    if (address.query) address.query = statement_of(*std::move(address.query));
    return address;
}

}  // namespace pgm::sources

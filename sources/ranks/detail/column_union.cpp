#include <sources/ranks/detail/column_union.hpp>

#include <io/format/record/archive.hpp>
#include <pgm/data/sums.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace pgm::sources::detail {
namespace {

using Kind = io::ColumnDeclaration::Kind;

bool has(const std::string& seen, SeenValues what) {
    return seen.find(static_cast<char>(what)) != std::string::npos;
}

SeenValues seen_in(const Variable& column, const io::DataOptions& options,
                   const io::DataRemarks& remarks) {
    const auto has_name = [&](const auto& of) { return of.name == column.name(); };
    if (std::ranges::any_of(options.columns, has_name)) return SeenValues::declared;
    if (column.is_discrete())
        return column.states() == std::vector<std::string>{"0", "1"} ? SeenValues::both
                                                                     : SeenValues::words;
    const auto undecided = std::ranges::find_if(remarks.undecided, has_name);
    if (undecided == remarks.undecided.end()) return SeenValues::numbers;
    if (!undecided->value) return SeenValues::nothing;
    return *undecided->value ? SeenValues::ones : SeenValues::zeros;
}

/// True if a share that saw this has the column in the kind of the whole already.
bool agrees(SeenValues seen, Kind kind) {
    switch (seen) {
        case SeenValues::zeros:
        case SeenValues::ones:
        case SeenValues::numbers:
            return kind == Kind::continuous;
        case SeenValues::both:
        case SeenValues::words:
            return kind == Kind::discrete;
        case SeenValues::nothing:
        case SeenValues::declared:
            break;
    }
    return true;
}

/// The letters of all shares about one column.
std::string seen_by(const std::vector<ShareColumns>& shares, std::size_t column) {
    std::string seen;
    for (const ShareColumns& share : shares) seen += share.seen[column];
    return seen;
}

/// A share without any value has the column as one of numbers, and no states.
bool is_discrete(const std::vector<ShareColumns>& shares, std::size_t column) {
    return std::ranges::any_of(
        shares, [&](const ShareColumns& share) { return share.schema[column].is_discrete(); });
}

Variable united(const std::vector<ShareColumns>& shares, std::size_t column) {
    std::set<std::string> states;
    std::vector<std::string> first;
    bool are_equal = true;
    for (const ShareColumns& share : shares) {
        const std::vector<std::string>& of_share = share.schema[column].states();
        if (of_share.empty()) continue;
        if (first.empty()) first = of_share;
        are_equal = are_equal && first == of_share;
        states.insert(of_share.begin(), of_share.end());
    }
    const std::string& name = shares.front().schema[column].name();
    if (first.empty()) return Variable(name);
    if (are_equal) return {name, std::move(first)};
    std::vector<std::string> sorted(states.begin(), states.end());
    sort_states(sorted);
    return {name, std::move(sorted)};
}

}  // namespace

std::string packed(const ShareColumns& columns) {
    if (columns.is_refused) return {};
    return columns.seen + '\n' +
           io::statistics_archive(
               Sums::from_parts(columns.schema, columns.rows, {}, {}, {}, no_limits()));
}

ShareColumns unpacked(const std::string& bytes) {
    if (bytes.empty()) return {.schema = {}, .seen = {}, .is_refused = true};
    const std::size_t end = bytes.find('\n');
    const Sums statistics = io::read_statistics_archive(
        std::string_view(bytes).substr(end + 1), {.name = "another rank", .limits = no_limits()});
    return {.schema = statistics.schema(), .seen = bytes.substr(0, end), .rows = statistics.rows()};
}

ShareColumns columns_of(std::vector<Variable> schema, std::uint64_t rows,
                        const io::DataOptions& options, const io::DataRemarks& remarks) {
    ShareColumns columns{.schema = std::move(schema), .seen = {}, .rows = rows};
    for (const Variable& column : columns.schema)
        columns.seen += static_cast<char>(seen_in(column, options, remarks));
    return columns;
}

Kind kind_of_whole(const std::string& seen, bool is_discrete) {
    if (has(seen, SeenValues::words)) return Kind::discrete;
    if (has(seen, SeenValues::numbers)) return Kind::continuous;
    const bool zeros = has(seen, SeenValues::zeros), ones = has(seen, SeenValues::ones);
    if (has(seen, SeenValues::both) || (zeros && ones)) return Kind::discrete;
    if (zeros || ones) return Kind::continuous;
    return is_discrete ? Kind::discrete : Kind::continuous;
}

std::vector<std::vector<io::ColumnDeclaration>> contradicted(
    const std::vector<ShareColumns>& shares) {
    std::vector<std::vector<io::ColumnDeclaration>> all(shares.size());
    for (std::size_t i = 0; i < shares.front().schema.size(); ++i) {
        const Kind kind = kind_of_whole(seen_by(shares, i), is_discrete(shares, i));
        for (std::size_t share = 0; share < shares.size(); ++share)
            if (!agrees(SeenValues{shares[share].seen[i]}, kind))
                all[share].push_back({.name = shares[share].schema[i].name(), .kind = kind});
    }
    return all;
}

std::vector<Variable> united(const std::vector<ShareColumns>& shares) {
    std::vector<Variable> schema;
    for (std::size_t i = 0; i < shares.front().schema.size(); ++i)
        schema.push_back(united(shares, i));
    return schema;
}

}  // namespace pgm::sources::detail

#include <sources/database/database.hpp>

#include <io/csv/csv.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <sources/database/detail/connection.hpp>
#include <sources/database/detail/grouped_rows.hpp>

#include <algorithm>
#include <utility>

namespace pgm::sources {

using namespace detail;

namespace {

using Kind = io::ColumnDeclaration::Kind;

const io::ColumnDeclaration* declaration_of(const io::DataOptions& options,
                                            const std::string& name) {
    const auto found = std::ranges::find(options.columns, name, &io::ColumnDeclaration::name);
    return found == options.columns.end() ? nullptr : &*found;
}

/// The options of a table that has this column and its counts.
io::DataOptions options_for(const io::DataOptions& options, const std::string& name,
                            const std::string& count_name) {
    io::DataOptions own = options;
    std::erase_if(own.columns,
                  [&](const io::ColumnDeclaration& column) { return column.name != name; });
    own.weights = count_name;
    return own;
}

/// Columns as they are known to be.
std::vector<io::ColumnDeclaration> declarations(std::span<const Variable> schema) {
    std::vector<io::ColumnDeclaration> columns;
    for (const Variable& variable : schema)
        columns.push_back({.name = variable.name(),
                           .kind = variable.is_discrete() ? Kind::discrete : Kind::continuous});
    return columns;
}

void require_columns(const io::DataOptions& options, std::span<const std::string> names,
                     const std::string& relation) {
    if (!options.weights.empty())
        throw ArgumentError(
            "rows with weights are not counted by the database, for a sum of "
            "weights that are no whole numbers is rounded there",
            "read the rows: without count=database");
    if (std::ranges::any_of(options.dates.parts,
                            [](io::DatePart part) { return part != io::DatePart::number; }))
        throw ArgumentError("parts of dates are not counted by the database",
                            "read the rows: without count=database");
    for (const io::ColumnDeclaration& column : options.columns)
        if (std::ranges::find(names, column.name) == names.end())
            throw ArgumentError(relation + ": there is no column '" + printable(column.name) + "'",
                                did_you_mean(column.name, names));
}

/// The members of each family and the class, ascending; none is part of another.
std::vector<std::vector<std::size_t>> sets_of(const CountRequest& request) {
    std::vector<std::vector<std::size_t>> sets;
    for (const Family& family : request.families) {
        std::vector<std::size_t> set{0, family.child.index()};
        for (const ColumnId parent : family.parents) set.push_back(parent.index());
        std::ranges::sort(set);
        set.erase(std::ranges::unique(set).begin(), set.end());
        sets.push_back(std::move(set));
    }
    std::ranges::sort(sets, [](const auto& a, const auto& b) {
        return a.size() != b.size() ? a.size() > b.size() : a < b;
    });
    std::vector<std::vector<std::size_t>> largest;
    for (std::vector<std::size_t>& set : sets)
        if (std::ranges::none_of(largest, [&](const std::vector<std::size_t>& other) {
                return std::ranges::includes(other, set);
            }))
            largest.push_back(std::move(set));
    return largest;
}

/// The families that are counted in a set of columns.
std::vector<Family> families_in(const CountRequest& request, std::span<const std::size_t> set) {
    const auto has = [&](ColumnId column) {
        return std::ranges::binary_search(set, column.index());
    };
    std::vector<Family> families;
    for (const Family& family : request.families)
        if (has(family.child) && std::ranges::all_of(family.parents, has))
            families.push_back(family);
    return families;
}

}  // namespace

DatabaseCounts::DatabaseCounts(const DatabaseAddress& address, const io::DataOptions& options,
                               const DatabaseNotice& notice)
    : connection_(connect(address, Access::reading, notice)),
      options_(options_of_relation(options)) {
    from_ = relation_of(*connection_, address);
    options_.name = address.text;
    const std::vector<std::string> all =
        connection_->query("SELECT * FROM " + from_ + " LIMIT 0").names;
    require_columns(options_, all, address.text);
    std::vector<std::string> names;
    for (const std::string& name : all) {
        const io::ColumnDeclaration* const declared = declaration_of(options_, name);
        if (!declared || declared->kind != Kind::ignored) names.push_back(name);
    }
    std::vector<std::vector<std::string>> sets;
    for (const std::string& name : names) sets.push_back({name});
    const std::string count_name = name_of_counts(names);
    std::vector<std::string> texts(sets.size());
    for_each_group_text(*connection_, from_, sets, count_name, 0,
                        [&](std::size_t set, std::string_view text) { texts[set] += text; });
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Dataset values = io::read_csv(texts[i], options_for(options_, names[i], count_name));
        const Column& column = values.column(names[i]);
        schema_.push_back(column.variable);
        std::vector<double>& rows = rows_of_states_.emplace_back(column.variable.cardinality());
        for (std::size_t row = 0; column.is_discrete() && row < column.rows(); ++row)
            if (const std::optional<StateId> state = column.state(row))
                rows[state->index()] += values.weights()[row];
    }
    const std::string counted = first_cell(*connection_, "SELECT COUNT(*) FROM " + from_);
    rows_ = static_cast<std::uint64_t>(parse_number(counted).value_or(0));
}

DatabaseCounts::~DatabaseCounts() = default;
DatabaseCounts::DatabaseCounts(DatabaseCounts&&) noexcept = default;
DatabaseCounts& DatabaseCounts::operator=(DatabaseCounts&&) noexcept = default;

Rows DatabaseCounts::source() const {
    return Rows::of_counts(schema_, rows_,
                           [this](const CountRequest& request) { return count(request); });
}

CountedRows DatabaseCounts::count(const CountRequest& request) const {
    const std::vector<std::vector<std::size_t>> sets = sets_of(request);
    std::vector<std::vector<std::string>> names;
    std::vector<CountRequest> parts;
    std::vector<CountedRows> counted;
    for (const std::vector<std::size_t>& set : sets) {
        std::vector<std::string>& members = names.emplace_back();
        for (const std::size_t column : set) members.push_back(request.schema[column].name());
        CountRequest& part = parts.emplace_back(request);
        part.families = families_in(request, set);
        counted.push_back({Sums(part.schema, part.families, part.limits)});
    }
    const std::string count_name = name_of_counts(names_of(schema_));
    io::DataOptions options = options_;
    options.columns = declarations(schema_);
    options.weights = count_name;
    constexpr std::size_t bytes = std::size_t{4} << 20;
    for_each_group_text(
        *connection_, from_, names, count_name, bytes, [&](std::size_t set, std::string_view text) {
            request.stop.check();
            io::DataOptions own = options;
            std::erase_if(own.columns, [&](const io::ColumnDeclaration& column) {
                return std::ranges::find(names[set], column.name) == names[set].end();
            });
            const Dataset groups = io::read_csv(text, own);
            const Dataset rows = part_of_whole(groups, schema_);
            counted[set].statistics.merge(Rows(rows).count(parts[set]).statistics);
        });
    const std::string& class_name = request.schema.front().name();
    const auto target = std::ranges::find(schema_, class_name, &Variable::name);
    std::uint64_t with_class = 0;
    for (const double rows : rows_of_states_[static_cast<std::size_t>(target - schema_.begin())])
        with_class += static_cast<std::uint64_t>(rows);
    CountedRows all = joined(request, counted, with_class);
    all.rows_without_class = rows_ - with_class;
    return all;
}

}  // namespace pgm::sources

#include <apps/pgm/options/data_choices.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <apps/pgm/shell/interruption.hpp>
#include <io/file/file_bytes.hpp>
#include <io/file/suffix.hpp>
#include <io/table/date_columns.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/data/unusable_columns.hpp>
#include <sources/database/database.hpp>

#include <algorithm>
#include <limits>
#include <set>

namespace pgm::apps {
namespace {

/// A column of numbers that few words made discrete: most likely a mark of missing values that was
/// not told, or a slip of the pen. Where there are many numbers, or the cell is one that no double
/// holds, hardly anyone means names.
Problem problem_of(const io::NearlyNumericColumn& column) {
    constexpr std::size_t many_numbers = 10;
    const bool surprising = column.numbers >= many_numbers || column.is_beyond_double;
    const std::string cell = quoted_name(column.cell);
    const std::string kind = column.are_dates ? "date" : "number";
    const std::string values = column.numbers == 1 ? " is a " + kind : " are " + kind + "s";
    const std::string reason =
        column.is_beyond_double ? "which is too large or too small for a double" : column.reason;
    return {.severity = surprising ? Problem::Severity::warning : Problem::Severity::note,
            .message = "column " + quoted_name(column.name) + " is taken as names because of " +
                       cell + (reason.empty() ? "" : ", " + reason) + "; its other " +
                       counted(column.numbers, "value") + values,
            .location = column.where,
            .hint = "a mark of missing values? --missing-marks '?,,NA," + shown_name(column.cell) +
                    "'" + (column.are_dates ? "; --dates text if they are names" : "")};
}

void print_remarks(const io::DataRemarks& remarks) {
    for (const Problem& note : remarks.notes) print_problem(note);
    std::vector<Problem> problems;
    for (const io::NearlyNumericColumn& column : remarks.nearly_numeric) {
        problems.push_back(problem_of(column));
    }
    print_problems(problems);
    if (remarks.more_nearly_numeric == 0) return;
    print_note(std::to_string(remarks.more_nearly_numeric) +
               " more columns are taken as names because of a few cells");
}

/// Prints a remark on columns of dates, unless an option says what becomes of them.
void take_dates(const DataChoices& choices, const std::vector<std::string>& columns) {
    choices.dates_found->insert(columns.begin(), columns.end());
    if (columns.empty() || !choices.dates.empty()) return;
    print_note(first_few(columns, 5, quoted_name) + (columns.size() == 1 ? " has" : " have") +
                   " dates, which are numbers of days since 1970-01-01",
               "--dates month,weekday,hour makes states of them");
}

/// The result of `read(remarks)`, whose time goes to the timings and whose remarks are printed.
template <class Read>
auto with_remarks(Session& session, const DataChoices& choices, Read&& read) {
    const DeafWork deaf;
    io::DataRemarks remarks;
    auto table = loaded(session, [&] { return read(remarks); });
    print_remarks(remarks);
    take_dates(choices, remarks.dates);
    return table;
}

/// The relation that stands in place of files; null for files.
std::optional<sources::DatabaseAddress> relation_of(const io::TableFiles& files) {
    if (!sources::is_database_address(files.paths.front())) return std::nullopt;
    sources::DatabaseAddress address = sources::parse_database_address(files.paths.front());
    if (address.counts_there)
        throw ArgumentError(address.text + ": rows are counted by the database for 'pgm fit' only",
                            "leave out count=database to read them");
    return address;
}

/// True if the cells of a column are read at all.
using WantedColumns = std::function<bool(const std::string& column)>;

WantedColumns not_ignored(const io::DataOptions& options) {
    return [columns = options.columns](const std::string& name) {
        const auto declared = std::ranges::find(columns, name, &io::ColumnDeclaration::name);
        return declared == columns.end() || declared->kind != io::ColumnDeclaration::Kind::ignored;
    };
}

void say_waiting(const std::string& sentence) {
    print_note(sentence);
}

/// The rows of the relation, open to be read, of any length. `options` become those of their text.
std::unique_ptr<io::ByteSource> opened(const sources::DatabaseAddress& relation,
                                       io::DataOptions& options, const WantedColumns& wants) {
    options = sources::options_of_relation(std::move(options));
    return sources::open_relation(relation, std::numeric_limits<std::size_t>::max(),
                                  {.wants = wants, .notice = say_waiting});
}

/// All rows at once, hence no more bytes than a file that is read so may have.
Dataset read_relation(const sources::DatabaseAddress& relation, io::DataOptions options,
                      io::DataRemarks& remarks) {
    const std::unique_ptr<io::ByteSource> rows = opened(relation, options, not_ignored(options));
    rows->set_max_bytes(options.limits.max_file_bytes);
    return io::read_data(*rows, options, &remarks);
}

/// The rows of files or of the relation that stands in their place, in parts where that is possible
/// and `admits` allows it.
Rows open_here(const io::TableFiles& files, io::DataOptions options, const io::ColumnCheck& admits,
               io::DataRemarks& remarks) {
    const auto relation = relation_of(files);
    if (!relation) return io::open_data(files, options, admits, &remarks);
    std::unique_ptr<io::ByteSource> rows = opened(*relation, options, not_ignored(options));
    return io::open_data(std::move(rows), options, admits, &remarks);
}

/// True if a relation has so few cells, of a byte each if they are states, that it is read at once:
/// the second pass over it would cost the database as much as the first.
bool is_read_at_once(const sources::DatabaseAddress& relation) {
    constexpr std::uint64_t most_cells = std::uint64_t{1} << 26;
    const std::optional<std::uint64_t> cells = sources::cells_of_relation(relation, say_waiting);
    return cells && *cells <= most_cells;
}

bool all_columns(std::span<const Variable>, std::size_t) {
    return true;
}

/// Requires files to be a table each, of a database one relation.
void require_tables(const io::TableFiles& files) {
    for (const std::string& path : files.paths) {
        const bool is_relation = sources::is_database_address(path);
        if (is_relation && files.paths.size() > 1)
            throw ArgumentError(path + " is read alone, not with other tables",
                                "?query=SELECT ... UNION ALL SELECT ... has rows of several");
        if (!is_relation) require_table(path);
    }
}

/// A class may be absent, which its user will find.
void require_short_classes(const Dataset& data, const std::string& class_name) {
    const std::optional<ColumnId> target = data.find(class_name);
    if (!target) return;
    for (const std::string& remark : long_text_remarks(data.select_columns({{*target}})))
        throw ArgumentError("the class " + remark,
                            "name another column as the class; --ignore leaves this one out");
}

bool has_long_text(const Variable& column) {
    return std::ranges::any_of(column.states(), [](const std::string& state) {
        return state.size() > Limits{}.max_name_bytes;
    });
}

/// Prints a remark about a class.
void say(const std::optional<std::string>& remark) {
    if (remark)
        print_note(*remark,
                   "a continuous target is no class: cut it into a few intervals, or name another "
                   "column");
}

void require_rows(const Dataset& data, const std::string& path) {
    if (data.rows() == 0)
        throw ParseError("the table has no rows", {.file = io::source_name(path)},
                         "there is nothing to learn from or to test but the names of columns");
}

/// The part of a table that learning takes; the columns that it leaves out are named.
Dataset to_learn(Dataset data, const std::string& path, const std::string& class_name) {
    require_rows(data, path);
    require_short_classes(data, class_name);
    const std::vector<std::string> long_texts = long_text_remarks(data);
    for (const std::string& remark : long_texts) print_note(remark + ": it is left out");
    return long_texts.empty() ? std::move(data) : without_long_texts(data);
}

}  // namespace

Dataset DataChoices::read(Session& session, const io::TableFiles& files,
                          std::vector<io::ColumnDeclaration> declared) const {
    require_tables(files);
    io::DataOptions options = reader_options(std::move(declared));
    return with_remarks(session, *this, [&](io::DataRemarks& remarks) {
        if (session.memory.may_exceed(files))
            return session.memory.whole(open_here(files, options, all_columns, remarks));
        const auto relation = relation_of(files);
        return relation ? read_relation(*relation, options, remarks)
                        : io::read_data(files, options, &remarks);
    });
}

Dataset DataChoices::read_rows(Session& session, const io::TableFiles& files,
                               std::vector<io::ColumnDeclaration> declared) const {
    Dataset data = read(session, files, std::move(declared));
    require_rows(data, files.paths.front());
    return data;
}

Dataset DataChoices::read_for(Session& session, const std::string& path,
                              const BayesianNetwork& network) const {
    std::vector<io::ColumnDeclaration> declared;
    const std::set<std::string> dated = io::columns_of_parts(names_of(network.variables()));
    if (path != "-" && !sources::is_database_address(path))
        for (const std::string& name : blocks(path, {}).names) {
            const std::optional<VariableId> known = network.find(name);
            if (dated.contains(name)) continue;
            if (!known || network.variable(*known).is_discrete())
                declared.push_back({.name = name, .kind = io::ColumnDeclaration::Kind::discrete});
        }
    return read_rows(session, path, with_parts_of_dates(network.variables(), std::move(declared)));
}

Dataset DataChoices::read_to_learn(Session& session, const io::TableFiles& files,
                                   std::vector<io::ColumnDeclaration> declared,
                                   const std::string& class_name) const {
    return to_learn(read(session, files, std::move(declared)), files.paths.front(), class_name);
}

Rows DataChoices::open_table(Session& session, const io::TableFiles& files,
                             const io::DataOptions& options, const io::ColumnCheck& admits) const {
    const bool may_be_large = session.memory.may_exceed(files);
    bool is_admitted = false;
    const io::ColumnCheck check = [&](std::span<const Variable> columns, std::size_t rows) {
        is_admitted = admits(columns, rows);
        return is_admitted || may_be_large;
    };
    return with_remarks(session, *this, [&](io::DataRemarks& remarks) {
        const auto relation = relation_of(files);
        if (relation && (session.ranks != nullptr || (!may_be_large && is_read_at_once(*relation))))
            return Rows(read_relation(*relation, options, remarks));
        if (session.ranks != nullptr)
            return sources::open_share(*session.ranks, files, options, admits, &remarks);
        Rows all = open_here(files, options, check, remarks);
        return is_admitted ? std::move(all) : Rows(session.memory.whole(std::move(all)));
    });
}

Rows DataChoices::open(Session& session, const io::TableFiles& files) const {
    require_tables(files);
    return open_table(session, files, reader_options(), all_columns);
}

Rows DataChoices::open_to_learn(Session& session, const io::TableFiles& files,
                                std::vector<io::ColumnDeclaration> declared,
                                const std::string& class_name,
                                const io::ColumnCheck& admits) const {
    require_tables(files);
    const auto check = [&](std::span<const Variable> columns, std::size_t rows) {
        const auto is_large = [&](const Variable& column) {
            return identifies_rows(column.cardinality(), rows) || has_long_text(column);
        };
        return rows > 0 && std::ranges::none_of(columns, is_large) && admits(columns, rows);
    };
    Rows rows = open_table(session, files, reader_options(std::move(declared)), check);
    if (Dataset* const table = rows.table())
        *table = to_learn(std::move(*table), files.paths.front(), class_name);
    return rows;
}

void DataChoices::for_each_part(const io::TableFiles& files,
                                std::vector<io::ColumnDeclaration> declared,
                                const Rows::Visit& take) const {
    io::open_data(files, reader_options(std::move(declared)), all_columns).pass(take);
}

Dataset DataChoices::read(Session& session, io::ByteSource& source) const {
    return with_remarks(session, *this, [&](io::DataRemarks& remarks) {
        return io::read_data(source, reader_options(), &remarks);
    });
}

io::TableBlocks DataChoices::blocks(const std::string& path, std::span<const Variable> schema,
                                    const std::vector<std::string>& as_text) const {
    using Kind = io::ColumnDeclaration::Kind;
    const DeafWork deaf;
    require_tables(path);
    std::vector<io::ColumnDeclaration> wanted;
    for (const Variable& variable : schema)
        wanted.push_back({.name = variable.name(),
                          .kind = variable.is_discrete() ? Kind::discrete : Kind::continuous});
    for (const std::string& name : as_text)
        if (std::ranges::find(schema, name, &Variable::name) == schema.end())
            wanted.push_back({.name = name});
    io::DataOptions options = reader_options();
    const auto relation = relation_of(path);
    const std::set<std::string> dated = io::columns_of_parts(names_of(schema));
    const auto is_read = [&](const std::string& name) {
        const bool is_wanted =
            dated.contains(name) ||
            std::ranges::find(wanted, name, &io::ColumnDeclaration::name) != wanted.end();
        return (is_wanted && not_ignored(options)(name)) || name == options.weights;
    };
    io::TableBlocks blocks =
        relation ? io::open_blocks(opened(*relation, options, is_read), options, wanted)
                 : io::open_blocks(path, options, wanted);
    for (const Problem& note : blocks.notes) print_problem(note);
    return blocks;
}

std::vector<io::ColumnDeclaration> with_parts_of_dates(std::span<const Variable> variables,
                                                       std::vector<io::ColumnDeclaration> others) {
    for (const Variable& variable : variables)
        if (io::part_named(variable.name())) others.push_back({.name = variable.name()});
    return others;
}

std::optional<Dataset> next_block(Session& session, const io::TableBlocks& blocks,
                                  std::size_t rows) {
    const DeafWork deaf;
    return loaded(session, [&] { return blocks.next(rows); });
}

std::size_t rows_of_block(const Classifier& classifier) {
    constexpr std::size_t numbers = std::size_t{1} << 20, most = std::size_t{1} << 14, least = 16;
    const std::size_t numbers_of_row =
        classifier.schema().size() + 4 * classifier.class_variable().cardinality();
    return std::clamp(numbers / numbers_of_row, least, most);
}

bool is_arff(const std::string& path) {
    return !sources::is_database_address(path) && io::has_suffix(path, ".arff");
}

std::vector<io::ColumnDeclaration> class_declaration(const std::string& path,
                                                     const std::string& class_name) {
    if (is_arff(path) || class_name.empty()) return {};
    return {{.name = class_name, .kind = io::ColumnDeclaration::Kind::discrete}};
}

void say_class_of_many_values(const Dataset& data, const std::string& class_name) {
    if (const std::optional<ColumnId> target = data.find(class_name))
        say(class_remark(as_discrete(data.column(*target))));
}

void say_class_of_many_values(const Variable& target, std::uint64_t rows) {
    say(class_remark(target, target.cardinality(), rows));
}

}  // namespace pgm::apps

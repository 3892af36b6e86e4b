#include <apps/pgm/options/data_choices.hpp>

#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <io/file/suffix.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/data/unusable_columns.hpp>
#include <sources/database/database.hpp>

#include <algorithm>

namespace pgm::apps {
namespace {

char delimiter_of(const std::string& text) {
    if (text == "tab" || text == "\\t") return '\t';
    if (text.size() != 1)
        throw UsageError("--delimiter takes one character, or 'tab', not '" + text + "'");
    return text.front();
}

io::Encoding encoding_of(const std::string& text) {
    if (text == "utf-8") return io::Encoding::utf8;
    if (text == "latin1") return io::Encoding::latin1;
    throw UsageError("--encoding takes 'utf-8' or 'latin1', not '" + text + "'");
}

char decimal_of(const std::string& text) {
    if (text != "." && text != ",")
        throw UsageError("--decimal takes . or a comma, not '" + text + "'");
    return text.front();
}

/// "?,NA,": marks between commas; an empty piece is the empty cell.
std::vector<std::string> marks_of(const std::string& text) {
    std::vector<std::string> marks;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        marks.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return marks;
}

void declare(std::vector<io::ColumnDeclaration>& columns, const std::string& names,
             const std::string& option, io::ColumnDeclaration::Kind kind) {
    if (names.empty()) return;
    for (const std::string& name : split_names(names, option)) {
        const auto found = std::ranges::find(columns, name, &io::ColumnDeclaration::name);
        if (found == columns.end()) {
            columns.push_back({.name = name, .kind = kind});
        } else if (found->kind != kind || kind == io::ColumnDeclaration::Kind::ignored) {
            throw UsageError("the column " + quoted_name(name) +
                             " is named by two options that contradict each other or twice by " +
                             option);
        }
    }
}

/// A column of numbers that few words made discrete: most likely a mark for a missing cell that was
/// not told, or a slip of the pen. Where there are many numbers, or the cell is one that no double
/// holds, hardly anyone means names.
Problem problem_of(const io::NearlyNumericColumn& column) {
    constexpr std::size_t many_numbers = 10;
    const bool surprising = column.numbers >= many_numbers || column.is_beyond_double;
    const std::string cell = quoted_name(column.cell);
    const std::string values = column.numbers == 1 ? " is a number" : " are numbers";
    return {
        .severity = surprising ? Problem::Severity::warning : Problem::Severity::note,
        .message =
            "column " + quoted_name(column.name) + " is taken as names because of " + cell +
            (column.is_beyond_double ? ", which is too large or too small for a double" : "") +
            "; its other " + counted(column.numbers, "value") + values,
        .location = column.where,
        .hint = "a mark of missing cells? --missing-marks '?,,NA," + shown_name(column.cell) + "'"};
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

/// The relation that stands in place of files; null for files.
std::optional<sources::DatabaseAddress> relation_of(const io::TableFiles& files) {
    if (!sources::is_database_address(files.paths.front())) return std::nullopt;
    sources::DatabaseAddress address = sources::parse_database_address(files.paths.front());
    if (address.counts_there)
        throw ArgumentError(address.text + ": rows are counted by the database for 'pgm fit' only",
                            "leave out count=database to read them");
    return address;
}

/// Its rows, open to be read. `options` become those of their text.
std::unique_ptr<io::ByteSource> opened(const sources::DatabaseAddress& relation,
                                       io::DataOptions& options) {
    options = sources::options_of_relation(std::move(options));
    return sources::open_relation(relation, options.limits.max_file_bytes);
}

/// Reads a table from a file of that name, or a stream that is open.
template <class Source>
Dataset read_table(Session& session, Source& source, const io::DataOptions& options) {
    io::DataRemarks remarks;
    Dataset data = loaded(session, [&] { return io::read_data(source, options, &remarks); });
    print_remarks(remarks);
    return data;
}

/// Whether a relation has so few cells, of a byte each if they are states, that it is read at once:
/// the second pass over it would cost the database as much as the first.
bool is_read_at_once(const sources::DatabaseAddress& relation) {
    constexpr std::uint64_t most_cells = std::uint64_t{1} << 26;
    const std::optional<std::uint64_t> cells = sources::cells_of_relation(relation);
    return cells && *cells <= most_cells;
}

io::OpenedTable open_table(Session& session, const io::TableFiles& files, io::DataOptions options,
                           const io::ColumnCheck& admits) {
    io::DataRemarks remarks;
    io::OpenedTable table = loaded(session, [&] {
        if (const auto relation = relation_of(files)) {
            const bool is_whole = session.ranks != nullptr || is_read_at_once(*relation);
            std::unique_ptr<io::ByteSource> rows = opened(*relation, options);
            return is_whole ? io::OpenedTable(io::read_data(*rows, options, &remarks))
                            : io::open_data(std::move(rows), options, admits, &remarks);
        }
        return session.ranks ? sources::open_share(*session.ranks, files, options, admits, &remarks)
                             : io::open_data(files, options, admits, &remarks);
    });
    print_remarks(remarks);
    return table;
}

/// Of files a table each, of a database one relation.
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
        throw ParseError("the table has no rows", {.file = path == "-" ? "stdin" : path},
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

void DataChoices::add_to(Options& options) {
    options.group("The table (pgm help tables has more)");
    options.text("--numbers", continuous, "COLUMNS",
                 "Columns that must be numbers, separated by commas");
    options.text("--discrete", discrete, "COLUMNS",
                 "Columns whose numbers are the names of states");
    options.text("--ignore", ignored, "COLUMNS", "Columns that are left out");
    options.rare();
    options.text("--weights", weights, "COLUMN", "The column with the weights of the rows");
    options.optional_text(
        "--missing-marks", missing, "MARKS",
        "Texts of missing cells, separated by commas; '' is the empty cell; default: '?,,NA'");
    options.text("--delimiter", delimiter, "C",
                 "The character between the cells of a CSV file, or 'tab'; default: guessed");
    options.text("--encoding", encoding, "E",
                 "Encoding of the file, utf-8 or latin1; default: utf-8");
    options.text("--decimal", decimal, "C",
                 "Decimal separator of the numbers in a CSV file, a point or a comma; default: .");
    options.flag("--no-header", no_header,
                 "The first line of a CSV file is data; the columns are called c1, c2, ...");
}

void DataChoices::add_argument(Options& options, std::string& path) {
    options.argument(
        "DATA", path,
        "Table of data (.csv, .tsv, .txt, .arff, .pgmdata, also with .gz or .zst), a table "
        "of a database ('pgm help databases'), or - for CSV on standard input");
}

void DataChoices::add_arguments(Options& options, std::vector<std::string>& paths,
                                Options::Empty empty) {
    options.arguments(
        "DATA", paths,
        "Table of data (.csv, .tsv, .txt, .arff, .pgmdata, also with .gz or .zst), or several "
        "of CSV with the same columns, a table of a database ('pgm help databases'), or - for CSV "
        "on standard input",
        empty);
}

io::DataOptions DataChoices::reader_options(std::vector<io::ColumnDeclaration> declared) const {
    using Kind = io::ColumnDeclaration::Kind;
    io::DataOptions options{
        .encoding = encoding_of(encoding), .weights = weights, .header = !no_header};
    if (!delimiter.empty()) options.delimiter = delimiter_of(delimiter);
    if (!decimal.empty()) options.decimal = decimal_of(decimal);
    if (options.delimiter == options.decimal)
        throw UsageError("'" + delimiter + "' cannot be the delimiter and the decimal sign",
                         "--delimiter ';' or tab");
    if (missing) options.missing_marks = marks_of(*missing);
    declare(options.columns, discrete, "--discrete", Kind::discrete);
    declare(options.columns, continuous, "--numbers", Kind::continuous);
    declare(options.columns, ignored, "--ignore", Kind::ignored);
    for (io::ColumnDeclaration& column : declared)
        if (std::ranges::find(options.columns, column.name, &io::ColumnDeclaration::name) ==
            options.columns.end())
            options.columns.push_back(std::move(column));
    return options;
}

Dataset DataChoices::read(Session& session, const io::TableFiles& files,
                          std::vector<io::ColumnDeclaration> declared) const {
    require_tables(files);
    io::DataOptions options = reader_options(std::move(declared));
    const auto relation = relation_of(files);
    if (!relation) return read_table(session, files, options);
    const std::unique_ptr<io::ByteSource> rows =
        loaded(session, [&] { return opened(*relation, options); });
    return read_table(session, *rows, options);
}

Dataset DataChoices::read_rows(Session& session, const io::TableFiles& files,
                               std::vector<io::ColumnDeclaration> declared) const {
    Dataset data = read(session, files, std::move(declared));
    require_rows(data, files.paths.front());
    return data;
}

Dataset DataChoices::read_to_learn(Session& session, const io::TableFiles& files,
                                   std::vector<io::ColumnDeclaration> declared,
                                   const std::string& class_name) const {
    return to_learn(read(session, files, std::move(declared)), files.paths.front(), class_name);
}

io::OpenedTable DataChoices::open(Session& session, const io::TableFiles& files) const {
    require_tables(files);
    const io::ColumnCheck all = [](std::span<const Variable>, std::size_t) { return true; };
    return open_table(session, files, reader_options(), all);
}

io::OpenedTable DataChoices::open_to_learn(Session& session, const io::TableFiles& files,
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
    io::OpenedTable table = open_table(session, files, reader_options(std::move(declared)), check);
    if (auto* const data = std::get_if<Dataset>(&table))
        *data = to_learn(std::move(*data), files.paths.front(), class_name);
    return table;
}

void DataChoices::for_each_part(const io::TableFiles& files,
                                std::vector<io::ColumnDeclaration> declared,
                                const std::function<void(const Dataset& part)>& take) const {
    const io::OpenedTable table =
        io::open_data(files, reader_options(std::move(declared)),
                      [](std::span<const Variable>, std::size_t) { return true; });
    if (const auto* const data = std::get_if<Dataset>(&table)) return take(*data);
    const io::DataParts& parts = std::get<io::DataParts>(table);
    parts->for_each(rows_of_part(parts->schema()), take);
}

Dataset DataChoices::read(Session& session, io::ByteSource& source) const {
    return read_table(session, source, reader_options());
}

io::DataBlocks DataChoices::blocks(const std::string& path, std::span<const Variable> schema,
                                   const std::vector<std::string>& as_text) const {
    using Kind = io::ColumnDeclaration::Kind;
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
    io::DataBlocks blocks = relation ? io::DataBlocks(opened(*relation, options), options, wanted)
                                     : io::DataBlocks(path, options, wanted);
    for (const Problem& note : blocks->notes()) print_problem(note);
    return blocks;
}

std::optional<Dataset> next_block(Session& session, const io::DataBlocks& blocks,
                                  std::size_t rows) {
    return loaded(session, [&] { return blocks->next(rows); });
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

std::size_t rows_of_part(std::span<const Variable> schema) {
    constexpr std::size_t bytes = std::size_t{1} << 23, most = std::size_t{1} << 18, least = 16;
    std::size_t bytes_of_row = 1;
    for (const Variable& variable : schema)
        bytes_of_row += !variable.is_discrete() ? 8 : variable.cardinality() < 255 ? 1 : 4;
    return std::clamp(bytes / bytes_of_row, least, most);
}

}  // namespace pgm::apps

#include <apps/pgm/data_choices.hpp>

#include <apps/pgm/column_names.hpp>
#include <apps/pgm/errors.hpp>
#include <io/data_file.hpp>
#include <pgm/core/number_text.hpp>

#include <algorithm>

namespace pgm::apps {
namespace {

char delimiter_of(const std::string& text) {
    if (text == "tab" || text == "\\t") return '\t';
    if (text.size() != 1) throw UsageError("--delimiter takes one character, or 'tab', not '" + text + "'");
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

void declare(std::vector<io::ColumnDeclaration>& columns, const std::string& names, const std::string& option, io::ColumnDeclaration::Kind kind) {
    if (names.empty()) return;
    for (const std::string& name : split_names(names, option)) {
        const auto found = std::ranges::find(columns, name, &io::ColumnDeclaration::name);
        if (found == columns.end()) {
            columns.push_back({.name = name, .kind = kind});
        } else if (found->kind != kind || kind == io::ColumnDeclaration::Kind::ignored) {
            throw UsageError("the column '" + name + "' is named by two options that contradict each other or twice by " + option);
        }
    }
}

/// A column of numbers that one word made a column of words: most likely a mark for a missing cell that was not told.
void say_what_is_no_number(const Column& column, const std::string& path) {
    constexpr std::size_t few_words = 3, many_numbers = 10;
    std::vector<std::string> words;
    for (const std::string& state : column.variable.states())
        if (!parse_number(state)) words.push_back(state);
    const std::size_t numbers = column.variable.cardinality() - words.size();
    if (words.empty() || words.size() > few_words || numbers < many_numbers) return;
    print_problem({Problem::Severity::warning, path + ": column '" + column.name() + "' is discrete, for '" + words.front() +
                                                   "' is no number; its other " + std::to_string(numbers) +
                                                   " states are (a mark of missing cells? --missing '?,,NA," + words.front() + "')"});
}

void say_what_is_unusual(const Dataset& data, const io::DataOptions& options,
                         const std::string& path) {
    const std::vector<io::ColumnDeclaration>& known = options.columns;
    const auto declared = [&known](const Column& column) {
        return std::ranges::find(known, column.name(), &io::ColumnDeclaration::name) != known.end();
    };
    for (const Column& column : data.all_columns())
        if (column.is_discrete() && !declared(column)) say_what_is_no_number(column, path);
}

}  // namespace

void DataChoices::add_to(Options& options) {
    options.text("--discrete", discrete, "COLUMNS", "Columns whose numbers are names of states, separated by commas");
    options.text("--continuous-columns", continuous, "COLUMNS", "Columns that are continuous whatever they hold");
    options.text("--ignore", ignored, "COLUMNS", "Columns that are left out");
    options.text("--weights", weights, "COLUMN", "The column with the weights of the rows");
    options.optional_text(
        "--missing", missing, "MARKS",
        "Texts that stand for a missing cell, separated by commas; default '?,,NA' "
        "(the middle one is the empty cell, and so is '' alone)");
    options.text("--delimiter", delimiter, "C", "The character between the cells of a CSV file, or 'tab'; guessed without it");
    options.text("--encoding", encoding, "E",
                 "How the bytes of the file stand for characters: utf-8 (default) or latin1");
    options.text("--decimal", decimal, "C",
                 "What stands before the fraction of a number in a CSV file, . or a comma; the "
                 "point without it");
    options.flag("--no-header", no_header, "The first line of a CSV file is data; the columns are called c1, c2, ...");
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
    declare(options.columns, continuous, "--continuous-columns", Kind::continuous);
    declare(options.columns, ignored, "--ignore", Kind::ignored);
    for (io::ColumnDeclaration& column : declared)
        if (std::ranges::find(options.columns, column.name, &io::ColumnDeclaration::name) == options.columns.end())
            options.columns.push_back(std::move(column));
    return options;
}

Dataset DataChoices::read(Session& session, const std::string& path, std::vector<io::ColumnDeclaration> declared) const {
    const Stopwatch watch;
    const io::DataOptions options = reader_options(std::move(declared));
    Dataset data = io::read_data(path, options);
    session.timings.load_ms += watch.milliseconds();
    say_what_is_unusual(data, options, path);
    return data;
}

Dataset DataChoices::read(Session& session, io::ByteSource& source) const {
    const Stopwatch watch;
    const io::DataOptions options = reader_options();
    Dataset data = io::read_data(source, options);
    session.timings.load_ms += watch.milliseconds();
    say_what_is_unusual(data, options, "-");
    return data;
}

bool is_arff(const std::string& path) {
    return path.ends_with(".arff") || path.ends_with(".arff.gz");
}

std::vector<io::ColumnDeclaration> class_declaration(const std::string& path, const std::string& class_name) {
    if (is_arff(path)) return {};
    return {{.name = class_name, .kind = io::ColumnDeclaration::Kind::discrete}};
}

}  // namespace pgm::apps

#include <apps/pgm/options/data_choices.hpp>

#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>

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

}  // namespace

void DataChoices::add_to(Options& options) {
    options.group("The table (pgm help tables has more)");
    options.text("--numbers", continuous, "COLUMNS",
                 "Columns that must be numbers, separated by commas");
    options.text("--discrete", discrete, "COLUMNS",
                 "Columns whose numbers are the names of states");
    options.text("--ignore", ignored, "COLUMNS", "Columns that are left out");
    options.text(
        "--dates", dates, "PARTS",
        "What becomes of columns of dates: number (of days since 1970-01-01, the default), "
        "month,weekday,hour (states, one or more), or text; day-first or month-first if "
        "3/5/2024 may be either");
    options.rare();
    options.text("--weights", weights, "COLUMN", "The column with the weights of the rows");
    options.optional_text(
        "--missing-marks", missing, "MARKS",
        "Texts of missing values, separated by commas; '' is the empty cell; default: '?,,NA'");
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
        "Table of data (.csv, .tsv, .tab, .txt, .data, .dat, .arff, .pgmdata, also with .gz "
        "or .zst), a table of a database ('pgm help databases'), or - for CSV on standard input");
}

void DataChoices::add_arguments(Options& options, std::vector<std::string>& paths,
                                Options::Empty empty) {
    options.arguments(
        "DATA", paths,
        "Table of data (.csv, .tsv, .tab, .txt, .data, .dat, .arff, .pgmdata, also with .gz "
        "or .zst), or several of CSV with the same columns, a table of a database ('pgm help "
        "databases'), or - for CSV on standard input",
        empty);
}

io::DataOptions DataChoices::reader_options(std::vector<io::ColumnDeclaration> declared) const {
    using Kind = io::ColumnDeclaration::Kind;
    io::DataOptions options{.encoding = encoding_of(encoding),
                            .weights = weights,
                            .threads = threads,
                            .header = !no_header};
    if (!delimiter.empty()) options.delimiter = delimiter_of(delimiter);
    if (!decimal.empty()) options.decimal = decimal_of(decimal);
    if (options.delimiter == options.decimal)
        throw UsageError("'" + delimiter + "' cannot be the delimiter and the decimal sign",
                         "--delimiter ';' or tab");
    if (missing) options.missing_marks = marks_of(*missing);
    if (!dates.empty()) {
        try {
            options.dates = io::parse_date_options(dates);
        } catch (const ArgumentError& error) {
            throw UsageError("--dates: " + error.message());
        }
    }
    declare(options.columns, discrete, "--discrete", Kind::discrete);
    declare(options.columns, continuous, "--numbers", Kind::continuous);
    declare(options.columns, ignored, "--ignore", Kind::ignored);
    for (io::ColumnDeclaration& column : declared) {
        if (dates.empty()) options.dates.known.push_back(column.name);
        if (std::ranges::find(options.columns, column.name, &io::ColumnDeclaration::name) ==
            options.columns.end())
            options.columns.push_back(std::move(column));
    }
    return options;
}

}  // namespace pgm::apps

#include <io/bif/bif.hpp>

#include <io/bif/detail/bif_table.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/checked.hpp>
#include <pgm/core/text/ascii.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <ostream>
#include <tuple>

namespace pgm::io {

using namespace detail;

namespace {

/// Reads a text into a builder. It must outlive the building, because locations of rows are
/// computed by its cursor.
class BifReader {
public:
    BifReader(std::string_view text, const ReadOptions& options)
        : limits_(options.limits),
          cursor_(prepare_text(text, options.name, options.limits), options.name),
          lexer_(cursor_),
          report_(cursor_),
          locations_(cursor_),
          outline_(options.limits) {}

    void read() {
        read_bif_outline(lexer_, limits_, report_, outline_);
        blocks_of_.resize(outline_.variables.size());
        BifFamilyReader families(lexer_, outline_, limits_, report_);
        BifTableReader tables(lexer_, outline_, report_, locations_);
        try {
            for (const BifBlock& block : outline_.blocks) read_block(block, families, tables);
            tables.settle_orders();
        } catch (const ParseError& error) {
            // Blocks of the outline come before the error that ended it.
            outline_.syntax_error = error;
        }
        report_missing_semicolons();
        if (!outline_.syntax_error) finish_builder();
    }

    const std::optional<ParseError>& syntax_error() const { return outline_.syntax_error; }

    /// A text that is cut off between two blocks is only noticed because variables have no
    /// distribution. Other errors, such as a block for a mistyped name, may explain that and are
    /// then reported instead.
    std::optional<ParseError> missing_blocks() {
        if (report_.has_error()) return std::nullopt;
        constexpr std::size_t most_named = 3;
        std::string names;
        std::size_t missing = 0;
        for (std::size_t i = 0; i < blocks_of_.size(); ++i) {
            if (blocks_of_[i].offset != 0 || missing++ >= most_named) continue;
            names.append(missing > 1 ? ", " : "")
                .append(shown(outline_.variable(VariableId(i)).name()));
        }
        if (missing == 0) return std::nullopt;
        if (missing > most_named) names += " and " + std::to_string(missing - most_named) + " more";
        return ParseError("the text ends without the distribution" +
                              std::string(missing == 1 ? "" : "s") + " of " + names,
                          cursor_.locate(cursor_.text().size()),
                          "each variable needs its block 'probability ( ... ) { ... }'; the file "
                          "may have been cut off");
    }

    NetworkBuilder& builder() { return outline_.builder; }
    std::vector<Problem>& problems() { return report_.problems(); }

private:
    struct Given {
        std::size_t offset = 0;
        std::size_t table_number = 0;  ///< in locations_
    };

    void read_block(const BifBlock& block, BifFamilyReader& families, BifTableReader& tables) {
        cursor_.seek(block.header);
        const BifFamily* const family = families.read();
        if (!family) return;
        Given& given = blocks_of_[family->child.index()];
        if (given.offset != 0) {
            const std::string line = std::to_string(cursor_.locate(given.offset).line);
            report_.error(family->offset, "the distribution of " + shown(name(family->child)) +
                                              " is given twice, first on line " + line);
            return;
        }
        given.offset = family->offset;
        const std::optional<std::size_t> cells =
            family->complete ? acceptable_cells(*family, block) : std::nullopt;
        if (cells) {
            outline_.builder.set_cpd(tables.read(*family, block, *cells));
            given.table_number = tables.number();
        } else {
            // The problem was reported. A uniform table avoids a second report.
            const std::size_t k = cardinality(family->child);
            outline_.builder.set_cpd(TableCpd(
                Scope({family->child}, {k}), std::vector<double>(k, 1.0 / static_cast<double>(k))));
        }
    }

    /// The number of cells of the family's table. Each number takes at least two bytes; if the
    /// block is too short, reports that and returns nothing.
    std::optional<std::size_t> acceptable_cells(const BifFamily& family, const BifBlock& block) {
        std::optional<std::size_t> cells = cardinality(family.child);
        for (const VariableId parent : family.parents) {
            if (cells) cells = checked_mul(*cells, cardinality(parent));
        }
        if (!cells || *cells > limits_.max_table_cells) {
            throw TooLargeError(
                "the table of " + family_text(outline_, family) + " has " +
                    (cells ? std::to_string(*cells) : "more than 2^64") + " cells, the limit is " +
                    std::to_string(limits_.max_table_cells),
                cursor_.locate(family.offset),
                "give the variable fewer parents, or raise Limits::max_table_cells");
        }
        const std::string_view text =
            cursor_.text().substr(cursor_.offset(), block.end - cursor_.offset());
        const std::size_t most_written = (text.size() + 1) / 2;
        if (*cells > most_written && !mentions_default(text)) {
            if (!block.closed) fail_at_open_block(family, block);
            report_.error(family.offset,
                          family_text(outline_, family) + " needs " + std::to_string(*cells) +
                              " numbers, more than its block holds",
                          "give every row, or a 'default' row");
            return std::nullopt;
        }
        bound_totals(family, *cells, *cells - std::min(*cells, most_written));
        return cells;
    }

    [[noreturn]] void fail_at_open_block(const BifFamily& family, const BifBlock& block) {
        const std::string line = std::to_string(cursor_.locate(block.offset).line);
        cursor_.fail(block.end,
                     "the text ends inside the block of " + family_text(outline_, family),
                     "the '}' of the block that began on line " + line + " is missing");
    }

    /// Adds a table to the totals of the network. `filled` of its cells are filled by a default
    /// row.
    void bound_totals(const BifFamily& family, std::size_t cells, std::size_t filled) {
        filled_cells_ += filled;
        if (filled_cells_ > limits_.max_filled_cells) {
            throw TooLargeError(
                "the default rows up to " + family_text(outline_, family) +
                    " stand for more than " + std::to_string(limits_.max_filled_cells) +
                    " cells together, the limit",
                cursor_.locate(family.offset),
                "give the variables fewer parents, or raise Limits::max_filled_cells");
        }
        model_cells_ += cells;
        if (model_cells_ > limits_.max_model_cells) {
            throw TooLargeError("the tables up to " + family_text(outline_, family) + " have " +
                                    std::to_string(model_cells_) +
                                    " cells together, the limit is " +
                                    std::to_string(limits_.max_model_cells),
                                cursor_.locate(family.offset), "raise Limits::max_model_cells");
        }
    }

    /// A missing semicolon is only a note, because the end of its statement was clear.
    void report_missing_semicolons() {
        const std::vector<std::size_t>& offsets = lexer_.missing_semicolons();
        const std::size_t hidden = lexer_.missing_semicolon_count() - offsets.size();
        const std::string more = ", here and in " + std::to_string(hidden) + " more places";
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            const bool last = i + 1 == offsets.size();
            report_.add(
                Problem::Severity::note, offsets[i],
                "a ';' is missing at the end of this statement" + (last && hidden > 0 ? more : ""),
                "it was read as if it were there");
        }
    }

    static bool mentions_default(std::string_view text) {
        constexpr std::string_view keyword = "default";
        return std::search(text.begin(), text.end(), keyword.begin(), keyword.end(),
                           [](char a, char b) { return (a | 0x20) == b; }) != text.end();
    }

    void finish_builder() {
        outline_.builder.set_locations({
            .variable =
                [this](VariableId id) {
                    return cursor_.locate(outline_.variables[id.index()].offset);
                },
            .cpd = [this](VariableId id) { return cursor_.locate(blocks_of_[id.index()].offset); },
            .row =
                [this](VariableId id, std::size_t row) {
                    return locations_.locate(blocks_of_[id.index()].table_number, row);
                },
        });
        for (Problem& problem : report_.problems())
            outline_.builder.add_problem(std::move(problem));
    }

    const std::string& name(VariableId id) const { return outline_.variable(id).name(); }
    std::size_t cardinality(VariableId id) const { return outline_.variable(id).cardinality(); }

    const Limits& limits_;
    TextCursor cursor_;
    BifLexer lexer_;
    BifReport report_;
    BifRowLocations locations_;
    BifOutline outline_;
    std::vector<Given> blocks_of_;
    std::size_t model_cells_ = 0;
    std::size_t filled_cells_ = 0;
};

/// Sorts problems by location; those without one ("... and 5 more") come last.
std::vector<Problem> in_order(std::vector<Problem> problems) {
    const auto key = [](const Problem& problem) {
        return std::tuple(problem.location.line == 0, problem.location.line,
                          problem.location.column);
    };
    std::stable_sort(problems.begin(), problems.end(),
                     [&](const Problem& a, const Problem& b) { return key(a) < key(b); });
    return problems;
}

constexpr std::string_view blanks = " \t\r\n", delimiters = ",;\t|@";

void skip_blanks(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
}

/// Removes the word that begins a block, letter case aside, so that a tab after it is no delimiter.
void skip_keyword(std::string_view& text) {
    for (const std::string_view keyword : {"network", "variable", "probability"}) {
        if (!equals_ignoring_case(text.substr(0, keyword.size()), keyword)) continue;
        text.remove_prefix(keyword.size());
        return skip_blanks(text);
    }
}

/// Whether the line can be written without quotes after the keyword `property`, even if the line
/// ends of the file are changed later.
bool survives_as_it_is(const std::string& line) {
    if (line.empty() || has_control_character(line)) return false;
    const std::string text = line + ";}";
    TextCursor cursor(text, {});
    BifLexer lexer(cursor);
    return lexer.property() == line && cursor.offset() == line.size() + 1;
}

std::string property_line(const std::string& line) {
    return "  property " + (survives_as_it_is(line) ? line : bif_quoted(line)) + ";\n";
}

std::string variable_block(const Variable& variable) {
    std::string text = "variable " + bif_spelling(variable.name()) + " {\n  type discrete [ " +
                       std::to_string(variable.cardinality()) + " ] { ";
    for (std::size_t s = 0; s < variable.cardinality(); ++s)
        text.append(s == 0 ? "" : ", ").append(bif_spelling(variable.states()[s]));
    text += " };\n";
    for (const std::string& line : variable.annotations()) text += property_line(line);
    return text + "}\n";
}

/// Writes the block of one table row by row, so that a large table is never copied as a whole.
class TableWriter {
public:
    TableWriter(const BayesianNetwork& network, std::ostream& out) : out_(out) {
        for (const Variable& variable : network.variables()) {
            names_.push_back(bif_spelling(variable.name()));
            states_.emplace_back();
            for (const std::string& state : variable.states())
                states_.back().push_back(bif_spelling(state));
        }
    }

    void operator()(const TableCpd& cpd) {
        std::string head = "probability ( " + names_[cpd.child().index()];
        for (std::size_t i = 0; i < cpd.parents().size(); ++i)
            head.append(i == 0 ? " | " : ", ").append(names_[cpd.parents()[i].index()]);
        out_ << head << " ) {\n";
        std::vector<std::size_t> key(cpd.parents().size());
        for (std::size_t row = 0; row < cpd.row_count(); ++row) {
            write_row(cpd, row, key);
            advance(key, cpd);
        }
        out_ << "}\n";
    }

private:
    void write_row(const TableCpd& cpd, std::size_t row, const std::vector<std::size_t>& key) {
        line_ = cpd.parents().empty() ? "  table" : "  (";
        for (std::size_t i = 0; i < key.size(); ++i)
            line_.append(i == 0 ? "" : ", ").append(states_[cpd.parents()[i].index()][key[i]]);
        if (!cpd.parents().empty()) line_ += ')';
        char separator = ' ';
        for (const double value : cpd.row(row)) {
            if (separator == ',') line_ += separator;
            line_ += ' ' + to_text(value);
            separator = ',';
        }
        line_ += ";\n";
        out_ << line_;
    }

    /// Moves to the next parent configuration, the last parent fastest.
    void advance(std::vector<std::size_t>& key, const TableCpd& cpd) const {
        for (std::size_t i = key.size(); i-- > 0;) {
            if (++key[i] < states_[cpd.parents()[i].index()].size()) return;
            key[i] = 0;
        }
    }

    std::ostream& out_;
    std::vector<std::string> names_;
    std::vector<std::vector<std::string>> states_;
    std::string line_;
};

}  // namespace

ReadResult read_bif(std::string_view text, const ReadOptions& options) {
    BifReader reader(text, options);
    reader.read();
    if (reader.syntax_error()) throw *reader.syntax_error();
    if (const std::optional<ParseError> cut_off = reader.missing_blocks()) throw *cut_off;
    try {
        std::vector<Problem> remarks;
        BayesianNetwork network = std::move(reader.builder()).build(remarks);
        return {std::move(network), in_order(std::move(remarks))};
    } catch (const ModelError& error) {
        throw ModelError(in_order(error.problems()));
    }
}

std::vector<Problem> check_bif(std::string_view text, const ReadOptions& options) {
    try {
        BifReader reader(text, options);
        reader.read();
        if (!reader.syntax_error()) return in_order(reader.builder().check());
        std::vector<Problem> problems = std::move(reader.problems());
        problems.push_back(problem_of(*reader.syntax_error()));
        return in_order(std::move(problems));
    } catch (const Error& error) {
        return {problem_of(error)};
    }
}

bool is_bif(std::string_view first_bytes) {
    std::string_view text = without_byte_order_mark(first_bytes);
    skip_blanks(text);
    if (text.starts_with("//") || text.starts_with("/*")) return true;
    skip_keyword(text);
    bool quoted = false, bracketed = false;
    for (const char c : text) {
        if (c == '\0') return false;
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (c == '{') return true;
        if (c == '(' || c == ')') bracketed = c == '(';
        if (!bracketed && delimiters.find(c) != delimiters.npos) return false;
    }
    return false;
}

void write_bif(const BayesianNetwork& network, std::ostream& out) {
    for (const Variable& variable : network.variables()) {
        if (!variable.is_discrete()) {
            throw ArgumentError("BIF knows discrete variables only, and '" +
                                    printable(variable.name()) + "' is continuous",
                                "write a .pgmodel file");
        }
    }
    out << "network " << bif_spelling(network.name()) << " {\n";
    for (const std::string& line : network.annotations()) out << property_line(line);
    out << "}\n";
    for (const Variable& variable : network.variables()) out << variable_block(variable);
    TableWriter write_table(network, out);
    for (const Cpd& cpd : network.cpds()) write_table(std::get<TableCpd>(cpd));
}

}  // namespace pgm::io

#include <io/bif/bif.hpp>

#include <io/bif/detail/bif_table.hpp>
#include <io/network/detail/kept_text.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>

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
        std::vector<std::string> missing;
        for (std::size_t i = 0; i < blocks_of_.size(); ++i)
            if (blocks_of_[i].offset == 0)
                missing.push_back(outline_.variable(VariableId(i)).name());
        if (missing.empty()) return std::nullopt;
        return text_ends_without(missing, cursor_.locate(cursor_.text().size()),
                                 "each variable needs its block 'probability ( ... ) { ... }'; the "
                                 "file may have been cut off");
    }

    std::size_t comments() const { return lexer_.comments(); }
    const std::vector<TableToLearn>& tables_to_learn() const { return tables_to_learn_; }

    /// Adds warnings about the tables that are to be learned to the problems of the builder. Of
    /// very many, a few are enough, so that they leave room for errors.
    void warn_about_tables_to_learn() {
        constexpr std::size_t most_named = 50;
        const std::size_t hidden =
            tables_to_learn_.size() - std::min(tables_to_learn_.size(), most_named);
        for (std::size_t i = 0; i + hidden < tables_to_learn_.size(); ++i) {
            const TableToLearn& table = tables_to_learn_[i];
            const bool last = i + hidden + 1 == tables_to_learn_.size();
            outline_.builder.add_problem(
                {Problem::Severity::warning,
                 sentence_about_table_to_learn(outline_.variable(table.variable)) +
                     (last && hidden > 0 ? ", as it has for " + std::to_string(hidden) + " more"
                                         : ""),
                 table.location, "only questions about the arcs can be answered"});
        }
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
            if (const auto offset = tables.to_be_learned())
                tables_to_learn_.push_back({family->child, cursor_.locate(*offset)});
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
        if (*cells > most_written && !may_repeat_rows(text)) {
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

    /// True if a row of the block may stand for several rows of the table.
    static bool may_repeat_rows(std::string_view text) {
        constexpr std::string_view keyword = "default";
        if (text.find('*') != text.npos) return true;
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
    ReaderReport report_;
    BifRowLocations locations_;
    BifOutline outline_;
    std::vector<Given> blocks_of_;
    std::vector<TableToLearn> tables_to_learn_;
    std::size_t model_cells_ = 0;
    std::size_t filled_cells_ = 0;
};

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

}  // namespace

ReadResult read_bif(std::string_view text, const ReadOptions& options) {
    BifReader reader(text, options);
    reader.read();
    if (reader.syntax_error()) throw *reader.syntax_error();
    if (const std::optional<ParseError> cut_off = reader.missing_blocks()) throw *cut_off;
    try {
        std::vector<Problem> remarks;
        BayesianNetwork network = std::move(reader.builder()).build(remarks);
        if (options.tables_to_learn == TablesToLearn::refuse)
            require_all_tables(network, reader.tables_to_learn());
        SourceText source = text_with_comments(reader.comments(), remarks);
        return {std::move(network), in_order(std::move(remarks)), reader.tables_to_learn(),
                std::move(source)};
    } catch (const ModelError& error) {
        throw ModelError(in_order(error.problems()));
    }
}

std::vector<Problem> check_bif(std::string_view text, const ReadOptions& options) {
    try {
        BifReader reader(text, options);
        reader.read();
        reader.warn_about_tables_to_learn();
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

}  // namespace pgm::io

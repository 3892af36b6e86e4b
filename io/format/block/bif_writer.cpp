#include <io/format/block/bif.hpp>

#include <io/format/block/detail/bif_lexer.hpp>
#include <io/format/block/detail/bif_name.hpp>
#include <io/format/detail/network_writing.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <ostream>
#include <string>
#include <vector>

namespace pgm::io {

using namespace detail;

namespace {

/// True if the line can be written without quotes after the keyword `property`, even if the line
/// ends of the file are changed later.
bool survives_as_it_is(const std::string& line) {
    if (line.empty() || has_control_character(line)) return false;
    const std::string text = line + ";}";
    TextCursor cursor(text, {});
    const Limits limits;
    BifLexer lexer(cursor, limits);
    return lexer.property() == line && cursor.offset() == line.size() + 1;
}

std::string property_line(const std::string& line) {
    return "  property " + (survives_as_it_is(line) ? line : bif_quoted(line)) + ";\n";
}

std::string variable_block(const Variable& variable) {
    std::string text = "variable " + bif_spelling(variable.name()) + " {\n  type discrete [ " +
                       std::to_string(variable.cardinality()) + " ] { " +
                       joined(variable.states(), ", ", bif_spelling) + " };\n";
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

void write_bif(const BayesianNetwork& network, std::ostream& out) {
    require_tables(network, "BIF");
    out << "network " << bif_spelling(network.name()) << " {\n";
    for (const std::string& line : network.annotations()) out << property_line(line);
    out << "}\n";
    for (const Variable& variable : network.variables()) out << variable_block(variable);
    TableWriter write_table(network, out);
    for_each_table(network, write_table);
}

}  // namespace pgm::io

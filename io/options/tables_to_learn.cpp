#include <io/options/read_options.hpp>

#include <pgm/core/text/name_text.hpp>

#include <string>

namespace pgm::io {

std::string sentence_about_table_to_learn(const Variable& variable) {
    return "the table of '" + printable(variable.name()) +
           "' is left unspecified: the file has -1 for its numbers";
}

void require_all_tables(const BayesianNetwork& network, std::span<const TableToLearn> tables) {
    if (tables.empty()) return;
    if (tables[0].location.file.empty()) {
        const Variable& variable = network.variable(tables[0].variable);
        const std::string& first = variable.name();
        if (variable.kind() == Variable::Kind::utility)
            throw ModelError("the text has no row of the utility '" + printable(first) + "'", {},
                             "it has a number for each configuration of its parents: " +
                                 printable_word(first) + ": 20 100 70 0");
        throw ModelError(
            tables.size() == network.size()
                ? "a structure has no numbers: its tables are left unspecified"
                : "the text has no row of '" + printable(first) + "', so its numbers are not known",
            {},
            "'pgm fit DATA --class COLUMN --structure TEXT' learns them from data; " +
                printable_word(first) +
                (variable.is_discrete() ? ": 0.2 0.8" : ": normal(0, sd 1)") + " is such a row");
    }
    std::string message = sentence_about_table_to_learn(network.variable(tables[0].variable));
    if (tables.size() > 1)
        message += ", as it has for " + std::to_string(tables.size() - 1) + " more";
    throw ModelError(message, tables[0].location,
                     "'pgm fit DATA --class COLUMN --structure FILE' learns tables from data; the "
                     "arcs alone can be compared, drawn and asked about");
}

}  // namespace pgm::io

#pragma once

#include <pgm/core/error.hpp>
#include <pgm/core/ids.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/model/network.hpp>

#include <span>
#include <string>
#include <vector>

namespace pgm::io {

/// Some files give only the arcs of a variable and leave its table to be learned from data: all
/// numbers of the table, or of some of its rows, are -1.
///
/// A network must have numbers, so uniform rows stand in for these. They are placeholders, hence
/// readers refuse such a file, unless `accept` is given by a caller that needs the variables and
/// arcs only.
enum class TablesToLearn { refuse, accept };

/// A variable whose table is to be learned, and where its first -1 is; nowhere in the text of a
/// structure, which has arcs only.
struct TableToLearn {
    VariableId variable;
    Location location;
};

/// A sentence for the variable of such a table: "the table of 'B' is to be learned: ...".
std::string sentence_about_table_to_learn(const Variable& variable);

/// Throws ModelError with the location of the first table if there are any. A reader that accepted
/// such tables calls this before using the numbers of the network.
void require_all_tables(const BayesianNetwork& network, std::span<const TableToLearn> tables);

/// For each variable of a network the place of every number of its table, in bytes from the
/// beginning of the text and in the order of its cells; none for other distributions.
using NumberPlaces = std::vector<std::vector<std::size_t>>;

/// Options for a network: limits, the name that errors use, whether numbers may be missing, and the
/// functions that files name, which must outlive the reading. `number_places`, if given, is filled.
struct ReadOptions {
    std::string name = "input";
    Limits limits;
    TablesToLearn tables_to_learn = TablesToLearn::refuse;
    std::span<const FunctionCpd::Function> functions{};
    NumberPlaces* number_places = nullptr;
};

/// The file that a network was read from, which has more than a network holds. Its own format gets
/// all of it back (write_network()); others lose it, and losses() names it.
struct SourceText {
    std::string suffix{};  ///< the usual one of its format, ".xdsl"; empty: the text is not kept
    std::string bytes{};   ///< unpacked
    /// Parts of the file that are no part of the network: "2 submodels", "1 saved case".
    std::vector<std::string> contents{};
    /// Parts of its looks: "4 fonts", "12 comments".
    std::vector<std::string> looks{};
    /// False for a text in a reading of the format that only its program has, which is better
    /// made from the network alone.
    bool is_usual = true;
};

/// A network and the warnings and notes of its reader.
struct ReadResult {
    BayesianNetwork network;
    std::vector<Problem> remarks;
    std::vector<TableToLearn> tables_to_learn{};  ///< empty unless the options accept them
    SourceText source{};
};

}  // namespace pgm::io

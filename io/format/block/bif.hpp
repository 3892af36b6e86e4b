#pragma once

#include <io/options/read_options.hpp>

#include <pgm/model/network.hpp>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io {

/// Reads BIF, the Bayesian-network interchange format (Cozman 1998), in all spellings that programs
/// have written since; docs/formats.md lists them.
///
///     network asia { property author unknown; }
///     variable smoke { type discrete [ 2 ] { yes, no }; }
///     variable lung  { type discrete [ 2 ] { yes, no }; }
///     probability ( smoke ) { table 0.5, 0.5; }
///     probability ( lung | smoke ) { (yes) 0.1, 0.9; (no) 0.01, 0.99; }
///
/// Throws ParseError where the text leaves the grammar and, at its end, when a variable has no
/// probability block; ModelError with all other problems at once (unknown names, repetitions, wrong
/// counts, missing rows, sums, cycles); and TooLargeError before a table beyond the limits is
/// allocated. All errors have file, line and column. A valid text that is cut off anywhere
/// therefore gives a ParseError, or a network if the rest is complete. Warnings, for example about
/// renormalised rows, are in the remarks of the result. Rows of -1 are to be learned
/// (io/options/read_options.hpp).
///
/// The time is linear in the length of the text. A table is allocated only if its block is long
/// enough for its numbers or has a row that stands for several, a `default` row or one with `*`.
ReadResult read_bif(std::string_view text, const ReadOptions& options = {});

/// All problems of a BIF text in order of their locations; a missing table has the location of its
/// variable, and tables to be learned are warnings. Throws only std::bad_alloc.
std::vector<Problem> check_bif(std::string_view text, const ReadOptions& options = {});

/// True if a text begins like BIF: with a comment, or with words up to a brace; a data set has
/// a delimiter first. Other texts may be mistaken for BIF, and the reader then reports the error.
bool is_bif(std::string_view first_bytes);

/// Writes a network. Rows are keyed by the states of the parents, and numbers have the shortest
/// form that reads back as the same double, so reading the text gives an equal network, bit for
/// bit. Names that are not plain words are quoted (io/format/block/detail/bif_name.hpp).
/// Throws ArgumentError for a continuous variable.
void write_bif(const BayesianNetwork& network, std::ostream& out);

/// A network as all programs read it when write_bif() writes it, and how it differs from the
/// original: "states of 'age', written '80-89' as 80_89".
struct PlainNetwork {
    BayesianNetwork network;
    std::vector<std::string> changes;
};

/// Names of letters, digits and underscores only, no variable with a single state, which is certain
/// anyway, and no property but positions: pyAgrum 3.3 reads only these, pgmpy and bnlearn read
/// more. The distribution of the other variables is the same bit for bit. Throws ArgumentError for
/// a continuous variable.
PlainNetwork plain_network(const BayesianNetwork& network);

}  // namespace pgm::io

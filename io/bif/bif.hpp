#pragma once

#include <io/options/read_options.hpp>

#include <iosfwd>
#include <string_view>
#include <vector>

namespace pgm::io {

/// BIF, the Bayesian-network interchange format (Cozman 1998), in the spellings that programs have
/// written since; docs/formats.md lists them.
///
///     network asia { property author nobody; }
///     variable smoke { type discrete [ 2 ] { yes, no }; }
///     variable lung  { type discrete [ 2 ] { yes, no }; }
///     probability ( smoke ) { table 0.5, 0.5; }
///     probability ( lung | smoke ) { (yes) 0.1, 0.9; (no) 0.01, 0.99; }
///
/// Throws ParseError where the text does not follow the grammar (it stops there) and, at the end of
/// the text, when variables are left without a probability block; ModelError with all other
/// problems at once (unknown names, things given twice, wrong counts, missing rows, sums, cycles);
/// and TooLargeError before a table beyond the limits is allocated. Every one has file:line:column.
/// So a good text cut off anywhere gives a ParseError, or a network where what is left is whole.
/// Warnings, such as rows renormalised, are in the result's remarks.
///
/// The time is linear in the text. A table is allocated only if the block that should hold its
/// numbers is long enough to, or has a `default` row.
ReadResult read_bif(std::string_view text, const ReadOptions& options = {});

/// Every problem of a BIF text, in order of place, a missing table where its variable is declared;
/// empty when all is well. Throws nothing but std::bad_alloc.
std::vector<Problem> check_bif(std::string_view text, const ReadOptions& options = {});

/// Whether a text begins like BIF and not like a table of data or anything else: with a comment, or
/// with words up to a brace, where a table has a delimiter first. A text that is not BIF after all
/// may be taken for it, where its reader can say why.
bool is_bif(std::string_view first_bytes);

/// Writes keyed rows, parents in the order of the table's scope, the last one fastest, and numbers
/// in the shortest form that reads back as the same double: reading the text gives an equal
/// network, bit for bit. Names that are not plain words are quoted (io/bif/detail/bif_name.hpp).
void write_bif(const BayesianNetwork& network, std::ostream& out);

}  // namespace pgm::io

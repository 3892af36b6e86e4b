#pragma once

#include <io/options/read_options.hpp>
#include <pgm/model/network.hpp>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// Reads DSC, the text format of Microsoft's MSBN, which bnlearn and GeNIe write, too:
///
///     belief network "asia"
///     node smoke { name : "Smoker"; type : discrete [ 2 ] = { "yes", "no" }; position : (1, 2); }
///     node lung { type : discrete [ 2 ] = { "yes", "no" }; property "a note"; }
///     probability ( smoke ) { 0.5, 0.5; }
///     probability ( lung | smoke ) { (0) : 0.1, 0.9; default : 0.01, 0.99; }
///
/// Identifiers are the variables' names, and `name` is a label. Rows are in any order, and their
/// states are counted from 0. Properties and other attributes are kept as annotations. Utilities,
/// decisions and continuous variables are refused by kind and name. A text that is not UTF-8 is
/// read as Latin-1 with a note.
///
/// Throws ParseError where the text leaves the grammar, ModelError with all other problems at once,
/// and TooLargeError.
ReadResult read_dsc(std::string_view bytes, const ReadOptions& options = {});

/// True if a text begins with `belief network`, comments aside.
bool is_dsc(std::string_view first_bytes);

/// Names that are not identifiers are replaced (losses_of_dsc()). Throws ArgumentError for a
/// continuous variable and for names that are not UTF-8.
void write_dsc(const BayesianNetwork& network, std::ostream& out);

/// Names that are no identifiers, noisy-MAX distributions, which are written as tables, and
/// annotations of several lines.
std::vector<std::string> losses_of_dsc(const BayesianNetwork& network);

}  // namespace pgm::io::detail

#pragma once

#include <io/options/read_options.hpp>
#include <io/text/detail/block_lexer.hpp>
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>
#include <pgm/model/draft/written.hpp>
#include <pgm/model/network.hpp>

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// Reads the NET language of Hugin, which UnBBayes, bnlearn, SamIam and others write, too (Hugin
/// API Reference Manual, "The NET language"): networks, and classes without instances (.oobn).
///
///     net { node_size = (80 40); }
///     node wet { label = "wet grass"; position = (10 20); states = ("no" "yes"); }
///     continuous node depth { label = ""; }
///     potential (wet | rain) { data = ((0.9 0.1) (0.2 0.8)); }                % rain=no, rain=yes
///     potential (depth | rain) { data = (normal (0, 1) normal (3, 2)); }      % means, variances
///
/// Identifiers are the names, which may have brackets, `Related(m1,p3)`, as UnBBayes writes them,
/// and states may be intervals without quotes, `[0;1.5[`, as aGrUM writes them; labels and all
/// other attributes are kept as annotations. Numbers of
/// `data` go through the parents with the last one fastest; rows that do not sum to 1 are counts,
/// which are divided by their sums with a note, and absent data are uniform. Decisions, utilities,
/// functions, instances, temporal nodes and tables given by expressions are refused by name.
///
/// Throws ParseError where the text leaves the grammar, ModelError with all other problems at once,
/// and TooLargeError.
ReadResult read_net(std::string_view bytes, const ReadOptions& options = {});

/// True if a text begins with `net {` or `class x {`, comments aside.
bool is_net(std::string_view first_bytes);

/// Writes a network with tables and linear Gaussian distributions. Names that are not identifiers
/// are replaced (losses_of_net()). Throws ArgumentError for other distributions.
void write_net(const BayesianNetwork& network, std::ostream& out);

/// Names that are no identifiers, and annotations that are no attributes.
std::vector<std::string> losses_of_net(const BayesianNetwork& network);

/// Reads the normal distributions of a potential, `(normal (1 + 0.5 * x, 4) ...)`, and the ';'
/// behind them. `what` begins messages. Throws ParseError.
WrittenGaussian read_gaussian(BlockLexer& lexer, const std::string& what);

/// "normal ( 1 + 0.5 * x, 4 )", with the names of the continuous parents.
std::string gaussian_text(const LinearGaussianCpd::Row& row, std::span<const std::string> parents);

}  // namespace pgm::io::detail

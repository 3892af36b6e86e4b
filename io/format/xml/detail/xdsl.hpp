#pragma once

#include <io/options/read_options.hpp>
#include <pgm/model/network.hpp>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// Reads XDSL, the format of GeNIe and SMILE (BayesFusion, "XDSL file format"):
///
///     <smile version="1.0" id="Network1"><nodes>
///       <cpt id="Late"><state id="No" /><state id="Yes" /><parents>Strike Full</parents>
///         <probabilities>0.9 0.1 0.3 0.7 ...</probabilities></cpt>
///       <deterministic ...><resultingstates>raise stop ...</resultingstates></deterministic>
///       <noisymax ...><strengths>0 1 1 0</strengths><parameters>...</parameters></noisymax>
///     </nodes><extensions><genie ...><node id="Late"><name>...</name>...</node>...
///
/// Ids are the names. Numbers go through the parents with the last one fastest, the child's states
/// fastest of all; in files of aGrUM, which name it, the first parent is the fastest
/// (NetworkAssembly::order_of_agrum()). A noisy-MAX lists the effects from the strongest to the
/// absent one and, for each parent, net rows in the order of its strengths, the leak last. Names,
/// positions, colours, properties and the attributes of diagnosis are kept as annotations; saved
/// cases are reported and not entered, and submodels, text boxes and fonts stay in the file
/// (SourceText). An equation that is linear with normal noise, X = 2 + 3*A + Normal(0, 1.5), is a
/// linear Gaussian distribution (linear_form.hpp). Other equations, decisions, utilities and
/// dynamic networks are refused by kind and name.
///
/// Throws ParseError where the text is no XML or a number is none, ModelError with all other
/// problems at once, and TooLargeError.
ReadResult read_xdsl(std::string_view bytes, const ReadOptions& options = {});

/// True if a text begins like XML with the element smile.
bool is_xdsl(std::string_view first_bytes);

/// Writes a network with its parents before their children, as SMILE reads it. Names that are not
/// identifiers are replaced (losses_of_xdsl()). Throws ArgumentError for a continuous variable and
/// for names that are not UTF-8.
void write_xdsl(const BayesianNetwork& network, std::ostream& out);

/// The losses in GeNIe (losses_in_genie()), and positions whose corners have too few digits.
std::vector<std::string> losses_of_xdsl(const BayesianNetwork& network);

}  // namespace pgm::io::detail

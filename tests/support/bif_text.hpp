#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/model/network.hpp>

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::tests {

/// What a writer of some format makes of a network.
std::string written_by(const std::function<void(const BayesianNetwork&, std::ostream&)>& write,
                       const BayesianNetwork& network);

/// What the error says that reading this text as "x.bif" throws; "" when it reads. Any exception
/// that is no pgm::Error passes through.
std::string bif_error(std::string_view text, const Limits& limits = {});

/// The network of two variables that the texts about one another in the tests spell in different
/// ways: smoke {yes, no} with (0.5, 0.5), and lung {yes, no} given smoke with (0.1, 0.9) and (0.01,
/// 0.99).
BayesianNetwork smoke_and_lung();

/// A text of the network above in the commonest spelling.
std::string smoke_and_lung_bif();

/// A text of so many variables x0, x1, ... of those states ("a, b"), every two of them with a
/// binary child of their own: in the moral graph all are neighbours. All tables are uniform.
std::string dense_bif(std::size_t variables, const std::string& states);

/// Names of reference BIF files of at most that size unpacked, for reference_file("networks/bif/" +
/// name).
std::vector<std::string> reference_bif_files(std::size_t max_bytes);

/// Variables and states with names that need care: blanks, quotes, backslashes, comments, keywords,
/// brackets, not ASCII.
BayesianNetwork oddly_named_network();

}  // namespace pgm::tests

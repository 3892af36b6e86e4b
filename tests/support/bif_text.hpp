#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/model/network.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm::tests {

/// What the error says that reading this text as "x.bif" throws; "" when it reads. Any exception that is no pgm::Error passes through.
std::string bif_error(std::string_view text, const Limits& limits = {});

/// The network of two variables that the texts about one another in the tests spell in different ways: smoke {yes, no} with (0.5, 0.5), and
/// lung {yes, no} given smoke with (0.1, 0.9) and (0.01, 0.99).
BayesianNetwork smoke_and_lung();

/// A text of the network above in the commonest spelling.
std::string smoke_and_lung_bif();

/// Names of reference BIF files of at most that size unpacked, for reference_file("networks/bif/" + name).
std::vector<std::string> reference_bif_files(std::size_t max_bytes);

/// Variables and states with names that need care: blanks, quotes, backslashes, comments, keywords, brackets, not ASCII.
BayesianNetwork oddly_named_network();

}  // namespace pgm::tests

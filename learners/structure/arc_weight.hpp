#pragma once

#include <learners/words/word_table.hpp>

#include <string>
#include <string_view>

namespace pgm::learners {

/// The weight of an arc between two features A and B, given the class C. The structures `tan`,
/// `fan` and `kdb` choose their arcs by it.
///
/// | word  | weight of two discrete features                                             |
/// |-------|-----------------------------------------------------------------------------|
/// | `mi`  | I(A; B | C), the conditional mutual information of the counts               |
/// | `bic` | n I(A; B | C) - d log(n) / 2 (Schwarz 1978)                                 |
/// | `aic` | n I(A; B | C) - d (Akaike 1974)                                             |
/// | `k2`  | what the arc adds to the logarithm of the marginal likelihood, with a       |
/// |       | pseudo-count of 1 per cell (Cooper and Herskovits 1992): A -> B or B -> A,       |
/// |       | whichever adds more                                                         |
///
/// n is the weight of the rows that have A and B, d the number of parameters that the arc adds. The
/// information is never negative, so that by it every arc is worth something; by the others an arc
/// must pay for its parameters, and may lose. What A -> B adds to the marginal likelihood is
///
///     log P(B | A, C) - log P(B | C),  P(B | U) = prod_u  G(r) / G(n_u + r)  prod_b G(n_ub + 1),
///
/// with r the states of B and G the gamma function. B -> A adds a little less or more; but a tree
/// has a direction only once it has a root, so a pair needs one weight. Where A or B is continuous,
/// `k2` is `bic`, which it approaches with many rows.
enum class ArcWeight { information, k2, bic, aic };

/// The words of the table above.
const WordTable<ArcWeight>& arc_weight_words();

/// Throws ArgumentError that lists the words.
ArcWeight parse_arc_weight(std::string_view text);

/// Text that parses back to the same value.
std::string format(ArcWeight weight);

}  // namespace pgm::learners

#pragma once

#include <string>
#include <string_view>

namespace pgm::learners {

/// What an arc between two features A and B is worth, given the class C. The structures `tan`,
/// `atan`, `fan` and `kdb` choose their arcs by it.
///
/// | word  | weight of two discrete features                                             |
/// |-------|-----------------------------------------------------------------------------|
/// | `mi`  | I(A; B | C), the conditional mutual information of the counts               |
/// | `bic` | n I(A; B | C) - d log(n) / 2 (Schwarz 1978)                                 |
/// | `aic` | n I(A; B | C) - d (Akaike 1974)                                             |
/// | `k2`  | what the arc adds to the logarithm of the marginal likelihood, with one     |
/// |       | imagined row per cell (Cooper and Herskovits 1992): A -> B or B -> A,       |
/// |       | whichever adds more                                                         |
/// | `loo` | what the arc adds to the log likelihood of rows that are left out, with one |
/// |       | imagined row per cell: A -> B or B -> A, whichever adds more                |
///
/// n is the weight of the rows that have A and B, d the number of parameters that the arc adds. The
/// information is never negative, so that by it every arc is worth something; by the others an arc
/// must pay for its parameters, and may lose. What A -> B adds to the marginal likelihood is
///
///     log P(B | A, C) - log P(B | C),  P(B | U) = prod_u  G(r) / G(n_u + r)  prod_b G(n_ub + 1),
///
/// with r the states of B and G the gamma function. B -> A adds a little less or more; but a tree
/// has a direction only once it has a root, so a pair needs one weight. `loo` predicts every row
/// from the others by Laplace's rule (Stone 1974, "Cross-validatory choice and assessment of
/// statistical predictions"): with m_ub the counts without the row, n_ub - 1, or 0 where a lighter
/// row takes back all it has,
///
///     sum_{u,b} n_ub log P(b | u),   P(b | u) = (m_ub + 1) / (m_u + r),
///
/// given A and C less that given C alone. Where A or B is continuous, `k2` is `bic` and `loo` is
/// `aic`, which they approach with many rows.
enum class ArcWeight { information, k2, bic, aic, leave_one_out };

/// Throws ArgumentError that lists the words.
ArcWeight parse_arc_weight(std::string_view text);

/// Text that parses back to the same value.
std::string format(ArcWeight weight);

}  // namespace pgm::learners

#pragma once

#include <string>
#include <string_view>

namespace pgm::learners {

/// How a row P(X | u) of a table is estimated from counts. With n_x the weight of the rows that
/// have X = x under the parent configuration u, n their sum, r the number of states of X and q the
/// number of parent configurations:
///
/// | word        | kind               | P(x | u) |
/// |-------------|--------------------|---|
/// | `mle`       | maximum_likelihood | n_x / n |
/// | `floor:E`   | floor              | n_x / n, but E instead of 0 |
/// | `laplace:A` | additive           | (n_x + A) / (n + A r) |
/// | `bdeu:S`    | equivalent_sample  | (n_x + S / (q r)) / (n + S / q) |
/// | `prior:S`   | prior_network      | (n_x + S P'(x, u)) / (n + S P'(u)) |
///
/// With `floor` the row is **not divided by its sum** afterwards. `laplace` is A = 1 (Laplace),
/// `lidstone` A = 1/2. `bdeu` is a Dirichlet prior worth S rows (Heckerman et al. 1995); in `prior`
/// they are imagined rows of P', the distribution of a given network.
///
/// The rule holds for every table, the class's too unless ClassPrior says otherwise. A row with n =
/// 0 and no imagined rows is an empty row (EmptyRow).
struct Smoothing {
    enum class Kind { maximum_likelihood, floor, additive, equivalent_sample, prior_network };

    Kind kind = Kind::additive;
    double amount = 1;  ///< E, A or S

    friend bool operator==(const Smoothing&, const Smoothing&) = default;
};

/// What a row gets about whose parent configuration the data say nothing.
///
/// | word       | a row of a table                           | a Gaussian or a kernel density |
/// |------------|--------------------------------------------|---|
/// | `uniform`  | 1/r for every state                        | that of the column as a whole |
/// | `marginal` | the estimate given the class alone         | that given the class alone |
/// | `error`    | ArgumentError that names the configuration | the same |
///
/// Where the class was not seen either, `marginal` is the estimate given nothing, that of the
/// column as a whole. Such a row plays a part only where the class prior leaves probability to a
/// configuration that was never seen.
enum class EmptyRow { uniform, marginal, error };

/// The words of the tables above. Throw ArgumentError that lists the words, or says which amounts
/// there are: 0 < E <= 0.001, A >= 0, S > 0.
Smoothing parse_smoothing(std::string_view text);
EmptyRow parse_empty_row(std::string_view text);

/// Words that parse back to the same value.
std::string to_words(const Smoothing& smoothing);
std::string to_words(EmptyRow rule);

}  // namespace pgm::learners

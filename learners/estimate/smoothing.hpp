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
/// | `floor:E`   | floor              | n_x / n, an estimate of 0 becomes E; **the row is not divided by its sum** afterwards |
/// | `laplace:A` | additive           | (n_x + A) / (n + A r); `laplace` is A = 1 (Laplace), `lidstone` A = 1/2 |
/// | `bdeu:S`    | equivalent_sample  | (n_x + S / (q r)) / (n + S / q): a Dirichlet prior worth S rows (Heckerman et al. 1995) |
/// | `prior:S`   | prior_network      | (n_x + S P'(x, u)) / (n + S P'(u)), P' the distribution of a given network: S imagined rows |
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
/// | word       | a row of a table                                           | a Gaussian or a kernel density |
/// |------------|------------------------------------------------------------|---|
/// | `uniform`  | 1/r for every state                                        | that of the column as a whole |
/// | `marginal` | the estimate given the class alone, or, when the class was | that given the class alone, or that of the column as |
/// |            | not seen either, given nothing                             | a whole |
/// | `error`    | ArgumentError that names the configuration                 | the same |
///
/// Such a row plays a part only where the class prior leaves probability to a configuration that
/// was never seen.
enum class EmptyRow { uniform, marginal, error };

/// The words of the tables above. Throw ArgumentError that lists the words, or says which amounts
/// there are: 0 < E <= 0.001, A >= 0, S > 0.
Smoothing parse_smoothing(std::string_view text);
EmptyRow parse_empty_row(std::string_view text);

/// Words that parse back to the same value.
std::string to_words(const Smoothing& smoothing);
std::string to_words(EmptyRow rule);

}  // namespace pgm::learners

#pragma once

#include <learners/words/word_table.hpp>

#include <variant>
#include <vector>

namespace pgm::learners {

/// (n_x + amount) / (n + amount r): 1 is Laplace's rule, 1/2 Lidstone's.
struct Laplace {
    double amount = 1;
    friend bool operator==(const Laplace&, const Laplace&) = default;
};

/// n_x / n.
struct MaximumLikelihood {
    friend bool operator==(const MaximumLikelihood&, const MaximumLikelihood&) = default;
};

/// n_x / n, but `probability` instead of 0. The row is **not divided by its sum** afterwards.
struct Floor {
    double probability = 1e-6;
    friend bool operator==(const Floor&, const Floor&) = default;
};

/// (n_x + S / (q r)) / (n + S / q): a Dirichlet prior worth S rows (Heckerman et al. 1995).
struct Bdeu {
    double sample_size = 1;
    friend bool operator==(const Bdeu&, const Bdeu&) = default;
};

/// (n_x + S P'(x, u)) / (n + S P'(u)): S pseudo-counts distributed as P', the distribution of a
/// given network (Fit::prior).
struct PriorNetwork {
    double sample_size = 1;
    friend bool operator==(const PriorNetwork&, const PriorNetwork&) = default;
};

/// Back-off: the row of u_1, ..., u_k is shrunk to the row of one parent fewer, down to the
/// variable alone and from there to the uniform distribution (Jelinek and Mercer 1980; MacKay and
/// Peto 1995, "A hierarchical Dirichlet language model").
///
///     theta_0(x)                = (n(x) + m_0 / r) / (n + m_0)
///     theta_l(x | u_1, ..., u_l) = (n(x, u_1, ..., u_l) + m_l theta_{l-1}(x | u_1, ..., u_{l-1}))
///                                 / (n(u_1, ..., u_l) + m_l)
///
/// m_l is the number of rows that the estimate of level l - 1 is worth at level l, the same for all
/// variables: 0 is n_x / n where there are counts, and the larger m_l the nearer the parent level.
/// Level l counts the rows that have x and u_1, ..., u_l, whether later parents are missing or not.
/// A row of the table without data is the row of one parent fewer: EmptyRow does not matter.
///
/// The class is the first parent. The others follow in the order in which the structure chose them
/// (kdb:2: those that depend more on the variable first), or else in the order of their columns. In
/// a network without a class, fit_network() puts the most informative parent first.
struct BackOff {
    /// m_0, m_1, ...; the last one holds for all deeper levels. At least one.
    std::vector<double> concentrations = {1, 2, 4};
    friend bool operator==(const BackOff&, const BackOff&) = default;
};

/// BackOff with m_0 = 1 and concentrations from {0.5, 1, 2, 4, 8, 16, 32, 64} that predict the
/// class of the training rows best when each row in turn is left out of the counts: the mean of
/// log P(class | x) without the row, no term below -30, by coordinate descent from 2, 4, 4, ... in
/// two rounds, the first of equal concentrations. Of more than some thousand different rows a
/// sample is judged that does not depend on their order (pgm/data/distinct_rows.hpp); of an average
/// of more than eight networks, eight at most that are evenly spread over it.
struct TunedBackOff {
    friend bool operator==(const TunedBackOff&, const TunedBackOff&) = default;
};

/// Estimator of a row P(X | u) of a table from counts. With n_x the weight of the rows that have X
/// = x under the parent configuration u, n their sum, r the number of states of X and q the number
/// of parent configurations, P(x | u) is the formula of the type chosen:
///
/// | words                   | type              |
/// |-------------------------|-------------------|
/// | `laplace:A`, `lidstone` | Laplace           |
/// | `mle`                   | MaximumLikelihood |
/// | `floor:E`               | Floor             |
/// | `bdeu:S`                | Bdeu              |
/// | `prior:S`               | PriorNetwork      |
/// | `backoff`               | TunedBackOff      |
/// | `backoff:1,2,4`         | BackOff           |
///
/// The rule holds for every table, the class's too unless ClassPrior has another rule. A row with n
/// = 0 and no pseudo-counts is an empty row (EmptyRow).
using Smoothing =
    std::variant<Laplace, MaximumLikelihood, Floor, Bdeu, PriorNetwork, TunedBackOff, BackOff>;

/// True if tables shrink to those of fewer parents, whatever their concentrations.
bool is_back_off(const Smoothing& smoothing);

/// The row of a table whose parent configuration does not occur in the data.
///
/// | word       | a row of a table                           | a Gaussian or a kernel density |
/// |------------|--------------------------------------------|---|
/// | `uniform`  | 1/r for every state                        | that of the column as a whole |
/// | `marginal` | the estimate given the class alone         | that given the class alone |
/// | `error`    | ArgumentError that names the configuration | the same |
///
/// If the class did not occur either, `marginal` is the estimate without any condition, that of the
/// column as a whole. Such a row plays a part only where the class prior leaves probability to a
/// configuration that never occurred.
enum class EmptyRow { uniform, marginal, error };

/// The words of the tables above.
const WordTable<Smoothing>& smoothing_words();
const WordTable<EmptyRow>& empty_row_words();

/// Read from these words. Throw ArgumentError that lists the words, or the amounts that there are:
/// 0 < E <= 0.001, A >= 0, S > 0, concentrations of back-off >= 0.
Smoothing parse_smoothing(std::string_view text);
EmptyRow parse_empty_row(std::string_view text);

/// Text that parses back to the same value.
std::string format(const Smoothing& smoothing);
std::string format(EmptyRow rule);

}  // namespace pgm::learners

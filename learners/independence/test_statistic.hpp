#pragma once

#include <learners/words/word_table.hpp>

#include <string>
#include <string_view>
#include <variant>

namespace pgm::learners {

/// The log-likelihood ratio G^2 = 2 sum n ln( n n_z / (n_az n_bz) ).
struct G2 {
    friend bool operator==(const G2&, const G2&) = default;
};

/// Pearson's X^2 = sum (n - e)^2 / e  with  e = n_az n_bz / n_z.
struct X2 {
    friend bool operator==(const X2&, const X2&) = default;
};

/// The conditional mutual information I(A; B | Z) = G^2 / (2 N) in nats, with the p-value of G^2.
struct MutualInformation {
    friend bool operator==(const MutualInformation&, const MutualInformation&) = default;
};

/// Fisher's z = sqrt(N - |Z| - 3) atanh(r), r the partial correlation of A and B given Z.
struct FisherZ {
    friend bool operator==(const FisherZ&, const FisherZ&) = default;
};

/// The statistic of a test of "A and B are independent given Z" computes from a table of data.
///
/// | word       | type              | columns    | if independent, distributed as         |
/// |------------|-------------------|------------|----------------------------------------|
/// | `g2`       | G2                | discrete   | chi-square with d degrees of freedom   |
/// | `x2`       | X2                | discrete   | the same                               |
/// | `mi`       | MutualInformation | discrete   | the same, after times 2 N              |
/// | `fisher-z` | FisherZ           | continuous | standard normal, tested on both sides  |
///
/// with d = (|A| - 1) (|B| - 1) prod over Z of |Z_i|; the degrees of freedom reported for FisherZ
/// are N - |Z| - 3.
///
/// Sums run over the cells of the table of A, B and Z: n is the weight of the rows of a cell and
/// n_az, n_bz, n_z are its sums. d counts declared states, whether they occur or not. Sources:
/// Agresti 2002, "Categorical Data Analysis", section 3.2, for the first three; Fisher 1924, "The
/// distribution of the partial correlation coefficient", for the last.
using TestStatistic = std::variant<G2, X2, MutualInformation, FisherZ>;

/// The words of the table above.
const WordTable<TestStatistic>& test_statistic_words();

/// Read from these words. Throws ArgumentError that lists the words.
TestStatistic parse_test_statistic(std::string_view text);

/// Text that parses back to the same value.
std::string format(const TestStatistic& statistic);

}  // namespace pgm::learners

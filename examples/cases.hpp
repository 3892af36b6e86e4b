#pragma once

#include <pgm/model/network.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm::examples {

/// Counted cases as books print them: one line per kind of case, values separated by commas, the names in the first line.
///
///     Fruit,  Long, Sweet, count
///     Banana, T,    T,     350
///
/// A last column called `count` or `probability` weighs the line; without one each line is one case. Throws ArgumentError for a line of another length.
class CaseTable {
public:
    explicit CaseTable(std::string_view text);

    const std::vector<std::string>& columns() const { return columns_; }
    /// The values of a column in order of first appearance.
    std::vector<std::string> states(std::size_t column) const;
    std::size_t column(std::string_view name) const;

    std::size_t size() const { return weights_.size(); }
    const std::string& value(std::size_t row, std::size_t column) const { return values_[row][column]; }
    double weight(std::size_t row) const { return weights_[row]; }
    /// The sum of all weights.
    double total() const;

private:
    std::vector<std::string> columns_;
    std::vector<std::vector<std::string>> values_;
    std::vector<double> weights_;
};

/// One factor P(child | parents) of a joint distribution.
struct Factor {
    std::string child;
    std::vector<std::string> parents;
};

/// The network of these factors, its tables the relative frequencies of the cases:
///
///     P(x | parents = u) = N(x, u) / N(u),      uniform where N(u) = 0.
///
/// Which factors: that is the structure, hence the whole difference between a full joint table, naive Bayes and what lies between. Variables are
/// numbered in the order of the factors.
BayesianNetwork network_from_cases(const CaseTable& cases, const std::vector<Factor>& factors);

}  // namespace pgm::examples

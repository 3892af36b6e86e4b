#pragma once

#include <pgm/core/random.hpp>
#include <pgm/model/cpd/cpd_family.hpp>
#include <pgm/table/table.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace pgm {

/// A conditional probability table P(X | A_1, ..., A_m) of discrete variables.
///
/// The scope is (A_1, ..., A_m, X), with the last variable fastest. Row r, the distribution of X
/// under the r-th parent configuration, is the contiguous run of cells [r k, (r+1) k), where k is
/// the cardinality of X. Parent configurations are numbered with A_m fastest.
///
/// A TableCpd guarantees only its shape. NetworkBuilder checks that the rows are distributions
/// (finite, not negative, sum 1), so a TableCpd may hold wrong rows until then, and all of them can
/// be reported.
class TableCpd {
public:
    static constexpr std::string_view kind = "table";

    TableCpd() = default;

    /// Throws ArgumentError unless `values` fits `scope`; the child is the last variable of the
    /// scope.
    TableCpd(Scope scope, std::span<const double> values) : table_(std::move(scope), values) {}
    explicit TableCpd(Table table) : table_(std::move(table)) {}

    VariableId child() const { return table_.scope().variables().back(); }
    std::span<const VariableId> parents() const {
        return table_.scope().variables().first(table_.scope().size() - 1);
    }
    const Scope& scope() const { return table_.scope(); }
    /// The cardinalities of the parents, then that of X.
    std::span<const std::size_t> cardinalities() const { return scope().cardinalities(); }
    const Table& table() const { return table_; }
    Table& table() { return table_; }

    std::size_t row_count() const { return table_.size() / row_length(); }
    std::size_t row_length() const { return table_.scope().cardinalities().back(); }
    std::span<const double> row(std::size_t r) const {
        return table_.values().subspan(r * row_length(), row_length());
    }

    /// The number of the row of a parent configuration. The states are in the order of parents().
    std::size_t row_of(std::span<const StateId> parent_states) const;

    /// The number of free parameters: rows x (states - 1).
    std::size_t parameter_count() const { return row_count() * (row_length() - 1); }
    std::size_t stored_numbers() const { return table_.size(); }

    /// P(x | a); `states` in the order of the scope, parents first.
    double probability(std::span<const StateId> states) const { return table_.at(states); }
    double log_probability(std::span<const StateId> states) const;

    /// Draws a state from one row by inversion. A state of probability 0 is never drawn.
    StateId sample(std::size_t row, Rng& rng) const;
    StateId sample(std::span<const StateId> parent_states, Rng& rng) const {
        return sample(row_of(parent_states), rng);
    }

    /// The rows, one after the other.
    std::span<double> distributions() { return table_.values(); }
    RowCondition row_condition(std::size_t row) const;
    /// Itself: it has no hidden variables.
    std::vector<TableCpd> tables(VariableId) const { return {*this}; }

    /// The cells.
    std::span<const double> numbers() const { return table_.values(); }
    /// Throws ArgumentError when the numbers do not fit the family.
    static TableCpd from_numbers(const CpdFamily& family, std::span<const double> numbers);

    friend bool operator==(const TableCpd&, const TableCpd&) = default;

private:
    Table table_;
};

}  // namespace pgm

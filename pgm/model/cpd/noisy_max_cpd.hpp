#pragma once

#include <pgm/core/random.hpp>
#include <pgm/model/cpd/cpd_family.hpp>
#include <pgm/model/cpd/table_cpd.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pgm {

/// The noisy-MAX of a discrete variable whose states are ordered, from state 0, "absent", upwards
/// (or the other way round, see Order):
/// every parent by itself causes a state of X, a leak stands for all causes that are not in the
/// model, and X is the largest state that is caused,
///
///     X = max(Z_leak, Z_1, ..., Z_n),        Z_i ~ c_i( . | a_i),
///     P(X <= x | a) = L(x) prod_i C_i(x | a_i),
///
/// with L and C_i the distribution functions of the leak and of the links. With two states it is
/// the noisy-OR (Pearl 1988, "Probabilistic Reasoning in Intelligent Systems", section 4.3; Henrion
/// 1989 for the leak and for more states; Diez 1993; Diez and Druzdzel 2006, "Canonical
/// probabilistic models for knowledge engineering"). Unlike a TableCpd, whose size is exponential
/// in the number of parents, it stores one distribution for each state of each parent: storage,
/// checks, samples and probabilities take time proportional to that.
///
///     // Fever (no, yes): a cold causes it in 40 of 100 cases, flu in 80, anything else in 2.
///     const std::vector<NoisyMaxCpd::Link> links{{cold, {{}, {0.6, 0.4}}},
///                                                {flu, {{}, {0.2, 0.8}}}};
///     builder.set_cpd(NoisyMaxCpd(fever, links, std::vector<double>{0.98, 0.02}));
///
/// The constructor checks the shape only; NetworkBuilder checks that the rows are distributions and
/// divides those by their sum that are not quite 1, as it does with tables.
class NoisyMaxCpd {
public:
    static constexpr std::string_view kind = "noisy-max";

    /// The effect of one parent by itself: a distribution over the states of X for each state of
    /// the parent. An empty row belongs to a state without effect (X is absent for certain), which
    /// mostly is the first one but need not be.
    struct Link {
        VariableId parent;
        std::vector<std::vector<double>> rows;
    };

    /// Meaning of the rows of links.
    enum class Parameters : std::uint8_t {
        net,       ///< each link alone, without the leak (Diez 1993)
        compound,  ///< with the leak present (Henrion 1989): C_net(x) = C_compound(x) / L(x)
    };

    /// How the states of X are listed. GeNIe, for one, begins with the strongest effect.
    enum class Order : std::uint8_t { absent_first, strongest_first };

    /// The numbers of rows and leak are in the order of the states.
    /// Throws ArgumentError when a variable occurs twice, when the leak, which has one number for
    /// each state of X, is empty, when a row has another length or a link no rows, and for compound
    /// rows that no net row explains, for example one that exceeds some x less often than the leak.
    NoisyMaxCpd(VariableId child, std::span<const Link> links, std::span<const double> leak,
                Parameters parameters = Parameters::net, Order order = Order::absent_first);

    VariableId child() const { return child_; }
    std::span<const VariableId> parents() const { return parents_; }
    /// The cardinalities of the parents, then that of X.
    std::span<const std::size_t> cardinalities() const { return cardinalities_; }
    std::size_t states() const { return cardinalities_.back(); }

    Order order() const { return order_; }

    /// The net distribution of Z_i under a state of the parent with that number, in the order of
    /// strength: absent first.
    std::span<const double> link(std::size_t parent, StateId state) const {
        return row(first_row_[parent] + state.index());
    }
    std::span<const double> leak() const { return row(first_row_.back()); }
    /// One or more such rows with their numbers in the order of the states of X.
    std::vector<double> in_order_of_states(std::span<const double> rows) const;

    /// The number of free parameters: one row for each state of a parent that causes something, and
    /// the leak.
    std::size_t parameter_count() const;
    std::size_t stored_numbers() const { return numbers_.size(); }

    /// log P(x | a); `states` are those of the parents, then that of X. Precise where P(x | a) is
    /// smaller than any double.
    double log_probability(std::span<const StateId> states) const;
    /// Takes one number from `rng`. A state of probability 0 is never drawn.
    StateId sample(std::span<const StateId> parent_states, Rng& rng) const;

    /// The rows that have to be distributions, one after the other, in the order of strength: those
    /// of the links in the order of the parents, then the leak.
    std::span<double> distributions() { return numbers_; }
    /// Condition of a row: a state of one parent, or null for the leak.
    RowCondition row_condition(std::size_t row) const;

    /// Tables whose product, with the hidden variables summed out, is P(X | A_1, ..., A_n): a chain
    /// over the parents in ascending order,
    ///
    ///     P(H_k <= h | H_{k-1} = g, a_k) = [g <= h] C_k(h | a_k),
    ///
    /// whose first variable includes the leak and whose last one is X (Diez 1993 for the recursion;
    /// no negative numbers occur, unlike in the factorisation of Takikawa and D'Ambrosio 1999). The
    /// hidden variables are numbered from `first_hidden` on, the table of each follows that of the
    /// one before it.
    std::vector<TableCpd> tables(VariableId first_hidden) const;

    /// The numbers of distributions(), in the order of strength, for files; and a 1 behind them if
    /// the strongest state is first.
    std::vector<double> numbers() const;
    /// Throws ArgumentError when the numbers do not fit the family.
    static NoisyMaxCpd from_numbers(const CpdFamily& family, std::span<const double> numbers);

    friend bool operator==(const NoisyMaxCpd&, const NoisyMaxCpd&) = default;

private:
    NoisyMaxCpd() = default;
    void number_rows();
    /// The place of a state in the order of strength, and the inverse.
    std::size_t strength(std::size_t state) const {
        return order_ == Order::absent_first ? state : states() - 1 - state;
    }
    std::span<const double> row(std::size_t number) const {
        return std::span(numbers_).subspan(number * states(), states());
    }
    double cumulative(std::span<const StateId> parent_states, std::size_t x) const;
    void divide_by_leak();
    std::vector<double> chain_cells(std::size_t parent, std::span<const double> maxima) const;

    VariableId child_;
    Order order_ = Order::absent_first;
    std::vector<VariableId> parents_;
    std::vector<std::size_t> cardinalities_;
    std::vector<std::size_t> first_row_;  ///< of each parent, then of the leak
    std::vector<double> numbers_;         ///< in the order of strength
};

}  // namespace pgm

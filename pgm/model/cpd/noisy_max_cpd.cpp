#include <pgm/model/cpd/noisy_max_cpd.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/cpd/detail/family_shape.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace pgm {

using namespace detail;

namespace {

std::string name_of_row(std::size_t parent, std::size_t state) {
    return "the row of state number " + std::to_string(state) + " of parent number " +
           std::to_string(parent) + " of a noisy-MAX";
}

/// Compound numbers may be below those of the leak by the rounding of decimals.
constexpr double rounding = 1e-6;

/// Reverses each run of so many numbers.
void reverse_runs(std::vector<double>& numbers, std::size_t length) {
    for (auto run = numbers.begin(); run != numbers.end();) {
        const auto end = run + static_cast<std::ptrdiff_t>(length);
        std::reverse(run, end);
        run = end;
    }
}

/// From the distribution of a maximum, which may be cut off above some state, to that of the
/// maximum of it and one cause more. There is no subtraction. Returns the sum.
double meet(std::span<double> maximum, std::span<const double> cause) {
    double below = 0, cause_sum = 0, total = 0;
    for (std::size_t h = 0; h < maximum.size(); ++h) {
        cause_sum += cause[h];
        const double so_far = maximum[h];
        maximum[h] = so_far * cause_sum + below * cause[h];
        below += so_far;
        total += maximum[h];
    }
    return total;
}

}  // namespace

NoisyMaxCpd::NoisyMaxCpd(VariableId child, std::span<const Link> links,
                         std::span<const double> leak, Parameters parameters, Order order)
    : child_(child), order_(order) {
    if (leak.empty()) throw ArgumentError("the leak of a noisy-MAX has one number per state");
    // What an absent cause adds to compound numbers is nothing beside the leak.
    std::vector<double> absent(leak.size(), 0.0);
    (order == Order::absent_first ? absent.front() : absent.back()) = 1;
    if (parameters == Parameters::compound) absent.assign(leak.begin(), leak.end());
    for (std::size_t i = 0; i < links.size(); ++i) {
        if (links[i].rows.empty())
            throw ArgumentError(
                "parent number " + std::to_string(i) + " of a noisy-MAX has no rows",
                "give one row for each of its states");
        parents_.push_back(links[i].parent);
        cardinalities_.push_back(links[i].rows.size());
        for (std::size_t state = 0; state < links[i].rows.size(); ++state) {
            const std::vector<double>& given = links[i].rows[state];
            const std::vector<double>& row = given.empty() ? absent : given;
            if (row.size() != leak.size())
                throw ArgumentError(name_of_row(i, state) + " has " +
                                    counted(row.size(), "number") + " for " +
                                    counted(leak.size(), "state"));
            numbers_.insert(numbers_.end(), row.begin(), row.end());
        }
    }
    family_parents(child, Scope(), parents_);  // all distinct
    cardinalities_.push_back(leak.size());
    numbers_.insert(numbers_.end(), leak.begin(), leak.end());
    number_rows();
    if (order == Order::strongest_first) reverse_runs(numbers_, states());
    if (parameters == Parameters::compound) divide_by_leak();
}

void NoisyMaxCpd::number_rows() {
    first_row_.assign(1, 0);
    for (std::size_t i = 0; i < parents_.size(); ++i)
        first_row_.push_back(first_row_.back() + cardinalities_[i]);
}

/// From C_compound = C_net L to the rows of C_net. Where L is 0, X is larger for certain, and any
/// C_net does.
void NoisyMaxCpd::divide_by_leak() {
    for (std::size_t parent = 0; parent < parents_.size(); ++parent) {
        for (std::size_t state = 0; state < cardinalities_[parent]; ++state) {
            double* const net = numbers_.data() + (first_row_[parent] + state) * states();
            double sum = 0, leak_sum = 0, before = 0;
            for (std::size_t x = 0; x < states(); ++x) {
                sum += net[x];
                leak_sum += leak()[x];
                const double ratio = leak_sum > 0 ? sum / leak_sum : sum > 0 ? 2 : before;
                if (ratio > 1 + rounding || ratio < before - rounding)
                    throw ArgumentError(
                        name_of_row(parent, state) +
                            " is not the maximum of the leak and of a cause",
                        "compound numbers contain the leak; give net numbers as Parameters::net");
                const double next = std::clamp(ratio, before, 1.0);
                net[x] = next - before;
                before = next;
            }
        }
    }
}

std::size_t NoisyMaxCpd::parameter_count() const {
    std::size_t rows = 1;
    for (std::size_t r = 0; r < first_row_.back(); ++r) rows += row(r).front() != 1;
    return rows * (states() - 1);
}

/// P(X <= x | a)
double NoisyMaxCpd::cumulative(std::span<const StateId> parent_states, std::size_t x) const {
    const auto up_to_x = [&](std::span<const double> row) {
        return std::accumulate(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(x + 1), 0.0);
    };
    double product = up_to_x(leak());
    for (std::size_t i = 0; i < parents_.size(); ++i) product *= up_to_x(link(i, parent_states[i]));
    return product;
}

/// The maximum of the causes so far, cut off above x and divided by its sum, meets one cause after
/// the other. The cell of x never becomes small beside those below it.
double NoisyMaxCpd::log_probability(std::span<const StateId> states) const {
    const std::size_t x = strength(states.back().index());
    const std::span<const double> up_to_x = leak().first(x + 1);
    std::vector<double> maximum(up_to_x.begin(), up_to_x.end());
    double log_scale = 0;
    for (std::size_t i = 0; i < parents_.size(); ++i) {
        const double total = meet(maximum, link(i, states[i]));
        if (!(total > 0)) return -infinity;
        for (double& cell : maximum) cell /= total;
        log_scale += std::log(total);
    }
    return std::log(maximum[x]) + log_scale;
}

StateId NoisyMaxCpd::sample(std::span<const StateId> parent_states, Rng& rng) const {
    const double choice = rng.uniform();
    double last = 0;
    std::size_t possible = 0;
    for (std::size_t x = 0; x < states(); ++x) {
        const double next = cumulative(parent_states, x);
        if (next > last) possible = x;
        if (choice < next) break;
        last = next;
    }
    return StateId(strength(possible));
}

RowCondition NoisyMaxCpd::row_condition(std::size_t row) const {
    if (row == first_row_.back()) return {{}, "leak"};
    const auto after = std::ranges::upper_bound(first_row_, row);
    const auto parent = static_cast<std::size_t>(after - first_row_.begin()) - 1;
    return {{{parents_[parent], StateId(row - first_row_[parent])}}, "alone"};
}

/// P(max(M, Z_i) | parent i, M), with a row for every state of the parent and, in it, for every
/// distribution in `maxima`, each of which has one number per state.
std::vector<double> NoisyMaxCpd::chain_cells(std::size_t parent,
                                             std::span<const double> maxima) const {
    std::vector<double> cells;
    for (std::size_t state = 0; state < cardinalities_[parent]; ++state) {
        const std::size_t begin = cells.size();
        cells.insert(cells.end(), maxima.begin(), maxima.end());
        for (std::size_t at = begin; at < cells.size(); at += states())
            meet(std::span(cells).subspan(at, states()), link(parent, StateId(state)));
    }
    return cells;
}

std::vector<TableCpd> NoisyMaxCpd::tables(VariableId first_hidden) const {
    if (parents_.empty())
        return {TableCpd(Scope({child_}, {states()}), in_order_of_states(leak()))};
    std::vector<std::size_t> order(parents_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return parents_[i]; });
    std::vector<double> certain(states() * states(), 0.0);
    for (std::size_t g = 0; g < states(); ++g) certain[g * states() + g] = 1;

    const auto hidden = [&](std::size_t k) { return VariableId(first_hidden.index() + k); };
    std::vector<TableCpd> tables;
    for (std::size_t k = 0; k < order.size(); ++k) {
        const std::size_t parent = order[k];
        std::vector<VariableId> variables{parents_[parent]};
        std::vector<std::size_t> sizes{cardinalities_[parent]};
        if (k > 0) {
            variables.push_back(hidden(k - 1));
            sizes.push_back(states());
        }
        const bool is_last = k + 1 == order.size();
        variables.push_back(is_last ? child_ : hidden(k));
        sizes.push_back(states());
        const std::vector<double> cells =
            chain_cells(parent, k > 0 ? std::span<const double>(certain) : leak());
        tables.emplace_back(Scope(variables, sizes), is_last ? in_order_of_states(cells) : cells);
    }
    return tables;
}

std::vector<double> NoisyMaxCpd::in_order_of_states(std::span<const double> rows) const {
    std::vector<double> ordered(rows.begin(), rows.end());
    if (order_ == Order::strongest_first) reverse_runs(ordered, states());
    return ordered;
}

std::vector<double> NoisyMaxCpd::numbers() const {
    std::vector<double> numbers = numbers_;
    if (order_ == Order::strongest_first) numbers.push_back(1);
    return numbers;
}

NoisyMaxCpd NoisyMaxCpd::from_numbers(const CpdFamily& family, std::span<const double> numbers) {
    NoisyMaxCpd cpd;
    cpd.child_ = family.child;
    cpd.parents_ = family.discrete_parents;
    cpd.cardinalities_ = family.cardinalities;
    cpd.cardinalities_.push_back(family.states);
    cpd.number_rows();
    family_parents(cpd.child_, Scope(), cpd.parents_);
    const std::size_t rows = cpd.first_row_.back() + 1;
    const bool has_order =
        family.states > 0 && numbers.size() == rows * family.states + 1 && numbers.back() == 1;
    if (has_order) {
        cpd.order_ = Order::strongest_first;
        numbers = numbers.first(numbers.size() - 1);
    }
    if (family.states == 0 || !family.continuous_parents.empty() ||
        numbers.size() / family.states != rows || numbers.size() % family.states != 0)
        throw ArgumentError("a noisy-MAX with " + counted(rows, "row") + " has " +
                            counted(numbers.size(), "number"));
    cpd.numbers_.assign(numbers.begin(), numbers.end());
    return cpd;
}

}  // namespace pgm

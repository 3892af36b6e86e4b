#include <tests/support/rational_oracle.hpp>

#include <pgm/graph/ancestry.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::tests {
namespace {

/// An integer that keeps its first 1024 bits without asking the heap.
using ShortInteger = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<1024>>;

/// A run of doubles times 2^shift, the smallest such power that makes all of them whole numbers.
struct WholeNumbers {
    std::vector<ShortInteger> values;
    int shift = 0;
};

WholeNumbers whole_numbers(std::span<const double> values) {
    // value = mantissa 2^exponent, the mantissa an odd integer
    std::vector<std::pair<std::int64_t, int>> parts;
    WholeNumbers result;
    for (const double value : values) {
        int exponent = 0;
        auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
        exponent -= 53;
        for (; mantissa != 0 && mantissa % 2 == 0; mantissa /= 2) ++exponent;
        if (mantissa == 0) exponent = 0;
        parts.emplace_back(mantissa, exponent);
        result.shift = std::max(result.shift, -exponent);
    }
    for (const auto& [mantissa, exponent] : parts)
        result.values.push_back(ShortInteger(mantissa)
                                << static_cast<unsigned>(exponent + result.shift));
    return result;
}

/// One variable's part in the product: its table, unless it was intervened on, and its finding.
struct Factor {
    WholeNumbers table;
    std::vector<ShortInteger> weights;  ///< of the states, by the finding; 0 for those it excludes
    int weight_shift = 0;
    bool intervened = false;
};

class Enumeration {
public:
    Enumeration(const BayesianNetwork& network, const Evidence& evidence)
        : network_(network), order_(topological_order(network.dag())) {
        for (std::size_t v = 0; v < network.size(); ++v) {
            factors_.push_back({whole_numbers(cpd(VariableId(v)).table().values()),
                                std::vector<ShortInteger>(network.cardinality(VariableId(v)), 1)});
        }
        for (const auto& [variable, finding] : evidence) enter(variable, finding);
        for (const Factor& factor : factors_)
            denominator_ <<= static_cast<unsigned>(factor.weight_shift +
                                                   (factor.intervened ? 0 : factor.table.shift));
        states_.resize(network.size());
    }

    /// Walks the tree of partial assignments, parents first. `visit(variable, state, sum)` is told
    /// for every node the sum over all leaves below it, `leaf(states, product)` every complete
    /// assignment that is possible. Returns the sum over all. Recursive: the depth is the number of
    /// variables.
    template <class Visit, class Leaf>
    ShortInteger walk(const Visit& visit, const Leaf& leaf) {
        return walk(0, ShortInteger(1), visit, leaf);
    }

    /// The product of one complete assignment.
    ShortInteger product(std::span<const StateId> states) {
        states_.assign(states.begin(), states.end());
        ShortInteger result = 1;
        for (const VariableId v : order_) result *= entry(v);
        return result;
    }

    /// What the walk's sums, which are whole numbers, stand for.
    Fraction value(const ShortInteger& sum) const { return Fraction(Integer(sum), denominator_); }

private:
    const TableCpd& cpd(VariableId v) const { return std::get<TableCpd>(network_.cpd(v)); }

    void enter(VariableId variable, const Finding& finding) {
        Factor& factor = factors_[variable.index()];
        if (const auto* report = std::get_if<Likelihood>(&finding)) {
            WholeNumbers likelihood = whole_numbers(report->values);
            factor.weights = std::move(likelihood.values);
            factor.weight_shift = likelihood.shift;
            return;
        }
        const auto* const made = std::get_if<Intervened>(&finding);
        const StateId state = made ? made->state : std::get<Observed>(finding).state;
        for (std::size_t s = 0; s < factor.weights.size(); ++s)
            factor.weights[s] = s == state.index() ? 1 : 0;
        factor.intervened = made != nullptr;
    }

    /// The factor of a variable under the current states of itself and its parents.
    ShortInteger entry(VariableId v) const {
        const Factor& factor = factors_[v.index()];
        const ShortInteger& weight = factor.weights[states_[v.index()].index()];
        if (factor.intervened || weight == 0) return weight;
        const Scope& scope = cpd(v).scope();
        std::size_t cell = 0;
        for (std::size_t axis = 0; axis < scope.size(); ++axis)
            cell += states_[scope.variables()[axis].index()].index() * scope.strides()[axis];
        return factor.table.values[cell] * weight;
    }

    template <class Visit, class Leaf>
    ShortInteger walk(std::size_t depth, const ShortInteger& product, const Visit& visit,
                      const Leaf& leaf) {
        if (depth == order_.size()) {
            leaf(states_, product);
            return product;
        }
        const VariableId v = order_[depth];
        ShortInteger sum = 0;
        for (std::size_t s = 0; s < network_.cardinality(v); ++s) {
            states_[v.index()] = StateId(s);
            const ShortInteger factor = entry(v);
            if (factor == 0) continue;
            const ShortInteger below = walk(depth + 1, ShortInteger(product * factor), visit, leaf);
            visit(v, StateId(s), below);
            sum += below;
        }
        return sum;
    }

    const BayesianNetwork& network_;
    std::vector<VariableId> order_;
    std::vector<Factor> factors_;
    std::vector<StateId> states_;
    Integer denominator_ = 1;
};

}  // namespace

ExactAnswer exact_answer(const BayesianNetwork& network, const Evidence& evidence) {
    Enumeration enumeration(network, evidence);
    std::vector<std::vector<ShortInteger>> sums;
    for (const Variable& variable : network.variables())
        sums.emplace_back(variable.cardinality(), 0);
    ShortInteger best = 0;
    const ShortInteger total =
        enumeration.walk([&](VariableId v, StateId s,
                             const ShortInteger& sum) { sums[v.index()][s.index()] += sum; },
                         [&](const std::vector<StateId>&, const ShortInteger& product) {
                             best = std::max(best, product);
                         });

    ExactAnswer answer{enumeration.value(total), {}, enumeration.value(best)};
    if (total == 0) return answer;
    for (const std::vector<ShortInteger>& of_variable : sums) {
        std::vector<Fraction>& joint = answer.joint.emplace_back();
        for (const ShortInteger& sum : of_variable) joint.push_back(enumeration.value(sum));
    }
    return answer;
}

std::vector<Fraction> exact_joint(const BayesianNetwork& network,
                                  std::span<const VariableId> targets, const Evidence& evidence) {
    Enumeration enumeration(network, evidence);
    std::size_t cells = 1;
    for (const VariableId v : targets) cells *= network.cardinality(v);
    std::vector<ShortInteger> sums(cells, 0);
    enumeration.walk([](VariableId, StateId, const ShortInteger&) {},
                     [&](const std::vector<StateId>& states, const ShortInteger& product) {
                         std::size_t cell = 0;
                         for (const VariableId v : targets)
                             cell = cell * network.cardinality(v) + states[v.index()].index();
                         sums[cell] += product;
                     });
    std::vector<Fraction> joint;
    for (const ShortInteger& sum : sums) joint.push_back(enumeration.value(sum));
    return joint;
}

Fraction exact_probability(const BayesianNetwork& network, std::span<const StateId> states,
                           const Evidence& evidence) {
    Enumeration enumeration(network, evidence);
    return enumeration.value(enumeration.product(states));
}

}  // namespace pgm::tests

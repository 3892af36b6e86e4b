#include <tests/support/rational_oracle.hpp>

#include <pgm/graph/order.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace pgm::tests {
namespace {

/// An integer that keeps its first 1024 bits without asking the heap.
using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<1024>>;

/// A run of doubles times 2^shift, the smallest such power that makes all of them whole numbers.
struct WholeNumbers {
    std::vector<Integer> values;
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
    for (const auto& [mantissa, exponent] : parts) result.values.push_back(Integer(mantissa) << static_cast<unsigned>(exponent + result.shift));
    return result;
}

/// One variable's part in the product: its table, unless it was intervened on, and its finding.
struct Factor {
    WholeNumbers table;
    std::vector<Integer> weights;  ///< of the states, by the finding; 0 for those it excludes
    int weight_shift = 0;
    bool intervened = false;
};

class Enumeration {
public:
    Enumeration(const BayesianNetwork& network, const Evidence& evidence) : network_(network), order_(topological_order(network.dag())) {
        for (std::size_t v = 0; v < network.size(); ++v) {
            factors_.push_back({whole_numbers(cpd(VariableId(v)).table().values()), std::vector<Integer>(network.cardinality(VariableId(v)), 1)});
        }
        for (std::size_t i = 0; i < evidence.size(); ++i) enter(evidence[i]);
        for (const Factor& factor : factors_) shift_ += factor.weight_shift + (factor.intervened ? 0 : factor.table.shift);
        states_.resize(network.size());
    }

    /// Walks the tree of partial assignments, parents first. `visit(variable, state, sum)` is told for every node the sum over all leaves below it,
    /// `leaf(states, product)` every complete assignment that is possible. Returns the sum over all. Recursive: the depth is the number of variables.
    template <class Visit, class Leaf>
    Integer walk(const Visit& visit, const Leaf& leaf) {
        return walk(0, Integer(1), visit, leaf);
    }

    /// The product of one complete assignment.
    Integer product(std::span<const StateId> states) {
        states_.assign(states.begin(), states.end());
        Integer result = 1;
        for (const VariableId v : order_) result *= entry(v);
        return result;
    }

    /// What the walk's sums, which are whole numbers, stand for.
    Rational value(const Integer& sum) const {
        return Rational(boost::multiprecision::cpp_int(sum), boost::multiprecision::cpp_int(1) << static_cast<unsigned>(shift_));
    }

private:
    const TableCpd& cpd(VariableId v) const { return std::get<TableCpd>(network_.cpd(v)); }

    void enter(const Finding& finding) {
        Factor& factor = factors_[finding.variable.index()];
        if (finding.kind == FindingKind::likelihood) {
            WholeNumbers likelihood = whole_numbers(finding.likelihood);
            factor.weights = std::move(likelihood.values);
            factor.weight_shift = likelihood.shift;
            return;
        }
        for (std::size_t s = 0; s < factor.weights.size(); ++s) factor.weights[s] = s == finding.state.index() ? 1 : 0;
        factor.intervened = finding.kind == FindingKind::intervened;
    }

    /// The factor of a variable under the current states of itself and its parents.
    Integer entry(VariableId v) const {
        const Factor& factor = factors_[v.index()];
        const Integer& weight = factor.weights[states_[v.index()].index()];
        if (factor.intervened || weight == 0) return weight;
        const Scope& scope = cpd(v).scope();
        std::size_t cell = 0;
        for (std::size_t axis = 0; axis < scope.size(); ++axis) cell += states_[scope.variables()[axis].index()].index() * scope.strides()[axis];
        return factor.table.values[cell] * weight;
    }

    template <class Visit, class Leaf>
    Integer walk(std::size_t depth, const Integer& product, const Visit& visit, const Leaf& leaf) {
        if (depth == order_.size()) {
            leaf(states_, product);
            return product;
        }
        const VariableId v = order_[depth];
        Integer sum = 0;
        for (std::size_t s = 0; s < network_.cardinality(v); ++s) {
            states_[v.index()] = StateId(s);
            const Integer factor = entry(v);
            if (factor == 0) continue;
            const Integer below = walk(depth + 1, Integer(product * factor), visit, leaf);
            visit(v, StateId(s), below);
            sum += below;
        }
        return sum;
    }

    const BayesianNetwork& network_;
    std::vector<VariableId> order_;
    std::vector<Factor> factors_;
    std::vector<StateId> states_;
    int shift_ = 0;
};

}  // namespace

ExactAnswer exact_answer(const BayesianNetwork& network, const Evidence& evidence) {
    Enumeration enumeration(network, evidence);
    std::vector<std::vector<Integer>> sums;
    for (const Variable& variable : network.variables()) sums.emplace_back(variable.cardinality(), 0);
    Integer best = 0;
    const Integer total = enumeration.walk([&](VariableId v, StateId s, const Integer& sum) { sums[v.index()][s.index()] += sum; },
                                           [&](const std::vector<StateId>&, const Integer& product) { best = std::max(best, product); });

    ExactAnswer answer{enumeration.value(total), {}, enumeration.value(best)};
    if (total == 0) return answer;
    using boost::multiprecision::cpp_int;
    for (const std::vector<Integer>& of_variable : sums) {
        std::vector<Rational>& marginal = answer.marginals.emplace_back();
        for (const Integer& sum : of_variable) marginal.emplace_back(cpp_int(sum), cpp_int(total));
    }
    return answer;
}

std::vector<Rational> exact_joint(const BayesianNetwork& network, std::span<const VariableId> targets, const Evidence& evidence) {
    Enumeration enumeration(network, evidence);
    std::size_t cells = 1;
    for (const VariableId v : targets) cells *= network.cardinality(v);
    std::vector<Integer> sums(cells, 0);
    enumeration.walk([](VariableId, StateId, const Integer&) {},
                     [&](const std::vector<StateId>& states, const Integer& product) {
                         std::size_t cell = 0;
                         for (const VariableId v : targets) cell = cell * network.cardinality(v) + states[v.index()].index();
                         sums[cell] += product;
                     });
    std::vector<Rational> joint;
    for (const Integer& sum : sums) joint.push_back(enumeration.value(sum));
    return joint;
}

Rational exact_probability(const BayesianNetwork& network, std::span<const StateId> states, const Evidence& evidence) {
    Enumeration enumeration(network, evidence);
    return enumeration.value(enumeration.product(states));
}

double to_double(const Rational& value) {
    return value.convert_to<double>();
}

double exact_log(const Rational& value) {
    if (value <= 0) return -std::numeric_limits<double>::infinity();
    // Near 1 the logarithm is the small difference from 1, which only the fraction knows.
    if (value > Rational(1, 2) && value < 2) return std::log1p(to_double(value - 1));
    // value = rest 2^exponent with the rest between 1/2 and 2
    const auto bits = [](const boost::multiprecision::cpp_int& i) { return static_cast<int>(boost::multiprecision::msb(i)); };
    const int exponent = bits(numerator(value)) - bits(denominator(value));
    const boost::multiprecision::cpp_int power = boost::multiprecision::cpp_int(1) << static_cast<unsigned>(std::abs(exponent));
    const Rational rest = exponent >= 0 ? Rational(value / power) : Rational(value * power);
    constexpr double ln2 = 0.693147180559945309417;
    return std::log(to_double(rest)) + exponent * ln2;
}

}  // namespace pgm::tests

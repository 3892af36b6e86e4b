#include <io/format/uai/detail/factor_graph.hpp>

#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

namespace pgm::io::detail {
namespace {

/// A table whose largest number is so many binary digits away from 1 is scaled.
constexpr int scaling_distance = 32;

/// Divides numbers by a power of two if the largest is far from 1; returns its exponent.
int scale(std::span<double> numbers) {
    const double largest = *std::ranges::max_element(numbers);
    if (largest == 0) return 0;
    const int exponent = std::ilogb(largest);
    if (std::abs(exponent) < scaling_distance) return 0;
    // In two steps, since the power may be beyond the doubles where its root is not.
    const int half = -exponent / 2;
    const double first = std::ldexp(1.0, half), second = std::ldexp(1.0, -exponent - half);
    for (double& number : numbers) number = number * first * second;
    return exponent;
}

/// Multiplies each cell of a product by that of a factor over some of its variables, among them the
/// last one.
void multiply(Table& product, const Table& factor) {
    const Scope& scope = product.scope();
    const std::span<const std::size_t> cardinalities = scope.cardinalities();
    std::vector<std::size_t> strides, states(scope.size(), 0);
    for (const VariableId variable : scope.variables()) {
        const std::optional<std::size_t> axis = factor.scope().axis(variable);
        strides.push_back(axis ? factor.scope().strides()[*axis] : 0);
    }
    const std::span<const double> from = factor.values();
    const std::size_t last = cardinalities.back(), step = strides.back();
    std::size_t at = 0;
    for (std::size_t cell = 0; cell < product.size();) {
        for (std::size_t x = 0; x < last; ++x) product[cell++] *= from[at + x * step];
        for (std::size_t axis = scope.size() - 1; axis-- > 0;) {
            at += strides[axis];
            if (++states[axis] < cardinalities[axis]) break;
            at -= strides[axis] * cardinalities[axis];
            states[axis] = 0;
        }
    }
}

class Elimination {
public:
    explicit Elimination(FactorGraph graph)
        : cardinalities_(std::move(graph.cardinalities)),
          factors_of_(cardinalities_.size()),
          cpds_(cardinalities_.size()) {
        for (Table& factor : graph.factors) add_factor(std::move(factor));
    }

    EliminatedGraph run(std::span<const VariableId> order) && {
        std::feclearexcept(FE_UNDERFLOW);
        for (const VariableId variable : order) eliminate(variable);
        EliminatedGraph result;
        result.has_underflow = std::fetestexcept(FE_UNDERFLOW) != 0;
        result.log_partition = log_constant_ + static_cast<double>(exponent_) * std::log(2.0);
        for (std::optional<TableCpd>& cpd : cpds_) result.cpds.push_back(std::move(*cpd));
        return result;
    }

private:
    /// Constants go into ln Z.
    void add_factor(Table factor) {
        exponent_ += scale(factor.values());
        if (factor.scope().size() == 0) {
            log_constant_ += factor[0] > 0 ? std::log(factor[0]) : -infinity;
            return;
        }
        for (const VariableId variable : factor.scope().variables())
            factors_of_[variable.index()].push_back(factors_.size());
        factors_.push_back(std::move(factor));
    }

    void eliminate(VariableId variable) {
        std::vector<Table> factors;
        for (const std::size_t factor : factors_of_[variable.index()])
            if (factors_[factor]) factors.push_back(*std::exchange(factors_[factor], std::nullopt));
        factors_of_[variable.index()] = {};
        Table product = product_of(variable, factors);
        Table sums = divide_by_sums(product);
        add_factor(std::move(sums));
        cpds_[variable.index()].emplace(std::move(product));
    }

    /// The scope of the neighbours, in the order of their ids, and the variable.
    Scope scope_around(VariableId variable, const std::vector<Table>& factors) const {
        std::vector<VariableId> members;
        for (const Table& factor : factors)
            std::ranges::copy_if(factor.scope().variables(), std::back_inserter(members),
                                 [=](VariableId id) { return id != variable; });
        std::ranges::sort(members);
        members.erase(std::ranges::unique(members).begin(), members.end());
        members.push_back(variable);
        std::vector<std::size_t> cardinalities;
        for (const VariableId id : members) cardinalities.push_back(cardinalities_[id.index()]);
        return Scope(members, cardinalities);
    }

    Table product_of(VariableId variable, const std::vector<Table>& factors) {
        Table product(scope_around(variable, factors));
        std::ranges::fill(product.values(), 1.0);
        for (const Table& factor : factors) {
            multiply(product, factor);
            exponent_ += scale(product.values());
        }
        return product;
    }

    /// Makes rows of conditional probabilities of a product; returns their sums.
    static Table divide_by_sums(Table& product) {
        const Scope& scope = product.scope();
        const std::size_t states = scope.cardinalities().back(), parents = scope.size() - 1;
        const auto first = [&](const auto& list) {
            return std::vector(list.begin(), list.end() - 1);
        };
        Table sums(parents == 0 ? Scope()
                                : Scope(first(scope.variables()), first(scope.cardinalities())));
        for (std::size_t row = 0; row < sums.size(); ++row) {
            const std::span<double> numbers = product.values().subspan(row * states, states);
            const double sum = fixed_order_sum(numbers);
            sums[row] = sum;
            for (double& number : numbers)
                number = sum > 0 ? number / sum : 1 / static_cast<double>(states);
        }
        return sums;
    }

    std::vector<std::size_t> cardinalities_;
    std::vector<std::optional<Table>> factors_;         ///< null when they were multiplied
    std::vector<std::vector<std::size_t>> factors_of_;  ///< by variable
    std::vector<std::optional<TableCpd>> cpds_;
    double log_constant_ = 0;
    std::int64_t exponent_ = 0;  ///< of the power of two that was taken out
};

}  // namespace

EliminatedGraph eliminate(FactorGraph graph, std::span<const VariableId> order) {
    return Elimination(std::move(graph)).run(order);
}

}  // namespace pgm::io::detail

#include <pgm/causal/detail/estimand_algebra.hpp>

#include <pgm/core/overloaded.hpp>

#include <algorithm>
#include <iterator>
#include <optional>

namespace pgm::detail {
namespace {

bool is_unit(const Estimand& factor) {
    const auto* const probability = std::get_if<ConditionalProbability>(&factor.node());
    return probability != nullptr && probability->of.empty();
}

/// The factors with those of products in place of the products, and without ones.
Factors flat(const Factors& factors) {
    Factors result;
    for (const Estimand& factor : factors) {
        const auto* const sum = std::get_if<SumOfProducts>(&factor.node());
        if (sum != nullptr && sum->over.empty())
            std::ranges::copy(flat(sum->factors), std::back_inserter(result));
        else if (!is_unit(factor))
            result.push_back(factor);
    }
    return result;
}

bool is_free_in(const Estimand& estimand, VariableId variable) {
    return has_member(free_variables(estimand), variable);
}

/// Sums a variable out where that takes no more than crossing it out: it occurs in one factor,
/// P(.., V | ..), and the probabilities of its states add up to 1.
bool cross_out(VariableId variable, Factors& factors) {
    const auto has_it = [&](const Estimand& factor) { return is_free_in(factor, variable); };
    const auto only = std::ranges::find_if(factors, has_it);
    if (only == factors.end() || std::any_of(only + 1, factors.end(), has_it)) return false;
    const auto* const probability = std::get_if<ConditionalProbability>(&only->node());
    if (probability == nullptr || std::ranges::count(probability->of, variable) == 0) return false;
    ConditionalProbability rest = *probability;
    std::erase(rest.of, variable);
    if (rest.of.empty())
        factors.erase(only);
    else
        *only = Estimand(rest);
    return true;
}

/// P(A, B | C) / P(A | C) = P(B | A, C)
bool divide_probabilities(const Estimand& numerator, const Estimand& denominator,
                          Estimand& result) {
    const auto* const joint = std::get_if<ConditionalProbability>(&numerator.node());
    const auto* const part = std::get_if<ConditionalProbability>(&denominator.node());
    if (joint == nullptr || part == nullptr || joint->given != part->given) return false;
    if (!has_all(set_of(joint->of), set_of(part->of))) return false;
    result = Estimand(ConditionalProbability{set_difference(set_of(joint->of), set_of(part->of)),
                                             set_union(set_of(joint->given), set_of(part->of))});
    return true;
}

/// P(A | B) P(C | A, B) = P(A, C | B)
std::optional<Estimand> chained(const Estimand& one, const Estimand& other) {
    const auto* const first = std::get_if<ConditionalProbability>(&one.node());
    const auto* const second = std::get_if<ConditionalProbability>(&other.node());
    if (first == nullptr || second == nullptr) return std::nullopt;
    const VariableSet given = set_of(first->given), of = set_of(first->of);
    if (set_of(second->given) != set_union(of, given)) return std::nullopt;
    return Estimand(ConditionalProbability{set_union(of, set_of(second->of)), given});
}

/// Merges the first two factors that can be; false where there are none.
bool merge_some(Factors& factors) {
    for (std::size_t i = 0; i < factors.size(); ++i)
        for (std::size_t j = 0; j < factors.size(); ++j) {
            if (i == j) continue;
            const std::optional<Estimand> both = chained(factors[i], factors[j]);
            if (!both) continue;
            factors[i] = *both;
            factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(j));
            return true;
        }
    return false;
}

class Tidying {
public:
    Tidying(std::span<const VariableId> order, std::span<const VariableId> first)
        : order_(order), first_(first) {}

    Estimand operator()(const Estimand& estimand) const {
        return std::visit(
            Overloaded{[&](ConditionalProbability one) {
                           one.of = set_of(one.of);
                           one.given = set_of(one.given);
                           std::ranges::stable_partition(one.given, [&](VariableId variable) {
                               return std::ranges::count(first_, variable) > 0;
                           });
                           return Estimand(one);
                       },
                       [&](const SumOfProducts& one) {
                           return Estimand(SumOfProducts{one.over, tidy(one.factors)});
                       },
                       [&](const Quotient& one) {
                           return Estimand(Quotient{tidy(one.numerator), tidy(one.denominator)});
                       }},
            estimand.node());
    }

private:
    Factors tidy(Factors factors) const {
        while (merge_some(factors)) {
        }
        for (Estimand& factor : factors) factor = (*this)(factor);
        std::ranges::stable_sort(factors, std::ranges::greater(),
                                 [&](const Estimand& factor) { return rank(factor); });
        return factors;
    }

    /// The place of the last variable that a probability is of; 0 of sums and quotients.
    std::size_t rank(const Estimand& factor) const {
        const auto* const probability = std::get_if<ConditionalProbability>(&factor.node());
        std::size_t last = 0;
        if (probability == nullptr) return last;
        for (const VariableId variable : probability->of)
            last = std::max(
                last,
                static_cast<std::size_t>(std::ranges::find(order_, variable) - order_.begin()) + 1);
        return last;
    }

    std::span<const VariableId> order_, first_;
};

}  // namespace

Estimand sum_of(VariableSet over, const Factors& of) {
    Factors factors = flat(of);
    while (std::erase_if(over, [&](VariableId v) { return cross_out(v, factors); }) > 0) {
    }
    if (over.empty())
        return factors.size() == 1 ? factors.front() : Estimand(SumOfProducts{{}, factors});
    const auto inner = std::ranges::stable_partition(factors, [&](const Estimand& factor) {
        return std::ranges::none_of(over, [&](VariableId v) { return is_free_in(factor, v); });
    });
    const Factors summed(inner.begin(), inner.end());
    Factors outer(factors.begin(), inner.begin());
    if (!outer.empty()) {
        outer.push_back(sum_of(over, summed));
        return Estimand(SumOfProducts{{}, outer});
    }
    const auto* const sum =
        summed.size() == 1 ? std::get_if<SumOfProducts>(&summed.front().node()) : nullptr;
    if (sum == nullptr) return Estimand(SumOfProducts{over, summed});
    return sum_of(set_union(over, sum->over), sum->factors);
}

Estimand quotient_of(const Estimand& numerator, const Estimand& denominator) {
    Factors above = flat({numerator}), below = flat({denominator});
    std::erase_if(below, [&](const Estimand& factor) {
        const auto same = std::ranges::find(above, factor);
        if (same == above.end()) return false;
        above.erase(same);
        return true;
    });
    if (below.empty()) return sum_of({}, above);
    Estimand result = above.empty() ? numerator : above.front();
    if (above.size() == 1 && below.size() == 1 &&
        divide_probabilities(above.front(), below.front(), result))
        return result;
    return Estimand(Quotient{above, below});
}

Estimand tidied(const Estimand& estimand, std::span<const VariableId> order,
                std::span<const VariableId> first) {
    return Tidying(order, first)(estimand);
}

}  // namespace pgm::detail

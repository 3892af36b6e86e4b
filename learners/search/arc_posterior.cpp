#include <learners/search/arc_confidence.hpp>

#include <learners/search/detail/family_table.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

namespace pgm::learners {
namespace {

using namespace detail;

constexpr double log_of_zero = -infinity;

/// sums[S] becomes the sum over all subsets of S, in logarithms.
void sum_over_subsets(std::span<double> sums) {
    for (std::size_t bit = 1; bit < sums.size(); bit *= 2)
        for (std::size_t set = 0; set < sums.size(); ++set)
            if ((set & bit) != 0) sums[set] = log_sum_exp(sums[set], sums[set ^ bit]);
}

/// Sums over all sets that contain S.
void sum_over_supersets(std::span<double> sums) {
    for (std::size_t bit = 1; bit < sums.size(); bit *= 2)
        for (std::size_t set = 0; set < sums.size(); ++set)
            if ((set & bit) == 0) sums[set] = log_sum_exp(sums[set], sums[set | bit]);
}

/// The sums over orders: in all of them the variables of S come first.
struct OrderSums {
    std::vector<double> front;  ///< of S in any order
    std::vector<double> back;   ///< of all variables but those of S, after them
};

/// `after` has, for each variable, the sum over its parents within every set that may precede it.
OrderSums order_sums(const FamilyTable& after) {
    const std::size_t sets = std::size_t{1} << after.variables();
    OrderSums sums{std::vector<double>(sets, log_of_zero), std::vector<double>(sets, log_of_zero)};
    sums.front[0] = sums.back[sets - 1] = 0;
    const auto weight = [&](std::size_t v, VariableSet others) {
        return after.of(v)[without_room_for(v, others)];
    };
    for (VariableSet set = 1; set < sets; ++set)
        for (VariableSet rest = set; rest != 0; rest &= rest - 1) {
            const auto v = static_cast<std::size_t>(std::countr_zero(rest));
            const VariableSet others = set & ~set_of(v);
            sums.front[set] = log_sum_exp(sums.front[set], sums.front[others] + weight(v, others));
        }
    for (VariableSet set = sets - 1; set-- > 0;)
        for (VariableSet rest = (sets - 1) & ~set; rest != 0; rest &= rest - 1) {
            const auto v = static_cast<std::size_t>(std::countr_zero(rest));
            sums.back[set] =
                log_sum_exp(sums.back[set], weight(v, set) + sums.back[set | set_of(v)]);
        }
    return sums;
}

/// Two tables of families and two of subsets.
std::size_t bytes_for(std::size_t variables) {
    return 2 * FamilyTable::bytes(variables) + 3 * (std::size_t{1} << variables) * sizeof(double);
}

void require_memory(std::size_t variables, std::size_t max_bytes) {
    const bool countable = variables <= FamilyTable::most_variables;
    if (countable && bytes_for(variables) <= max_bytes) return;
    const std::string needed =
        countable ? std::to_string(bytes_for(variables)) + " bytes" : "more than 2^37 bytes";
    throw TooLargeError("the posterior of arcs over " + std::to_string(variables) +
                            " variables takes " + needed + ", past the limit of " +
                            std::to_string(max_bytes),
                        {}, "use the bootstrap for more than about 20 variables");
}

/// The probabilities of the arcs into one variable: sums over its families of the weight of the
/// family times that of all orders that allow it.
void set_arcs(const FamilyTable& families, const OrderSums& sums, std::size_t child,
              ArcConfidence& confidence) {
    const std::span<const double> scores = families.of(child);
    std::vector<double> orders(scores.size());
    for (VariableSet index = 0; index < scores.size(); ++index) {
        const VariableSet before = with_room_for(child, index);
        orders[index] = sums.front[before] + sums.back[before | set_of(child)];
    }
    sum_over_supersets(orders);
    const double all = sums.front.back();
    for (std::size_t parent = 0; parent < families.variables(); ++parent) {
        if (parent == child) continue;
        const VariableSet bit = without_room_for(child, set_of(parent));
        double sum = log_of_zero;
        for (VariableSet index = 0; index < scores.size(); ++index)
            if ((index & bit) != 0) sum = log_sum_exp(sum, scores[index] + orders[index]);
        confidence.set(VariableId(parent), VariableId(child),
                       std::clamp(std::exp(sum - all), 0.0, 1.0));
    }
}

}  // namespace

std::optional<ArcConfidence> arc_posterior(const DecomposableScore& score,
                                           const Constraints& constraints,
                                           const SearchControl& control, std::size_t max_bytes) {
    const std::size_t variables = score.variables();
    require_memory(variables, max_bytes);
    const AllowedArcs allowed(variables, constraints);
    SearchWatch watch(control);
    FamilyTable families(variables);
    if (!families.fill(score, allowed, watch, {})) return std::nullopt;
    FamilyTable after = families;
    const auto no_progress = [](std::size_t) { return SearchProgress{1, 0, 0}; };
    if (watch.for_each(
            variables, [&](std::size_t v) { sum_over_subsets(after.of(v)); }, no_progress) <
        variables)
        return std::nullopt;
    const OrderSums sums = order_sums(after);
    if (!std::isfinite(sums.front.back()))
        throw ArgumentError("no structure that obeys the constraints has a finite score");
    ArcConfidence confidence(variables);
    if (watch.for_each(
            variables, [&](std::size_t child) { set_arcs(families, sums, child, confidence); },
            no_progress) < variables)
        return std::nullopt;
    return confidence;
}

}  // namespace pgm::learners

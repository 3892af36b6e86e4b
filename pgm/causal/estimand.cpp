#include <pgm/causal/estimand.hpp>

#include <pgm/causal/detail/variable_sets.hpp>
#include <pgm/core/overloaded.hpp>

#include <algorithm>

namespace pgm {

using namespace detail;

namespace {

void collect_probabilities(const Estimand& estimand, std::vector<ConditionalProbability>& into) {
    const auto collect_all = [&](const std::vector<Estimand>& factors) {
        for (const Estimand& factor : factors) collect_probabilities(factor, into);
    };
    std::visit(Overloaded{[&](const ConditionalProbability& one) { into.push_back(one); },
                          [&](const SumOfProducts& one) { collect_all(one.factors); },
                          [&](const Quotient& one) {
                              collect_all(one.numerator);
                              collect_all(one.denominator);
                          }},
               estimand.node());
}

}  // namespace

bool operator==(const Estimand& a, const Estimand& b) {
    if (a.node_.index() != b.node_.index()) return false;
    return std::visit(Overloaded{[&](const ConditionalProbability& one) {
                                     return one == std::get<ConditionalProbability>(b.node_);
                                 },
                                 [&](const SumOfProducts& one) {
                                     const auto& other = std::get<SumOfProducts>(b.node_);
                                     return one.over == other.over && one.factors == other.factors;
                                 },
                                 [&](const Quotient& one) {
                                     const auto& other = std::get<Quotient>(b.node_);
                                     return one.numerator == other.numerator &&
                                            one.denominator == other.denominator;
                                 }},
                      a.node_);
}

std::vector<VariableId> free_variables(const Estimand& estimand) {
    const auto of_all = [](const std::vector<Estimand>& factors) {
        VariableSet all;
        for (const Estimand& factor : factors) all = set_union(all, free_variables(factor));
        return all;
    };
    return std::visit(Overloaded{[](const ConditionalProbability& one) {
                                     return set_union(set_of(one.of), set_of(one.given));
                                 },
                                 [&](const SumOfProducts& one) {
                                     return set_difference(of_all(one.factors), set_of(one.over));
                                 },
                                 [&](const Quotient& one) {
                                     return set_union(of_all(one.numerator),
                                                      of_all(one.denominator));
                                 }},
                      estimand.node());
}

std::vector<ConditionalProbability> probabilities_of(const Estimand& estimand) {
    std::vector<ConditionalProbability> found;
    collect_probabilities(estimand, found);
    return found;
}

std::vector<VariableId> all_variables(const Estimand& estimand) {
    VariableSet all;
    for (const ConditionalProbability& one : probabilities_of(estimand))
        all = set_union(all, set_union(set_of(one.of), set_of(one.given)));
    return all;
}

}  // namespace pgm

#include <pgm/query/query.hpp>

#include <pgm/core/overloaded.hpp>

#include <algorithm>
#include <variant>

namespace pgm {
namespace {

using Ids = std::vector<VariableId>;

Ids sorted(Ids variables) {
    std::ranges::sort(variables);
    const auto rest = std::ranges::unique(variables);
    variables.erase(rest.begin(), rest.end());
    return variables;
}

void append(Ids& all, const Ids& more) {
    all.insert(all.end(), more.begin(), more.end());
}

Ids variables_in(const Expression& event) {
    Ids variables;
    for (const Expression::Node& node : event.nodes())
        std::visit(Overloaded{[&](const Condition& on) { variables.push_back(on.variable); },
                              [&](const LinearCondition& on) {
                                  for (const auto& term : on.terms)
                                      variables.push_back(term.variable);
                              },
                              [](const Expression::Operator&) {}},
                   node);
    return variables;
}

/// The union of `of(question)` over the questions of a formula.
template <class Of>
Ids of_questions(const FormulaOf& formula, Of&& of) {
    Ids variables;
    for (const auto& [content] : formula.nodes)
        if (const Query* const part = std::get_if<Query>(&content)) append(variables, of(*part));
    return variables;
}

}  // namespace

std::vector<VariableId> variables_asked_about(const Query& query) {
    return sorted(std::visit(
        Overloaded{[](const DistributionOf& asked) { return asked.targets; },
                   [](const MostProbableAssignmentOf& asked) { return asked.targets; },
                   [](const ProbabilityOf& asked) { return variables_in(asked.event); },
                   [](const OddsOf& asked) { return variables_in(asked.event); },
                   [](const EntropyOf& asked) { return asked.targets; },
                   [](const MutualInformationOf& asked) {
                       Ids both = asked.left;
                       append(both, asked.right);
                       return both;
                   },
                   [](const StatisticOf& asked) {
                       Ids variables;
                       for (const LinearForm& target : asked.targets)
                           for (const auto& term : target.terms) variables.push_back(term.variable);
                       return variables;
                   },
                   [](const FormulaOf& asked) {
                       return of_questions(asked, variables_asked_about);
                   },
                   [](const MostProbableExplanationOf&) { return Ids(); }},
        query.asked));
}

std::vector<VariableId> variables_set(const Query& query) {
    Ids variables;
    for (const Intervention& set : query.given.interventions) variables.push_back(set.variable);
    for (const TableCpd& mechanism : query.given.mechanisms) variables.push_back(mechanism.child());
    for (const ForEach& each : query.for_each)
        if (each.is_set) variables.push_back(each.variable);
    if (const auto* const formula = std::get_if<FormulaOf>(&query.asked))
        append(variables, of_questions(*formula, variables_set));
    return sorted(std::move(variables));
}

}  // namespace pgm

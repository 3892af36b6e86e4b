#include <pgm/decide/influence_diagram.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <map>

namespace pgm {
namespace {

bool contains(std::span<const VariableId> set, VariableId variable) {
    return std::ranges::find(set, variable) != set.end();
}

Problem problem_about(const BayesianNetwork& network, VariableId variable, std::string message,
                      std::string hint) {
    return {Problem::Severity::error,
            std::move(message),
            {.variable = network.variable(variable).name()},
            std::move(hint)};
}

/// Two decisions in a row without a path from the one to the other.
void check_order(const BayesianNetwork& network, std::span<const VariableId> decisions,
                 std::vector<Problem>& problems) {
    for (std::size_t i = 1; i < decisions.size(); ++i) {
        const std::vector<VariableId> later = descendants(network.dag(), decisions[i - 1]);
        if (contains(later, decisions[i])) continue;
        const std::string first = network.variable(decisions[i - 1]).name(),
                          second = network.variable(decisions[i]).name();
        problems.push_back(problem_about(
            network, decisions[i],
            "no arcs say which of the decisions " + in_quotes(first) + " and " + in_quotes(second) +
                " is taken first",
            "add the arc " + printable_word(first) + " -> " + printable_word(second) +
                ", or keep each decision to its parents: --limited, Memory::limited"));
    }
}

/// A utility is a number for each configuration of states.
void check_utility(const BayesianNetwork& network, VariableId utility,
                   std::vector<Problem>& problems) {
    for (const VariableId parent : parents_of(network.cpd(utility))) {
        const Variable& variable = network.variable(parent);
        if (variable.is_discrete() || variable.kind() == Variable::Kind::utility) continue;
        problems.push_back(
            problem_about(network, utility,
                          "the utility " + in_quotes(network.variable(utility).name()) +
                              " depends on " + in_quotes(variable.name()) + ", which is continuous",
                          "cut it into states"));
    }
}

}  // namespace

InfluenceDiagram::InfluenceDiagram(BayesianNetwork network, Memory memory)
    : network_(std::move(network)), memory_(memory) {
    const std::vector<VariableId> order = topological_order(network_.dag());
    std::vector<Problem> problems;
    for (const VariableId variable : order) {
        const Variable::Kind kind = network_.variable(variable).kind();
        if (kind == Variable::Kind::decision) decisions_.push_back(variable);
        if (kind != Variable::Kind::utility) continue;
        utilities_.push_back(variable);
        check_utility(network_, variable, problems);
    }
    std::ranges::sort(utilities_);
    for (const VariableId utility : utilities_)
        if (network_.dag().out_degree(utility) == 0) summands_.push_back(utility);
    if (decisions_.empty() && utilities_.empty())
        problems.push_back(
            {Problem::Severity::error,
             "the network has neither a decision nor a utility",
             {},
             "a decision is declared Drill{drill|not, decision}, a utility "
             "Pay{utility}; of a classifier, --class and --loss say what is decided"});
    if (memory_ == Memory::recall) check_order(network_, decisions_, problems);
    if (!problems.empty()) throw ModelError(std::move(problems));

    std::vector<VariableId> before;
    for (const VariableId decision : decisions_) {
        std::vector<VariableId> known =
            memory_ == Memory::recall ? before : std::vector<VariableId>();
        for (const VariableId parent : parents_of(network_.cpd(decision)))
            if (!contains(known, parent)) known.push_back(parent);
        known_.push_back(known);
        before = std::move(known);
        before.push_back(decision);
    }
}

std::span<const VariableId> InfluenceDiagram::known(VariableId decision) const {
    const auto found = std::ranges::find(decisions_, decision);
    if (found == decisions_.end())
        throw ArgumentError(in_quotes(network_.variable(decision).name()) + " is no decision");
    return known_[static_cast<std::size_t>(found - decisions_.begin())];
}

BayesianNetwork chance_only(const BayesianNetwork& network, std::vector<std::string>& left_out) {
    std::vector<VariableId> touched;
    for (std::size_t v = 0; v < network.size(); ++v)
        if (network.variables()[v].kind() != Variable::Kind::chance) touched.emplace_back(v);
    const std::vector<VariableId> below = descendants(network.dag(), touched);
    const auto is_left_out = [&](VariableId v) {
        return contains(touched, v) || contains(below, v);
    };
    std::map<VariableId, VariableId> number;
    NetworkBuilder builder(network.name(), no_limits());
    builder.set_row_sums(network.row_sums());
    for (const std::string& line : network.annotations()) builder.annotate(line);
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId variable(v);
        if (is_left_out(variable))
            left_out.push_back(network.variable(variable).name());
        else
            number.emplace(variable, builder.add_variable(network.variable(variable)));
    }
    for (const auto& [variable, id] : number) {
        CpdFamily family{.child = id, .states = network.cardinality(variable)};
        for (const VariableId parent : parents_of(network.cpd(variable))) {
            const std::size_t states = network.cardinality(parent);
            if (states == 0) {
                family.continuous_parents.push_back(number.at(parent));
                continue;
            }
            family.discrete_parents.push_back(number.at(parent));
            family.cardinalities.push_back(states);
        }
        const Cpd& cpd = network.cpd(variable);
        const auto numbers = std::visit(
            [](const auto& c) {
                const auto& list = c.numbers();
                return std::vector<double>(list.begin(), list.end());
            },
            cpd);
        builder.set_cpd(*cpd_from_numbers(kind_of(cpd), family, numbers));
        const std::span<const double> weights = network.row_weights(variable);
        if (!weights.empty()) builder.set_row_weights(id, {weights.begin(), weights.end()});
    }
    return std::move(builder).build();
}

}  // namespace pgm

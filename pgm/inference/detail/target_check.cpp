#include <pgm/inference/detail/target_check.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <string>

namespace pgm::detail {
namespace {

void check_target(const BayesianNetwork& network, VariableId target, std::span<const char> seen) {
    if (target.index() >= network.size())
        throw ArgumentError("the network has no variable number " + std::to_string(target.value));
    if (!network.variable(target).is_discrete()) {
        throw ArgumentError(
            "variable '" + printable(network.variable(target).name()) +
            "' is continuous: only discrete variables have a posterior distribution here");
    }
    if (seen[target.index()])
        throw ArgumentError("variable '" + printable(network.variable(target).name()) +
                            "' is asked for twice");
}

}  // namespace

void check_targets(const BayesianNetwork& network, std::span<const VariableId> targets,
                   std::vector<char>& seen) {
    seen.assign(network.size(), 0);
    for (const VariableId target : targets) {
        check_target(network, target, seen);
        seen[target.index()] = 1;
    }
}

void check_continuous_targets(const BayesianNetwork& network, std::span<const VariableId> targets) {
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const VariableId target = targets[i];
        if (target.index() >= network.size())
            throw ArgumentError("a question is about variable number " +
                                std::to_string(target.index()) + ", but the network has " +
                                std::to_string(network.size()) + ", counted from 0");
        const auto name = [&] { return in_quotes(network.variable(target).name()); };
        if (network.variable(target).is_discrete())
            throw ArgumentError(name() + " is discrete: it has probabilities, not a density",
                                "ask for its marginal distribution");
        const std::span<const VariableId> before = targets.first(i);
        if (std::ranges::find(before, target) != before.end())
            throw ArgumentError(name() + " is asked for twice");
    }
}

}  // namespace pgm::detail

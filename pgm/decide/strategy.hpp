#pragma once

#include <pgm/decide/influence_diagram.hpp>
#include <pgm/table/table.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// The alternative of a decision for each configuration of what it depends on, which is part of
/// what is known when it is taken.
struct Policy {
    VariableId decision;
    Scope given;
    std::vector<StateId> choice;  ///< by cell of `given`

    friend bool operator==(const Policy&, const Policy&) = default;
};

/// Policies of some or all decisions of a diagram: a value that is compared, saved as CSV and read
/// back (io/strategy_file.hpp), and put into a network.
struct Strategy {
    std::vector<Policy> policies;

    /// The policy of a decision, or null.
    const Policy* find(VariableId decision) const;

    friend bool operator==(const Strategy&, const Strategy&) = default;
};

/// Throws ArgumentError unless each policy is of another decision of the diagram, depends on
/// nothing that is not known then, and chooses an alternative in each configuration.
void check_strategy(const InfluenceDiagram& diagram, const Strategy& strategy);

/// The Bayesian network of a diagram whose decisions follow a strategy: each has a table that
/// chooses for certain, one without a policy chooses at random, and utilities are continuous
/// variables. With a name for it, the sum of all utilities is one more variable.
///
///     InferenceEngine engine(with_strategy(diagram, decide(diagram).strategy));
///     parse_query(engine.network(), "P(Oil | Drill=drill)");
///
/// Throws what check_strategy() throws.
BayesianNetwork with_strategy(const InfluenceDiagram& diagram, const Strategy& strategy,
                              std::string_view name_of_total = {});

}  // namespace pgm

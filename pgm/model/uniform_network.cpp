#include <pgm/model/structure_graph.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/model/detail/draft.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pgm {
namespace {

/// The members of the family of each node: its parents in the order of their arcs, then itself.
std::vector<std::vector<VariableId>> families_of(const StructureGraph& structure) {
    std::vector<std::vector<VariableId>> families(structure.nodes.size());
    for (const Arc& arc : structure.arcs) families[arc.child.index()].push_back(arc.parent);
    for (std::size_t i = 0; i < families.size(); ++i) families[i].emplace_back(i);
    return families;
}

Scope scope_of(const NetworkBuilder& builder, std::vector<VariableId> members) {
    std::vector<std::size_t> cardinalities;
    for (const VariableId id : members) cardinalities.push_back(builder.variable(id).cardinality());
    return Scope(std::move(members), std::move(cardinalities));
}

Cpd uniform_table(const NetworkBuilder& builder, const std::vector<VariableId>& family) {
    Table table(scope_of(builder, family));
    const double share = 1 / static_cast<double>(table.scope().cardinalities().back());
    for (std::size_t cell = 0; cell < table.size(); ++cell) table[cell] = share;
    return TableCpd(std::move(table));
}

/// N(0, 1) for all values of the parents.
Cpd standard_normal(const NetworkBuilder& builder, std::vector<VariableId> family) {
    const VariableId child = family.back();
    family.pop_back();
    const auto first = std::ranges::stable_partition(
        family, [&](VariableId id) { return builder.variable(id).is_discrete(); });
    std::vector<VariableId> continuous(first.begin(), first.end());
    family.erase(first.begin(), family.end());
    Scope scope = scope_of(builder, std::move(family));
    const LinearGaussianCpd::Row row{0, std::vector<double>(continuous.size(), 0.0), 1};
    const std::vector<LinearGaussianCpd::Row> rows(scope.cells(), row);
    return LinearGaussianCpd(child, std::move(scope), std::move(continuous), rows);
}

/// The numbers of a distribution that is filled in; null if no memory holds them.
std::optional<std::size_t> cells_of(const NetworkBuilder& builder,
                                    std::span<const VariableId> family) {
    std::optional<std::size_t> cells = 1;
    std::size_t numbers_of_row = 1;
    for (const VariableId member : family) {
        const Variable& variable = builder.variable(member);
        if (!variable.is_discrete())
            ++numbers_of_row;
        else if (cells)
            cells = checked_mul(*cells, variable.cardinality());
    }
    return cells ? checked_mul(*cells, numbers_of_row) : std::nullopt;
}

/// Fills in distributions as long as all of them have no more numbers than the limits allow. The
/// builder must outlive it.
class Filling {
public:
    Filling(const NetworkBuilder& builder, const Limits& limits)
        : builder_(builder), most_(limits.max_filled_cells), left_(most_) {}

    /// Uniform, or standard normal for a continuous variable. Throws TooLargeError.
    Cpd cpd(std::vector<VariableId> family) {
        const std::optional<std::size_t> cells = cells_of(builder_, family);
        const Variable& child = builder_.variable(family.back());
        if (!cells || *cells > left_)
            throw TooLargeError("the distribution of '" + printable(child.name()) +
                                    "' cannot be filled in: more than " + std::to_string(most_) +
                                    " numbers, with those filled in before",
                                {},
                                "give it fewer parents or states, or raise "
                                "Limits::max_filled_cells");
        left_ -= *cells;
        if (child.is_discrete()) return uniform_table(builder_, family);
        return standard_normal(builder_, std::move(family));
    }

private:
    const NetworkBuilder& builder_;
    std::size_t most_, left_;
};

/// Throws ModelError for a discrete variable with a continuous parent, of which there is no
/// distribution.
void require_discrete_parents(const NetworkBuilder& builder,
                              const std::vector<VariableId>& family) {
    for (const VariableId parent : family)
        if (!builder.variable(parent).is_discrete())
            throw ModelError("the discrete variable '" +
                                 printable(builder.variable(family.back()).name()) +
                                 "' has the continuous parent '" +
                                 printable(builder.variable(parent).name()) + "'",
                             {}, "turn the arc around, or give the parent states");
}

}  // namespace

Variable variable_of(const StructureNode& node) {
    if (node.continuous) return Variable(node.name);
    return Variable(node.name,
                    node.states.empty() ? std::vector<std::string>{"0", "1"} : node.states);
}

std::vector<VariableId> NetworkBuilder::fill_in() {
    std::vector<VariableId> filled;
    Filling filling(*this, limits_);
    for (const VariableId child : draft_->without_distribution()) {
        const detail::NamedFamily* const named = draft_->named_family(child);
        std::vector<VariableId> family;
        if (named != nullptr)
            for (const std::string& parent : named->parents)
                if (const std::optional<VariableId> id = find(parent)) family.push_back(*id);
        const bool is_own_parent = std::ranges::find(family, child) != family.end();
        family.push_back(child);
        const auto is_discrete = [&](VariableId id) { return variable(id).is_discrete(); };
        // What cannot be filled in, check() reports.
        if (is_own_parent) continue;
        if (is_discrete(child) && !std::ranges::all_of(family, is_discrete)) continue;
        set_cpd(filling.cpd(std::move(family)));
        filled.push_back(child);
    }
    return filled;
}

BayesianNetwork uniform_network(const StructureGraph& structure) {
    NetworkBuilder builder;
    for (const StructureNode& node : structure.nodes) builder.add_variable(variable_of(node));
    Filling filling(builder, Limits{});
    for (std::vector<VariableId>& family : families_of(structure)) {
        if (builder.variable(family.back()).is_discrete())
            require_discrete_parents(builder, family);
        builder.set_cpd(filling.cpd(std::move(family)));
    }
    return std::move(builder).build();
}

BayesianNetwork uniform_network(std::string_view structure) {
    return uniform_network(parse_structure_graph(structure));
}

}  // namespace pgm

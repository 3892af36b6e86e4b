#include <pgm/model/structure_graph.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/model/detail/draft.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <cmath>
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

/// The parents of a family, by kind.
struct ParentKinds {
    Scope discrete;
    std::vector<VariableId> continuous;

    ParentKinds(const NetworkBuilder& builder, std::span<const VariableId> family) {
        std::vector<VariableId> with_states;
        for (const VariableId parent : family.first(family.size() - 1))
            (builder.variable(parent).is_discrete() ? with_states : continuous).push_back(parent);
        discrete = scope_of(builder, std::move(with_states));
    }

    std::vector<double> no_slopes() const { return std::vector<double>(continuous.size(), 0.0); }
};

/// N(0, variance) for all values of the parents.
Cpd normal(VariableId child, ParentKinds parents, double variance) {
    const LinearGaussianCpd::Row row{0, parents.no_slopes(), variance};
    const std::vector<LinearGaussianCpd::Row> rows(parents.discrete.cells(), row);
    return LinearGaussianCpd(child, std::move(parents.discrete), std::move(parents.continuous),
                             rows);
}

/// States that are equally probable for all values of the parents.
Cpd uniform_threshold(VariableId child, std::size_t states, ParentKinds parents) {
    std::vector<double> cuts;
    for (std::size_t below = 1; below < states; ++below)
        cuts.push_back(std::log(static_cast<double>(below) / static_cast<double>(states - below)));
    const std::vector<ThresholdCpd::Row> rows(parents.discrete.cells(),
                                              logistic_row(parents.no_slopes(), 1, cuts));
    return ThresholdCpd(child, states, std::move(parents.discrete), std::move(parents.continuous),
                        rows);
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
    Cpd cpd(const std::vector<VariableId>& family) {
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
        ParentKinds parents(builder_, family);
        const double variance = child.kind() == Variable::Kind::utility ? 0 : 1;
        if (!child.is_discrete()) return normal(family.back(), std::move(parents), variance);
        if (child.kind() == Variable::Kind::decision)
            return detail::undecided(family.back(), child.cardinality(), parents.discrete);
        if (parents.continuous.empty()) return uniform_table(builder_, family);
        return uniform_threshold(family.back(), child.cardinality(), std::move(parents));
    }

private:
    const NetworkBuilder& builder_;
    std::size_t most_, left_;
};

}  // namespace

Variable variable_of(const StructureNode& node) {
    const std::vector<std::string> two = {"0", "1"};
    Variable variable = node.continuous
                            ? Variable(node.name)
                            : Variable(node.name, node.states.empty() ? two : node.states);
    variable.set_kind(node.kind);
    return variable;
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
        if (is_own_parent) continue;                                       // check() reports it
        if (variable(child).kind() == Variable::Kind::decision) continue;  // which has no numbers
        set_cpd(filling.cpd(family));
        filled.push_back(child);
    }
    return filled;
}

BayesianNetwork uniform_network(const StructureGraph& structure) {
    NetworkBuilder builder;
    for (const StructureNode& node : structure.nodes) builder.add_variable(variable_of(node));
    Filling filling(builder, Limits{});
    for (const std::vector<VariableId>& family : families_of(structure))
        builder.set_cpd(filling.cpd(family));
    return std::move(builder).build();
}

BayesianNetwork uniform_network(std::string_view structure) {
    return uniform_network(parse_structure_graph(structure));
}

}  // namespace pgm

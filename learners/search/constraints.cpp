#include <learners/search/constraints.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/graph/partially_directed_graph.hpp>

#include <algorithm>
#include <string>

namespace pgm::learners {
namespace {

/// Names for messages; variables without a name are called by their number.
class Names {
public:
    explicit Names(std::size_t count) : count_(count) {}
    explicit Names(std::span<const std::string_view> names) : count_(names.size()), names_(names) {}

    std::size_t count() const { return count_; }
    std::string of(VariableId v) const {
        return names_.empty() ? std::to_string(v.index()) : printable_word(names_[v.index()]);
    }
    std::string of(const Arc& arc) const { return of(arc.parent) + " -> " + of(arc.child); }

private:
    std::size_t count_;
    std::span<const std::string_view> names_;
};

void check_ends(std::span<const Arc> arcs, const Names& names) {
    for (const Arc& arc : arcs) {
        for (const VariableId end : {arc.parent, arc.child})
            if (end.index() >= names.count())
                throw ArgumentError("a constraint names variable " + std::to_string(end.index()) +
                                    ", but there are only " + std::to_string(names.count()));
        if (arc.parent == arc.child)
            throw ArgumentError("a constraint names the arc " + names.of(arc) +
                                ", which leads back to its start");
    }
}

bool against_tiers(const Constraints& constraints, const Arc& arc) {
    if (constraints.tiers.empty()) return false;
    const auto& from = constraints.tiers[arc.parent.index()];
    const auto& to = constraints.tiers[arc.child.index()];
    return from && to && *from > *to;
}

void check_required(const Constraints& constraints, const Names& names) {
    std::vector<Arc> forbidden = constraints.forbidden;
    std::ranges::sort(forbidden);
    for (const Arc& arc : constraints.required) {
        if (std::ranges::binary_search(forbidden, arc))
            throw ArgumentError("the arc " + names.of(arc) + " is both required and forbidden");
        if (against_tiers(constraints, arc))
            throw ArgumentError("the required arc " + names.of(arc) +
                                " leads from a tier to a lower one");
    }
    if (const auto cycle = find_cycle(names.count(), constraints.required)) {
        std::string text;
        for (const VariableId v : *cycle) text += names.of(v) + " -> ";
        throw ArgumentError("the required arcs form a cycle: " + text + names.of(cycle->front()));
    }
}

void check_in_degrees(const Constraints& constraints, const Names& names) {
    if (!constraints.max_parents) return;
    const Dag required(names.count(), constraints.required);
    for (std::size_t v = 0; v < names.count(); ++v)
        if (required.in_degree(VariableId(v)) > *constraints.max_parents)
            throw ArgumentError(
                names.of(VariableId(v)) + " has " +
                std::to_string(required.in_degree(VariableId(v))) +
                " required parents, more than the largest number of parents allowed, " +
                std::to_string(*constraints.max_parents));
}

void check(const Constraints& constraints, const Names& names) {
    if (!constraints.tiers.empty() && constraints.tiers.size() != names.count())
        throw ArgumentError("there are tiers for " + counted(constraints.tiers.size(), "variable") +
                            ", but " + counted(names.count(), "variable"));
    check_ends(constraints.required, names);
    check_ends(constraints.forbidden, names);
    check_required(constraints, names);
    check_in_degrees(constraints, names);
}

/// More variables than this, and their pairs are not written down one by one.
constexpr std::size_t most_variables_of_pairs = std::size_t{1} << 17;

}  // namespace

void check_constraints(const Constraints& constraints, std::span<const std::string_view> names) {
    check(constraints, Names(names));
}

void check_constraints(const Constraints& constraints, const Dataset& data,
                       bool continuous_parents) {
    std::vector<std::string_view> names;
    for (const Column& column : data.columns()) names.push_back(column.name());
    check_constraints(constraints, names);
    for (const Arc& arc : constraints.required) {
        const Column& parent = data.columns()[arc.parent.index()];
        const Column& child = data.columns()[arc.child.index()];
        if (continuous_parents || parent.is_discrete() || !child.is_discrete()) continue;
        const std::string from = printable_word(parent.name()), to = printable_word(child.name());
        throw ArgumentError("the required arc " + from + " -> " + to + " cannot be: " + from +
                                " is continuous and " + to + " discrete",
                            "require " + to + " -> " + from + ", make " + from +
                                " discrete, or let numbers be parents of states by a regression "
                                "(--continuous-parents logistic)");
    }
}

std::vector<ColumnId> named_columns(const Constraints& constraints) {
    std::vector<ColumnId> named;
    for (const auto* const arcs : {&constraints.required, &constraints.forbidden})
        for (const Arc& arc : *arcs) {
            named.emplace_back(arc.parent.index());
            named.emplace_back(arc.child.index());
        }
    for (std::size_t column = 0; column < constraints.tiers.size(); ++column)
        if (constraints.tiers[column]) named.emplace_back(column);
    return named;
}

AllowedArcs::AllowedArcs(std::size_t variables, const Constraints& constraints)
    : variables_(variables), required_arcs_(constraints.required) {
    check(constraints, Names(variables));
    if (constraints.max_parents) max_parents_ = *constraints.max_parents;
    std::ranges::sort(required_arcs_);
    const auto doubles = std::ranges::unique(required_arcs_);
    required_arcs_.erase(doubles.begin(), doubles.end());
    const bool has_tiers =
        std::ranges::any_of(constraints.tiers, [](const auto& tier) { return tier.has_value(); });
    const bool has_pairs = has_tiers || !constraints.forbidden.empty() || !required_arcs_.empty();
    if (has_pairs && variables > most_variables_of_pairs)
        throw TooLargeError("constraints on " + std::to_string(variables) +
                                " variables are too many: at most " +
                                std::to_string(most_variables_of_pairs) + " can be constrained",
                            {}, "choose fewer columns");
    if (!required_arcs_.empty()) required_.assign(variables * variables, false);
    for (const Arc& arc : required_arcs_)
        required_[arc.parent.index() * variables + arc.child.index()] = true;
    if (!has_tiers && constraints.forbidden.empty()) return;
    forbidden_.assign(variables * variables, false);
    for (const Arc& arc : constraints.forbidden)
        forbidden_[arc.parent.index() * variables + arc.child.index()] = true;
    if (!has_tiers) return;
    for (std::size_t from = 0; from < variables; ++from)
        for (std::size_t to = 0; to < variables; ++to)
            if (against_tiers(constraints, {VariableId(from), VariableId(to)}))
                forbidden_[from * variables + to] = true;
}

bool AllowedArcs::required(VariableId parent, VariableId child) const {
    return !required_.empty() && required_[parent.index() * variables_ + child.index()];
}

bool AllowedArcs::allowed(VariableId parent, VariableId child) const {
    return parent != child &&
           (forbidden_.empty() || !forbidden_[parent.index() * variables_ + child.index()]);
}

bool AllowedArcs::obeyed_by(const Dag& dag) const {
    if (dag.size() != variables_) return false;
    for (std::size_t v = 0; v < dag.size(); ++v)
        if (dag.in_degree(VariableId(v)) > max_parents_) return false;
    const std::vector<Arc> arcs = dag.arcs();
    return std::ranges::all_of(arcs,
                               [&](const Arc& arc) { return allowed(arc.parent, arc.child); }) &&
           std::ranges::includes(arcs, required_arcs_);
}

Cpdag cpdag(const Dag& dag, std::span<const Variable> variables, const AllowedArcs& rules) {
    std::vector<Arc> known = mixed_arcs(dag, variables);
    for (const Arc& arc : dag.arcs())
        if (rules.required(arc.parent, arc.child) || !rules.allowed(arc.child, arc.parent))
            known.push_back(arc);
    return pgm::cpdag(dag, known);
}

}  // namespace pgm::learners

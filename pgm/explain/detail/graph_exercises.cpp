#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/explain/detail/exercise_writing.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/graph/d_separation.hpp>

#include <algorithm>

namespace pgm::detail {
namespace {

using Trail = std::vector<VariableId>;

std::string name_of(const BayesianNetwork& network, VariableId variable) {
    return quoted_if_needed(network.variable(variable).name());
}

std::string path_text(const BayesianNetwork& network, const Trail& path) {
    std::string text = name_of(network, path.front());
    for (std::size_t i = 1; i < path.size(); ++i)
        text += (network.dag().has_arc(path[i - 1], path[i]) ? " -> " : " <- ") +
                name_of(network, path[i]);
    return text;
}

/// The inner vertices of a path and what is known at each.
class TrailRemarks {
public:
    TrailRemarks(const BayesianNetwork& network, const std::vector<VariableId>& known)
        : network_(network), known_(known), above_known_(ancestral_set(network.dag(), known)) {}

    /// "it is blocked at B, which is known", or why it is active.
    std::string remark(const Trail& path) const {
        std::string open;
        for (std::size_t i = 1; i + 1 < path.size(); ++i) {
            const std::string name = name_of(network_, path[i]);
            const bool is_known = contains(known_, path[i]);
            if (!is_collider(path, i)) {
                if (is_known) return "blocked at " + name + ", which is known";
                continue;
            }
            if (!contains(above_known_, path[i]))
                return "blocked at " + name +
                       ", where arrows meet and neither it nor a descendant is known";
            open += (open.empty() ? "" : ", ") + ("arrows meet at " + name) +
                    (is_known ? ", which is known" : ", of which a descendant is known");
        }
        return open.empty() ? "active: no variable on it is known" : "active: " + open;
    }

private:
    bool is_collider(const Trail& path, std::size_t i) const {
        return network_.dag().has_arc(path[i - 1], path[i]) &&
               network_.dag().has_arc(path[i + 1], path[i]);
    }
    static bool contains(const std::vector<VariableId>& set, VariableId variable) {
        return std::ranges::find(set, variable) != set.end();
    }

    const BayesianNetwork& network_;
    const std::vector<VariableId>& known_;
    std::vector<VariableId> above_known_;
};

/// The paths between two variables, in either direction of the arcs, for as long as they are few;
/// empty for more.
class FewPaths {
public:
    explicit FewPaths(const Dag& dag) : dag_(dag) {}

    std::vector<Trail> between(VariableId from, VariableId to) {
        Trail path{from};
        extend(path, to);
        return is_few() ? std::move(paths_) : std::vector<Trail>();
    }

private:
    bool is_few() const {
        constexpr std::size_t most_paths = 6, most_steps = 5000;
        return paths_.size() <= most_paths && steps_ <= most_steps;
    }

    void extend(Trail& path, VariableId to) {
        ++steps_;
        if (!is_few()) return;
        if (path.back() == to) {
            paths_.push_back(path);
            return;
        }
        std::vector<VariableId> next = dag_.parents(path.back());
        std::ranges::copy(dag_.children(path.back()), std::back_inserter(next));
        for (const VariableId variable : next) {
            if (std::ranges::find(path, variable) != path.end()) continue;
            path.push_back(variable);
            extend(path, to);
            path.pop_back();
        }
    }

    const Dag& dag_;
    std::vector<Trail> paths_;
    std::size_t steps_ = 0;
};

/// The tables of an elimination, of which only the scopes matter.
class SymbolicElimination {
public:
    SymbolicElimination(const BayesianNetwork& network, std::span<const VariableId> variables)
        : network_(network) {
        for (const VariableId variable : variables) {
            std::vector<VariableId> scope = network.dag().parents(variable);
            std::string name = "P(" + name_of(network, variable);
            if (!scope.empty()) name += " | " + names_text(network, scope);
            scope.push_back(variable);
            std::ranges::sort(scope);
            tables_.push_back({name + ")", std::move(scope)});
        }
    }

    /// Sums out a variable, and reports it as a sentence.
    std::string eliminate(VariableId variable) {
        std::vector<VariableId> together;
        std::string factors;
        const auto takes_part = [&](const ScopedTable& table) {
            if (std::ranges::find(table.scope, variable) == table.scope.end()) return false;
            factors += (factors.empty() ? "" : " ") + table.name;
            std::ranges::copy(table.scope, std::back_inserter(together));
            return true;
        };
        std::erase_if(tables_, takes_part);
        std::ranges::sort(together);
        together.erase(std::ranges::unique(together).begin(), together.end());
        const double cells = cells_of(together);
        largest_ = std::max(largest_, cells);
        std::string text = name_of(network_, variable) + ": " + factors + " is a table over " +
                           names_text(network_, together) + " with " +
                           counted(to_text(cells), "cell") + "; the sum over " +
                           name_of(network_, variable) + " is ";
        std::erase(together, variable);
        const std::string name = "t" + std::to_string(++made_);
        text += together.empty() ? name + ", a number"
                                 : name + "(" + names_text(network_, together) + ") with " +
                                       counted(to_text(cells_of(together)), "cell");
        tables_.push_back(
            {together.empty() ? name : name + "(" + names_text(network_, together) + ")",
             std::move(together)});
        return text;
    }

    double largest() const { return largest_; }
    /// The tables that are left.
    std::string rest() const {
        std::string text;
        for (const ScopedTable& table : tables_) text += (text.empty() ? "" : " ") + table.name;
        return text;
    }

private:
    struct ScopedTable {
        std::string name;
        std::vector<VariableId> scope;
    };

    double cells_of(std::span<const VariableId> scope) const {
        double cells = 1;
        for (const VariableId variable : scope)
            cells *= static_cast<double>(network_.cardinality(variable));
        return cells;
    }

    const BayesianNetwork& network_;
    std::vector<ScopedTable> tables_;
    double largest_ = 0;
    std::size_t made_ = 0;
};

}  // namespace

std::optional<Exercise> d_separation_exercise(const BayesianNetwork& network, Rng& rng) {
    std::vector<VariableId> drawn;
    for (std::size_t v = 0; v < network.size(); ++v) drawn.emplace_back(v);
    const bool is_wanted_true = rng.below(2) == 0;  // random statements are mostly of one kind
    keep_drawn(drawn, 2 + rng.below(3), rng);
    if (drawn.size() < 2) return std::nullopt;
    const VariableId left = drawn[0], right = drawn[1];
    std::vector<VariableId> known(drawn.begin() + 2, drawn.end());
    std::ranges::sort(known);
    const Dag& dag = network.dag();
    if (dag.has_arc(left, right) || dag.has_arc(right, left)) return std::nullopt;
    const DSeparation found = d_separation(dag, {&left, 1}, {&right, 1}, known);
    const std::vector<Trail> paths = FewPaths(dag).between(left, right);
    if (found.separated && (!is_wanted_true || paths.empty())) return std::nullopt;
    if (!found.separated && is_wanted_true) return std::nullopt;
    Exercise exercise{.kind = Exercise::Kind::d_separation,
                      .query = name_of(network, left) + " _||_ " + name_of(network, right)};
    if (!known.empty()) exercise.query += " | " + names_text(network, known);
    exercise.question =
        "Are " + name_of(network, left) + " and " + name_of(network, right) + " d-separated " +
        (known.empty() ? "when nothing is known" : "by " + names_text(network, known)) + ", " +
        exercise.query + "?";
    exercise.answer = found.separated ? "Yes, every path is blocked." : "No, a path is active.";
    const TrailRemarks remarks(network, known);
    const auto add = [&](const Trail& path) {
        exercise.solution.push_back(path_text(network, path) + " is " + remarks.remark(path));
    };
    if (found.separated) std::ranges::for_each(paths, add);
    if (!found.separated) add(found.active_path);
    return exercise;
}

std::optional<Exercise> elimination_exercise(const BayesianNetwork& network, Rng& rng) {
    constexpr std::size_t least_eliminated = 2, most_eliminated = 10;
    if (network.size() == 0) return std::nullopt;
    const VariableId target(rng.below(network.size()));
    std::vector<VariableId> order = ancestors(network.dag(), target);
    if (order.size() < least_eliminated || order.size() > most_eliminated) return std::nullopt;
    std::vector<VariableId> all = order;
    all.push_back(target);
    const auto is_discrete = [&](VariableId v) { return network.variable(v).is_discrete(); };
    if (!std::ranges::all_of(all, is_discrete)) return std::nullopt;
    SymbolicElimination elimination(network, all);
    keep_drawn(order, order.size(), rng);
    const std::string query = "P(" + name_of(network, target) + ")";
    Exercise exercise{.kind = Exercise::Kind::elimination,
                      .query = query,
                      .question = query + " is computed by summing out " +
                                  names_text(network, order) +
                                  ", in this order. Which tables arise, and how large are they?"};
    for (const VariableId variable : order)
        exercise.solution.push_back(elimination.eliminate(variable));
    exercise.solution.push_back("left: " + elimination.rest() + " = " + query);
    exercise.answer =
        "The largest table has " + counted(to_text(elimination.largest()), "cell") + ".";
    return exercise;
}

}  // namespace pgm::detail

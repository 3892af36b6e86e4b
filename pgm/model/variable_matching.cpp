#include <pgm/model/variable_matching.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_index.hpp>
#include <pgm/core/text/name_text.hpp>

#include <optional>
#include <string>

namespace pgm {
namespace {

/// "a, b, c, ..."
std::string first_names(const std::vector<std::string_view>& names) {
    constexpr std::size_t shown = 4;
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < shown; ++i)
        text += (i > 0 ? ", " : "") + printable_word(names[i]);
    return names.size() > shown ? text + ", ..." : text;
}

class NamesOf {
    auto name_of() const {
        return [this](std::uint32_t i) { return std::string_view(variables_[i].name()); };
    }

public:
    explicit NamesOf(std::span<const Variable> variables)
        : variables_(variables), sorted_(variables.size(), name_of()) {}

    std::optional<VariableId> find(std::string_view name) const {
        const auto found = sorted_.find(name, name_of());
        return found ? std::optional(VariableId(*found)) : std::nullopt;
    }

    /// The names of these variables that the others do not have.
    std::vector<std::string_view> missing_from(const NamesOf& others) const {
        std::vector<std::string_view> names;
        for (const Variable& variable : variables_)
            if (!others.find(variable.name())) names.push_back(variable.name());
        return names;
    }

private:
    std::span<const Variable> variables_;
    SortedNames sorted_;
};

void require_same_names(const NamesOf& first, const NamesOf& second) {
    const std::vector<std::string_view> only_first = first.missing_from(second),
                                        only_second = second.missing_from(first);
    if (only_first.empty() && only_second.empty()) return;
    std::string message = "the models are not over the same variables: ";
    if (!only_first.empty()) message += "only the first one has " + first_names(only_first);
    if (!only_first.empty() && !only_second.empty()) message += ", ";
    if (!only_second.empty()) message += "only the second one has " + first_names(only_second);
    throw ArgumentError(std::move(message), "variables are matched by name");
}

std::string kind_of(const Variable& variable) {
    if (!variable.is_discrete()) return "continuous";
    std::vector<std::string_view> states(variable.states().begin(), variable.states().end());
    return "{" + first_names(states) + "}";
}

}  // namespace

std::vector<VariableId> match_variables(std::span<const Variable> first,
                                        std::span<const Variable> second) {
    const NamesOf known(first);
    require_same_names(known, NamesOf(second));
    std::vector<VariableId> matched;
    matched.reserve(second.size());
    for (const Variable& variable : second) matched.push_back(*known.find(variable.name()));
    return matched;
}

Dag renumbered(const Dag& dag, std::span<const VariableId> numbers) {
    std::vector<Arc> arcs;
    for (const auto& [parent, child] : dag.arcs())
        arcs.push_back({numbers[parent.index()], numbers[child.index()]});
    return Dag(dag.size(), arcs);
}

std::vector<StateId> match_states(const Variable& first, const Variable& second) {
    std::vector<StateId> matched;
    bool same =
        first.is_discrete() == second.is_discrete() && first.cardinality() == second.cardinality();
    for (std::size_t s = 0; same && second.is_discrete() && s < second.cardinality(); ++s) {
        const auto found = first.find_state(second.state(StateId(s)));
        same = found.has_value();
        if (same) matched.push_back(*found);
    }
    if (!same)
        throw ArgumentError("variable '" + printable_word(first.name()) +
                                "' differs in the models: " + kind_of(first) + " and " +
                                kind_of(second),
                            "both must have the same states, in any order");
    return matched;
}

}  // namespace pgm

#pragma once

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_index.hpp>
#include <pgm/model/detail/problem_list.hpp>
#include <pgm/model/detail/row_text.hpp>
#include <pgm/model/draft/written.hpp>
#include <pgm/model/network.hpp>
#include <pgm/model/variable.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pgm::detail {

/// Where a variable, its distribution and the rows of that stand.
struct VariablePlaces {
    std::size_t variable = no_place, distribution = no_place;
    std::size_t begin = 0;            ///< which the places of rows count from
    std::vector<std::uint32_t> rows;  ///< empty: all rows stand at the distribution
};

/// What was declared by name about the family of one variable: arcs into it and its rows.
/// Declarations may come in any order.
struct NamedFamily {
    struct Row {
        std::string parent_states;  ///< of the default row, empty
        RowDistribution distribution;
        Location location{};
    };

    std::string child;
    std::vector<std::string> parents;
    std::vector<Row> rows;
    std::optional<std::vector<double>> flat;
    std::optional<std::vector<std::string>> flat_parent_order;
    std::optional<Row> otherwise;

    bool has_rows() const { return !rows.empty() || flat || otherwise; }
    /// Removes what was declared of the distribution, and the arcs.
    void clear();
};

/// An arc that a text states besides its distributions.
struct StatedArc {
    WrittenName parent, child;
};

/// Everything a NetworkBuilder was given: a network as someone wrote it, nothing of it checked.
/// check_model() (model_check.hpp) checks it.
struct Draft {
    std::string name;
    std::vector<std::string> annotations;
    std::vector<Variable> variables;
    std::vector<Cpd> cpds;  ///< in the order in which they were given
    /// For each variable, the position of its distribution in `cpds`, counted from 1; 0 means none.
    /// The list may end before the variables do.
    std::vector<std::uint32_t> cpd_of;
    std::vector<std::vector<double>> row_weights;  ///< by variable; may end before they do
    std::vector<WrittenFamily> written;            ///< those of a text, in its order
    std::vector<NamedFamily> families;             ///< in order of first mention
    std::map<std::string, std::size_t, std::less<>> family_of;
    WrittenSource source;
    std::vector<Location> locations;     ///< of the places before no_place, the last one first
    std::vector<VariablePlaces> places;  ///< one per variable; may end before they do
    NameIndex names;                     ///< the first variable of each name
    bool has_repeated_names = false;     ///< a variable has the name of an earlier one
    ProblemList problems;                ///< found so far
    std::vector<StatedArc> arcs;
    RowSums row_sums = RowSums::normalise;

    std::size_t size() const { return variables.size(); }
    const Variable& variable(VariableId id) const { return variables[id.index()]; }
    /// Adds a variable and returns the variable that has its name: the new one, or an earlier one.
    VariableId add(Variable&& variable);
    /// The distribution that a variable was given, or null.
    Cpd* cpd(VariableId child) {
        return has_cpd(child) ? &cpds[cpd_of[child.index()] - 1] : nullptr;
    }
    const Cpd* cpd(VariableId child) const {
        return has_cpd(child) ? &cpds[cpd_of[child.index()] - 1] : nullptr;
    }
    /// Sets or replaces the distribution of a variable.
    void set_cpd(VariableId child, Cpd&& cpd);
    /// True if a variable has a density, or no states but rows, which are then to become one.
    bool is_continuous(VariableId variable) const;
    /// True if `cpds` holds one distribution per variable in the order of the variables.
    bool has_cpds_in_order() const;
    std::optional<VariableId> find(std::string_view variable) const;
    /// The family of that child, which is created at its first mention.
    NamedFamily& family(std::string_view child);
    /// What was declared by name about the family of a variable, or null. Where two variables have
    /// one name, declarations by name belong to the first.
    const NamedFamily* named_family(VariableId child) const;
    NamedFamily* named_family(VariableId child) {
        return const_cast<NamedFamily*>(std::as_const(*this).named_family(child));
    }
    /// The variables that have neither a distribution nor rows.
    std::vector<VariableId> without_distribution() const;
    /// The number of cells of a table over these variables; null if no memory holds them.
    std::optional<std::size_t> cells(std::span<const VariableId> members) const;
    /// A scope of these variables, in this order.
    Scope scope(std::span<const VariableId> members) const;

    // Adds problems.
    void report(Problem::Severity severity, std::size_t place, std::string message,
                std::string hint = {}) {
        problems.add({severity, std::move(message), locate(place), std::move(hint)});
    }
    void error(std::size_t place, std::string message, std::string hint = {}) {
        report(Problem::Severity::error, place, std::move(message), std::move(hint));
    }
    void error(Location location, std::string message, std::string hint = {}) {
        problems.add(
            {Problem::Severity::error, std::move(message), std::move(location), std::move(hint)});
    }
    /// Reports an unknown name with a suggestion. Comparing names is slow, so only the first
    /// unknown names get one; `known` is called for those.
    void unknown(std::size_t place, std::string message, std::string_view name,
                 const std::function<std::vector<std::string>()>& known);
    /// The variable of that name; null after a report of one that there is not.
    std::optional<VariableId> require(const WrittenName& name);
    /// ", first on line 3" of a place that has lines.
    std::string first_on_line(std::size_t place) const;
    /// All problems so far, those of a text in the order of their places.
    std::vector<Problem> list_of_problems() const;

    VariablePlaces& places_of(VariableId variable);
    /// A place of that location.
    std::size_t add_place(Location location);
    Location locate(std::size_t place) const;
    std::size_t place_of_row(VariableId child, std::size_t row) const;
    Location location_of_variable(VariableId variable) const;
    /// The location of its first row in a text, or of its distribution, or of the variable itself
    /// when it has none.
    Location location_of_family(VariableId child) const;
    Location location_of_row(VariableId child, std::size_t row) const;

private:
    bool has_cpd(VariableId child) const {
        return child.index() < cpd_of.size() && cpd_of[child.index()] != 0;
    }
    auto name_of() const {
        return [this](VariableId id) -> const std::string& { return variables[id.index()].name(); };
    }
    Location named(Location location, VariableId variable) const;

    std::size_t suggestions_ = 0;
};

/// The place of a decision in a network, whose parents are what is known then: all alternatives are
/// equally probable. It takes room in proportion to the states of the parents.
Cpd undecided(VariableId decision, std::size_t alternatives, const Scope& known);

}  // namespace pgm::detail

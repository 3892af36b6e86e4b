#pragma once

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_index.hpp>
#include <pgm/model/detail/problem_list.hpp>
#include <pgm/model/detail/row_text.hpp>
#include <pgm/model/network.hpp>
#include <pgm/model/variable.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pgm::detail {

/// A Location without strings. `file` is a position in NetworkDraft::files, counted from 1; 0 means
/// none. Nearly all locations of a network are in one file.
struct PackedLocation {
    std::uint32_t file = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

/// The locations that were given with a variable and its distribution.
struct VariableLocations {
    PackedLocation variable;
    PackedLocation cpd;
    std::vector<Location> rows;  ///< empty when unknown
};

/// What was declared by name about the family of one variable: arcs into it and its rows.
/// Nothing has been looked up or checked yet, so declarations may come in any order.
struct FamilyDraft {
    struct RowDraft {
        std::string parent_states;  ///< of the default row, empty
        RowDistribution distribution;
        Location location{};
    };

    std::string child;
    std::vector<std::string> parents;
    std::vector<RowDraft> rows;
    std::optional<std::vector<double>> flat;
    std::optional<std::vector<std::string>> flat_parent_order;
    std::optional<RowDraft> otherwise;

    bool has_rows() const { return !rows.empty() || flat || otherwise; }
    /// Forgets what was declared of the distribution, and the arcs.
    void clear();
};

/// Everything a NetworkBuilder was given. check_model() (model_check.hpp) checks it.
struct NetworkDraft {
    std::string name;
    std::vector<std::string> annotations;
    std::vector<std::string> files;
    std::vector<Variable> variables;
    std::vector<Cpd> cpds;  ///< in the order in which they were given
    /// For each variable, the position of its distribution in `cpds`, counted from 1; 0 means none.
    /// The list may end before the variables do.
    std::vector<std::uint32_t> cpd_of;
    /// One per variable; the list may end before the variables do.
    std::vector<VariableLocations> given_locations;
    std::optional<SourceLocations> locations;  ///< of all parts; replaces those given one by one
    NameIndex names;                           ///< the first variable of each name
    bool has_repeated_names = false;    ///< whether a variable has the name of an earlier one
    std::vector<FamilyDraft> families;  ///< in order of first mention
    std::map<std::string, std::size_t, std::less<>> family_of;
    ProblemList problems;  ///< found before the check
    RowSums row_sums = RowSums::normalise;

    std::size_t size() const { return variables.size(); }
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
    FamilyDraft& family(std::string_view child);
    /// What was declared by name about the family of a variable, or null. Where two variables have
    /// one name, declarations by name belong to the first.
    const FamilyDraft* named_family(VariableId child) const;
    FamilyDraft* named_family(VariableId child) {
        return const_cast<FamilyDraft*>(std::as_const(*this).named_family(child));
    }

    void set_variable_location(VariableId variable, const Location& where);
    void set_cpd_location(VariableId child, const Location& where, std::vector<Location>&& rows);
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
    PackedLocation packed(const Location& location);
    Location unpacked(PackedLocation location) const;
};

}  // namespace pgm::detail

#pragma once

#include <pgm/core/error.hpp>
#include <pgm/model/network.hpp>
#include <pgm/model/problem_list.hpp>
#include <pgm/model/variable.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// A Location without its strings: the file is a number into NetworkDraft::files. A network has a place or two per variable, all in one file.
struct Place {
    std::uint32_t file = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

/// A variable as it was added, with its distribution once set_cpd() has given one.
struct VariableDraft {
    Variable variable;
    Place place;
    std::optional<Cpd> cpd;
    Place cpd_place;
    std::function<Location(std::size_t row)> row_place;  ///< empty when nobody knows
};

/// What was said by name about the family of one variable: arcs into it and parts of its table. Nothing in it has been looked up or checked, so
/// that calls may come in any order.
struct FamilyDraft {
    struct Row {
        std::string parent_states;
        std::vector<double> probabilities;
    };

    std::string child;
    std::vector<std::string> parents;
    std::vector<Row> rows;
    std::optional<std::vector<double>> flat;
    std::optional<std::vector<std::string>> flat_parent_order;
    std::optional<std::vector<double>> otherwise;

    bool has_table() const { return !rows.empty() || flat || otherwise; }
};

/// Everything a NetworkBuilder was given, checked by check_model() (model_check.hpp).
struct NetworkDraft {
    std::string name;
    std::vector<std::string> annotations;
    std::vector<std::string> files{""};
    std::vector<VariableDraft> variables;
    std::map<std::string, VariableId, std::less<>> by_name;  ///< the first variable of each name; a tree, for no hash is safe from chosen names
    std::vector<FamilyDraft> families;                       ///< in order of first mention
    std::map<std::string, std::size_t, std::less<>> family_of;
    ProblemList problems;  ///< noticed before the check
    RowSums row_sums = RowSums::normalise;

    std::size_t size() const { return variables.size(); }
    std::optional<VariableId> find(std::string_view variable) const;
    /// The family of that child, a new one when this is its first mention.
    FamilyDraft& family(std::string_view child);

    Place remember(const Location& location);
    Location recall(Place place) const;
};

}  // namespace pgm

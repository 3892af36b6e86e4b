#include <pgm/model/detail/row_matching.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/model/detail/assignment_text.hpp>

#include <algorithm>
#include <utility>

namespace pgm::detail {

Scope scope_of(const NetworkDraft& draft, std::vector<VariableId> members) {
    std::vector<std::size_t> cardinalities;
    for (const VariableId member : members)
        cardinalities.push_back(draft.variables[member.index()].cardinality());
    return Scope(std::move(members), std::move(cardinalities));
}

RowMatching::RowMatching(const NetworkDraft& draft, const FamilyDraft& family, VariableId child,
                         std::span<const VariableId> discrete_parents, std::string family_name,
                         ProblemList& problems)
    : draft_(draft),
      family_(family),
      child_(child),
      scope_(scope_of(draft, {discrete_parents.begin(), discrete_parents.end()})),
      text_(draft, child, scope_.variables()),
      family_name_(std::move(family_name)),
      problems_(problems) {}

std::vector<RowMatching::Match> RowMatching::match(const Fits& fits) {
    std::vector<Match> given;
    for (std::size_t i = 0; i < family_.rows.size(); ++i) {
        const std::optional<std::size_t> row = find_row(family_.rows[i]);
        const bool is_fine = row && fits(text_.row(*row), family_.rows[i]);
        if (row) given.push_back({*row, i});
        is_complete_ = is_complete_ && is_fine;
    }
    std::ranges::sort(given, [](const Match& a, const Match& b) {
        return std::pair(a.row, a.source) < std::pair(b.row, b.source);
    });
    is_complete_ = drop_duplicates(given) && is_complete_;
    if (family_.otherwise)
        is_complete_ =
            fits("the default row of " + family_name_, *family_.otherwise) && is_complete_;
    if (!family_.otherwise && given.size() < scope_.cells()) {
        // A row that could not be read is probably the missing one. One mistake is one problem.
        if (is_complete_) report_missing(given);
        is_complete_ = false;
    }
    return given;
}

void RowMatching::report(std::string message, std::string hint, const FamilyDraft::RowDraft* row) {
    Location location = row != nullptr ? row->location : draft_.location_of_family(child_);
    location.variable = draft_.variables[child_.index()].name();
    problems_.add(
        {Problem::Severity::error, std::move(message), std::move(location), std::move(hint)});
}

bool RowMatching::drop_duplicates(std::vector<Match>& given) {
    const auto same_row = [](const Match& a, const Match& b) { return a.row == b.row; };
    for (auto at = std::adjacent_find(given.begin(), given.end(), same_row); at != given.end();) {
        report(text_.row(at->row) + " is given twice", {}, &family_.rows[(at + 1)->source]);
        const auto next =
            std::find_if(at, given.end(), [&](const Match& other) { return other.row != at->row; });
        at = std::adjacent_find(next, given.end(), same_row);
    }
    const auto end = std::unique(given.begin(), given.end(), same_row);
    const bool none = end == given.end();
    given.erase(end, given.end());
    return none;
}

void RowMatching::report_missing(const std::vector<Match>& given) {
    std::size_t first = 0;
    while (first < given.size() && given[first].row == first) ++first;
    const std::size_t missing = scope_.cells() - given.size();
    std::string message = text_.row(first) + " is missing";
    if (missing > 1)
        message += ", and so are " + std::to_string(missing - 1) + " more of the " +
                   std::to_string(scope_.cells()) + " rows";
    report(std::move(message));
}

/// The number of the row that a key such as "Rain=yes, Sprinkler=off" names. If it names none,
/// reports that and returns nothing.
std::optional<std::size_t> RowMatching::find_row(const FamilyDraft::RowDraft& row) {
    const std::string row_name =
        "the row '" + printable(row.parent_states) + "' of " + family_name_;
    std::vector<NamedState> items;
    try {
        items = parse_assignment(row.parent_states);
    } catch (const ParseError& error) {
        report(row_name + ": column " + std::to_string(error.location().column) + ": " +
                   error.message(),
               {}, &row);
        return std::nullopt;
    }
    std::vector<std::optional<StateId>> states(scope_.size());
    bool fine = true;
    for (const NamedState& item : items) fine = set_state(item, row, row_name, states) && fine;
    for (std::size_t axis = 0; axis < scope_.size() && fine; ++axis) {
        if (states[axis]) continue;
        report(row_name + " names no state of '" + printable(parent(axis).name()) + "'", {}, &row);
        fine = false;
    }
    if (!fine) return std::nullopt;
    std::size_t number = 0;
    for (std::size_t axis = 0; axis < scope_.size(); ++axis)
        number += states[axis]->index() * scope_.strides()[axis];
    return number;
}

bool RowMatching::set_state(const NamedState& item, const FamilyDraft::RowDraft& row,
                            const std::string& row_name,
                            std::vector<std::optional<StateId>>& states) {
    const std::string name = std::string("'").append(printable(item.variable)).append("'");
    const std::optional<std::size_t> axis = parent_axis(item.variable);
    if (!axis) {
        report(row_name + " names " + name + ", which is not a parent",
               did_you_mean(item.variable, parent_names()), &row);
        return false;
    }
    const std::optional<StateId> state = states_of_parent(*axis).find(item.state);
    if (!state) {
        report(row_name + ": variable " + name + " has no state '" + printable(item.state) + "'",
               did_you_mean(item.state, parent(*axis).states()), &row);
        return false;
    }
    if (item.intervention || states[*axis]) {
        report(row_name + (item.intervention ? ": do() has no place in a row"
                                             : " names " + name + " twice"),
               {}, &row);
        return false;
    }
    states[*axis] = state;
    return true;
}

/// The index of a parent's states, since many rows name them.
const StateIndex& RowMatching::states_of_parent(std::size_t axis) {
    parent_states_.resize(scope_.size());
    std::optional<StateIndex>& index = parent_states_[axis];
    if (!index) index.emplace(parent(axis));
    return *index;
}

std::optional<std::size_t> RowMatching::parent_axis(std::string_view name) const {
    for (std::size_t axis = 0; axis < scope_.size(); ++axis)
        if (parent(axis).name() == name) return axis;
    return std::nullopt;
}

std::vector<std::string> RowMatching::parent_names() const {
    std::vector<std::string> names;
    for (std::size_t axis = 0; axis < scope_.size(); ++axis) names.push_back(parent(axis).name());
    return names;
}

}  // namespace pgm::detail

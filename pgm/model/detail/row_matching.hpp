#pragma once

#include <pgm/model/detail/family_text.hpp>
#include <pgm/model/detail/network_draft.hpp>
#include <pgm/model/detail/problem_list.hpp>
#include <pgm/table/table.hpp>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::detail {

/// A scope of these variables of a draft, in this order.
Scope scope_of(const NetworkDraft& draft, std::vector<VariableId> members);

/// Finds the configurations of the discrete parents that the rows of a family mean, and reports
/// mistakes in them. Refers to what it is made of.
class RowMatching {
public:
    /// A row by the number of its configuration, the last parent fastest, and its position in
    /// FamilyDraft::rows.
    struct Match {
        std::size_t row = 0;
        std::size_t source = 0;
    };

    /// `family_name` is how messages name the family, P(child | all parents).
    RowMatching(const NetworkDraft& draft, const FamilyDraft& family, VariableId child,
                std::span<const VariableId> discrete_parents, std::string family_name,
                ProblemList& problems);

    /// True if the distribution of a row, which messages call `name`, is one for the family; if
    /// not, it has been reported.
    using Fits = std::function<bool(const std::string& name, const FamilyDraft::RowDraft& row)>;

    /// The rows whose configuration is known, in order and each once. is_complete() then says
    /// whether there is a fitting one for each configuration, where a default row stands for all
    /// others.
    std::vector<Match> match(const Fits& fits);
    bool is_complete() const { return is_complete_; }

    const Scope& parents() const { return scope_; }
    const FamilyText& text() const { return text_; }
    const std::string& family_name() const { return family_name_; }

    /// Adds a problem of the family, or of one row of it.
    void report(std::string message, std::string hint = {},
                const FamilyDraft::RowDraft* row = nullptr);
    std::optional<std::size_t> parent_axis(std::string_view name) const;
    std::vector<std::string> parent_names() const;

private:
    const Variable& parent(std::size_t axis) const {
        return draft_.variables[scope_.variables()[axis].index()];
    }
    std::optional<std::size_t> find_row(const FamilyDraft::RowDraft& row);
    bool set_state(const struct NamedState& item, const FamilyDraft::RowDraft& row,
                   const std::string& row_name, std::vector<std::optional<StateId>>& states);
    const StateIndex& states_of_parent(std::size_t axis);
    bool drop_duplicates(std::vector<Match>& given);
    void report_missing(const std::vector<Match>& given);

    const NetworkDraft& draft_;
    const FamilyDraft& family_;
    VariableId child_;
    Scope scope_;
    FamilyText text_;
    std::string family_name_;
    ProblemList& problems_;
    bool is_complete_ = true;
    std::vector<std::optional<StateIndex>> parent_states_;  ///< empty until a row names a state
};

}  // namespace pgm::detail

#include <pgm/model/detail/table_draft.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/model/detail/assignment_text.hpp>
#include <pgm/model/variable.hpp>

#include <algorithm>
#include <utility>

namespace pgm::detail {
namespace {

std::string count_of(std::size_t count, const char* noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

class TableReader {
public:
    TableReader(const NetworkDraft& draft, const FamilyDraft& family, VariableId child,
                std::span<const VariableId> parents, ProblemList& problems, RowCheck& row_check)
        : draft_(draft),
          family_(family),
          parents_(parents),
          child_(variable(child)),
          text_(draft, child, parents),
          problems_(problems),
          row_check_(row_check) {
        std::vector<VariableId> members(parents.begin(), parents.end());
        members.push_back(child);
        scope_ = scope_over(std::move(members));
    }

    std::optional<TableCpd> read() {
        if (family_.flat && !family_.rows.empty()) {
            report(text_.family() + " is given both row by row and as one list");
            return std::nullopt;
        }
        return family_.flat ? read_flat() : read_rows();
    }

private:
    /// The number of a row of the table, and the position in FamilyDraft::rows that gives it.
    using GivenRow = std::pair<std::size_t, std::size_t>;

    const Variable& variable(VariableId id) const { return draft_.variables[id.index()]; }
    std::size_t row_count() const { return scope_.cells() / child_.cardinality(); }

    Scope scope_over(std::vector<VariableId> members) const {
        std::vector<std::size_t> cardinalities;
        for (const VariableId member : members)
            cardinalities.push_back(variable(member).cardinality());
        return Scope(members, cardinalities);
    }

    void report(std::string message, std::string hint = {}) {
        Location location;
        location.variable = child_.name();
        problems_.add(
            {Problem::Severity::error, std::move(message), std::move(location), std::move(hint)});
    }

    std::optional<TableCpd> read_flat() {
        if (family_.flat->size() != scope_.cells()) {
            std::string product;
            for (const std::size_t cardinality : scope_.cardinalities())
                product.append(product.empty() ? "" : " x ").append(std::to_string(cardinality));
            report(text_.family() + " is given " + count_of(family_.flat->size(), "value") +
                   ", but has " + product +
                   (scope_.size() > 1 ? " = " + std::to_string(scope_.cells()) : ""));
            return std::nullopt;
        }
        if (!family_.flat_parent_order) return TableCpd(scope_, *family_.flat);
        std::optional<std::vector<VariableId>> order = find_order();
        if (!order) return std::nullopt;
        order->push_back(scope_.variables().back());
        return TableCpd(
            Table(scope_over(*std::move(order)), *family_.flat).permuted(scope_.variables()));
    }

    /// The parents in the order that was named for the list. Unless each is named once, reports
    /// that and returns nothing.
    std::optional<std::vector<VariableId>> find_order() {
        const std::string given = "the order given for the values of " + text_.family();
        std::vector<VariableId> order;
        bool fine = true;
        for (const std::string& name : *family_.flat_parent_order) {
            const std::optional<std::size_t> axis = parent_axis(name);
            if (!axis)
                report(given + " names '" + printable(name) + "', which is not a parent",
                       did_you_mean(name, parent_names()));
            const bool twice =
                axis && std::find(order.begin(), order.end(), parents_[*axis]) != order.end();
            if (twice) report(given + " names '" + printable(name) + "' twice");
            if (axis && !twice) order.push_back(parents_[*axis]);
            fine = fine && axis && !twice;
        }
        for (const VariableId parent : parents_) {
            if (std::find(order.begin(), order.end(), parent) != order.end()) continue;
            report(given + " leaves out '" + printable(variable(parent).name()) + "'");
            fine = false;
        }
        if (!fine) return std::nullopt;
        return order;
    }

    std::optional<TableCpd> read_rows() {
        bool complete = true;
        std::vector<GivenRow> given;
        for (std::size_t i = 0; i < family_.rows.size(); ++i) {
            const std::optional<std::size_t> row = find_row(family_.rows[i].parent_states);
            const bool fits = row && has_row_length(text_.row(*row), family_.rows[i].probabilities);
            if (row) given.emplace_back(*row, i);
            complete = complete && row && fits;
        }
        std::sort(given.begin(), given.end());
        complete = drop_duplicates(given) && complete;
        complete = default_row_is_usable() && complete;
        if (!family_.otherwise && given.size() < row_count()) {
            // A row that could not be read is probably the missing one. One mistake is one problem.
            if (complete) report_missing(given);
            complete = false;
        }
        if (complete) return filled(given);
        check_alone(given);
        return std::nullopt;
    }

    bool has_row_length(const std::string& name, const std::vector<double>& probabilities) {
        if (probabilities.size() == child_.cardinality()) return true;
        report(name + " is given " + count_of(probabilities.size(), "value") + ", but '" +
               printable(child_.name()) + "' has " + count_of(child_.cardinality(), "state"));
        return false;
    }

    std::string default_row_name() const { return "the default row of " + text_.family(); }

    bool default_row_is_usable() {
        if (!family_.otherwise) return true;
        if (!has_row_length(default_row_name(), *family_.otherwise)) return false;
        return row_check_.default_row(default_row_name(), *family_.otherwise,
                                      {.variable = child_.name()});
    }

    bool drop_duplicates(std::vector<GivenRow>& given) {
        const auto same_row = [](const GivenRow& a, const GivenRow& b) {
            return a.first == b.first;
        };
        for (auto at = std::adjacent_find(given.begin(), given.end(), same_row);
             at != given.end();) {
            report(text_.row(at->first) + " is given twice");
            const auto next = std::find_if(
                at, given.end(), [&](const GivenRow& other) { return other.first != at->first; });
            at = std::adjacent_find(next, given.end(), same_row);
        }
        const auto end = std::unique(given.begin(), given.end(), same_row);
        const bool none = end == given.end();
        given.erase(end, given.end());
        return none;
    }

    void report_missing(const std::vector<GivenRow>& given) {
        std::size_t first = 0;
        while (first < given.size() && given[first].first == first) ++first;
        const std::size_t missing = row_count() - given.size();
        std::string message = text_.row(first) + " is missing";
        if (missing > 1)
            message += ", and so are " + std::to_string(missing - 1) + " more of the " +
                       std::to_string(row_count()) + " rows";
        report(std::move(message));
    }

    TableCpd filled(const std::vector<GivenRow>& given) const {
        Table table(scope_);
        const std::size_t length = child_.cardinality();
        if (family_.otherwise) {
            for (std::size_t cell = 0; cell < table.size(); ++cell)
                table[cell] = (*family_.otherwise)[cell % length];
        }
        for (const auto& [row, source] : given) {
            const std::vector<double>& probabilities = family_.rows[source].probabilities;
            std::copy(probabilities.begin(), probabilities.end(),
                      table.values().begin() + static_cast<std::ptrdiff_t>(row * length));
        }
        return TableCpd(std::move(table));
    }

    void check_alone(const std::vector<GivenRow>& given) {
        for (const auto& [row, source] : given) {
            std::vector<double> probabilities = family_.rows[source].probabilities;
            if (probabilities.size() != child_.cardinality()) continue;
            row_check_.row(text_, row, probabilities, [](std::size_t) { return Location{}; });
        }
    }

    /// The number of the row that a key such as "Rain=yes, Sprinkler=off" names. If it names none,
    /// reports that and returns nothing.
    std::optional<std::size_t> find_row(const std::string& key) {
        const std::string row_name = "the row '" + printable(key) + "' of " + text_.family();
        std::vector<NamedState> items;
        try {
            items = parse_assignment(key);
        } catch (const ParseError& error) {
            report(row_name + ": column " + std::to_string(error.location().column) + ": " +
                   error.message());
            return std::nullopt;
        }
        std::vector<std::optional<StateId>> states(parents_.size());
        bool fine = true;
        for (const NamedState& item : items) fine = set_state(item, row_name, states) && fine;
        for (std::size_t axis = 0; axis < parents_.size() && fine; ++axis) {
            if (states[axis]) continue;
            report(row_name + " names no state of '" + printable(variable(parents_[axis]).name()) +
                   "'");
            fine = false;
        }
        if (!fine) return std::nullopt;
        std::size_t cell = 0;
        for (std::size_t axis = 0; axis < parents_.size(); ++axis)
            cell += states[axis]->index() * scope_.strides()[axis];
        return cell / child_.cardinality();
    }

    bool set_state(const NamedState& item, const std::string& row_name,
                   std::vector<std::optional<StateId>>& states) {
        const std::string name = std::string("'").append(printable(item.variable)).append("'");
        const std::optional<std::size_t> axis = parent_axis(item.variable);
        if (!axis) {
            report(row_name + " names " + name + ", which is not a parent",
                   did_you_mean(item.variable, parent_names()));
            return false;
        }
        const Variable& parent = variable(parents_[*axis]);
        const std::optional<StateId> state = states_of_parent(*axis).find(item.state);
        if (!state) {
            report(
                row_name + ": variable " + name + " has no state '" + printable(item.state) + "'",
                did_you_mean(item.state, parent.states()));
            return false;
        }
        if (item.intervention || states[*axis]) {
            report(row_name + (item.intervention ? ": do() has no place in a row"
                                                 : " names " + name + " twice"));
            return false;
        }
        states[*axis] = state;
        return true;
    }

    /// The index of a parent's states, since many rows name them.
    const StateIndex& states_of_parent(std::size_t axis) {
        parent_states_.resize(parents_.size());
        std::optional<StateIndex>& index = parent_states_[axis];
        if (!index) index.emplace(variable(parents_[axis]));
        return *index;
    }

    std::optional<std::size_t> parent_axis(std::string_view name) const {
        for (std::size_t axis = 0; axis < parents_.size(); ++axis) {
            if (variable(parents_[axis]).name() == name) return axis;
        }
        return std::nullopt;
    }

    std::vector<std::string> parent_names() const {
        std::vector<std::string> names;
        for (const VariableId parent : parents_) names.push_back(variable(parent).name());
        return names;
    }

    const NetworkDraft& draft_;
    const FamilyDraft& family_;
    std::span<const VariableId> parents_;
    const Variable& child_;
    Scope scope_;
    FamilyText text_;
    ProblemList& problems_;
    RowCheck& row_check_;
    std::vector<std::optional<StateIndex>> parent_states_;  ///< empty until a row names a state
};

}  // namespace

std::optional<TableCpd> read_table_draft(const NetworkDraft& draft, const FamilyDraft& family,
                                         VariableId child, std::span<const VariableId> parents,
                                         ProblemList& problems, RowCheck& row_check) {
    return TableReader(draft, family, child, parents, problems, row_check).read();
}

}  // namespace pgm::detail

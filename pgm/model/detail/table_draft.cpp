#include <pgm/model/detail/table_draft.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/model/detail/row_matching.hpp>
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
          child_(draft.variables[child.index()]),
          rows_(draft, family, child, parents, FamilyText(draft, child, parents).family(),
                problems),
          row_check_(row_check) {
        std::vector<VariableId> members(parents.begin(), parents.end());
        members.push_back(child);
        scope_ = scope_of(draft, std::move(members));
    }

    std::optional<TableCpd> read() {
        if (family_.flat && !family_.rows.empty()) {
            rows_.report(rows_.family_name() + " is given both row by row and as one list");
            return std::nullopt;
        }
        return family_.flat ? read_flat() : read_rows();
    }

private:
    using RowDraft = FamilyDraft::RowDraft;

    std::optional<TableCpd> read_flat() {
        if (family_.flat->size() != scope_.cells()) {
            std::string product;
            for (const std::size_t cardinality : scope_.cardinalities())
                product.append(product.empty() ? "" : " x ").append(std::to_string(cardinality));
            rows_.report(rows_.family_name() + " is given " +
                         count_of(family_.flat->size(), "value") + ", but has " + product +
                         (scope_.size() > 1 ? " = " + std::to_string(scope_.cells()) : ""));
            return std::nullopt;
        }
        if (!family_.flat_parent_order) return TableCpd(scope_, *family_.flat);
        std::optional<std::vector<VariableId>> order = find_order();
        if (!order) return std::nullopt;
        order->push_back(scope_.variables().back());
        return TableCpd(
            Table(scope_of(draft_, *std::move(order)), *family_.flat).permuted(scope_.variables()));
    }

    /// The parents in the order that was named for the list. Unless each is named once, reports
    /// that and returns nothing.
    std::optional<std::vector<VariableId>> find_order() {
        const std::string given = "the order given for the values of " + rows_.family_name();
        const std::span<const VariableId> parents = rows_.parents().variables();
        std::vector<VariableId> order;
        bool fine = true;
        for (const std::string& name : *family_.flat_parent_order) {
            const std::optional<std::size_t> axis = rows_.parent_axis(name);
            if (!axis)
                rows_.report(given + " names '" + printable(name) + "', which is not a parent",
                             did_you_mean(name, rows_.parent_names()));
            const bool twice = axis && std::ranges::find(order, parents[*axis]) != order.end();
            if (twice) rows_.report(given + " names '" + printable(name) + "' twice");
            if (axis && !twice) order.push_back(parents[*axis]);
            fine = fine && axis && !twice;
        }
        for (const VariableId parent : parents) {
            if (std::ranges::find(order, parent) != order.end()) continue;
            rows_.report(given + " leaves out '" +
                         printable(draft_.variables[parent.index()].name()) + "'");
            fine = false;
        }
        if (!fine) return std::nullopt;
        return order;
    }

    std::optional<TableCpd> read_rows() {
        const std::vector<RowMatching::Match> given =
            rows_.match([this](const std::string& name, const RowDraft& row) {
                return has_row_length(name, row) && (&row != default_row() || is_usable(name));
            });
        if (rows_.is_complete()) return filled(given);
        check_alone(given);
        return std::nullopt;
    }

    const RowDraft* default_row() const {
        return family_.otherwise ? &*family_.otherwise : nullptr;
    }

    bool is_usable(const std::string& default_name) {
        Location location = default_row()->location;
        location.variable = child_.name();
        return row_check_.default_row(default_name, numbers_of(*default_row()), location);
    }

    static const std::vector<double>& numbers_of(const RowDraft& row) {
        return std::get<std::vector<double>>(row.distribution);
    }

    bool has_row_length(const std::string& name, const RowDraft& row) {
        if (std::holds_alternative<std::string>(row.distribution)) return false;
        const std::string child = "'" + printable(child_.name()) + "'";
        if (!std::holds_alternative<std::vector<double>>(row.distribution)) {
            rows_.report(name + " is a density, but " + child + " has states",
                         "its rows are probabilities, one for each state", &row);
            return false;
        }
        if (numbers_of(row).size() == child_.cardinality()) return true;
        rows_.report(name + " is given " + count_of(numbers_of(row).size(), "value") + ", but " +
                         child + " has " + count_of(child_.cardinality(), "state"),
                     {}, &row);
        return false;
    }

    TableCpd filled(const std::vector<RowMatching::Match>& given) const {
        Table table(scope_);
        const std::size_t length = child_.cardinality();
        if (family_.otherwise) {
            for (std::size_t cell = 0; cell < table.size(); ++cell)
                table[cell] = numbers_of(*default_row())[cell % length];
        }
        for (const auto& [row, source] : given)
            std::ranges::copy(numbers_of(family_.rows[source]),
                              table.values().begin() + static_cast<std::ptrdiff_t>(row * length));
        return TableCpd(std::move(table));
    }

    void check_alone(const std::vector<RowMatching::Match>& given) {
        for (const auto& [row, source] : given) {
            const auto* const numbers =
                std::get_if<std::vector<double>>(&family_.rows[source].distribution);
            if (numbers == nullptr || numbers->size() != child_.cardinality()) continue;
            std::vector<double> probabilities = *numbers;
            row_check_.row(rows_.text(), row, probabilities,
                           [&](std::size_t) { return family_.rows[source].location; });
        }
    }

    const NetworkDraft& draft_;
    const FamilyDraft& family_;
    const Variable& child_;
    Scope scope_;
    RowMatching rows_;
    RowCheck& row_check_;
};

}  // namespace

std::optional<TableCpd> read_table_draft(const NetworkDraft& draft, const FamilyDraft& family,
                                         VariableId child, std::span<const VariableId> parents,
                                         ProblemList& problems, RowCheck& row_check) {
    return TableReader(draft, family, child, parents, problems, row_check).read();
}

}  // namespace pgm::detail

#include <pgm/model/detail/named_rows.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/model/detail/assignment_text.hpp>
#include <pgm/model/detail/family_text.hpp>
#include <pgm/table/table.hpp>

#include <algorithm>
#include <utility>

namespace pgm::detail {
namespace {

using Row = NamedFamily::Row;

class NamedRows {
public:
    NamedRows(Draft& draft, const NamedFamily& family, VariableId child,
              std::span<const VariableId> parents)
        : draft_(draft),
          family_(family),
          child_(child),
          parents_(parents),
          family_name_(FamilyText(draft.variables, child, parents).family()) {
        for (const VariableId parent : parents)
            if (draft.variable(parent).is_discrete()) keyed_.push_back(parent);
        states_.resize(keyed_.size());
    }

    std::optional<WrittenDistribution> written() {
        const bool has_states = draft_.variable(child_).is_discrete();
        if (family_.flat && is_utility() && family_.rows.empty())
            return utilities();
        else if (family_.flat && !has_states && !is_utility())
            report(child_name() + " is continuous, so it has no table", normal_hint);
        else if (family_.flat && !family_.rows.empty())
            report(family_name_ + " is given both row by row and as one list");
        else if (family_.flat)
            return list();
        else if (!has_states)
            return densities();
        else
            return is_linear(family_, draft_.variable(child_)) ? thresholds() : table();
        return std::nullopt;
    }

private:
    static constexpr const char* normal_hint = "a row of a density is written normal(46, sd 6)";

    bool is_utility() const { return draft_.variable(child_).kind() == Variable::Kind::utility; }
    std::string child_name() const { return in_quotes(draft_.variable(child_).name()); }
    const Variable& parent(std::size_t i) const { return draft_.variable(keyed_[i]); }

    /// Adds a problem of the family, or of one row of it.
    void report(std::string message, std::string hint = {}, const Row* row = nullptr) {
        Location location = row != nullptr ? row->location : draft_.location_of_family(child_);
        location.variable = draft_.variable(child_).name();
        draft_.error(std::move(location), std::move(message), std::move(hint));
    }

    std::optional<WrittenDistribution> list() {
        std::vector<VariableId> members(parents_.begin(), parents_.end());
        members.push_back(child_);
        std::optional<WrittenNumbers> numbers = numbers_of(members);
        if (!numbers) return std::nullopt;
        return WrittenTable{*std::move(numbers)};
    }

    std::optional<WrittenDistribution> utilities() {
        std::optional<WrittenNumbers> numbers = numbers_of(keyed_);
        if (!numbers) return std::nullopt;
        return WrittenUtility{*std::move(numbers)};
    }

    /// The list with its axes in the order of the members; null after a report.
    std::optional<WrittenNumbers> numbers_of(const std::vector<VariableId>& members) {
        WrittenNumbers numbers;
        numbers.values = *family_.flat;
        if (!family_.flat_parent_order) return numbers;
        std::optional<std::vector<VariableId>> order = find_order();
        if (!order) return std::nullopt;
        if (order->size() < members.size()) order->push_back(child_);
        const Scope in_order = draft_.scope(*order);
        if (in_order.cells() != family_.flat->size()) return numbers;  // which is reported
        const Table permuted = Table(in_order, *family_.flat).permuted(members);
        numbers.values.assign(permuted.values().begin(), permuted.values().end());
        return numbers;
    }

    /// The parents in the order that was named for the list. Unless each is named once, reports
    /// that and returns nothing.
    std::optional<std::vector<VariableId>> find_order() {
        const std::string given = "the order given for the values of " + family_name_;
        std::vector<VariableId> order;
        bool fine = true;
        for (const std::string& name : *family_.flat_parent_order) {
            const std::optional<std::size_t> axis = parent_axis(name);
            if (!axis)
                report(given + " names " + in_quotes(name) + ", which is not a parent",
                       did_you_mean(name, parent_names()));
            const bool twice = axis && std::ranges::find(order, keyed_[*axis]) != order.end();
            if (twice) report(given + " names " + in_quotes(name) + " twice");
            if (axis && !twice) order.push_back(keyed_[*axis]);
            fine = fine && axis && !twice;
        }
        for (const VariableId parent : parents_) {
            if (std::ranges::find(order, parent) != order.end()) continue;
            report(given + " leaves out " + in_quotes(draft_.variable(parent).name()));
            fine = false;
        }
        if (!fine) return std::nullopt;
        return order;
    }

    std::optional<WrittenDistribution> table() {
        WrittenRows table;
        table.keys = keys<std::vector<double>>(
            [&](const std::string& name, const Row& row) {
                report(name + " is a density, but " + child_name() + " has states",
                       "its rows are probabilities, one for each state", &row);
            },
            [&](const Row&, std::size_t, const std::vector<double>& row) {
                table.first_numbers.push_back(table.numbers.values.size());
                table.numbers.values.insert(table.numbers.values.end(), row.begin(), row.end());
            });
        return table;
    }

    std::optional<WrittenDistribution> densities() {
        WrittenGaussian gaussian;
        gaussian.keys = keys<NormalText>(
            [&](const std::string& name, const Row& row) {
                const bool is_list = std::holds_alternative<std::vector<double>>(row.distribution);
                report(name + " is given " + (is_list ? "probabilities" : "thresholds") + ", but " +
                           child_name() + " is continuous",
                       normal_hint, &row);
            },
            [&](const Row&, std::size_t place, const NormalText& row) {
                gaussian.rows.push_back(
                    {place, row.mean.constant, row.variance, slopes_of(row.mean, place)});
            });
        return gaussian;
    }

    std::optional<WrittenDistribution> thresholds() {
        WrittenThreshold threshold;
        threshold.keys = keys<ThresholdText>(
            [&](const std::string& name, const Row& row) {
                report(name + " has no thresholds, which other rows of the family have",
                       "a row of thresholds is written threshold(X, at 3, sd 1)", &row);
            },
            [&](const Row&, std::size_t place, const ThresholdText& row) {
                threshold.rows.push_back({place, row.sum.constant, slopes_of(row.sum, place),
                                          row.cuts, row.variance, row.logistic_scale});
            });
        return threshold;
    }

    std::vector<std::pair<WrittenName, double>> slopes_of(const LinearSum& sum, std::size_t place) {
        std::vector<std::pair<WrittenName, double>> slopes;
        for (const LinearSum::Term& term : sum.terms)
            slopes.push_back({{draft_.variable(term.variable).name(), place}, term.coefficient});
        return slopes;
    }

    /// The keys of the rows whose distribution is of this kind, each of which `add` gets; `refuse`
    /// reports the others, but for texts that could not be read.
    template <class Kind, class Refuse, class Add>
    WrittenKeys keys(const Refuse& refuse, const Add& add) {
        WrittenKeys keys;
        keys.way_out = "give every row, or one without states for all others";
        const auto add_row = [&](const Row& row, const std::vector<std::uint32_t>& states,
                                 const std::string& name) {
            const auto* const kind = std::get_if<Kind>(&row.distribution);
            if (kind == nullptr) {
                keys.has_refused_rows = true;
                if (!std::holds_alternative<std::string>(row.distribution)) refuse(name, row);
                return;
            }
            Location location = row.location;
            location.variable = draft_.variable(child_).name();
            const std::size_t place = draft_.add_place(std::move(location));
            keys.add(place, states);
            add(row, place, *kind);
        };
        const FamilyText text(draft_.variables, child_, keyed_);
        for (const Row& row : family_.rows) {
            if (const std::optional<std::vector<std::uint32_t>> states = states_of(row))
                add_row(row, *states, text.row(number_of(*states)));
            else
                keys.has_refused_rows = true;
        }
        if (!family_.otherwise) return keys;
        const std::size_t default_row = keys.size();
        add_row(*family_.otherwise, std::vector<std::uint32_t>(keyed_.size()),
                "the default row of " + family_name_);
        if (keys.size() > default_row) keys.default_row = default_row;
        return keys;
    }

    std::size_t number_of(const std::vector<std::uint32_t>& states) const {
        std::size_t number = 0;
        for (std::size_t i = 0; i < keyed_.size(); ++i)
            number = number * parent(i).cardinality() + states[i];
        return number;
    }

    /// The states that a key such as "Rain=yes, Sprinkler=off" names, one of each parent. If it
    /// does not, reports that and returns nothing.
    std::optional<std::vector<std::uint32_t>> states_of(const Row& row) {
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
        std::vector<std::uint32_t> states(keyed_.size(), WrittenKeys::any_state);
        bool fine = true;
        for (const NamedState& item : items) fine = set_state(item, row, row_name, states) && fine;
        for (std::size_t i = 0; i < keyed_.size() && fine; ++i) {
            if (states[i] != WrittenKeys::any_state) continue;
            report(row_name + " names no state of " + in_quotes(parent(i).name()), {}, &row);
            fine = false;
        }
        return fine ? std::optional(std::move(states)) : std::nullopt;
    }

    bool set_state(const NamedState& item, const Row& row, const std::string& row_name,
                   std::vector<std::uint32_t>& states) {
        const std::string name = in_quotes(item.variable);
        const std::optional<std::size_t> axis = parent_axis(item.variable);
        if (!axis) {
            report(row_name + " names " + name + ", which is not a parent",
                   did_you_mean(item.variable, parent_names()), &row);
            return false;
        }
        std::optional<StateIndex>& index = states_[*axis];
        if (!index) index.emplace(parent(*axis));
        const std::optional<StateId> state = index->find(item.state);
        if (!state) {
            report(row_name + ": variable " + name + " has no state " + in_quotes(item.state),
                   did_you_mean(item.state, parent(*axis).states()), &row);
            return false;
        }
        if (item.intervention || states[*axis] != WrittenKeys::any_state) {
            report(row_name + (item.intervention ? ": do() has no place in a row"
                                                 : " names " + name + " twice"),
                   {}, &row);
            return false;
        }
        states[*axis] = state->value;
        return true;
    }

    std::optional<std::size_t> parent_axis(std::string_view name) const {
        for (std::size_t i = 0; i < keyed_.size(); ++i)
            if (parent(i).name() == name) return i;
        return std::nullopt;
    }

    std::vector<std::string> parent_names() const {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < keyed_.size(); ++i) names.push_back(parent(i).name());
        return names;
    }

    Draft& draft_;
    const NamedFamily& family_;
    VariableId child_;
    std::span<const VariableId> parents_;
    std::vector<VariableId> keyed_;  ///< the discrete parents, which keys name
    std::string family_name_;
    std::vector<std::optional<StateIndex>> states_;  ///< by parent, made when a key names a state
};

/// The place of a column within the text of a row.
Location within(Location row, const Location& column) {
    row.column += row.column > 0 ? column.column - 1 : 0;
    return row;
}

}  // namespace

void read_row_texts(Draft& draft, NamedFamily& family, const KnownNames& names) {
    const std::optional<VariableId> child = draft.find(family.child);
    const bool is_utility = child && draft.variable(*child).kind() == Variable::Kind::utility;
    const auto read = [&](Row& row) {
        const auto* const text = std::get_if<std::string>(&row.distribution);
        if (text == nullptr) return;
        try {
            row.distribution =
                is_utility ? parse_utility_text(*text, names) : parse_row_text(*text, names);
        } catch (const ParseError& error) {
            Location location = within(row.location, error.location());
            location.variable = family.child;
            draft.error(std::move(location),
                        "the row '" + printable(*text) + "' of '" + printable(family.child) +
                            "': " + error.message(),
                        error.hint());
        }
    };
    for (Row& row : family.rows) read(row);
    if (family.otherwise) read(*family.otherwise);
}

void take_utilities(NamedFamily& family) {
    const auto take = [](Row& row) {
        const auto* const list = std::get_if<std::vector<double>>(&row.distribution);
        if (list == nullptr || list->size() != 1) return;
        NormalText number;
        number.mean.constant = list->front();
        number.variance = 0;
        row.distribution = std::move(number);
    };
    for (Row& row : family.rows) take(row);
    if (!family.otherwise) return;
    take(*family.otherwise);
    auto* const list = std::get_if<std::vector<double>>(&family.otherwise->distribution);
    if (list == nullptr || family.flat) return;
    family.flat = std::move(*list);
    family.otherwise.reset();
}

bool is_linear(const NamedFamily& family, const Variable& child) {
    if (!family.has_rows()) return false;
    const auto is_threshold = [](const Row& row) {
        return std::holds_alternative<ThresholdText>(row.distribution);
    };
    return !child.is_discrete() || std::ranges::any_of(family.rows, is_threshold) ||
           (family.otherwise && is_threshold(*family.otherwise));
}

std::optional<WrittenDistribution> written_distribution(Draft& draft, const NamedFamily& family,
                                                        VariableId child,
                                                        std::span<const VariableId> parents) {
    return NamedRows(draft, family, child, parents).written();
}

}  // namespace pgm::detail

#include <pgm/model/detail/model_check.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/graph/dag.hpp>
#include <pgm/model/detail/diagram_check.hpp>
#include <pgm/model/detail/family_reading.hpp>
#include <pgm/model/detail/family_text.hpp>
#include <pgm/model/detail/named_rows.hpp>
#include <pgm/model/detail/row_check.hpp>

#include <algorithm>
#include <set>

namespace pgm::detail {
namespace {

class ModelCheck {
public:
    ModelCheck(Draft& draft, const Limits& limits)
        : draft_(draft),
          limits_(limits),
          sizes_(draft, limits),
          reading_(draft, limits),
          row_check_(draft.problems, draft.row_sums) {}

    CheckedModel run() {
        read_families();
        cpds_stay_ = draft_.families.empty() && draft_.has_cpds_in_order();
        if (!cpds_stay_) result_.cpds.reserve(draft_.size());
        result_.arcs.reserve(draft_.size());
        check_name();
        read_texts();
        check_variables(draft_, limits_);
        for (const NamedFamily& family : draft_.families) check_names(family);
        for (std::size_t i = 0; i < draft_.size(); ++i)
            within_limits([&] { check_family(VariableId(i)); });
        row_check_.report_imprecise();
        if (row_check_.has_kept()) result_.row_sums = RowSums::keep;
        check_cycle();
        if (!draft_.problems.has_error()) check_stated_arcs();
        if (cpds_stay_) result_.cpds = std::move(draft_.cpds);
        check_utilities(draft_, result_.arcs, result_.cpds);
        if (!draft_.problems.has_error()) check_row_weights();
        if (draft_.problems.has_error()) result_.cpds.clear();
        return std::move(result_);
    }

private:
    const Variable& variable(VariableId id) const { return draft_.variables[id.index()]; }

    Location location_of(VariableId child) const { return draft_.location_of_family(child); }

    void report(std::string message, Location location = {}, std::string hint = {}) {
        draft_.error(std::move(location), std::move(message), std::move(hint));
    }

    /// Reports a limit that the check exceeds.
    template <class Check>
    void within_limits(const Check& check) {
        try {
            check();
        } catch (const TooLargeError& error) {
            if (!result_.too_large) result_.too_large = error;
            draft_.problems.add(problem_of(error));
        }
    }

    /// Makes the distributions of the families that were written. Another mistake in a text may be
    /// why a distribution is missing, so missing ones are then not reported.
    void read_families() {
        within_limits([&] { reading_.read_all(); });
        for (const StatedArc& arc : draft_.arcs) {
            const std::optional<VariableId> parent = draft_.require(arc.parent),
                                            child = draft_.require(arc.child);
            if (parent && child) stated_arcs_.push_back({*parent, *child});
        }
        if (!draft_.source.locate) return;
        std::vector<VariableId> missing = draft_.without_distribution();
        std::erase_if(missing, [&](VariableId id) { return is_decision(id); });
        if (!missing.empty() && !draft_.problems.has_error() && draft_.source.end != no_place)
            report_end(missing);
        if (!draft_.problems.has_error()) return;
        for (const VariableId id : missing) draft_.set_cpd(id, reading_.stand_in(id));
    }

    /// Reports a text that ends before it gives the distributions of these variables.
    void report_end(const std::vector<VariableId>& missing) {
        const auto name = [&](VariableId id) { return in_quotes(variable(id).name()); };
        result_.cut_off = ParseError("the text ends without the distribution" +
                                         std::string(missing.size() == 1 ? "" : "s") + " of " +
                                         first_few(missing, 3, name),
                                     draft_.locate(draft_.source.end), draft_.source.hint_at_end);
        draft_.problems.add(problem_of(*result_.cut_off));
    }

    void check_name() {
        if (!is_utf8(draft_.name))
            report("the name of the network is not UTF-8: '" + printable(draft_.name) + "'");
        if (has_control_character(draft_.name))
            report("the name of the network holds a control character: '" + printable(draft_.name) +
                   "'");
    }

    /// Reads the rows that were given as text; sorting all names is for those who have such rows.
    void read_texts() {
        const auto is_text = [](const NamedFamily::Row& row) {
            return std::holds_alternative<std::string>(row.distribution);
        };
        std::optional<KnownNames> names;
        for (NamedFamily& family : draft_.families) {
            const bool has_text = std::ranges::any_of(family.rows, is_text) ||
                                  (family.otherwise && is_text(*family.otherwise));
            if (has_text && !names) names.emplace(draft_.variables);
            if (has_text) read_row_texts(draft_, family, *names);
            const std::optional<VariableId> child = draft_.find(family.child);
            if (child && variable(*child).kind() == Variable::Kind::utility) take_utilities(family);
        }
    }

    /// Reports unknown names in the arcs and tables that were declared by name.
    void check_names(const NamedFamily& family) {
        const std::string child = printable(family.child);
        const bool child_is_known = draft_.find(family.child).has_value();
        if (!child_is_known && family.has_rows())
            unknown("no variable '" + child + "' for the table P(" + child + ")", family.child);
        for (const std::string& name : family.parents) {
            const std::string arc = " for the arc " + printable(name) + " -> " + child;
            if (!draft_.find(name)) unknown("no variable '" + printable(name) + "'" + arc, name);
            if (!child_is_known) unknown("no variable '" + child + "'" + arc, family.child);
        }
    }

    void unknown(std::string message, const std::string& name) {
        draft_.unknown(no_place, std::move(message), name,
                       [&] { return names_of(draft_.variables); });
    }

    bool is_decision(VariableId id) const {
        return variable(id).kind() == Variable::Kind::decision;
    }

    /// Finds the parents and the table of one variable, then checks the rows.
    void check_family(VariableId child) {
        if (is_decision(child)) read_decision(draft_, reading_, child);
        Cpd* const cpd = draft_.cpd(child);
        TableCpd* const given = cpd != nullptr ? as_table(*cpd) : nullptr;
        if (cpd != nullptr && given == nullptr) return check_other_kind(child, *cpd);
        if (given != nullptr && !shape_fits(child, *given)) return;
        NamedFamily* const named = draft_.named_family(child);
        if (given != nullptr && named == nullptr) return check_given_table(child, *cpd);
        std::vector<VariableId> parents;
        if (given != nullptr) parents.assign(given->parents().begin(), given->parents().end());
        const bool parents_are_known = named == nullptr || append_named_parents(*named, parents);
        if (named != nullptr && is_linear(*named, variable(child))) {
            if (parents_are_known) check_named_density(child, *named, parents);
            return;
        }
        for (const VariableId parent : parents) result_.arcs.push_back({parent, child});
        if (!parents_are_known || !size_is_acceptable(child, parents)) return;

        const FamilyText text(draft_.variables, child, parents);
        std::optional<Cpd> table;
        if (named != nullptr && named->has_rows()) {
            table = read_named(child, *named, parents);
        } else if (given != nullptr && given->parents().size() == parents.size()) {
            table = std::move(*cpd);
        } else if (given != nullptr) {
            report(text.family() + " has no table: the one it has is for fewer parents",
                   location_of(child));
        } else {
            report(text.family() + " has no table", location_of(child));
        }
        if (!table) return;
        TableCpd& found = *as_table(*table);
        check_rows(child, text, found.distributions(), found.row_length());
        keep(*std::move(table));
    }

    /// The distribution that was declared by name; null after a report.
    std::optional<Cpd> read_named(VariableId child, const NamedFamily& named,
                                  const std::vector<VariableId>& parents) {
        std::optional<WrittenDistribution> written =
            written_distribution(draft_, named, child, parents);
        if (!written) return std::nullopt;
        const FoundFamily family{child, parents,
                                 draft_.add_place(draft_.location_of_family(child))};
        return reading_.read(family, *written);
    }

    /// Makes the distribution of a family whose rows are densities or thresholds.
    void check_named_density(VariableId child, NamedFamily& named,
                             const std::vector<VariableId>& parents) {
        std::optional<Cpd> cpd;
        if (std::ranges::find(parents, child) == parents.end())  // a cycle
            cpd = read_named(child, named, parents);
        if (!cpd) {
            for (const VariableId parent : parents) result_.arcs.push_back({parent, child});
            return;
        }
        named.clear();
        draft_.set_cpd(child, *std::move(cpd));
        check_other_kind(child, *draft_.cpd(child));
    }

    /// Moves a distribution to the result, unless all are moved together at the end.
    void keep(Cpd&& cpd) {
        if (!cpds_stay_) result_.cpds.push_back(std::move(cpd));
    }

    /// Checks a table whose shape fits and whose family was not declared by name.
    void check_given_table(VariableId child, Cpd& cpd) {
        TableCpd& table = *as_table(cpd);
        for (const VariableId parent : table.parents()) result_.arcs.push_back({parent, child});
        if (!size_is_acceptable(child, table.parents())) return;
        check_rows(child, FamilyText(draft_.variables, child, table.parents()),
                   table.distributions(), table.row_length());
        keep(std::move(cpd));
    }

    /// Checks a distribution that is no table.
    void check_other_kind(VariableId child, Cpd& cpd) {
        const NamedFamily* const named = draft_.named_family(child);
        if (!check_distribution(draft_, child, named, location_of(child))) return;
        const std::span<const VariableId> parents = parents_of(cpd);
        for (const VariableId parent : parents) result_.arcs.push_back({parent, child});
        sizes_.require_few_parents(child, parents.size());
        if (!has_room_for(child, parents, stored_numbers(cpd))) return;
        if (needs_expansion(cpd)) {
            visit_discrete(
                [&](auto& discrete) {
                    const auto condition = [&](std::size_t row) {
                        return discrete.row_condition(row);
                    };
                    check_rows(child, FamilyText(draft_.variables, child, parents, condition),
                               discrete.distributions(), discrete.cardinalities().back());
                },
                cpd);
        }
        keep(std::move(cpd));
    }

    bool shape_fits(VariableId child, const TableCpd& table) {
        const std::span<const VariableId> members = table.scope().variables();
        const auto of = [&] { return "the table of '" + printable(variable(child).name()) + "' "; };
        for (std::size_t axis = 0; axis < members.size(); ++axis) {
            if (members[axis].index() >= draft_.size()) {
                report(of() + "has variable number " + std::to_string(members[axis].index()) +
                           " as a parent, but there are only " + std::to_string(draft_.size()) +
                           " variables, counted from 0",
                       location_of(child));
                return false;
            }
            const Variable& member = variable(members[axis]);
            if (draft_.is_continuous(members[axis]))
                return report_continuous_parent(child, members[axis]);
            if (table.scope().cardinalities()[axis] == member.cardinality()) continue;
            report(of() + "has " + std::to_string(table.scope().cardinalities()[axis]) +
                       " states of '" + printable(member.name()) + "', which has " +
                       std::to_string(member.cardinality()),
                   location_of(child));
            return false;
        }
        return true;
    }

    bool report_continuous_parent(VariableId child, VariableId parent) {
        report("'" + printable(variable(child).name()) + "' is discrete and cannot depend on '" +
                   printable(variable(parent).name()) + "', which is continuous",
               location_of(child),
               "turn the arc around, give '" + printable(variable(parent).name()) +
                   "' states, or cut it at thresholds");
        return false;
    }

    /// Returns false if a name is unknown, which check_names() has reported.
    bool append_named_parents(const NamedFamily& family, std::vector<VariableId>& parents) const {
        bool all_known = true;
        std::set<VariableId> seen(parents.begin(), parents.end());
        for (const std::string& name : family.parents) {
            const std::optional<VariableId> parent = draft_.find(name);
            if (parent && seen.insert(*parent).second) parents.push_back(*parent);
            all_known = all_known && parent;
        }
        return all_known;
    }

    /// True if a table over these variables can be made: it is within the limits, every member has
    /// states, and none is its own parent (a cycle, which is reported elsewhere).
    bool size_is_acceptable(VariableId child, std::span<const VariableId> parents) {
        const std::size_t states = variable(child).cardinality();
        if (states > limits_.max_states)
            throw TooLargeError("variable " + in_quotes(variable(child).name()) + " has " +
                                    std::to_string(states) + " states; the limit is " +
                                    std::to_string(limits_.max_states),
                                location_of(child), "raise Limits::max_states");
        sizes_.require_few_parents(child, parents.size());
        for (const VariableId parent : parents) {
            if (draft_.is_continuous(parent)) return report_continuous_parent(child, parent);
            if (parent == child || variable(parent).cardinality() == 0) return false;
        }
        const std::optional<std::size_t> rows = draft_.cells(parents);
        return states > 0 &&
               has_room_for(child, parents, rows ? checked_mul(*rows, states) : std::nullopt);
    }

    bool has_room_for(VariableId child, std::span<const VariableId> parents,
                      std::optional<std::size_t> cells) {
        const FamilyText family(draft_.variables, child, parents);
        return sizes_.add(family, sizes_.cells_of_table(family, cells));
    }

    /// Rows of so many probabilities, one after the other.
    void check_rows(VariableId child, const FamilyText& text, std::span<double> values,
                    std::size_t length) {
        const auto locate = [&](std::size_t row) {
            Location location = draft_.location_of_row(child, row);
            location.row = text.row_key(row);
            return location;
        };
        // A reference is small enough to be stored without an allocation.
        const RowCheck::LocationOfRow location_of_row = std::ref(locate);
        for (std::size_t row = 0; row * length < values.size(); ++row)
            row_check_.row(text, row, values.subspan(row * length, length), location_of_row);
    }

    /// Adds one warning for all arcs that the text states and no distribution has.
    void check_stated_arcs() {
        std::vector<Arc> arcs = result_.arcs;
        std::ranges::sort(arcs);
        std::size_t count = 0, first = 0;
        for (std::size_t i = stated_arcs_.size(); i-- > 0;) {
            if (std::ranges::binary_search(arcs, stated_arcs_[i])) continue;
            ++count;
            first = i;
        }
        if (count == 0) return;
        const StatedArc& arc = draft_.arcs[first];
        draft_.report(Problem::Severity::warning, arc.parent.offset,
                      counted(count, "link") + " of the file " + (count == 1 ? "is" : "are") +
                          " in no distribution and left out: " + in_quotes(arc.parent.text) +
                          " -> " + in_quotes(arc.child.text) + (count == 1 ? "" : ", ..."));
    }

    void check_row_weights() {
        for (std::size_t v = 0; v < draft_.row_weights.size(); ++v) {
            const std::vector<double>& weights = draft_.row_weights[v];
            if (weights.empty() || are_row_weights(result_.cpds[v], weights)) continue;
            report("the " + counted(weights.size(), "row weight") + " of " +
                       in_quotes(draft_.variables[v].name()) + " do not fit its distribution",
                   location_of(VariableId(v)), "leave them out");
        }
    }

    void check_cycle() {
        const std::optional<std::vector<VariableId>> cycle =
            find_cycle(draft_.size(), result_.arcs);
        if (!cycle) return;
        constexpr std::size_t most_named = 20;
        std::string path;
        for (std::size_t i = 0; i < std::min(cycle->size(), most_named); ++i)
            path += printable_word(variable((*cycle)[i]).name()) + " -> ";
        if (cycle->size() > most_named)
            path += "... (" + std::to_string(cycle->size() - most_named) + " more) -> ";
        report("the arcs form a cycle: " + path + printable_word(variable(cycle->front()).name()),
               location_of((*cycle)[1 % cycle->size()]));
    }

    Draft& draft_;
    const Limits& limits_;
    FamilyLimits sizes_;
    CheckedModel result_;
    FamilyReading reading_;
    RowCheck row_check_;
    /// True if the draft's list of distributions can become the result's as a whole.
    bool cpds_stay_ = false;
    std::vector<Arc> stated_arcs_;  ///< those of the draft
};

}  // namespace

CheckedModel check_model(Draft& draft, const Limits& limits) {
    return ModelCheck(draft, limits).run();
}

}  // namespace pgm::detail

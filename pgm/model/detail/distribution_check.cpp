#include <pgm/model/detail/model_check.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/detail/family_text.hpp>

#include <algorithm>

namespace pgm::detail {
namespace {

class DistributionCheck {
public:
    DistributionCheck(Draft& draft, VariableId child, const Location& location)
        : draft_(draft), child_(child), cpd_(*draft.cpd(child)), location_(location) {}

    bool family_fits(const NamedFamily* named) {
        const bool continuous = is_continuous(cpd_);
        if (continuous && variable(child_).is_discrete())
            return refuse("has states, so its distribution is a table, not a density");
        if (named != nullptr && named->has_rows())
            return refuse(continuous ? "is continuous, so it has no table"
                                     : "has a distribution beside its table");
        const bool cut = has_cuts(cpd_);
        const std::span<const std::size_t> states =
            continuous || cut
                ? discrete_scope(cpd_).cardinalities()
                : visit_discrete([](const auto& c) { return c.cardinalities(); }, cpd_);
        const std::size_t own = continuous ? 0
                                : cut ? visit_cuts([](const auto& c) { return c.states(); }, cpd_)
                                      : states.back();
        if (!continuous && variable(child_).cardinality() != own)
            return refuse("has " + counted(variable(child_).cardinality(), "state") +
                          ", but its distribution " + std::to_string(own));
        const std::span<const VariableId> parents = parents_of(cpd_);
        for (std::size_t i = 0; i < parents.size(); ++i) {
            if (parents[i].index() >= draft_.size()) {
                return refuse("has variable number " + std::to_string(parents[i].index()) +
                              " as a parent, but there are only " + std::to_string(draft_.size()) +
                              " variables, counted from 0");
            }
            if (!parent_fits(parents[i], i < states.size() ? states[i] : 0)) return false;
        }
        return has_arcs_of(named);
    }

    /// Of distributions whose numbers are no probabilities.
    void check_numbers() {
        const ReportNumber report_number = [&](const NumberProblem& found) { report(found); };
        std::visit(
            [&](const auto& c) {
                if constexpr (requires { c.check(report_number); }) c.check(report_number);
            },
            cpd_);
    }

private:
    const Variable& variable(VariableId id) const { return draft_.variables[id.index()]; }

    bool refuse(const std::string& what) {
        draft_.error(location_, "'" + printable(variable(child_).name()) + "' " + what);
        return false;
    }

    /// `states` is the cardinality that the distribution assumes, 0 for a continuous parent.
    bool parent_fits(VariableId id, std::size_t states) {
        const Variable& parent = variable(id);
        if (parent.cardinality() == states) return true;
        const std::string name = "'" + printable(parent.name()) + "'";
        if (states == 0)
            return refuse("takes " + name + " for a continuous parent, but it has states");
        if (!parent.is_discrete())
            return refuse("takes " + name + " for a discrete parent, but it has no states");
        return refuse("distinguishes " + std::to_string(states) + " states of " + name +
                      ", which has " + std::to_string(parent.cardinality()));
    }

    bool has_arcs_of(const NamedFamily* named) {
        if (named == nullptr) return true;
        for (const std::string& name : named->parents) {
            const std::optional<VariableId> parent = draft_.find(name);
            if (parent && std::ranges::find(parents_of(cpd_), *parent) == parents_of(cpd_).end())
                return refuse("has an arc from '" + printable(name) +
                              "', which its distribution leaves out");
        }
        return true;
    }

    void report(const NumberProblem& found) {
        const FamilyText text(draft_.variables, child_, discrete_scope(cpd_).variables());
        Location location = draft_.location_of_row(child_, found.row);
        location.row = text.row_key(found.row);
        const std::string whose =
            found.parent ? " of '" + printable(variable(*found.parent).name()) + "'" : "";
        draft_.error(std::move(location), "the " + found.what + whose + " of " +
                                              text.row(found.row) + " is " + to_text(found.value) +
                                              ", not " + found.expected);
    }

    Draft& draft_;
    VariableId child_;
    const Cpd& cpd_;
    const Location& location_;
};

}  // namespace

bool check_distribution(Draft& draft, VariableId child, const NamedFamily* named,
                        const Location& location) {
    DistributionCheck check(draft, child, location);
    if (!check.family_fits(named)) return false;
    check.check_numbers();
    return true;
}

}  // namespace pgm::detail

#include <pgm/model/detail/diagram_check.hpp>

#include <pgm/core/text/name_text.hpp>

#include <algorithm>

namespace pgm::detail {
namespace {

bool is_utility(const Variable& variable) {
    return variable.kind() == Variable::Kind::utility;
}

bool is_without_noise(const Cpd& cpd) {
    const auto* const linear = std::get_if<LinearGaussianCpd>(&cpd);
    if (linear == nullptr) return false;
    for (std::size_t row = 0; row < linear->row_count(); ++row)
        if (linear->row(row).variance != 0) return false;
    return true;
}

}  // namespace

void read_decision(Draft& draft, FamilyReading& reading, VariableId decision) {
    std::vector<VariableId> known;
    bool has_numbers = false;
    if (const Cpd* const given = draft.cpd(decision)) {
        known.assign(parents_of(*given).begin(), parents_of(*given).end());
        has_numbers = as_table(*given) != nullptr;
        const bool is_in_range = std::ranges::all_of(
            known, [&](VariableId parent) { return parent.index() < draft.size(); });
        if (!is_in_range) return;  // the check of its shape reports it
    }
    if (NamedFamily* const named = draft.named_family(decision)) {
        for (const std::string& name : named->parents) {
            const std::optional<VariableId> parent = draft.find(name);
            if (parent && std::ranges::find(known, *parent) == known.end())
                known.push_back(*parent);
        }
        has_numbers = has_numbers || named->has_rows();
        named->rows.clear();
        named->flat.reset();
        named->otherwise.reset();
    }
    if (std::ranges::find(known, decision) != known.end()) {
        draft.error(draft.location_of_family(decision),
                    in_quotes(draft.variable(decision).name()) + " is given as its own parent");
        known.clear();
    }
    WrittenDistribution written = WrittenUniform{};
    if (has_numbers) written = WrittenTable{};
    if (std::optional<Cpd> cpd = reading.read({decision, known, no_place}, written))
        draft.set_cpd(decision, *std::move(cpd));
}

void check_utilities(Draft& draft, std::span<const Arc> arcs, std::span<const Cpd> cpds) {
    for (const auto& [parent, child] : arcs) {
        if (!is_utility(draft.variable(parent)) || is_utility(draft.variable(child))) continue;
        draft.error(draft.location_of_family(child),
                    in_quotes(draft.variable(child).name()) + " depends on the utility " +
                        in_quotes(draft.variable(parent).name()) +
                        ", and nothing but another utility can",
                    "turn the arc around, or remove it");
    }
    if (draft.problems.has_error()) return;
    for (const Cpd& cpd : cpds) {
        const VariableId child = child_of(cpd);
        if (is_utility(draft.variable(child)) && !is_without_noise(cpd))
            draft.error(draft.location_of_family(child),
                        "the utility " + in_quotes(draft.variable(child).name()) +
                            " has a distribution, and is a number given its parents");
    }
}

}  // namespace pgm::detail

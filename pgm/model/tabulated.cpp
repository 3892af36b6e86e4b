#include <pgm/model/network.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/table/table.hpp>

#include <algorithm>
#include <optional>

namespace pgm {
namespace {

void require_tabulable(const BayesianNetwork& network, VariableId variable, const Limits& limits) {
    const Cpd& cpd = network.cpd(variable);
    if (is_continuous(cpd) || has_cuts(cpd))
        throw ArgumentError(in_quotes(network.variable(variable).name()) +
                                (has_cuts(cpd) ? " has continuous parents" : " is continuous") +
                                ", so its distribution is no table",
                            "keep it as it is, in a .json or .pgmodel file");
    std::optional<std::size_t> cells = network.cardinality(variable);
    for (const VariableId parent : parents_of(network.cpd(variable)))
        if (cells) cells = checked_mul(*cells, network.cardinality(parent));
    if (cells && *cells <= limits.max_filled_cells) return;
    throw TooLargeError("the table of '" + printable(network.variable(variable).name()) +
                            "' would have " +
                            (cells ? std::to_string(*cells) : std::string("more than 2^64")) +
                            " cells; the limit is " + std::to_string(limits.max_filled_cells),
                        {.variable = network.variable(variable).name()},
                        "keep its distribution as it is, in a .json or .pgmodel file");
}

}  // namespace

TableCpd tabulated(const BayesianNetwork& network, VariableId variable, const Limits& limits) {
    const Cpd& cpd = network.cpd(variable);
    if (const TableCpd* const table = as_table(cpd)) return *table;
    require_tabulable(network, variable, limits);
    const VariableId first_hidden(network.size());
    const std::vector<TableCpd> tables =
        visit_discrete([&](const auto& c) { return c.tables(first_hidden); }, cpd);
    Table result = tables.front().table();
    for (std::size_t i = 1; i < tables.size(); ++i) {
        result = product(result, tables[i].table());
        const std::vector<VariableId> members(result.scope().variables().begin(),
                                              result.scope().variables().end());
        for (const VariableId member : members) {
            const auto mentions = [&](const TableCpd& later) {
                return later.scope().axis(member).has_value();
            };
            const auto later = tables.begin() + static_cast<std::ptrdiff_t>(i) + 1;
            if (member >= first_hidden && std::none_of(later, tables.end(), mentions))
                result = sum_out(result, member);
        }
    }
    std::vector<VariableId> family(parents_of(cpd).begin(), parents_of(cpd).end());
    family.push_back(variable);
    return TableCpd(result.permuted(family));
}

void require_tabulable(const BayesianNetwork& network, const Limits& limits) {
    for (std::size_t v = 0; v < network.size(); ++v) {
        const Cpd& cpd = network.cpds()[v];
        if (needs_expansion(cpd) || has_cuts(cpd))
            require_tabulable(network, VariableId(v), limits);
    }
}

}  // namespace pgm

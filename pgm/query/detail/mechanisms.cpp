#include <pgm/query/detail/mechanisms.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace pgm::detail {
namespace {

void require_row_sums(const TableCpd& mechanism, const std::string& name) {
    constexpr double tolerance = 1e-6;
    for (std::size_t row = 0; row < mechanism.row_count(); ++row) {
        const std::span<const double> numbers = mechanism.row(row);
        const bool are_probabilities =
            std::ranges::all_of(numbers, [](double p) { return p >= 0 && p <= 1 + tolerance; });
        if (!are_probabilities || !(std::abs(fixed_order_sum(numbers) - 1) <= tolerance))
            throw ArgumentError("a row of the mechanism of " + in_quotes(name) +
                                " is no distribution");
    }
}

}  // namespace

void validate_mechanisms(std::span<const TableCpd> mechanisms, const BayesianNetwork& network) {
    if (mechanisms.empty()) return;
    std::vector<Arc> arcs;
    std::vector<bool> has_mechanism(network.size(), false);
    for (const TableCpd& mechanism : mechanisms) {
        for (std::size_t i = 0; i < mechanism.scope().size(); ++i) {
            const VariableId id = mechanism.scope().variables()[i];
            if (id.index() >= network.size() || !network.variable(id).is_discrete() ||
                network.cardinality(id) != mechanism.cardinalities()[i])
                throw ArgumentError("a mechanism does not fit the variables of the network");
        }
        const std::string& name = network.variable(mechanism.child()).name();
        if (has_mechanism[mechanism.child().index()])
            throw ArgumentError(in_quotes(name) + " is set twice by do()");
        has_mechanism[mechanism.child().index()] = true;
        require_row_sums(mechanism, name);
        for (const VariableId parent : mechanism.parents())
            arcs.push_back({parent, mechanism.child()});
    }
    for (const Arc& arc : network.dag().arcs())
        if (!has_mechanism[arc.child.index()]) arcs.push_back(arc);
    const std::optional<std::vector<VariableId>> cycle = find_cycle(network.size(), arcs);
    if (!cycle) return;
    std::string path;
    for (const VariableId id : *cycle) path += printable_word(network.variable(id).name()) + " -> ";
    throw ArgumentError("do() makes a variable depend on itself: " + path +
                        printable_word(network.variable(cycle->front()).name()));
}

BayesianNetwork with_mechanisms(const BayesianNetwork& network,
                                std::span<const TableCpd> mechanisms) {
    if (mechanisms.empty()) return network;
    NetworkBuilder builder(network);
    for (const TableCpd& mechanism : mechanisms) builder.set_cpd(mechanism);
    return builder.build();
}

}  // namespace pgm::detail

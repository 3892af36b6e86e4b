#include <pgm/inference/variable_elimination.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/inference/detail/order/order_search.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace pgm {

using namespace detail;

namespace {

/// A variable of one state has two in the graph of the search.
InteractionGraph graph_of(std::span<const std::size_t> cardinalities,
                          std::span<const Scope> scopes) {
    std::vector<std::uint32_t> states, members;
    for (const std::size_t k : cardinalities)
        states.push_back(std::max(2u, static_cast<std::uint32_t>(k)));
    for (const Scope& scope : scopes)
        for (const VariableId variable : scope.variables()) members.push_back(variable.value);
    std::vector<std::span<const std::uint32_t>> families;
    std::size_t first = 0;
    for (const Scope& scope : scopes) {
        families.emplace_back(members.data() + first, scope.size());
        first += scope.size();
    }
    return InteractionGraph(states, families);
}

std::string cells_text(double cells) {
    return cells < most_clique_cells ? to_text(cells) : "more than 2^53";
}

void require_small_tables(const EliminationOrder& found, double total_cells,
                          double most_table_cells, double most_cells) {
    const std::string hint = "the graph is too densely connected; raise the limits of pgm::Limits";
    if (found.largest_cells > most_table_cells) {
        const auto first = std::ranges::find_first_of(found.order, found.largest);
        throw TooLargeError("eliminating variable " + std::to_string(*first) +
                                " of the factor graph makes a table of " +
                                cells_text(found.largest_cells) + " cells, the limit is " +
                                to_text(most_table_cells),
                            {}, hint);
    }
    if (total_cells > most_cells)
        throw TooLargeError("eliminating the variables of the factor graph makes tables of " +
                                cells_text(total_cells) + " cells together, the limit is " +
                                to_text(most_cells),
                            {}, hint);
}

}  // namespace

std::vector<VariableId> elimination_order(std::span<const std::size_t> cardinalities,
                                          std::span<const Scope> scopes,
                                          std::size_t most_table_cells, std::size_t most_cells) {
    // No other order is a thousand times better than the first one.
    const double hopeless_cells = 1000 * static_cast<double>(most_cells);
    const EliminationOrder found =
        find_elimination_order(graph_of(cardinalities, scopes), hopeless_cells);
    const auto of_one_state = std::ranges::count(cardinalities, std::size_t{1});
    require_small_tables(found, found.total_cells - static_cast<double>(of_one_state),
                         static_cast<double>(most_table_cells), static_cast<double>(most_cells));
    std::vector<VariableId> order;
    for (const std::uint32_t v : found.order) order.emplace_back(v);
    return order;
}

}  // namespace pgm

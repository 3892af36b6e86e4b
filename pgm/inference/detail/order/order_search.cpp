#include <pgm/inference/detail/order/order_search.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/inference/detail/cost/cost_model.hpp>
#include <pgm/inference/detail/order/greedy_elimination.hpp>
#include <pgm/inference/detail/order/neighbour_bits.hpp>
#include <pgm/inference/detail/order/neighbour_lists.hpp>

#include <utility>

namespace pgm::detail {
namespace {

constexpr FillWeight family[] = {FillWeight::log_product, FillWeight::product, FillWeight::plain};

template <class Neighbours>
EliminationOrder best_of_several(const InteractionGraph& graph, double hopeless_cells,
                                 std::pmr::memory_resource* memory) {
    GreedyElimination<Neighbours> greedy(graph, memory);
    EliminationOrder best(memory), other(memory);
    greedy.run({}, infinity, best);
    const double first_total_cells = best.total_cells;
    const double seconds = cost_model::seconds_per_order_step * greedy.steps();
    double tries_seconds = 0;
    const bool is_hopeless = best.is_cut_short() || first_total_cells > hopeless_cells;
    const auto worth = [&] {
        return cost_model::share_for_another_try *
               cost_model::run_seconds_per_cell(cost_model::passes(Task::marginals)) *
               best.total_cells;
    };
    // First each member of the family as it is, then one after the other with near ties broken at
    // random.
    for (int number = 1, failures = 0; number < cost_model::most_order_tries &&
                                       failures < cost_model::most_failed_tries && !is_hopeless;
         ++number) {
        if (!(seconds * number < worth())) break;
        tries_seconds += seconds;
        greedy.run({.weight = family[number % 3],
                    .seed = number < 3 ? 0 : static_cast<std::uint64_t>(number)},
                   best.total_cells, other);
        if (!other.is_cut_short() && other.total_cells < best.total_cells) {
            std::swap(best, other);
            failures = 0;
        } else if (number >= 3) {
            ++failures;
        }
    }
    best.first_total_cells = first_total_cells;
    best.further_tries_seconds = tries_seconds;
    return best;
}

}  // namespace

EliminationOrder greedy_order(const InteractionGraph& graph, FillWeight weight) {
    EliminationOrder result;
    GreedyElimination<NeighbourLists>(graph).run({.weight = weight}, infinity, result);
    return result;
}

EliminationOrder find_elimination_order(const InteractionGraph& graph, double hopeless_cells,
                                        std::pmr::memory_resource* memory) {
    return graph.size() <= cost_model::most_vertices_in_bits
               ? best_of_several<NeighbourBits>(graph, hopeless_cells, memory)
               : best_of_several<NeighbourLists>(graph, hopeless_cells, memory);
}

}  // namespace pgm::detail

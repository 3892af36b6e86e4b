#include <pgm/inference/elimination_order.hpp>

#include <pgm/core/infinity.hpp>
#include <pgm/inference/greedy_elimination.hpp>
#include <pgm/inference/neighbour_bits.hpp>
#include <pgm/inference/neighbour_lists.hpp>

#include <utility>

namespace pgm {
namespace {

/// Beyond so many variables a matrix of bits would take more than two megabytes.
constexpr std::size_t most_in_bits = 4096;

/// What a run costs per cell of the cliques, and a try per step, in seconds; the share of the predicted run that another try may cost.
constexpr double seconds_per_cell = 1e-9;
constexpr double seconds_per_step = 25e-9;
constexpr double worth_trying = 0.03;
constexpr int most_tries = 20;
/// So many random tries without success in a row, and the search is over.
constexpr int most_failures = 8;

constexpr FillWeight family[] = {FillWeight::log_product, FillWeight::product, FillWeight::plain};

template <class Neighbours>
EliminationOrder best_of_several(const InteractionGraph& graph) {
    GreedyElimination<Neighbours> greedy(graph);
    EliminationOrder best, other;
    greedy.run({}, infinity, best);
    const double seconds = seconds_per_step * greedy.steps();
    // First each member of the family as it is, then in turn with near ties broken at random.
    for (int number = 1, failures = 0; number < most_tries && failures < most_failures; ++number) {
        if (!(seconds * number < worth_trying * seconds_per_cell * best.total_cells)) break;
        greedy.run({.weight = family[number % 3], .seed = number < 3 ? 0 : static_cast<std::uint64_t>(number)}, best.total_cells, other);
        if (other.total_cells < best.total_cells) {
            std::swap(best, other);
            failures = 0;
        } else if (number >= 3) {
            ++failures;
        }
    }
    return best;
}

}  // namespace

EliminationOrder greedy_order(const InteractionGraph& graph, FillWeight weight) {
    EliminationOrder result;
    GreedyElimination<NeighbourLists>(graph).run({.weight = weight}, infinity, result);
    return result;
}

EliminationOrder find_elimination_order(const InteractionGraph& graph) {
    return graph.size() <= most_in_bits ? best_of_several<NeighbourBits>(graph) : best_of_several<NeighbourLists>(graph);
}

}  // namespace pgm

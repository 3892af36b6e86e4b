#include <learners/em/structural_em.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <array>
#include <limits>

using namespace pgm;
using namespace pgm::learners;

namespace {

/// The best of all graphs in which variables follow each other in some order.
Dag best_graph(const DecomposableScore& score) {
    const std::size_t n = score.variables();
    std::vector<std::size_t> order(n);
    for (std::size_t i = 0; i < n; ++i) order[i] = i;
    double best = -std::numeric_limits<double>::infinity();
    Dag found(n);
    do {
        Dag dag(n);
        double total = 0;
        for (std::size_t i = 0; i < n; ++i) {
            double most = -std::numeric_limits<double>::infinity();
            std::vector<VariableId> chosen;
            for (std::size_t set = 0; set < (std::size_t{1} << i); ++set) {
                std::vector<VariableId> parents;
                for (std::size_t j = 0; j < i; ++j)
                    if (set >> j & 1) parents.emplace_back(order[j]);
                std::sort(parents.begin(), parents.end());
                const double value = score.family(VariableId(order[i]), parents);
                if (value > most) most = value, chosen = parents;
            }
            for (const VariableId parent : chosen) dag.add_arc(parent, VariableId(order[i]));
            total += most;
        }
        if (total > best) best = total, found = dag;
    } while (std::next_permutation(order.begin(), order.end()));
    return found;
}

/// a -> b -> c, d apart; cells are missing with that probability, whatever they hold.
Dataset chain(double holes) {
    Rng rng(6);
    constexpr std::size_t rows = 800;
    std::vector<std::vector<std::optional<StateId>>> cells(
        4, std::vector<std::optional<StateId>>(rows));
    for (std::size_t r = 0; r < rows; ++r) {
        const std::size_t a = rng.below(2), b = rng.uniform() < 0.85 ? a : 1 - a,
                          c = rng.uniform() < 0.85 ? b : 1 - b, d = rng.below(2);
        const std::size_t row[4] = {a, b, c, d};
        for (std::size_t v = 0; v < 4; ++v)
            if (rng.uniform() >= holes) cells[v][r] = StateId(row[v]);
    }
    std::vector<Column> columns;
    for (std::size_t v = 0; v < 4; ++v)
        columns.push_back(discrete_column(
            Variable(std::string(1, static_cast<char>('a' + v)), {"0", "1"}), cells[v]));
    return Dataset(std::move(columns));
}

bool adjacent(const BayesianNetwork& network, std::string_view a, std::string_view b) {
    return network.dag().has_arc(network.id(a), network.id(b)) ||
           network.dag().has_arc(network.id(b), network.id(a));
}

/// a, b and c are a fair coin that is not in the table, each turned in a tenth of the rows; d is
/// another coin. The counts are those of 1000 rows, so nothing is left to chance: of 1000 rows
/// with the coin heads 729 have all three right, 81 just the one wrong, 9 just the one right, 1 all
/// wrong.
Dataset copies_of_hidden() {
    std::vector<std::vector<std::optional<StateId>>> cells(4);
    for (const std::size_t coin : {0, 1})
        for (std::size_t wrong = 0; wrong < 8; ++wrong) {
            const std::size_t errors = (wrong & 1) + (wrong >> 1 & 1) + (wrong >> 2);
            const std::size_t rows = std::array{729, 81, 9, 1}[errors];
            for (std::size_t i = 0; i < 2 * rows; ++i) {
                for (std::size_t v = 0; v < 3; ++v)
                    cells[v].emplace_back(StateId(coin ^ (wrong >> v & 1)));
                cells[3].emplace_back(StateId(i % 2));
            }
        }
    std::vector<Column> columns;
    for (std::size_t v = 0; v < 4; ++v)
        columns.push_back(discrete_column(
            Variable(std::string(1, static_cast<char>('a' + v)), {"0", "1"}), cells[v]));
    return Dataset(std::move(columns));
}

Fit with_hidden(const std::string& structure) {
    Fit options;
    options.structure = structure;
    options.smoothing = MaximumLikelihood{};
    return options;
}

Fit no_arcs() {
    Fit options;
    options.structure = "a; b; c; d";
    options.smoothing = MaximumLikelihood{};
    return options;
}

}  // namespace

TEST_CASE("Structural EM finds the chain in rows with holes, and its BIC rises", "[learners][em]") {
    for (const double holes : {0.0, 0.2}) {
        const StructuralEmResult result = structural_em(chain(holes), no_arcs(), best_graph);
        CHECK(result.converged);
        CHECK_FALSE(result.partial);
        CHECK(result.bic.size() > 1);
        CHECK(std::is_sorted(result.bic.begin(), result.bic.end()));
        CHECK(adjacent(result.network, "a", "b"));
        CHECK(adjacent(result.network, "b", "c"));
        CHECK(result.network.dag().in_degree(result.network.id("d")) +
                  result.network.dag().out_degree(result.network.id("d")) ==
              0);
        if (holes == 0) CHECK(result.network.dag().arc_count() == 2);
    }
}

TEST_CASE("Structural EM keeps the arcs of a hidden variable that its indicators depend on",
          "[learners][em]") {
    // Three copies of H, each wrong in one row of ten, and a fourth column that is none of them.
    const StructuralEmResult result = structural_em(
        copies_of_hidden(), with_hidden("H{2 states, hidden} -> a, b, c; d"), best_graph);
    CHECK(result.converged);
    CHECK(std::is_sorted(result.bic.begin(), result.bic.end()));
    REQUIRE(result.network.size() == 5);
    // Given H the copies are independent, so a tree with H in its middle has the best score.
    CHECK(adjacent(result.network, "H", "a"));
    CHECK(adjacent(result.network, "H", "b"));
    CHECK(adjacent(result.network, "H", "c"));
    CHECK_FALSE(adjacent(result.network, "H", "d"));
    CHECK_FALSE(adjacent(result.network, "a", "b"));
    CHECK_FALSE(adjacent(result.network, "a", "c"));
    CHECK_FALSE(adjacent(result.network, "b", "c"));
    CHECK(result.network.dag().arc_count() == 3);
}

TEST_CASE("Structural EM refuses numbers, foreign graphs, and stops when told", "[learners][em]") {
    const Dataset data = chain(0.1);
    const Dataset numbers({continuous_column("x", {1.0, 2.0, 4.0})});
    Fit of_x;
    of_x.structure = "x;";
    CHECK_THROWS_WITH(structural_em(numbers, of_x, best_graph),
                      Catch::Contains("'x' is continuous"));
    CHECK_THROWS_AS(structural_em(data, no_arcs(), [](const auto&) { return Dag(2); }),
                    ArgumentError);
    SearchControl control;
    control.proceed = [](const SearchProgress&) { return false; };
    CHECK(structural_em(data, no_arcs(), best_graph, {}, control).partial);
}

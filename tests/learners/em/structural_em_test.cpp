#include <learners/em/structural_em.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>

#include <algorithm>
#include <catch2/catch.hpp>
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

FitOptions no_arcs() {
    FitOptions options;
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

TEST_CASE("Structural EM gives arcs to a hidden variable that begins with one", "[learners][em]") {
    // b hidden: a, c and two more copies of it hang together by H alone.
    FitOptions options = no_arcs();
    options.structure = "H{2 states, hidden} -> a, b; c; d";
    const StructuralEmResult result = structural_em(chain(0.1), options, best_graph);
    CHECK(std::is_sorted(result.bic.begin(), result.bic.end()));
    CHECK(result.network.find("H").has_value());
    CHECK(result.network.size() == 5);
}

TEST_CASE("Structural EM refuses numbers, foreign graphs, and stops when told", "[learners][em]") {
    const Dataset data = chain(0.1);
    const Dataset numbers({continuous_column("x", {1.0, 2.0, 4.0})});
    FitOptions of_x;
    of_x.structure = "x;";
    CHECK_THROWS_WITH(structural_em(numbers, of_x, best_graph),
                      Catch::Contains("'x' is continuous"));
    CHECK_THROWS_AS(structural_em(data, no_arcs(), [](const auto&) { return Dag(2); }),
                    ArgumentError);
    SearchControl control;
    control.proceed = [](const SearchProgress&) { return false; };
    CHECK(structural_em(data, no_arcs(), best_graph, {}, control).partial);
}

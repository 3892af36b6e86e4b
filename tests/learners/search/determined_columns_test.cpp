#include <learners/search/determined_columns.hpp>

#include <learners/score/data_score.hpp>
#include <learners/search/arc_confidence.hpp>
#include <learners/search/learn_structure.hpp>
#include <learners/unobserved/learn_incomplete.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/graph/equivalence.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::learners;
using Catch::Contains;

namespace {

const VariableId celsius(0), fahrenheit(1), sales(2), shop(3);

double noise(Rng& rng) {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += rng.uniform();
    return sum;
}

/// Sales depend on the temperature, which is there twice, and on nothing else.
Dataset temperatures(std::size_t rows = 200) {
    Rng rng(3);
    std::vector<double> c, f, s;
    std::vector<std::string_view> shops;
    for (std::size_t row = 0; row < rows; ++row) {
        c.push_back(20 + 4 * noise(rng));
        f.push_back(32 + 1.8 * c.back());
        s.push_back(c.back() / 2 + noise(rng));
        shops.push_back(rng.uniform() < 0.5 ? "north" : "south");
    }
    return Dataset({continuous_column("celsius", c), continuous_column("fahrenheit", f),
                    continuous_column("sales", s), text_column("shop", shops)});
}

Dataset numbers_of(const Dataset& data) {
    return data.select_columns(std::vector{ColumnId(0), ColumnId(1), ColumnId(2)});
}

/// a, b, and their total, on which a fourth column depends.
Dataset totals(std::size_t rows = 200) {
    Rng rng(5);
    std::vector<double> a, b, total, tax;
    for (std::size_t row = 0; row < rows; ++row) {
        a.push_back(noise(rng));
        b.push_back(noise(rng));
        total.push_back(a.back() + b.back());
        tax.push_back(total.back() + 0.3 * noise(rng));
    }
    return Dataset({continuous_column("a", a), continuous_column("b", b),
                    continuous_column("total", total), continuous_column("tax", tax)});
}

bool are_joined(const Dag& dag, VariableId a, VariableId b) {
    return dag.has_arc(a, b) || dag.has_arc(b, a);
}

const std::vector<SearchAlgorithm> all = {HillClimbing{}, Tabu{},        Ges{},  Boss{},
                                          Exact{},        ChowLiuTree{}, Mmhc{}, Pc{}};

}  // namespace

TEST_CASE("Determined columns: every search joins a column to its copy and to what depends on it",
          "[learners][search]") {
    const Dataset data = numbers_of(temperatures());
    const DataScore score(data, BicScore{});
    for (const SearchAlgorithm& algorithm : all) {
        INFO(format(algorithm));
        const LearnedStructure learned = learn_structure(data, {.algorithm = algorithm});
        CHECK(learned.dag.has_arc(celsius, fahrenheit));
        CHECK(are_joined(learned.dag, celsius, sales));
        CHECK_FALSE(are_joined(learned.dag, fahrenheit, sales));
        REQUIRE(learned.relations.size() == 1);
        CHECK(learned.relations[0].column == ColumnId(1));
        CHECK(learned.score == total(score, learned.dag, std::vector{fahrenheit}));
    }
}

TEST_CASE("Determined columns: discrete columns and gaps stand beside them", "[learners][search]") {
    Dataset data = temperatures();
    RealCells cells = std::get<RealCells>(data.column(ColumnId(2)).cells);
    for (std::size_t row = 0; row < 40; ++row) cells[row * 5] = std::nan("");
    data = data.with_column(continuous_column("sales", cells));
    for (const SearchAlgorithm& algorithm :
         {SearchAlgorithm(Boss{}), SearchAlgorithm(Ges{}), SearchAlgorithm(HillClimbing{})}) {
        INFO(format(algorithm));
        const LearnedStructure learned =
            learn_incomplete(data, {.algorithm = algorithm}).structure;
        CHECK(learned.dag.has_arc(celsius, fahrenheit));
        CHECK(are_joined(learned.dag, celsius, sales));
        CHECK(learned.dag.in_degree(shop) + learned.dag.out_degree(shop) == 0);
    }
}

TEST_CASE("Determined columns: each resampled table has them, too", "[learners][search]") {
    const Dataset data = numbers_of(temperatures());
    const BootstrapResult result =
        bootstrap(data,
                  [](const Dataset& sample, const SearchControl& control) {
                      return learn_structure(sample, {}, control);
                  },
                  {.replicates = 30});
    CHECK(result.confidence.edge(celsius, fahrenheit) == Approx(1));
    CHECK(result.confidence.edge(celsius, sales) == Approx(1));
    CHECK(result.confidence.edge(fahrenheit, sales) == 0);
}

TEST_CASE("Determined columns: a total gets arcs from its parts, a tree keeps it",
          "[learners][search]") {
    const Dataset data = totals();
    const VariableId a(0), b(1), sum(2), tax(3);
    for (const SearchAlgorithm& algorithm : all) {
        INFO(format(algorithm));
        const LearnedStructure learned = learn_structure(data, {.algorithm = algorithm});
        REQUIRE(learned.relations.size() == 1);
        if (std::holds_alternative<ChowLiuTree>(algorithm)) {
            CHECK(are_joined(learned.dag, sum, tax));
            continue;
        }
        CHECK(learned.dag.has_arc(a, sum));
        CHECK(learned.dag.has_arc(b, sum));
        CHECK(are_joined(learned.dag, a, tax));
        CHECK(are_joined(learned.dag, b, tax));
    }
}

TEST_CASE("Determined columns: a limit of parents leaves them to scores and is told by tests",
          "[learners][search]") {
    const Dataset data = totals();
    const Constraints one{.max_parents = 1};
    const LearnedStructure learned = learn_structure(data, {.constraints = one});
    CHECK(are_joined(learned.dag, VariableId(2), VariableId(3)));
    CHECK(learned.relations.size() == 1);
    CHECK_THROWS_WITH(learn_structure(data, {.algorithm = Pc{}, .constraints = one}),
                      Contains("'total' is a linear function of 'a', 'b'") &&
                          Contains("more than the largest number of parents"));
}

TEST_CASE("Determined columns: constraints choose the column that is determined",
          "[learners][search]") {
    const Dataset data = numbers_of(temperatures());
    for (const Constraints& constraints : {Constraints{.forbidden = {{celsius, fahrenheit}}},
                                           Constraints{.required = {{fahrenheit, celsius}}},
                                           Constraints{.required = {{fahrenheit, sales}}},
                                           Constraints{.tiers = {1, 0, std::nullopt}}}) {
        const LearnedStructure learned = learn_structure(data, {.constraints = constraints});
        CHECK(learned.dag.has_arc(fahrenheit, celsius));
        CHECK(are_joined(learned.dag, fahrenheit, sales));
        CHECK(AllowedArcs(3, constraints).obeyed_by(learned.dag));
    }
}

TEST_CASE("Determined columns: required arcs into them are there, rules on the others stay",
          "[learners][search]") {
    const Dataset data = numbers_of(temperatures());
    const Constraints constraints{.required = {{sales, fahrenheit}},
                                  .forbidden = {{celsius, sales}},
                                  .tiers = {std::nullopt, 7, 2},
                                  .max_parents = 2};
    const LearnedStructure learned = learn_structure(data, {.constraints = constraints});
    CHECK(learned.dag.has_arc(sales, fahrenheit));
    CHECK(learned.dag.has_arc(sales, celsius));
    CHECK(AllowedArcs(3, constraints).obeyed_by(learned.dag));
}

TEST_CASE("Determined columns: constraints that leave none are refused by name",
          "[learners][search]") {
    const Dataset data = numbers_of(temperatures());
    const Constraints none{.forbidden = {{celsius, fahrenheit}, {fahrenheit, celsius}}};
    CHECK_THROWS_WITH(learn_structure(data, {.constraints = none}),
                      Contains("is a linear function of") && Contains("the constraints forbid"));
    const Constraints both{.required = {{celsius, sales}, {fahrenheit, sales}}};
    CHECK_THROWS_WITH(learn_structure(data, {.constraints = both}),
                      Contains("the constraints require fahrenheit -> sales"));
    const Constraints many{.required = {{sales, celsius}, {sales, fahrenheit}}, .max_parents = 1};
    CHECK_THROWS_WITH(learn_structure(data, {.constraints = many}), Contains("2 parents"));
}

TEST_CASE("Determined columns: the averaged network requires their arcs", "[learners][search]") {
    const DeterminedColumns determined(numbers_of(temperatures()), {});
    CHECK(determined.taken_out() == std::vector{ColumnId(1)});
    CHECK(determined.constraints_of_all().required == std::vector<Arc>{{celsius, fahrenheit}});
    const Dag dag = determined.with_determined(Dag(2));
    CHECK(dag.arcs() == std::vector<Arc>{{celsius, fahrenheit}});
}

TEST_CASE("Determined columns: a column that does not vary in a resampled table stays alone",
          "[learners][search]") {
    Dataset data = numbers_of(temperatures(40));
    RealCells rare(40, 0.5);
    rare[7] = 3;
    data = data.with_column(continuous_column("rare", rare));
    const BootstrapResult result =
        bootstrap(data,
                  [](const Dataset& sample, const SearchControl& control) {
                      return learn_structure(sample, {}, control);
                  },
                  {.replicates = 20});
    CHECK(result.replicates == 20);
    CHECK(result.confidence.edge(celsius, fahrenheit) == Approx(1));
    const Dataset constant({continuous_column("x", RealCells{3, 3, 3})});
    CHECK_THROWS_WITH(learn_structure(constant), Contains("'x' has the same value in every row"));
}

#include <learners/discretise/discretise.hpp>

#include <io/data_file.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>

#include <algorithm>
#include <cmath>

using namespace pgm;
using namespace pgm::learners;

namespace {

/// The cuts of one column; none where a rule makes no cut of it.
std::vector<double> cuts_of(const CutRule& rule, const std::vector<double>& numbers,
                            std::vector<double> weights = {}) {
    Dataset data({continuous_column("x", numbers)});
    if (!weights.empty()) data = data.with_weights(std::move(weights));
    const Discretisation found = learn_cuts(data, "c", rule);
    return found.find("x") ? found.find("x")->cuts : std::vector<double>();
}

std::vector<double> mdlp_cuts(const std::vector<double>& numbers, const Column& classes) {
    const Dataset data({continuous_column("x", numbers), classes});
    const Discretisation found = learn_cuts(data, "c", Mdlp{});
    return found.find("x") ? found.find("x")->cuts : std::vector<double>();
}

using Cuts = std::vector<double>;

}  // namespace

TEST_CASE("Discretise: equal widths divide the range", "[discretise]") {
    CHECK(cuts_of(EqualWidth{5}, {0, 1, 2, 10, std::nan("")}) == Cuts{2, 4, 6, 8});
    CHECK(cuts_of(EqualWidth{5}, {3, 3}).empty());
    CHECK(cuts_of(EqualWidth{5}, {}).empty());
    CHECK(cuts_of(EqualWidth{2}, {-1.5e308, 1.5e308}) == Cuts{0});
}

TEST_CASE("Discretise: equal frequencies divide the weight", "[discretise]") {
    CHECK(cuts_of(EqualFrequency{3}, {1, 2, 3, 4, 5, 6}) == Cuts{2.5, 4.5});
    CHECK(cuts_of(EqualFrequency{3}, {1, 1, 1, 1, 1, 2}) == Cuts{1.5});
    CHECK(cuts_of(EqualFrequency{3}, {7, 7}).empty());
    const std::vector<double> weights{3, 1, 1, 1};
    CHECK(cuts_of(EqualFrequency{2}, {1, 2, 3, 4}, weights) == Cuts{1.5});
}

TEST_CASE("Discretise: proportional cuts make more intervals of more rows", "[discretise]") {
    std::vector<double> numbers;
    for (int i = 0; i < 64; ++i) numbers.push_back(i);
    CHECK(cuts_of(Proportional{0.5}, numbers) == cuts_of(EqualFrequency{8}, numbers));
    // The cube root of 64 numbers; weights count as rows.
    CHECK(cuts_of(Proportional{1.0 / 3}, numbers) == Cuts{15.5, 31.5, 47.5});
    CHECK(cuts_of(Proportional{0.5}, {1, 2}) == Cuts{1.5});
    CHECK(cuts_of(Proportional{0.5}, {}).empty());
}

TEST_CASE("Discretise: k-means finds the best clusters", "[discretise]") {
    // {1,2,3} and {10,11}: means 2 and 10.5, hence a cut at 6.25
    CHECK(cuts_of(KMeans{2}, {11, 1, 10, 2, 3}) == Cuts{6.25});
    CHECK(cuts_of(KMeans{5}, {1, 2, 3}) == Cuts{1.5, 2.5});
    CHECK(cuts_of(KMeans{2}, {4, 4, 4}).empty());
    // Every division of twelve numbers in three, tried out.
    const std::vector<double> x{0, 1, 1.5, 4, 4.2, 5, 9, 9.1, 9.7, 10, 12, 13};
    const auto scatter = [&](std::size_t begin, std::size_t end) {
        double mean = 0, sum = 0;
        for (std::size_t i = begin; i < end; ++i) mean += x[i] / static_cast<double>(end - begin);
        for (std::size_t i = begin; i < end; ++i) sum += (x[i] - mean) * (x[i] - mean);
        return sum;
    };
    double best = 1e300;
    std::size_t first = 0, second = 0;
    for (std::size_t i = 1; i < x.size(); ++i) {
        for (std::size_t j = i + 1; j < x.size(); ++j) {
            const double total = scatter(0, i) + scatter(i, j) + scatter(j, x.size());
            if (total < best) best = total, first = i, second = j;
        }
    }
    const CutPoints cuts{cuts_of(KMeans{3}, x)};
    REQUIRE(cuts.cuts.size() == 2);
    CHECK(cuts.state(x[first - 1]) == StateId{0});
    CHECK(cuts.state(x[first]) == StateId{1});
    CHECK(cuts.state(x[second - 1]) == StateId{1});
    CHECK(cuts.state(x[second]) == StateId{2});
}

TEST_CASE("Discretise: MDLP cuts where the gain pays, worked out by hand", "[discretise]") {
    // 4 rows of class a, then 4 of class b: N = 8, k = 2, Ent(S) = 1, the sides are pure: gain 1.
    // Cost (log2 7 + log2(3^2 - 2) - 2) / 8 = (2.807 + 2.807 - 2) / 8 = 0.452 < 1: a cut at the
    // middle of 4 and 5.
    const auto two_classes = [](std::size_t of_each) {
        std::vector<double> x;
        std::vector<std::optional<StateId>> labels;
        for (std::size_t i = 0; i < 2 * of_each; ++i) {
            x.push_back(static_cast<double>(i + 1));
            labels.emplace_back(StateId(i < of_each ? 0 : 1));
        }
        const Column classes = discrete_column(Variable("c", {"a", "b"}), labels);
        return mdlp_cuts(x, classes);
    };
    CHECK(two_classes(4) == Cuts{4.5});
    // One of each: N = 2, cost (0 + 2.807 - 2) / 2 = 0.404 < 1.
    CHECK(two_classes(1) == Cuts{1.5});
    // a b a b a b a b: the best cut leaves 7/8 Ent(3/7, 4/7) = 0.862, a gain of 0.138 against a
    // cost of (2.807 + 2.807 - 2 + 2 * 0.985) / 8 = 0.698: no cut.
    const std::vector<std::string_view> mixed{"a", "b", "a", "b", "a", "b", "a", "b"};
    const Column classes = discrete_column(Variable("c", {"a", "b"}), mixed);
    CHECK(mdlp_cuts({1, 2, 3, 4, 5, 6, 7, 8}, classes).empty());
    const Column none = discrete_column(Variable("c", {"a", "b"}), std::vector<std::string_view>());
    CHECK(mdlp_cuts({}, none).empty());
}

TEST_CASE("Discretise: MDLP cuts iris where it is known to", "[discretise]") {
    const auto path = pgm::tests::reference_file("datasets/iris.csv");
    if (!path) {
        WARN("SKIPPED: PGM_REFERENCE_DATA has no iris.csv");
        return;
    }
    // The cut points that Weka's Discretize filter and R's discretization package are known to give
    // for iris, attribute by attribute.
    const Dataset iris = io::read_data(*path);
    const Discretisation found = learn_cuts(iris, "class", Mdlp{});
    const std::vector<Cuts> expected{{5.55, 6.15}, {2.95, 3.35}, {2.45, 4.75}, {0.8, 1.75}};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const CutPoints* cuts = found.find(iris.columns()[i].name());
        REQUIRE(cuts);
        CHECK(cuts->cuts == expected[i]);
    }
}

TEST_CASE("Discretise: the order of the rows leaves no trace, and weight 2 is the row given twice",
          "[discretise]") {
    std::vector<double> x;
    std::vector<std::optional<StateId>> labels;
    std::vector<double> weights;
    std::vector<std::uint32_t> repeated, reversed;
    for (std::uint32_t i = 0; i < 500; ++i) {
        x.push_back(std::fmod(i * 0.618, 1) * 10);
        labels.emplace_back(StateId(static_cast<std::size_t>(x.back() > 3) +
                                    static_cast<std::size_t>(x.back() + (i % 5 == 0 ? 4 : 0) > 7)));
        weights.push_back(1 + i % 2);
        repeated.insert(repeated.end(), 1 + i % 2, i);
        reversed.push_back(499 - i);
    }
    const Dataset data(
        {discrete_column(Variable("c", {"a", "b", "d"}), labels), continuous_column("x", x)});
    for (const CutRule& rule :
         std::initializer_list<CutRule>{EqualWidth{4}, EqualFrequency{4}, KMeans{4}, Mdlp{}}) {
        CHECK(learn_cuts(data, "c", rule) == learn_cuts(data.select_rows(reversed), "c", rule));
        CHECK(learn_cuts(data.with_weights(weights), "c", rule) ==
              learn_cuts(data.select_rows(repeated), "c", rule));
        CHECK(learn_cuts(data, "c", rule).find("x")->cuts.size() >= 2);
    }
    Discretisation given;
    given.add("x", {{1}});
    CHECK(learn_cuts(data, "c", Mdlp{}, given) == given);
}

TEST_CASE("Discretise: MDLP needs classes", "[discretise]") {
    const Dataset data({continuous_column("c", {1, 2}), continuous_column("x", {1, 2})});
    CHECK_THROWS_WITH(learn_cuts(data, "c", Mdlp{}),
                      "mdlp needs a class with states, but column 'c' is continuous");
}

TEST_CASE("Discretise: only continuous columns are cut", "[discretise]") {
    const std::vector<Variable> schema = {Variable("play", {"yes", "no"}), Variable("age")};
    Discretisation given;
    given.add("age", {{3}});
    CHECK_NOTHROW(require_continuous_columns(given, schema));
    given.add("agee", {{3}});
    CHECK_THROWS_WITH(require_continuous_columns(given, schema),
                      "there is no column 'agee' to be cut (did you mean 'age'?)");
    Discretisation of_play;
    of_play.add("play", {{3}});
    CHECK_THROWS_WITH(require_continuous_columns(of_play, schema),
                      "the column 'play' is discrete, it cannot be cut");
}

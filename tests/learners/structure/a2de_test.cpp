#include <learners/structure/averaged_structures.hpp>

#include <learners/fit/fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/structure_graph.hpp>
#include <pgm/query/answer.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <cmath>
#include <string>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

namespace {

/// A class y and four features of three states each, the last of which hardly occurs.
std::vector<std::string> some_rows() {
    Rng rng(11);
    std::vector<std::string> rows;
    for (int i = 0; i < 30; ++i) {
        std::string row(1, static_cast<char>('0' + rng.below(3)));
        for (int f = 0; f < 4; ++f)
            row += rng.below(20) == 0
                       ? '2'
                       : static_cast<char>('0' + (row[rng.below(row.size())] + rng.below(2)) % 2);
        rows.push_back(row);
    }
    return rows;
}

Dataset table_of(const std::vector<std::string>& rows) {
    return digits("yabcd", {rows.begin(), rows.end()}, 3);
}

/// The sum of A2DE by its formula, counted in the rows, for one class. Every count gets one more.
double joint_by_formula(const std::vector<std::string>& rows, std::string row) {
    const auto count = [&](const std::vector<std::size_t>& places) {
        double n = 0;
        for (const std::string& other : rows) {
            bool same = true;
            for (const std::size_t place : places) same = same && other[place] == row[place];
            n += same;
        }
        return n;
    };
    double admitted = 0, all = 0;
    int members = 0;
    for (std::size_t a = 1; a < row.size(); ++a) {
        for (std::size_t b = a + 1; b < row.size(); ++b) {
            double product = (count({0, a, b}) + 1) / (static_cast<double>(rows.size()) + 27);
            for (std::size_t x = 1; x < row.size(); ++x)
                if (x != a && x != b) product *= (count({0, a, b, x}) + 1) / (count({0, a, b}) + 3);
            all += product;
            if (count({a, b}) < 1) continue;
            admitted += product;
            ++members;
        }
    }
    return members > 0 ? admitted / members : all / 6;
}

}  // namespace

TEST_CASE("A2DE is one network per pair of super-parents, with equal shares", "[learners]") {
    const Classifier classifier =
        learners::fit(digits("yabc", {"0000", "1011", "1101"}), "y", {.structure = "a2de"});
    REQUIRE(classifier.model().members().size() == 3);
    const auto product = [&](std::size_t m) {
        return factorisation(classifier.model().members()[m].network);
    };
    CHECK(product(0) == "P(y) P(a | y) P(b | y, a) P(c | y, a, b)");
    CHECK(product(1) == "P(y) P(a | y) P(c | y, a) P(b | y, a, c)");
    CHECK(product(2) == "P(y) P(b | y) P(c | y, b) P(a | y, b, c)");
    CHECK(classifier.model().members()[2].weight == Approx(1.0 / 3));
    CHECK(classifier.model().members()[2].super_parent->features ==
          std::vector<std::string>{"b", "c"});
    // Of b and c: 00, 11 and 01 occur once each.
    CHECK(classifier.model().members()[2].super_parent->weights == std::vector<double>{1, 1, 0, 1});
}

TEST_CASE("A2DE predicts what its formula says, counted row by row", "[learners]") {
    const std::vector<std::string> rows = some_rows();
    const Classifier classifier = learners::fit(table_of(rows), "y", {.structure = "a2de"});
    std::vector<std::string> asked = rows;
    for (const char* rare : {"00022", "02220", "02222", "02102"}) asked.emplace_back(rare);
    const Predictions predictions = predict(classifier, table_of(asked));
    const InferenceEngine engine = classifier.engine();
    for (std::size_t r = 0; r < asked.size(); ++r) {
        double sum = 0;
        std::vector<double> joint;
        for (const char k : {'0', '1', '2'}) {
            std::string row = asked[r];
            row[0] = k;
            joint.push_back(joint_by_formula(rows, row));
            sum += joint.back();
        }
        INFO(asked[r]);
        for (std::size_t k = 0; k < 3; ++k)
            CHECK_THAT(predictions.probability(r)[k], WithinAbs(joint[k] / sum, 1e-14));
        CHECK_THAT(predictions.log_evidence[r], WithinAbs(std::log(sum), 1e-13));
        const std::string question = std::string("P(a=") + asked[r][1] + ", b=" + asked[r][2] +
                                     ", c=" + asked[r][3] + ", d=" + asked[r][4] + ")";
        // Unlike evidence, an event leaves out no member.
        if (asked[r].find('2', 1) == std::string::npos)
            CHECK_THAT(std::get<EventProbability>(answer(engine, question).result).value,
                       Catch::Matchers::WithinRel(sum, 1e-12));
    }
}

TEST_CASE("A2DE of one discrete feature is AODE, and of none it is refused", "[learners]") {
    const Dataset one = digits("ya", {"00", "01", "11"});
    const Classifier pairs = learners::fit(one, "y", {.structure = "a2de"}),
                     single = learners::fit(one, "y", {.structure = "aode"});
    CHECK(pairs.model().members().front() == single.model().members().front());
    CHECK_THROWS_WITH(learners::fit(digits("y", {"0", "1"}), "y", {.structure = "a2de"}),
                      Catch::Contains("a2de needs at least one discrete feature"));
}

TEST_CASE("A2DE of two features is their joint table, seen or not", "[learners]") {
    const Classifier classifier =
        learners::fit(digits("yab", {"000", "000", "101", "110"}), "y", {.structure = "a2de"});
    REQUIRE(classifier.model().members().size() == 1);
    // (n_yab + 1) / (4 + 8): 3 to 1 where a = b = 0; 1 to 1 where a = b = 1 was never seen.
    CHECK_THAT(posterior_of(classifier, digits("ab", {"00"})),
               Catch::Matchers::Approx<double>({3.0 / 4, 1.0 / 4}));
    CHECK_THAT(posterior_of(classifier, digits("ab", {"11"})),
               Catch::Matchers::Approx<double>({1.0 / 2, 1.0 / 2}));
    // A missing value is summed out: (3 + 1) to (1 + 2).
    CHECK_THAT(posterior_of(classifier, digits("ab", {"0."})),
               Catch::Matchers::Approx<double>({4.0 / 7, 3.0 / 7}));
}

TEST_CASE("A2DE of too many features is refused before anything is counted", "[learners]") {
    std::vector<Column> columns;
    for (std::size_t c = 0; c < 152; ++c)
        columns.push_back(
            discrete_column(Variable(c == 0 ? "y" : "x" + std::to_string(c), {"0", "1"}),
                            std::vector<std::optional<StateId>>{StateId{0u}, StateId{1u}}));
    CHECK_THROWS_AS(learners::fit(Dataset(columns), "y", {.structure = "a2de"}), TooLargeError);
    columns.resize(60);
    learners::Fit options{.structure = "a2de"};
    options.max_fit_bytes = std::size_t{1} << 20;
    CHECK_THROWS_WITH(learners::fit(Dataset(columns), "y", options), Catch::Contains("'a2de'"));
}

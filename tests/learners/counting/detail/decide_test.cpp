#include <learners/fit/fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/model/structure_graph.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <numeric>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::tests;
using Catch::Contains;

namespace {

/// Rows of a class y and binary features: a, b and c tell of it, c as an exclusive or with a that
/// shows only together with it, and the others are coins.
Dataset rows_with_noise(std::size_t rows, std::size_t coins, std::uint64_t seed) {
    Rng rng(seed);
    std::string names = "yabc";
    for (std::size_t i = 0; i < coins; ++i) names += static_cast<char>('k' + i);
    std::vector<std::string> lines;
    for (std::size_t r = 0; r < rows; ++r) {
        const std::size_t y = rng.below(2), a = rng.below(5) == 0 ? 1 - y : y,
                          b = rng.below(3) == 0 ? 1 - y : y,
                          c = rng.below(8) == 0 ? a : (a ^ y) ^ (rng.below(6) == 0 ? 1u : 0u);
        std::string line;
        for (const std::size_t bit : {y, a, b, c}) line += bit ? '1' : '0';
        for (std::size_t i = 0; i < coins; ++i) line += rng.below(2) ? '1' : '0';
        lines.push_back(line);
    }
    return digits(names, {lines.begin(), lines.end()});
}

learners::Fit options_of(const std::string& structure, const std::string& smoothing) {
    learners::Fit options;
    options.structure = structure;
    options.smoothing = learners::parse_smoothing(smoothing);
    return options;
}

Classifier fitted(const Dataset& data, const std::string& structure,
                  const std::string& smoothing = "backoff") {
    return learners::fit(data, "y", options_of(structure, smoothing));
}

std::size_t features_kept(const Classifier& classifier) {
    return classifier.model().network().size() - 1;
}

}  // namespace

TEST_CASE("Selective k-dependence with everything selected is k-dependence, bit for bit",
          "[learners]") {
    const Dataset data = rows_with_noise(800, 0, 1);
    for (const char* smoothing : {"backoff", "backoff:1,2,4", "laplace:1", "bdeu:5"}) {
        learners::Fit options = options_of("kdb:1", smoothing);
        options.calibration = learners::Calibration::temperature;
        const Classifier plain = learners::fit(data, "y", options);
        options.structure = "skdb:1";
        const Classifier selected = learners::fit(data, "y", options);
        REQUIRE_THAT(selected.provenance().remarks.front(),
                     Contains("3 of 3 features are kept, with at most 1 parent each"));
        CHECK(selected.model().members().front() == plain.model().members().front());
        CHECK(selected.temperature() == plain.temperature());
        CHECK(selected.provenance().concentrations == plain.provenance().concentrations);
    }
}

TEST_CASE("Features that tell nothing are left out, whatever the structure", "[learners]") {
    const Dataset data = rows_with_noise(600, 8, 2);
    for (const char* structure :
         {"nb+select", "tan+select", "fan:k2+select", "skdb", "kdb:2+select", "aode+select"}) {
        for (const char* smoothing : {"backoff", "laplace:1", "mle"}) {
            const Classifier classifier = fitted(data, structure, smoothing);
            INFO(structure << " " << smoothing);
            CHECK(features_kept(classifier) >= 1);
            CHECK(features_kept(classifier) < 8);
            CHECK(classifier.schema().size() == 12);
            CHECK(classifier.model().network().find("a"));
        }
    }
}

TEST_CASE("Of features that tell nothing at all none is kept, and the class is its prior",
          "[learners]") {
    const Dataset data = digits("yab", {"000", "001", "010", "011", "100", "101", "110", "111",
                                        "100", "101", "110", "111"});
    const Classifier classifier = fitted(data, "nb+select", "laplace:1");
    CHECK(features_kept(classifier) == 0);
    const Predictions predictions = predict(classifier, data);
    CHECK(predictions.probability(0)[1] == 9.0 / 14);
}

TEST_CASE("Selection does not depend on order, parts, threads, or how weights are written",
          "[learners]") {
    const Dataset data = rows_with_noise(300, 4, 3);
    std::vector<std::uint32_t> backwards(300), first(150), second(150);
    std::iota(backwards.rbegin(), backwards.rend(), 0u);
    std::iota(first.begin(), first.end(), 0u);
    std::iota(second.begin(), second.end(), 150u);
    for (const char* structure : {"skdb:3", "tan+select", "aode+select"}) {
        learners::Fit options = options_of(structure, "backoff");
        options.calibration = learners::Calibration::temperature;
        const Classifier whole = learners::fit(data, "y", options);
        CHECK(learners::fit(data.select_rows(backwards), "y", options) == whole);
        for (const std::size_t threads : {2u, 5u}) {
            options.threads = threads;
            CHECK(learners::fit(data, "y", options) == whole);
        }
        const auto parts = [&](std::size_t, const Rows::Visit& take) {
            take(data.select_rows(first));
            take(data.select_rows(second));
        };
        CHECK(learners::fit(Rows(data.schema(), data.rows(), parts), "y", options) == whole);
        std::vector<std::uint32_t> twice(backwards);
        twice.insert(twice.end(), backwards.begin(), backwards.end());
        const Classifier doubled = learners::fit(data.select_rows(twice), "y", options);
        const Classifier heavy =
            learners::fit(data.with_weights(std::vector(300, 2.0)), "y", options);
        CHECK(doubled.model() == heavy.model());
    }
}

TEST_CASE("A selected classifier that learns more rows is that of all rows", "[learners]") {
    const Dataset data = rows_with_noise(400, 3, 4);
    std::vector<std::uint32_t> first(150), second(250);
    std::iota(first.begin(), first.end(), 0u);
    std::iota(second.begin(), second.end(), 150u);
    for (const char* structure : {"nb+select", "tan+select", "kdb:1+select", "aode+select"}) {
        learners::Fit options = options_of(structure, "backoff");
        options.keep_statistics = true;
        const Classifier before = learners::fit(data.select_rows(first), "y", options);
        CHECK(learners::update(before, data.select_rows(second)) ==
              learners::fit(data, "y", options));
    }
    const learners::Fit options = options_of("nb+select", "backoff");
    CHECK_THROWS_AS(learners::update(learners::fit(data, "y", options), data), ArgumentError);
}

TEST_CASE("Selection bears columns of every odd kind", "[learners]") {
    // a is constant, b the class, c missing throughout, d has a value per row.
    const std::vector<std::string> values = {"0", "1", "2", "3", "4"};
    std::vector<std::optional<StateId>> one_each;
    for (std::size_t i = 0; i < values.size(); ++i) one_each.emplace_back(StateId(i));
    const Dataset odd = digits("yabc", {"000.", "000.", "101.", "101.", "101."})
                            .with_column(discrete_column(Variable("d", values), one_each));
    std::string names = "yab";
    std::vector<std::string> rare(1000, "000");
    for (std::size_t i = 0; i < rare.size(); ++i) rare[i][1 + i % 2] = i % 3 ? '1' : '0';
    rare.push_back("110");
    const Dataset imbalanced = digits(names, {rare.begin(), rare.end()});
    for (const char* structure : {"nb+select", "tan+select", "skdb", "aode+select", "fan+select"}) {
        for (const char* smoothing : {"backoff", "laplace:1", "mle"}) {
            for (const Dataset* data : {&odd, &imbalanced}) {
                const Classifier classifier = fitted(*data, structure, smoothing);
                CHECK(predict(classifier, *data).rows() == data->rows());
            }
        }
    }
    CHECK(fitted(odd, "nb+select").model().network().find("b"));
}

TEST_CASE("Selection refuses what rows cannot be taken out of", "[learners]") {
    const Dataset data = rows_with_noise(50, 0, 5);
    CHECK_THROWS_WITH(fitted(data, "nb+select", "floor:1e-6"),
                      Contains("features are selected by taking rows out of the tables"));
    const Dataset numbers = data.with_column({Variable("x"), std::vector<double>(50, 1.5)});
    learners::Fit gaussian = options_of("nb+select", "laplace:1");
    gaussian.continuous = learners::parse_continuous("gaussian");
    CHECK_THROWS_WITH(learners::fit(numbers, "y", gaussian), Contains("'x' is continuous"));
    learners::Fit by_em = options_of("nb+select", "laplace:1");
    by_em.missing_cells = learners::MissingCells::em;
    CHECK_THROWS_WITH(learners::fit(data, "y", by_em), Contains("leave out '+select'"));
}

TEST_CASE("Fewer parents are tried where the tables of more would pass the limit", "[learners]") {
    const Dataset data = rows_with_noise(200, 6, 6);
    learners::Fit options = options_of("skdb", "laplace:1");
    options.limits.max_table_cells = 16;  // three binary parents, the class one of them
    const Classifier classifier = learners::fit(data, "y", options);
    CHECK_THAT(classifier.provenance().remarks.front(),
               Contains("tables with more than 2 parents besides the class"));
    CHECK(classifier.model().members().front() ==
          fitted(data, "skdb:2", "laplace:1").model().members().front());
}

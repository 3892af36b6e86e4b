#include <learners/detail/tuning.hpp>

#include <learners/fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <tests/learners/estimate/detail/left_out_rows.hpp>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <numeric>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

namespace {

FitOptions finest(const char* structure) {
    FitOptions options;
    options.structure = structure;
    options.smoothing = TunedBackOff{.per_variable = true};
    options.calibration = Calibration::temperatures;
    return options;
}

std::vector<std::uint32_t> numbers(std::uint32_t from, std::uint32_t count) {
    std::vector<std::uint32_t> rows(count);
    std::iota(rows.begin(), rows.end(), from);
    return rows;
}

}  // namespace

TEST_CASE("Strengths by variable and temperatures by class do not depend on order or threads",
          "[learners]") {
    const Dataset data = dependent_rows(300, 32);
    std::vector<std::uint32_t> backwards = numbers(0, 300);
    std::ranges::reverse(backwards);
    bool any_own = false;
    for (const char* structure : {"nb", "tan", "kdb:2", "aode", "nb+select"}) {
        FitOptions options = finest(structure);
        options.keep_statistics = true;
        const Classifier whole = fit(data, "y", options);
        any_own = any_own || !whole.provenance().own_strengths.empty();
        CHECK(whole.temperature().values().size() == 3);
        CHECK(fit(data.select_rows(backwards), "y", options) == whole);
        options.threads = 3;
        CHECK(fit(data, "y", options) == whole);
        const Classifier before = fit(data.select_rows(numbers(0, 120)), "y", options);
        CHECK(update(before, data.select_rows(numbers(120, 180))) == whole);
    }
    CHECK(any_own);
}

TEST_CASE("The tables of a variable with strengths of its own are those of these strengths",
          "[learners]") {
    const Dataset data = dependent_rows(300, 32);
    const Classifier own = fit(data, "y", finest("kdb:2"));
    REQUIRE_FALSE(own.provenance().own_strengths.empty());
    for (const auto& [variable, strengths] : own.provenance().own_strengths) {
        FitOptions options = finest("kdb:2");
        options.smoothing = BackOff{strengths};
        const Classifier given = fit(data, "y", options);
        const BayesianNetwork &a = own.members().front().network,
                              &b = given.members().front().network;
        CHECK(a.cpd(a.id(variable)) == b.cpd(b.id(variable)));
    }
    const auto is_own = [&](const std::string& name) {
        return std::ranges::find(own.provenance().own_strengths, name, &OwnStrengths::variable) !=
               own.provenance().own_strengths.end();
    };
    FitOptions options = finest("kdb:2");
    options.smoothing = BackOff{own.provenance().strengths};
    const Classifier common = fit(data, "y", options);
    for (const char* name : {"y", "a", "b", "c", "d"}) {
        if (is_own(name)) continue;
        const BayesianNetwork &a = own.members().front().network,
                              &b = common.members().front().network;
        CHECK(a.cpd(a.id(name)) == b.cpd(b.id(name)));
    }
}

TEST_CASE("Temperatures by class change probabilities and never the most probable class",
          "[learners]") {
    const Dataset data = dependent_rows(200, 33, 7);
    for (const char* structure : {"nb", "tan", "aode"}) {
        FitOptions options = finest(structure);
        const Predictions cooled = predict(fit(data, "y", options), data);
        options.calibration = Calibration::none;
        const Predictions plain = predict(fit(data, "y", options), data);
        CHECK(cooled.probabilities != plain.probabilities);
        for (std::size_t row = 0; row < data.rows(); ++row) {
            const auto first = [&](const Predictions& of) {
                const std::span<const double> p = of.probability(row);
                return std::ranges::max_element(p) - p.begin();
            };
            CHECK(first(cooled) == first(plain));
        }
    }
}

#include <learners/fit/fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/dependent_rows.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

namespace {

Fit tuned_options(const char* structure) {
    Fit options;
    options.structure = structure;
    options.smoothing = TunedBackOff{};
    options.calibration = Calibration::temperature;
    return options;
}

std::vector<std::uint32_t> numbers(std::uint32_t from, std::uint32_t count) {
    std::vector<std::uint32_t> rows(count);
    std::iota(rows.begin(), rows.end(), from);
    return rows;
}

}  // namespace

TEST_CASE("Concentrations and temperature do not depend on order, parts or threads", "[learners]") {
    const Dataset data = dependent_rows(300, 32);
    std::vector<std::uint32_t> backwards = numbers(0, 300);
    std::ranges::reverse(backwards);
    for (const char* structure : {"nb", "tan", "kdb:2", "aode", "nb+select"}) {
        Fit options = tuned_options(structure);
        options.keep_statistics = true;
        const Classifier whole = fit(data, "y", options);
        CHECK(whole.temperature().value != 1);
        CHECK(fit(data.select_rows(backwards), "y", options) == whole);
        options.threads = 3;
        CHECK(fit(data, "y", options) == whole);
        const Classifier before = fit(data.select_rows(numbers(0, 120)), "y", options);
        CHECK(update(before, data.select_rows(numbers(120, 180))) == whole);
    }
}

TEST_CASE("The temperature changes probabilities and never the most probable class", "[learners]") {
    const Dataset data = dependent_rows(200, 33, 7);
    for (const char* structure : {"nb", "tan", "aode"}) {
        Fit options = tuned_options(structure);
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

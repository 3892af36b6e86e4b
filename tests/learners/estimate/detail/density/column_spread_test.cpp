#include <learners/fit/fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::learners;

namespace {

/// Two rows of each class, whose values are 1, 2 and 5, 6 of this unit.
Dataset rows_of(double unit) {
    std::vector<std::optional<StateId>> y{StateId{0u}, StateId{0u}, StateId{1u}, StateId{1u}};
    return Dataset({continuous_column("x", {unit, 2 * unit, 5 * unit, 6 * unit}),
                    discrete_column(Variable("y", {"a", "b"}), y)});
}

Fit options(const char* continuous) {
    return {.continuous = parse_continuous(continuous)};
}

}  // namespace

TEST_CASE("Fit: values whose variance no double holds are refused for what they are") {
    for (const char* continuous : {"gaussian", "gaussian:smooth=1e-9,floor=0", "kde", "kde:cv"}) {
        CHECK_THROWS_WITH(fit(rows_of(1e200), "y", options(continuous)),
                          Catch::StartsWith("the values of 'x' are too large for their variance, "
                                            "which would be beyond 1.8e308"));
        CHECK_THROWS_WITH(fit(rows_of(1e-200), "y", options(continuous)),
                          Catch::StartsWith("the values of 'x' are too small for their variance, "
                                            "which would be below 2.2e-308"));
    }
    CHECK_NOTHROW(fit(rows_of(1e200), "y", options("mdlp")));
    CHECK_NOTHROW(fit(rows_of(1e200), "y", options("kde:h=1e100")));
}

TEST_CASE("Fit: within 1e-150 and 1e150 the unit does not matter") {
    for (const double unit : {1e-150, 1e-100, 1.0, 1e100, 1e150}) {
        for (const char* continuous : {"gaussian:mle", "kde:mle", "gaussian"}) {
            const double sure = std::string_view(continuous).ends_with("mle") ? 0.99 : 0.93;
            const Classifier classifier = fit(rows_of(unit), "y", options(continuous));
            const Dataset one({continuous_column("x", {2 * unit, 3.5 * unit, 5 * unit})});
            const Predictions predictions = predict(classifier, one);
            CHECK(predictions.probability(0)[0] > sure);
            CHECK_THAT(predictions.probability(1)[0], Catch::Matchers::WithinAbs(0.5, 1e-12));
            CHECK(predictions.probability(2)[1] > sure);
        }
    }
}

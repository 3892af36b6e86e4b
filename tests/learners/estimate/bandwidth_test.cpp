#include <learners/estimate/bandwidth.hpp>

#include <io/data_file.hpp>
#include <learners/validate/cross_validation.hpp>
#include <pgm/classify/measure/evaluation.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>

using namespace pgm;
using namespace pgm::learners;
using Catch::Matchers::WithinRel;

namespace {

using Kernel = KernelDensityCpd::Kernel;

std::vector<WeightedPoint> points(std::initializer_list<std::pair<double, std::uint64_t>> values) {
    std::vector<WeightedPoint> list;
    for (const auto& [value, count] : values) list.push_back({value, WeightSum::of_count(count)});
    return list;
}

}  // namespace

TEST_CASE("Bandwidth: repeated values are left out together", "[bandwidth]") {
    // All that is left is the other value, at distance d: exp(-d^2 / 2 h^2) / h is largest at h =
    // d.
    CHECK_THAT(cross_validated_bandwidth(points({{0, 5}, {1, 5}}), Kernel::gaussian, 0.8),
               WithinRel(1.0, 1e-3));
    CHECK_THAT(cross_validated_bandwidth(points({{2, 1}, {5, 40}}), Kernel::gaussian, 1.5),
               WithinRel(3.0, 1e-3));
    // A flat kernel's likelihood is 0 short of the distance and falls beyond.
    CHECK_THAT(cross_validated_bandwidth(points({{0, 3}, {1, 3}}), Kernel::tophat, 0.8),
               WithinRel(1.0, 1e-3));
}

TEST_CASE("Bandwidth: a value computed in two ways is one value", "[bandwidth]") {
    const double once = cross_validated_bandwidth(points({{0.1, 1}, {0.3, 2}, {0.4, 1}, {0.9, 1}}),
                                                  Kernel::gaussian, 0.2);
    const double twice = cross_validated_bandwidth(
        points({{0.1, 1}, {0.3, 1}, {0.1 + 0.2, 1}, {0.4, 1}, {0.9, 1}}), Kernel::gaussian, 0.2);
    CHECK_THAT(twice, WithinRel(once, 1e-3));
}

TEST_CASE("Bandwidth: cross-validated kernels stay calibrated on columns measured to one decimal",
          "[bandwidth]") {
    const auto path = pgm::tests::reference_file("datasets/iris.csv");
    if (!path) {
        WARN("SKIPPED: PGM_REFERENCE_DATA has no iris.csv");
        return;
    }
    const Dataset iris = io::read_data(*path);
    std::vector<Estimator> choices;
    for (const char* words : {"kde", "kde:cv"})
        choices.push_back(Fit{.continuous = parse_continuous(words)});
    const Validation validation =
        validate(iris, "class", choices, stratified_folds(iris.column("class"), 10, 1, 1));
    const double plain = summary_of(validation.structures[0]).evaluation.log_loss.mean;
    const double chosen = summary_of(validation.structures[1]).evaluation.log_loss.mean;
    CHECK(plain < 0.2);
    CHECK(chosen < 1.5 * plain);
}

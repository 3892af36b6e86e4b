#include <learners/fit/fit.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

using namespace pgm;
using namespace pgm::tests;

namespace {

/// What an expert believes, with the arc from a to y and the states of y the other way round:
/// P'(a=0) = 3/8, P'(y=0 | a=0) = 1/3, P'(y=0 | a=1) = 1/5. Hence
///
///     P'(y, a)    a=0    a=1
///     y=0         1/8    1/8
///     y=1         1/4    1/2
BayesianNetwork belief() {
    NetworkBuilder net = NetworkBuilder::parse("a{0|1} -> y{1|0}");
    net.cpt("a").values({3.0 / 8, 5.0 / 8});
    net.cpt("y").values({"a"}, {2.0 / 3, 1.0 / 3, 4.0 / 5, 1.0 / 5});
    return net.build();
}

Classifier fitted(const Dataset& data, double sample_size, const std::string& structure = "nb") {
    learners::Fit options;
    options.structure = structure;
    options.smoothing = learners::PriorNetwork{sample_size};
    options.prior = belief();
    return learners::fit(data, "y", options);
}

}  // namespace

TEST_CASE("Tables with a prior network's rows, worked out by hand", "[learners]") {
    // Four rows and 24 pseudo-counts ones. y: 2 + 6, 2 + 18 of 28. a given y=0: 2 + 3, 0 + 3 of 8;
    // given y=1: 1 + 6, 1 + 12 of 20
    const Classifier classifier = fitted(digits("ya", {"00", "00", "10", "11"}), 24);
    CHECK_THAT(table_row(classifier, "y"), Catch::Matchers::Approx<double>({8.0 / 28, 20.0 / 28}));
    CHECK_THAT(table_row(classifier, "a", 0), Catch::Matchers::Approx<double>({5.0 / 8, 3.0 / 8}));
    CHECK_THAT(table_row(classifier, "a", 1),
               Catch::Matchers::Approx<double>({7.0 / 20, 13.0 / 20}));
    // a=0:  8/28 5/8 : 20/28 7/20
    CHECK_THAT(posterior_of(classifier, digits("a", {"0"})),
               Catch::Matchers::Approx<double>({5.0 / 12, 7.0 / 12}));
}

TEST_CASE("A class without rows has what the prior network says of it", "[learners]") {
    const Classifier classifier = fitted(digits("ya", {"00", "00"}), 8);
    CHECK_THAT(table_row(classifier, "y"),
               Catch::Matchers::Approx<double>({4.0 / 10, 6.0 / 10}));  // 2 + 2, 0 + 6
    CHECK_THAT(table_row(classifier, "a", 1), Catch::Matchers::Approx<double>({1.0 / 3, 2.0 / 3}));
}

TEST_CASE("The pseudo-counts follow the arcs of the structure, not those of the prior network",
          "[learners]") {
    // y given a, with the arc the other way: a: 3 + 9, 1 + 15 of 28; y given a=0: 2 + 3, 1 + 6 of
    // 12; given a=1: 0 + 3, 1 + 12 of 16
    const Classifier classifier = fitted(digits("ya", {"00", "00", "10", "11"}), 24, "a -> y");
    CHECK_THAT(table_row(classifier, "a"), Catch::Matchers::Approx<double>({12.0 / 28, 16.0 / 28}));
    CHECK_THAT(table_row(classifier, "y", 0),
               Catch::Matchers::Approx<double>({5.0 / 12, 7.0 / 12}));
    CHECK_THAT(table_row(classifier, "y", 1),
               Catch::Matchers::Approx<double>({3.0 / 16, 13.0 / 16}));
}

TEST_CASE("A prior network that does not know the data's variables is refused", "[learners]") {
    const auto counts = [](const Variable& second) {
        const std::vector<std::string_view> cells(2, second.states()[0]);
        return fitted(
            Dataset({digits("y", {"0", "1"}).columns()[0], discrete_column(second, cells)}), 1);
    };
    CHECK_THROWS_WITH(counts(Variable("A", {"0", "1"})),
                      "the prior network has no variable 'A' (did you mean 'a'?)");
    CHECK_THROWS_WITH(counts(Variable("a", {"0", "2"})),
                      "the prior network has other states of 'a' than the data");
    CHECK_THROWS_WITH(counts(Variable("a", {"0", "1", "2"})),
                      "the prior network has other states of 'a' than the data");
}

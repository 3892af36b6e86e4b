#include <pgm/classify/measure/bayes_error.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using Catch::Matchers::WithinAbs;

namespace {

/// Y -> A, Y -> B, B -> C
InferenceEngine engine() {
    NetworkBuilder net = NetworkBuilder::parse("Y{no|yes} -> A{0|1}; Y -> B{0|1} -> C{0|1}");
    net.cpt("Y").values({0.6, 0.4});
    net.cpt("A").row("Y=no", {0.8, 0.2}).row("Y=yes", {0.3, 0.7});
    net.cpt("B").row("Y=no", {0.9, 0.1}).row("Y=yes", {0.5, 0.5});
    net.cpt("C").row("B=0", {0.75, 0.25}).row("B=1", {0.25, 0.75});
    return InferenceEngine(net.build());
}

std::vector<VariableId> ids(const InferenceEngine& engine,
                            std::initializer_list<const char*> names) {
    std::vector<VariableId> result;
    for (const char* name : names) result.push_back(engine.network().id(name));
    return result;
}

}  // namespace

TEST_CASE("Without features the Bayes error is the probability of the less frequent class") {
    const InferenceEngine net = engine();
    const BayesRisk risk = bayes_error(net, net.network().id("Y"), {});
    CHECK_THAT(risk.risk, WithinAbs(0.4, 1e-15));
    CHECK(risk.configurations == 1);
}

TEST_CASE("The Bayes error sums the smaller joint probability over all configurations") {
    const InferenceEngine net = engine();
    const VariableId y = net.network().id("Y");
    // One feature: P(no, A=0) = .48, P(yes, A=0) = .12; P(no, A=1) = .12, P(yes, A=1) = .28.
    CHECK_THAT(bayes_error(net, y, ids(net, {"A"})).risk, WithinAbs(0.12 + 0.12, 1e-15));
    // Two: (0,0) .432/.06, (0,1) .048/.06, (1,0) .108/.14, (1,1) .012/.14.
    CHECK_THAT(bayes_error(net, y, ids(net, {"A", "B"})).risk,
               WithinAbs(0.06 + 0.048 + 0.108 + 0.012, 1e-15));
    // C without B: P(C=0 | no) = .7, P(C=0 | yes) = .5; .42/.2 and .18/.2.
    CHECK_THAT(bayes_error(net, y, ids(net, {"C"})).risk, WithinAbs(0.2 + 0.18, 1e-15));
}

TEST_CASE("Features that the others separate from the class are not enumerated") {
    const InferenceEngine net = engine();
    const VariableId y = net.network().id("Y");
    const BayesRisk all = bayes_error(net, y, ids(net, {"C", "A", "B"}));
    CHECK(all.features == ids(net, {"A", "B"}));
    CHECK(all.configurations == 4);
    CHECK(all.risk == bayes_error(net, y, ids(net, {"A", "B"})).risk);
}

TEST_CASE("The Bayes risk takes the cheapest action in every configuration") {
    const InferenceEngine net = engine();
    const LossMatrix loss{.actions = {"no", "yes", "ask"},
                          .classes = {"no", "yes"},
                          .loss = Eigen::MatrixXd{{0, 10}, {1, 0}, {0.3, 0.3}}};
    // A=0: no 1.2, yes .48, ask .18; A=1: no 2.8, yes .12, ask .12.
    CHECK_THAT(bayes_risk(net, net.network().id("Y"), ids(net, {"A"}), loss).risk,
               WithinAbs(0.18 + 0.12, 1e-15));
    CHECK_THROWS_WITH(bayes_risk(net, net.network().id("A"), ids(net, {"B"}), loss),
                      "the columns of the loss matrix are not the states of 'A' in their order "
                      "(with_class_order() sorts them)");
}

TEST_CASE("Too many configurations are refused before anything is computed") {
    const InferenceEngine net = engine();
    CHECK_THROWS_AS(bayes_error(net, net.network().id("Y"), ids(net, {"A", "B"}), 7),
                    TooLargeError);
    CHECK_NOTHROW(bayes_error(net, net.network().id("Y"), ids(net, {"A", "B"}), 8));
    CHECK_THROWS_WITH(bayes_error(net, net.network().id("Y"), ids(net, {"A", "A"})),
                      "'A' occurs twice among the class and the features");
}

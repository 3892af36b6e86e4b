#include <pgm/compile/classifier_source.hpp>

#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/compiled_c.hpp>

#include <cmath>
#include <limits>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double untouched = -7;

/// A classifier with its program.
template <class Real = double>
class PrintedClassifier {
public:
    explicit PrintedClassifier(Classifier classifier, std::optional<LossMatrix> loss = {})
        : classifier_(std::move(classifier)),
          loss_(std::move(loss)),
          program_(classifier_source(classifier_, options(), loss_), "net") {}

    int classify(const std::vector<double>& features) {
        const std::vector<Real> row(features.begin(), features.end());
        posterior.assign(classifier_.class_variable().cardinality(), Real(untouched));
        return program_.template function<int(const Real*, Real*)>("net_classify")(
            row.data(), posterior.data());
    }

    /// Compares the answer with the prediction for a table of that row. States are their numbers.
    void check(const std::vector<double>& features, double error = 1e-12) {
        std::vector<Column> columns;
        for (std::size_t i = 0; i < features.size(); ++i) {
            const Variable& feature = classifier_.features()[i];
            columns.push_back({feature, RealCells{features[i]}});
            if (!feature.is_discrete()) continue;
            columns.back().cells = missing_codes(feature.cardinality(), 1);
            if (!std::isnan(features[i]))
                std::get<CellList<std::uint8_t>>(columns.back().cells) = {
                    static_cast<std::uint8_t>(features[i])};
        }
        const Predictions expected = predict(classifier_, Dataset(std::move(columns)));
        const auto decision = loss_ ? decide(expected, *loss_).front() : decide(expected).front();
        CHECK(classify(features) == (decision.action ? static_cast<int>(*decision.action) : -1));
        for (std::size_t k = 0; k < posterior.size(); ++k)
            CHECK_THAT(double{posterior[k]},
                       WithinAbs(decision.action ? expected.probability(0)[k] : untouched, error));
    }

    const CompiledC& program() const { return program_; }

    std::vector<Real> posterior;

private:
    static CSourceOptions options() {
        CSourceOptions options;
        options.name = "net";
        options.origin = "*/ a";
        options.single_precision = sizeof(Real) < sizeof(double);
        return options;
    }

    Classifier classifier_;
    std::optional<LossMatrix> loss_;
    CompiledC program_;
};

NetworkClassifierParts parts_of(BayesianNetwork network) {
    std::vector<Variable> schema(network.variables().begin(), network.variables().end());
    return {.model = std::move(network), .schema = std::move(schema)};
}

NetworkClassifier classifier_of(std::string_view text) {
    return NetworkClassifier(parts_of(NetworkBuilder::parse(text).build()));
}

/// States and numbers, some that depend on each other, of several discrete variables.
constexpr std::string_view mixed = R"(
    C{a|b|c} -> D{n|y} -> x{real}; C -> x; C -> E{p|q|r}; C -> y{real}; x -> y; y -> z{real};
    E -> w{real}; C: 0.2 0.3 0.5
    D | C=a: 0 1
    D: 0.25 0.75
    E | C=b: 0.5 0.5 0
    E: 0.125 0.375 0.5
    x | C=a, D=n: normal(1, sd 2)
    x | C=b, D=n: normal(-1, sd 0.5)
    x | C=c, D=n: normal(3, sd 1)
    x: normal(0, sd 3)
    y | C=a: normal(2 - 0.5 x, sd 1)
    y: normal(0.25 + 2 x, sd 0.125)
    z: normal(1 + 3 y, sd 4)
    w | E=p: normal(0, sd 1)
    w: normal(2, var 3))";

}  // namespace

TEST_CASE("a program classifies as predict() does, whatever is known", "[compile][classify]") {
    if (!has_c_compiler()) return;
    PrintedClassifier printed(classifier_of(mixed));
    PrintedClassifier<float> single(classifier_of(mixed));
    Rng rng(3);
    for (int i = 0; i < 200; ++i) {
        // In the order of the network: D, x, E, y, z, w.
        std::vector<double> row;
        for (const double states : {2, 0, 3, 0, 0, 0})
            row.push_back(states > 0 ? std::floor(states * rng.uniform()) : 6 * rng.uniform() - 3);
        for (double& cell : row)
            if (rng.uniform() < 0.3) cell = unknown;
        printed.check(row);
        single.check(row, 1e-4);
    }
    printed.check({unknown, unknown, unknown, unknown, unknown, unknown});
}

TEST_CASE("no states, infinite numbers and impossible features are -1", "[compile][classify]") {
    if (!has_c_compiler()) return;
    PrintedClassifier printed(classifier_of(mixed));
    for (const double no_state : {-1.0, 0.5, 2.0, std::numeric_limits<double>::infinity()}) {
        CHECK(printed.classify({no_state, 0, 0, 0, 0, 0}) == -1);
        CHECK(printed.posterior.front() == untouched);
    }
    CHECK(printed.classify({0, std::numeric_limits<double>::infinity(), 0, 0, 0, 0}) == -1);

    PrintedClassifier never(classifier_of("C{a|b} -> D{n|y|never}; C: 0.5 0.5; D: 0.5 0.5 0"));
    CHECK(never.classify({2}) == -1);
    CHECK(never.classify({1}) == 0);  // a tie, for the first
    CHECK(never.posterior == std::vector<double>{0.5, 0.5});
}

TEST_CASE("a density far away from all numbers still decides", "[compile][classify]") {
    if (!has_c_compiler()) return;
    PrintedClassifier printed(
        classifier_of("C{a|b} -> x{real}; C: 0.5 0.5; x | C=a: normal(0, sd 1); x | C=b: "
                      "normal(1, sd 1)"));
    // P(a | x) / P(b | x) = exp(((x - 1)^2 - x^2) / 2) = exp(1/2 - x)
    CHECK(printed.classify({1e6}) == 1);
    CHECK(printed.classify({-1e6}) == 0);
    CHECK(printed.classify({0.25}) == 0);
    CHECK_THAT(printed.posterior[0], WithinAbs(1 / (1 + std::exp(-0.25)), 1e-15));
}

TEST_CASE("numbers are cut and missing ones replaced as in predictions", "[compile][classify]") {
    if (!has_c_compiler()) return;
    NetworkClassifierParts parts = parts_of(
        NetworkBuilder::parse("C{a|b} -> x{'<1'|'[1,2.5)'|'>=2.5'}; C -> y{'10'|'20'}; C -> "
                              "z{u|v|'?'}; C: 0.25 0.75; x | C=a: 0.5 0.25 0.25; x | C=b: 0.125 "
                              "0.25 0.625; y | C=a: 0.25 0.75; y | C=b: 0.5 0.5; z | C=a: 0.5 "
                              "0.25 0.25; z | C=b: 0.125 0.125 0.75")
            .build());
    parts.schema[1] = Variable("x");
    parts.schema[3] = Variable("z", {"u", "v"});
    parts.discretisation.add("x", {{1, 2.5}});
    parts.replacements.add("z", MissingState{"?"});
    parts.replacements.add("x", 1.5);
    parts.temperature.value = 2;
    PrintedClassifier printed{NetworkClassifier(parts)};
    const auto odds = [&](double x, double y, double z) {
        REQUIRE(printed.classify({x, y, z}) >= 0);
        return printed.posterior[1] / printed.posterior[0];
    };
    // The square roots of 3 times the ratios of the likelihoods, for the temperature is 2.
    CHECK_THAT(odds(0.5, 10, 0), WithinAbs(std::sqrt(3 * 0.25 * 2 * 0.25), 1e-14));
    CHECK_THAT(odds(1, 20, 1), WithinAbs(std::sqrt(3 * 1 * (2.0 / 3) * 0.5), 1e-14));
    CHECK_THAT(odds(2.5, unknown, unknown), WithinAbs(std::sqrt(3 * 2.5 * 3), 1e-14));
    CHECK_THAT(odds(unknown, 10, 0), WithinAbs(std::sqrt(3 * 1 * 2 * 0.25), 1e-14));
    CHECK(printed.classify({1, 15, 0}) == -1);
    CHECK(printed.classify({1, 1, 0}) == -1);
}

TEST_CASE("an action of least expected loss", "[compile][classify]") {
    if (!has_c_compiler()) return;
    LossMatrix loss = with_reject(zero_one_loss({"c", "b", "a"}), 0.3);
    loss.loss(0, 2) = 20;
    PrintedClassifier printed(classifier_of(mixed), with_class_order(loss, {"a", "b", "c"}));
    for (double x = -3; x < 3; x += 0.25) printed.check({1, x, unknown, 2 * x, unknown, 1});
    CHECK_THROWS_AS(classifier_source(classifier_of(mixed), {}, zero_one_loss({"a", "b"})),
                    ArgumentError);
}

TEST_CASE("kernel densities", "[compile][classify]") {
    if (!has_c_compiler()) return;
    using Kernel = KernelDensityCpd::Kernel;
    for (const Kernel kernel : {Kernel::gaussian, Kernel::tophat}) {
        NetworkBuilder net;
        const VariableId c = net.add_variable(Variable("C", {"a", "b"})),
                         x = net.add_variable(Variable("x"));
        net.cpt("C").values({0.5, 0.5});
        net.set_cpd(KernelDensityCpd(x, Scope({c}, {2}), kernel,
                                     {{{0, 1, 1, 4}, {}, 0.5}, {{2, 3}, {1, 3}, 0.75}}));
        PrintedClassifier printed{NetworkClassifier(parts_of(net.build()))};
        for (const double at : {-500.0, 0.0, 0.5, 1.25, 1.375, 2.5, 3.6, 3.75, 80.0, unknown})
            printed.check({at});
    }
}

TEST_CASE("mixtures leave out members, ensembles average", "[compile][classify]") {
    if (!has_c_compiler()) return;
    const auto network = [](const std::string& arcs, const std::string& d) {
        return NetworkBuilder::parse("C{a|b} -> D{n|y|m}; C -> E{p|q}; " + arcs +
                                     "; C: 0.375 0.625; D | C=a: 0.5 0.25 0.25; D | C=b: " + d +
                                     "; E: 0.875 0.125")
            .build();
    };
    std::vector<WeightedNetwork> members{{network("C -> D", "0.125 0.375 0.5"), 0.5},
                                         {network("D -> E", "0.25 0.25 0.5"), 0.5}};
    members[0].super_parent = SuperParent{{"D"}, {3}, {3, 0, 0}, 1};
    members[1].super_parent = SuperParent{{"D", "E"}, {3, 2}, {1, 0, 2, 0, 0, 0}, 1};
    NetworkClassifierParts mixture = parts_of(members[0].network);
    NetworkClassifierParts alone = mixture;
    mixture.model = Model(members);
    alone.temperature.value = 3;
    const Ensemble ensemble({{NetworkClassifier(mixture), 0.25}, {NetworkClassifier(alone), 0.75}});
    PrintedClassifier mixed_members{NetworkClassifier(mixture)};
    PrintedClassifier pooled{ensemble};
    for (const double d : {0.0, 1.0, 2.0, unknown}) {
        for (const double e : {0.0, 1.0, unknown}) {
            mixed_members.check({d, e});
            pooled.check({d, e});
        }
    }
}

TEST_CASE("hostile names stay inside comments and strings", "[compile][classify]") {
    if (!has_c_compiler()) return;
    NetworkBuilder net;
    net.variable("*/ \"class\\", {"?\?/", "/*"});
    net.variable("int", {"*/", "\"", "%s"});
    net.variable("x y", {"<1", ">=1"});
    net.arc("*/ \"class\\", "int");
    net.cpt("*/ \"class\\").values({0.5, 0.5});
    net.cpt("int").values({0.5, 0.25, 0.25, 0.25, 0.25, 0.5});
    net.cpt("x y").values({0.5, 0.5});
    PrintedClassifier printed{NetworkClassifier(parts_of(net.build()))};
    CHECK(printed.classify({2, 7}) == 1);
    CHECK(printed.program().complaints_of({"g++", "-x", "c++", "-std=c++17"}).empty());
    CHECK(printed.program().data<const char*>("net_class")[0] == std::string("?\?/"));
}

TEST_CASE("what has no finite form is refused by name", "[compile][classify]") {
    CHECK_THROWS_WITH(
        classifier_source(classifier_of("C{a|b} -> x{real}; C: 0.5 0.5; x: normal(1, var 0)")),
        Catch::Contains("'x' has a variance of 0"));
    CHECK_THROWS_WITH(
        classifier_source(classifier_of("C{a|b} -> D{n|y}; x{real} -> D; C: 0.5 0.5; x: normal(1, "
                                        "var 1); D: threshold(x, at 1, sd 1)")),
        Catch::Contains("'D' depends on numbers"));
    CSourceOptions options;
    options.name = "1x";
    CHECK_THROWS_AS(classifier_source(classifier_of(mixed), options), ArgumentError);
}

#include <pgm/core/error.hpp>
#include <pgm/model/model.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_mixture.hpp>

#include <array>
#include <cmath>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("The arcs of a mixture are those of all members, each once, cycles among them") {
    const Classifier classifier = small_mixture();
    const VariableId a(0), b(1);
    CHECK(graphs_of(classifier.model().members()).arcs == std::vector<Arc>{{a, b}, {b, a}});
    CHECK(graphs_of(classifier.model().members().first(1)).arcs == std::vector<Arc>{{a, b}});
    CHECK_THROWS_WITH(graphs_of({}), "a mixture of no network");
}

TEST_CASE("The graphs of networks that leave out variables are over all of them") {
    NetworkBuilder fewer = NetworkBuilder::parse("C{0|1} -> A{0|1}"),
                   more = NetworkBuilder::parse("C{0|1} -> B{0|1|2} -> A{0|1}");
    for (NetworkBuilder* const net : {&fewer, &more}) {
        net->cpt("C").values({0.25, 0.75});
        net->cpt("A").otherwise({0.5, 0.5});
    }
    more.cpt("B").otherwise({0.5, 0.25, 0.25});
    const std::vector<WeightedNetwork> members = {{fewer.build()}, {more.build()}};
    const MixtureGraphs graphs = graphs_of(members);
    CHECK(graphs.variables.size() == 3);
    const VariableId c(0), a(1), b(2);
    CHECK(graphs.variables[b.index()].name() == "B");
    CHECK(graphs.dags.front().arcs() == std::vector<Arc>{{c, a}});
    CHECK(graphs.dags.front().size() == 3);
    CHECK(graphs.arcs == std::vector<Arc>{{c, a}, {c, b}, {b, a}});
    CHECK_FALSE(have_same_variables(members));
}

TEST_CASE("Samples of a mixture have the frequencies of its joint distribution") {
    const Classifier classifier = small_mixture();
    const ModelSampler sampler(classifier.model());
    Rng rng(11);
    constexpr int rows = 100'000;
    std::array<int, 8> counts{};
    std::array<StateId, 3> row;
    for (int i = 0; i < rows; ++i) {
        sampler.sample(rng, row, {});
        ++counts[row[0].index() * 4 + row[1].index() * 2 + row[2].index()];
    }
    const std::array<double, 8> joint = {0.4825,  0.0625,  0.06,    0,
                                         0.18625, 0.00625, 0.14625, 0.05625};
    for (std::size_t cell = 0; cell < joint.size(); ++cell) {
        const double expected = rows * joint[cell];
        INFO(cell);
        CHECK(std::abs(counts[cell] - expected) <= 5 * std::sqrt(expected * (1 - joint[cell])));
    }
}

TEST_CASE("Samples of one network are those of its ForwardSampler, to the bit") {
    const Classifier classifier = small_mixture();
    const Model one(classifier.model().network());
    const ModelSampler sampler(one);
    const ForwardSampler direct(one.network());
    Rng rng(5), same(5);
    std::array<StateId, 3> row, expected;
    for (int i = 0; i < 1000; ++i) {
        sampler.sample(rng, row, {});
        direct.sample(same, expected);
        REQUIRE(row == expected);
    }
}

TEST_CASE("Networks of a model have the same variables") {
    std::vector<WeightedNetwork> members = all_networks(small_mixture());
    members.push_back({BayesianNetwork()});
    CHECK_FALSE(have_same_variables(members));
    CHECK_THROWS_WITH(
        Model(members),
        Catch::StartsWith("the networks of the mixture do not have the same variables"));
    CHECK_THROWS_WITH(Model(std::vector<WeightedNetwork>()), "a mixture of no network");
}

TEST_CASE("Weights of a model are positive and sum to 1") {
    std::vector<WeightedNetwork> members = all_networks(small_mixture());
    members.front().weight = 0.5;
    CHECK_THROWS_WITH(Model(members), "the weights of the networks do not sum to 1");
    members.front().weight = -0.25;
    CHECK_THROWS_WITH(Model(members), "the weight of a network is not above 0");
}

TEST_CASE("A super-parent of a model fits its network") {
    const auto with = [](SuperParent super_parent) {
        std::vector<WeightedNetwork> members = all_networks(small_mixture());
        members.front().super_parent = std::move(super_parent);
        return Model(std::move(members));
    };
    CHECK_NOTHROW(with({{"B"}, {2}, {1, 0}, 1}));
    CHECK_THROWS_WITH(with({{}, {}, {}, 1}), "the super-parent of a network has no feature");
    CHECK_THROWS_WITH(with({{"D"}, {2}, {1, 0}, 1}), "a network is without its super-parent 'D'");
    CHECK_THROWS_WITH(with({{"B", "B"}, {2, 2}, {1, 0, 1, 1}, 1}),
                      "a network has the super-parent 'B' twice");
    CHECK_THROWS_WITH(with({{"B"}, {2}, {1, 0, 1}, 1}),
                      Catch::EndsWith("has not one weight per combination of states"));
    CHECK_THROWS_WITH(with({{"B"}, {2}, {1, -1}, 1}),
                      Catch::EndsWith("has a weight that is negative or no number"));
}

TEST_CASE("Copies of a model share their networks, and equal models are equal") {
    const Model model = small_mixture().model(), copy = model, other = small_mixture().model();
    CHECK(copy.members().data() == model.members().data());
    CHECK(other == model);
    CHECK_FALSE(Model(model.network()) == model);
    CHECK(model.is_mixture());
    CHECK_FALSE(Model(model.network()).is_mixture());
}

#include <pgm/causal/counterfactual.hpp>

#include <pgm/core/error.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/random_network.hpp>
#include <pgm/query/answer.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/reference_data.hpp>

#include <algorithm>
#include <string>

using namespace pgm;
using namespace pgm::tests;

namespace {

double would_be(const InferenceEngine& engine, const std::string& text) {
    const CounterfactualQuery question = counterfactual_query(engine, text);
    CHECK(question.query.text == text);
    return answer(*question.solver, question.query).probability();
}

/// A random network whose roots are random and whose other variables are functions.
BayesianNetwork random_mechanisms(std::uint64_t seed) {
    RandomNetworkOptions options;
    options.variables = 6;
    options.cardinalities = {2, 3};
    options.deterministic_fraction = 1;
    const BayesianNetwork network = random_network(options, seed);
    NetworkBuilder builder(network);
    Rng rng(seed);
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId variable(v);
        if (network.dag().in_degree(variable) > 0) continue;
        const std::size_t states = network.cardinality(variable);
        std::vector<double> row;
        for (std::size_t i = 0; i < states; ++i) row.push_back(0.1 + rng.uniform());
        double sum = 0;
        for (const double weight : row) sum += weight;
        for (double& weight : row) weight /= sum;
        builder.set_cpd(TableCpd(Scope({variable}, {states}), row));
    }
    return builder.build();
}

/// The states of all variables in the world where the roots have these states and `set` holds.
std::vector<StateId> world_of(const BayesianNetwork& network, const std::vector<StateId>& roots,
                              const Evidence& set) {
    std::vector<StateId> states = roots;
    for (const VariableId variable : topological_order(network.dag())) {
        if (const Finding* const finding = set.find(variable)) {
            states[variable.index()] = *state_of(*finding);
        } else if (network.dag().in_degree(variable) > 0) {
            const Table table = tabulated(network, variable).table();
            std::vector<StateId> family;
            for (const VariableId member : table.scope().variables())
                family.push_back(states[member.index()]);
            for (family.back() = StateId(0); table.at(family) == 0;)
                family.back() = StateId(family.back().index() + 1);
            states[variable.index()] = family.back();
        }
    }
    return states;
}

}  // namespace

TEST_CASE("The firing squad (Pearl 2009, section 7.1.2)") {
    const auto reference = reference_json("next/causal/firing_squad.json");
    if (!reference) {
        WARN("SKIPPED: firing_squad");
        return;
    }
    const InferenceEngine engine(reference_network("next/causal/firing_squad.bif"));
    const auto findings = [](const nlohmann::json& states) {
        std::string text;
        for (const auto& [name, state] : states.items())
            text += (text.empty() ? "" : ", ") + name + "=" + state.get<std::string>();
        return text;
    };
    for (const auto& one : reference->at("counterfactuals")) {
        const std::string text = "P(Death[do(" + findings(one.at("do")) + ")]=yes | " +
                                 findings(one.at("evidence")) + ")";
        INFO(text);
        CHECK(would_be(engine, text) ==
              Approx(one.at("P(Death=yes)").get<double>()).epsilon(1e-12));
    }
    // An intervention alone has no memory: P(U=yes) = 0.7.
    CHECK(would_be(engine, "P(Death[do(A=no)]=yes | U=no or U=yes)") == Approx(0.7));
    CHECK(would_be(engine, "P(Death[do(A=no)]=yes and Death[do(A=yes)]=yes)") == Approx(0.7));
    CHECK(would_be(engine, "P(Captain[do(A=no)]=yes | A=yes)") ==
          Approx(would_be(engine, "P(Captain=yes | A[do(B=no)]=yes)")));
    CHECK(would_be(engine, "P('Death'[do(A=no, B=no)]=yes | Death=yes)") == 0);
}

TEST_CASE("Counterfactuals are abduction, action and prediction over all states of the roots") {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const BayesianNetwork network = random_mechanisms(seed);
        Rng rng(seed);
        const auto draw = [&] { return VariableId(rng.below(network.size())); };
        const VariableId x = draw(), y = draw(), seen = draw();
        const StateId set(rng.below(network.cardinality(x)));
        Evidence doing;
        doing.intervene(x, set);

        const Scope all = [&] {
            std::vector<VariableId> ids;
            std::vector<std::size_t> states;
            for (std::size_t v = 0; v < network.size(); ++v) {
                ids.emplace_back(v);
                const bool root = network.dag().in_degree(VariableId(v)) == 0;
                states.push_back(root ? network.cardinality(VariableId(v)) : 1);
            }
            return Scope(ids, states);
        }();
        // P(y in the other world, state of `seen` in this one)
        std::vector<std::vector<double>> joint(network.cardinality(seen),
                                               std::vector<double>(network.cardinality(y)));
        for (std::size_t cell = 0; cell < all.cells(); ++cell) {
            const std::vector<StateId> roots = all.states(cell);
            double weight = 1;
            for (std::size_t v = 0; v < network.size(); ++v)
                if (network.dag().in_degree(VariableId(v)) == 0)
                    weight *= tabulated(network, VariableId(v)).table()[roots[v].index()];
            const StateId fact = world_of(network, roots, {})[seen.index()];
            joint[fact.index()][world_of(network, roots, doing)[y.index()].index()] += weight;
        }
        const InferenceEngine engine(network);
        for (std::size_t fact = 0; fact < joint.size(); ++fact) {
            double evidence = 0;
            for (const double p : joint[fact]) evidence += p;
            if (evidence == 0) continue;
            for (std::size_t state = 0; state < joint[fact].size(); ++state) {
                const std::string text =
                    "P(X" + std::to_string(y.index()) + "[do(X" + std::to_string(x.index()) + "=s" +
                    std::to_string(set.index()) + ")]=s" + std::to_string(state) + " | X" +
                    std::to_string(seen.index()) + "=s" + std::to_string(fact) + ")";
                INFO(seed << ": " << text);
                CHECK(would_be(engine, text) ==
                      Approx(joint[fact][state] / evidence).margin(1e-12));
            }
        }
    }
}

TEST_CASE("A mechanism that is no function is refused where it is needed, and only there") {
    const BayesianNetwork network =
        NetworkBuilder::parse(
            "U -> X -> Y -> Z; Y -> W; U: 0.5 0.5; X | U=0: 0.9 0.1; X | U=1: 0.2 0.8;"
            "Y | X=0: 1 0; Y | X=1: 0 1; Z | Y=0: 0.7 0.3; Z | Y=1: 0.4 0.6; W | Y=0: 0 1;"
            "W | Y=1: 1 0")
            .build();
    const InferenceEngine engine(network);
    CHECK(would_be(engine, "P(W[do(X=0)]=1 | X=1)") == 1);
    CHECK(would_be(engine, "P(Z[do(Z=0)]=0 | Z=1)") == 1);
    CHECK_THROWS_WITH(counterfactual_query(engine, "P(Z[do(X=0)] | X=1)"),
                      Catch::Contains("what 'Z' would have been does not follow"));
    CHECK_THROWS_AS(counterfactual_query(engine, "P(V[do(X=0)]=1)"), ArgumentError);
    CHECK_THROWS_AS(counterfactual_query(engine, "P(W[do(X=7)]=1)"), EvidenceError);
    CHECK_THROWS_AS(counterfactual_query(engine, "P(W[do(X=0)]=8 | X=1)"), Error);
    CHECK_THROWS_AS(counterfactual_query(engine, "P(W[do(X=0)=1)"), Error);
    CHECK_THROWS_AS(counterfactual_query(engine, "P(W[do(]=1)"), Error);
}

TEST_CASE("Continuous variables are refused in other worlds") {
    const InferenceEngine engine(
        NetworkBuilder::parse("X -> h{real}; X: 0.5 0.5; h | X=0: normal(0, sd 1); h | X=1: "
                              "normal(1, sd 1)")
            .build());
    CHECK_THROWS_WITH(counterfactual_query(engine, "E(h[do(X=1)] | X=0)"),
                      Catch::Contains("continuous"));
    CHECK_THROWS_WITH(counterfactual_query(engine, "E(h[do(h=1)] | X=0)"),
                      Catch::Contains("continuous"));
}

TEST_CASE("A twin network shares what does not differ") {
    const BayesianNetwork network = NetworkBuilder::parse(
                                        "U -> X -> Y <- U; U: 0.5 0.5; X | U=0: 1 0; X | U=1: 0 1;"
                                        "Y | X=0, U=0: 1 0; Y | X=0, U=1: 0 1; Y | X=1, U=0: 0 1;"
                                        "Y | X=1, U=1: 1 0")
                                        .build();
    Evidence set;
    set.intervene(network, "X", "0");
    const BayesianNetwork twin = twin_network(network, {{set, {network.id("Y")}}});
    CHECK(twin.size() == 5);
    const VariableId copy = twin.id("Y[do(X=0)]");
    CHECK(twin.dag().has_arc(twin.id("U"), copy));
    CHECK(twin.dag().has_arc(twin.id("X[do(X=0)]"), copy));
    CHECK(name_in_world(network, network.id("Y"), set) == "Y[do(X=0)]");
    CHECK(is_counterfactual("P(Y[do(X=0)]=1)"));
    CHECK_FALSE(is_counterfactual("P(Y=1 | do(X=0))"));
}

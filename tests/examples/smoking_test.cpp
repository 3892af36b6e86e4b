#include <examples/networks.hpp>
#include <pgm/causal/effect.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

#include <array>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("Smoking: the numbers that Pearl prints, as decimals", "[examples]") {
    const Expectation expected[] = {
        {"P(Smoking=yes, Tar=no)", 0.025},
        {"P(Smoking=no, Tar=no)", 0.475},
        {"P(Cancer=yes | Smoking=yes, Tar=no)", 0.9},
        {"P(Cancer=yes | Smoking=no, Tar=yes)", 0.05},
        {"P(Cancer=yes | do(Smoking=yes))", 0.4525},
        {"P(Cancer=yes | do(Smoking=no))", 0.4975},
    };
    check_answers(InferenceEngine(examples::smoking_network()), expected);
}

TEST_CASE("Smoking and the napkin: formulas and do() agree", "[examples]") {
    const auto agree = [](const BayesianNetwork& network, const char* cause, const char* effect,
                          const std::vector<const char*>& names, EffectMethod method) {
        std::vector<VariableId> hidden;
        for (const char* name : names) hidden.push_back(network.id(name));
        const InferenceEngine engine(network);
        const EffectAnalysis analysis = analyse_effect(CausalGraph(network.dag(), hidden),
                                                       {network.id(cause), network.id(effect)});
        CHECK(analysis.method == method);
        const PartialTable rows = interventional_distribution(analysis, engine);
        for (const std::size_t state : {0, 1}) {
            const Posterior truth =
                engine.marginals(std::array{network.id(effect)},
                                 Evidence{}.intervene(network.id(cause), StateId(state)));
            CHECK(rows.at(std::array{StateId(state), StateId(1)}).value() ==
                  Approx(truth[0][1]).epsilon(1e-12));
        }
    };
    agree(examples::smoking_network(), "Smoking", "Cancer", {"Genotype"}, EffectMethod::front_door);
    agree(examples::napkin_network(), "X", "Y", {"A", "B"}, EffectMethod::identification);
}

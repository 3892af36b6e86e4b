#include <pgm/inference/solver.hpp>

#include <pgm/core/error.hpp>
#include <pgm/inference/conflict.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>

using namespace pgm;
using Catch::Matchers::WithinAbs;

namespace {

/// Adds up the rows of the joint distribution of a network of tables, as the definition says. It
/// has the least that a solver must have.
class Enumeration final : public Solver {
public:
    explicit Enumeration(BayesianNetwork network) : network_(std::move(network)) {}

    const BayesianNetwork& network() const override { return network_; }
    std::unique_ptr<const Solver> extended(const NetworkExtension& extension) const override {
        return std::make_unique<const Enumeration>(extension(network_));
    }
    SolverAnswer ask(const Question& question, Workspace& workspace) const override {
        return answer_by_marginals(
            question, network_, workspace,
            [&](std::span<const VariableId> targets, const Evidence& evidence) {
                return posterior(targets, evidence);
            });
    }

private:
    Posterior posterior(std::span<const VariableId> targets, const Evidence& evidence) const {
        std::vector<std::vector<double>> sums;
        for (const VariableId target : targets) sums.emplace_back(network_.cardinality(target));
        double all = 0;
        std::vector<StateId> states(network_.size(), StateId(0u));
        do {
            const double p = probability(states, evidence);
            all += p;
            for (std::size_t i = 0; i < targets.size(); ++i)
                sums[i][states[targets[i].index()].index()] += p;
        } while (next(states));
        PosteriorBuilder builder(network_, targets);
        for (std::size_t i = 0; i < targets.size() && all > 0; ++i)
            builder.set(targets[i], sums[i]);
        return std::move(builder).build(std::log(all));
    }

    double probability(const std::vector<StateId>& states, const Evidence& evidence) const {
        double product = 1;
        for (const Cpd& cpd : network_.cpds()) {
            const Table& table = as_table(cpd)->table();
            std::size_t cell = 0;
            for (std::size_t axis = 0; axis < table.scope().size(); ++axis)
                cell = cell * table.scope().cardinalities()[axis] +
                       states[table.scope().variables()[axis].index()].index();
            product *= table[cell];
        }
        for (const auto& [variable, finding] : evidence) {
            const StateId state = states[variable.index()];
            if (const auto* const likelihood = std::get_if<Likelihood>(&finding))
                product *= likelihood->values[state.index()];
            else if (state_of(finding) != state)
                return 0;
        }
        return product;
    }

    bool next(std::vector<StateId>& states) const {
        for (std::size_t v = states.size(); v-- > 0;) {
            if (states[v].index() + 1 < network_.cardinality(VariableId(v))) {
                states[v] = StateId(states[v].index() + 1);
                return true;
            }
            states[v] = StateId(0u);
        }
        return false;
    }

    BayesianNetwork network_;
};

/// P(A=1) = 1/4; P(B=1 | A) = 1/2, 1; P(C=1 | A) = 0, 3/4.
BayesianNetwork three() {
    NetworkBuilder builder = NetworkBuilder::parse("A{0|1} -> B{0|1}; A -> C{0|1}");
    builder.cpt("A").values({0.75, 0.25});
    builder.cpt("B").values({0.5, 0.5, 0, 1});
    builder.cpt("C").values({1, 0, 0.25, 0.75});
    return builder.build();
}

}  // namespace

TEST_CASE("Solver: questions in text are answered by any algorithm that has posteriors") {
    const Enumeration solver(three());
    // P(B=1) = 3/8 + 1/4, of which 3/16 have C=1, all with A=1.
    CHECK_THAT(answer(solver, "P(A=1 | B=1)").probability(), WithinAbs(0.4, 1e-15));
    CHECK_THAT(answer(solver, "P(A=1 or C=1 | B=1)").probability(), WithinAbs(0.4, 1e-15));
    CHECK_THAT(answer(solver, "P(B=1 and C=0)").probability(), WithinAbs(0.4375, 1e-15));
    CHECK_THAT(answer(solver, "P(C | B=1)").distribution()[1], WithinAbs(0.3, 1e-15));
    CHECK_THAT(answer(solver, "P(A | B=1 or C=1)").log_evidence, WithinAbs(std::log(0.625), 1e-15));
    CHECK(answer(solver, "P(A | B=0, C=1)").impossible());
}

TEST_CASE("Solver: an algorithm finds conflicts by its posteriors alone") {
    const Enumeration solver(three());
    const Evidence conflict = parse_evidence(solver.network(), "B=0, C=1");
    CHECK(minimal_conflict(solver, conflict) == conflict);
    const Query query = parse_query(solver.network(), "P(A | not (B=1 or C=0), A=1)");
    CHECK(format_parts(solver.network(), minimal_conflict(solver, query.given)) ==
          std::vector<std::string>{"not (B=1 or C=0)"});
}

TEST_CASE("Solver: answers that an algorithm does not have are refused by name") {
    const Enumeration solver(three());
    CHECK_THROWS_WITH(answer(solver, "P(A, B)"),
                      "this algorithm does not answer with the joint distribution of several "
                      "variables (InferenceEngine answers every question)");
    CHECK_THROWS_WITH(answer(solver, "argmax(A | B=1)"),
                      Catch::Contains("the most probable assignment of some variables"));
    CHECK_THROWS_WITH(answer(solver, "argmax(*)"),
                      Catch::Contains("the most probable assignment of all variables"));
}

TEST_CASE("Solver: posteriors of one variable make its joint, small probabilities too") {
    PosteriorBuilder builder(three(), std::vector{VariableId(0)});
    builder.set(VariableId(0), std::vector<double>{1, 0}).set_possible(VariableId(0), StateId(1));
    const JointPosterior joint = joint_of_one(std::move(builder).build(-2));
    CHECK(joint.log_evidence == -2);
    CHECK(joint.table[0] == 1);
    CHECK(joint.too_small == std::vector<std::size_t>{1});
}

TEST_CASE("Solver: the joint of one variable has all its cells under impossible evidence, too") {
    const Posterior impossible =
        PosteriorBuilder(three(), std::vector{VariableId(0)}).build(-infinity);
    const JointPosterior joint = joint_of_one(impossible);
    CHECK(joint.status == PosteriorStatus::impossible);
    CHECK(joint.log_evidence == -infinity);
    CHECK(std::ranges::equal(joint.table.values(), std::vector{0.0, 0.0}));
}

TEST_CASE("Solver: a question of each kind has the answer of the member that asks it") {
    const InferenceEngine engine(three());
    const std::vector<VariableId> a = {VariableId(0)};
    const Evidence given = parse_evidence(engine.network(), "B=1");
    using Kind = Question::Kind;
    Workspace workspace;
    const auto ask = [&](Kind kind, Question::Targets targets) {
        return engine.ask({kind, targets, given}, workspace);
    };
    const Posterior& one = std::get<Kept<Posterior>>(ask(Kind::marginals, a));
    CHECK_THAT(one[0][1], WithinAbs(0.4, 1e-15));
    const Posterior& all = std::get<Kept<Posterior>>(ask(Kind::marginals, {}));
    CHECK(all.size() == 3);
    CHECK_THAT(std::get<double>(ask(Kind::evidence, {})), WithinAbs(std::log(0.625), 1e-15));
    CHECK_THAT(std::get<JointPosterior>(ask(Kind::joint, a)).table[1], WithinAbs(0.4, 1e-15));
    // P(A=0, B=1) is 3/8, and C is 0 there.
    const Explanation& best = std::get<Kept<Explanation>>(ask(Kind::most_probable, {}));
    CHECK(best.states == std::vector{StateId(0u), StateId(1u), StateId(0u)});
    CHECK_THAT(best.log_probability, WithinAbs(std::log(0.375), 1e-15));
    const FamilyPosteriors& families = std::get<Kept<FamilyPosteriors>>(ask(Kind::families, {}));
    CHECK(families.of(VariableId(0)).size() == 2);
    CHECK_THROWS_AS(ask(Kind::density, a), ArgumentError);
    CHECK_THROWS_AS(ask(Kind::moments, a), ArgumentError);
}

TEST_CASE("Solver: a question that names no variables where it is about some is refused") {
    const InferenceEngine engine(three());
    const Enumeration least(three());
    const Evidence nothing;
    const std::vector<VariableId> none, both = {VariableId(0), VariableId(1)};
    using Kind = Question::Kind;
    Workspace workspace;
    for (const Solver* const solver :
         {static_cast<const Solver*>(&engine), static_cast<const Solver*>(&least)})
        CHECK_THROWS_WITH(solver->ask({Kind::joint, {}, nothing}, workspace),
                          Catch::Contains("is asked about some variables"));
    for (const Question::Targets& targets :
         {Question::Targets(), Question::Targets(none), Question::Targets(both)})
        CHECK_THROWS_WITH(engine.ask({Kind::density, targets, nothing}, workspace),
                          Catch::Contains("is asked about one variable"));
    CHECK_THROWS_AS(engine.ask({Kind::moments, {}, nothing}, workspace), ArgumentError);
}

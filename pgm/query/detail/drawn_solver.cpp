#include <pgm/query/detail/drawn_solver.hpp>

#include <pgm/graph/ancestry.hpp>
#include <pgm/graph/d_separation.hpp>

#include <algorithm>
#include <utility>

namespace pgm::detail {
namespace {

Model extended_members(const Model& model, const NetworkExtension& extension) {
    std::vector<WeightedNetwork> members;
    for (const WeightedNetwork& member : model.members())
        members.push_back({extension(member.network), member.weight, member.super_parent});
    return Model(std::move(members));
}

/// The model with the draws of every member, each its own.
Model model_with_draws(const Model& model, const DrawnAnswers& answers) {
    if (answers.draws.count == 0) return model;
    std::vector<WeightedNetwork> members;
    ParameterDraws draws = answers.draws;
    for (const WeightedNetwork& member : model.members()) {
        std::vector<char> is_drawn = answers.is_drawn;
        is_drawn.resize(member.network.size(), 0);
        members.push_back(
            {with_draws(member.network, is_drawn, draws), member.weight, member.super_parent});
        ++draws.seed;
    }
    return Model(std::move(members));
}

/// The graph with one parent more of every variable: its distribution. That of variable v is n + v.
Dag with_distributions(const Dag& dag) {
    std::vector<Arc> arcs = dag.arcs();
    for (std::size_t v = 0; v < dag.size(); ++v)
        arcs.push_back({VariableId(dag.size() + v), VariableId(v)});
    return Dag(2 * dag.size(), arcs);
}

/// The variables whose distributions an answer may depend on: those of the ancestors of what is
/// asked about and given, and of posteriors only the ones that are not d-separated from it
/// (Shachter 1998, "Bayes-ball", requisite probabilities). Members of a mixture are weighed by the
/// probability of all that is given.
std::vector<VariableId> on_which_depends(const Question& question, const BayesianNetwork& network,
                                         std::span<const VariableId> discrete, bool is_mixture) {
    using Kind = Question::Kind;
    const std::span<const VariableId> targets = question.targets.value_or(discrete);
    std::vector<VariableId> given;
    for (const auto& [variable, finding] : question.given) given.push_back(variable);
    const bool is_posterior = question.kind == Kind::marginals || question.kind == Kind::joint;
    const bool is_vague = std::ranges::any_of(question.given, [](const Evidence::Item& item) {
        return std::holds_alternative<Likelihood>(item.finding) ||
               std::holds_alternative<ObservedInterval>(item.finding);
    });
    if (!is_posterior || is_mixture || is_vague) {
        given.insert(given.end(), targets.begin(), targets.end());
        return ancestral_set(network.dag(), given);
    }
    std::vector<VariableId> variables;
    for (const VariableId reached : d_connected(with_distributions(network.dag()), targets, given))
        if (reached.index() >= network.size())
            variables.emplace_back(reached.index() - network.size());
    return variables;
}

}  // namespace

DrawnSolver::DrawnSolver(const Model& model, const EngineOptions& options, DrawnAnswers& answers)
    : model_(model),
      answers_(answers),
      discrete_(discrete_variables(model.network())),
      engine_(model_with_draws(model, answers), options) {}

std::unique_ptr<const Solver> DrawnSolver::extended(const NetworkExtension& extension) const {
    return std::make_unique<const DrawnSolver>(extended_members(model_, extension),
                                               engine_.options(), answers_);
}

void DrawnSolver::note(const Question& question) const {
    std::vector<char>& is_drawn = answers_.is_drawn;
    for (const WeightedNetwork& member : model_.members())
        for (const VariableId variable :
             on_which_depends(question, member.network, discrete_, model_.is_mixture()))
            if (variable.index() < is_drawn.size()) is_drawn[variable.index()] = 1;
}

SolverAnswer DrawnSolver::ask(const Question& question, Workspace& workspace) const {
    if (answers_.draws.count == 0) {
        note(question);
        return engine_.ask(question, workspace);
    }
    Evidence given = question.given;
    given.intervene(VariableId(network().size()), StateId(answers_.at));
    return engine_.ask({question.kind, question.targets.value_or(discrete_), given}, workspace);
}

}  // namespace pgm::detail

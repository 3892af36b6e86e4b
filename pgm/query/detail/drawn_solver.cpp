#include <pgm/query/detail/drawn_solver.hpp>

#include <pgm/graph/ancestry.hpp>

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

/// Marks the ancestors of what is asked about and given. Auxiliary variables have no weights.
void DrawnSolver::note(const Question& question) const {
    const std::span<const VariableId> targets = question.targets.value_or(discrete_);
    std::vector<VariableId> about(targets.begin(), targets.end());
    for (const auto& [variable, finding] : question.given) about.push_back(variable);
    std::vector<char>& is_drawn = answers_.is_drawn;
    for (const WeightedNetwork& member : model_.members())
        for (const VariableId variable : ancestral_set(member.network.dag(), about))
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

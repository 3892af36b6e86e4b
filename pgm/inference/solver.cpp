#include <pgm/inference/solver.hpp>

#include <string>
#include <utility>

namespace pgm {
namespace {

using Kind = Question::Kind;

template <class Answer>
const Answer& kept(const SolverAnswer& answer) {
    return std::get<Kept<Answer>>(answer);
}

std::string name_of(const Question& question) {
    switch (question.kind) {
        case Kind::marginals:
            return "posteriors";
        case Kind::joint:
            return "the joint distribution of several variables";
        case Kind::most_probable:
            return std::string("the most probable assignment of ") +
                   (question.targets ? "some" : "all") + " variables";
        case Kind::evidence:
            return "the probability of evidence";
        case Kind::families:
            return "the posteriors of families";
        case Kind::density:
            return "the density of a continuous variable";
        case Kind::moments:
            return "the moments of continuous variables";
    }
    return {};
}

}  // namespace

std::span<const VariableId> Question::named_targets() const {
    if (!targets || (kind == Kind::density && targets->size() != 1))
        throw ArgumentError(name_of(*this) + " is asked about " +
                                (kind == Kind::density ? "one variable" : "some variables"),
                            "name them in the targets of the question");
    return *targets;
}

Posterior Solver::marginals(const Evidence& evidence) const {
    Workspace workspace;
    return marginals(evidence, workspace);
}

Posterior Solver::marginals(std::span<const VariableId> targets, const Evidence& evidence) const {
    Workspace workspace;
    return marginals(targets, evidence, workspace);
}

const Posterior& Solver::marginals(const Evidence& evidence, Workspace& workspace) const {
    return kept<Posterior>(ask({Kind::marginals, {}, evidence}, workspace));
}

const Posterior& Solver::marginals(std::span<const VariableId> targets, const Evidence& evidence,
                                   Workspace& workspace) const {
    return kept<Posterior>(ask({Kind::marginals, targets, evidence}, workspace));
}

JointPosterior Solver::joint(std::span<const VariableId> targets, const Evidence& evidence) const {
    Workspace workspace;
    return joint(targets, evidence, workspace);
}

JointPosterior Solver::joint(std::span<const VariableId> targets, const Evidence& evidence,
                             Workspace& workspace) const {
    return std::get<JointPosterior>(ask({Kind::joint, targets, evidence}, workspace));
}

Explanation Solver::most_probable_explanation(const Evidence& evidence) const {
    Workspace workspace;
    return most_probable_explanation(evidence, workspace);
}

const Explanation& Solver::most_probable_explanation(const Evidence& evidence,
                                                     Workspace& workspace) const {
    return kept<Explanation>(ask({Kind::most_probable, {}, evidence}, workspace));
}

Explanation Solver::most_probable_assignment(std::span<const VariableId> targets,
                                             const Evidence& evidence) const {
    Workspace workspace;
    return most_probable_assignment(targets, evidence, workspace);
}

const Explanation& Solver::most_probable_assignment(std::span<const VariableId> targets,
                                                    const Evidence& evidence,
                                                    Workspace& workspace) const {
    return kept<Explanation>(ask({Kind::most_probable, targets, evidence}, workspace));
}

double Solver::log_evidence(const Evidence& evidence) const {
    Workspace workspace;
    return log_evidence(evidence, workspace);
}

double Solver::log_evidence(const Evidence& evidence, Workspace& workspace) const {
    return std::get<double>(ask({Kind::evidence, {}, evidence}, workspace));
}

const FamilyPosteriors& Solver::families(const Evidence& evidence, Workspace& workspace) const {
    return kept<FamilyPosteriors>(ask({Kind::families, {}, evidence}, workspace));
}

ContinuousPosterior Solver::density(VariableId target, const Evidence& evidence) const {
    Workspace workspace;
    return density(target, evidence, workspace);
}

ContinuousPosterior Solver::density(VariableId target, const Evidence& evidence,
                                    Workspace& workspace) const {
    return std::get<ContinuousPosterior>(
        ask({Kind::density, std::span(&target, 1), evidence}, workspace));
}

ContinuousMoments Solver::moments(std::span<const VariableId> targets,
                                  const Evidence& evidence) const {
    Workspace workspace;
    return moments(targets, evidence, workspace);
}

ContinuousMoments Solver::moments(std::span<const VariableId> targets, const Evidence& evidence,
                                  Workspace& workspace) const {
    return std::get<ContinuousMoments>(ask({Kind::moments, targets, evidence}, workspace));
}

SolverAnswer answer_by_marginals(
    const Question& question, const BayesianNetwork& network, Workspace& workspace,
    const std::function<Posterior(std::span<const VariableId>, const Evidence&)>& marginals) {
    const Question::Targets& targets = question.targets;
    if (question.kind == Kind::marginals)
        return std::cref(
            workspace.keep(targets ? marginals(*targets, question.given)
                                   : marginals(discrete_variables(network), question.given)));
    if (question.kind == Kind::joint && question.named_targets().size() == 1)
        return joint_of_one(marginals(*targets, question.given));
    if (question.kind == Kind::evidence) return marginals({}, question.given).log_evidence();
    throw ArgumentError("this algorithm does not answer with " + name_of(question),
                        "InferenceEngine answers every question");
}

}  // namespace pgm

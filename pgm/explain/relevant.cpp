#include <pgm/explain/relevant.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/query/answer.hpp>

#include <algorithm>
#include <functional>
#include <optional>

namespace pgm {
namespace {

constexpr std::size_t most_assignments = std::size_t{1} << 20;

/// Numbers the assignments of some of the variables: in a table in which every variable has one
/// state more, which stands for none, the last variable going fastest.
class PartialAssignments {
public:
    explicit PartialAssignments(const std::vector<std::size_t>& cardinalities)
        : sizes_(cardinalities), strides_(cardinalities.size()) {
        for (std::size_t axis = sizes_.size(); axis-- > 0;) {
            strides_[axis] = count_;
            const auto count = checked_mul(count_, sizes_[axis] + 1);
            if (!count || *count > most_assignments)
                throw TooLargeError("the variables have more than 1048576 partial assignments", {},
                                    "name fewer of them");
            count_ = *count;
        }
    }

    std::size_t count() const { return count_; }
    std::size_t axes() const { return sizes_.size(); }
    /// The last one: no variable has a state.
    std::size_t none() const { return count_ - 1; }
    std::size_t state(std::size_t assignment, std::size_t axis) const {
        return assignment / strides_[axis] % (sizes_[axis] + 1);
    }
    bool has(std::size_t assignment, std::size_t axis) const {
        return state(assignment, axis) < sizes_[axis];
    }
    /// An assignment in which the variable of the axis has no state, with that state.
    std::size_t with(std::size_t assignment, std::size_t axis, std::size_t state) const {
        return assignment - (sizes_[axis] - state) * strides_[axis];
    }

    /// True if all states of one are those of the other.
    bool is_part(std::size_t part, std::size_t of) const {
        for (std::size_t axis = 0; axis < axes(); ++axis)
            if (has(part, axis) && state(part, axis) != state(of, axis)) return false;
        return true;
    }

    /// P(x) of all of them from the joint distribution.
    std::vector<double> probabilities(const Table& joint) const {
        std::vector<double> p(count_, 0.0);
        for (std::size_t cell = 0; cell < joint.size(); ++cell) {
            const std::vector<StateId> states = joint.scope().states(cell);
            std::size_t assignment = none();
            for (std::size_t axis = 0; axis < axes(); ++axis)
                assignment = with(assignment, axis, states[axis].index());
            p[assignment] = joint[cell];
        }
        for (std::size_t axis = 0; axis < axes(); ++axis)
            for (std::size_t x = 0; x < count_; ++x)
                for (std::size_t s = 0; !has(x, axis) && s < sizes_[axis]; ++s)
                    p[x] += p[with(x, axis, s)];
        return p;
    }

    /// P(not x), split by the first variable that has another state, so that no digits are lost.
    double complement(std::size_t x, const std::vector<double>& p) const {
        double sum = 0;
        std::size_t before = none();
        for (std::size_t axis = 0; axis < axes(); ++axis) {
            if (!has(x, axis)) continue;
            for (std::size_t s = 0; s < sizes_[axis]; ++s)
                if (s != state(x, axis)) sum += p[with(before, axis, s)];
            before = with(before, axis, state(x, axis));
        }
        return sum;
    }

private:
    std::vector<std::size_t> sizes_, strides_;
    std::size_t count_ = 1;
};

/// Refuses variables whose state is no question.
void require_open(const ConditionedEngine& given, std::span<const VariableId> variables,
                  const BayesianNetwork& network) {
    for (const VariableId variable : variables)
        if (given.fixed().contains(variable))
            throw ArgumentError("'" + printable(network.variable(variable).name()) +
                                    "' has a finding, which explains nothing",
                                "explanations are made of variables that are not known");
}

JointPosterior joint_given(const ConditionedEngine& given, std::span<const VariableId> variables,
                           Workspace& workspace) {
    if (!given.contradictory()) {
        JointPosterior joint = given.solver().joint(variables, given.evidence(), workspace);
        if (joint.status == PosteriorStatus::ok) return joint;
    }
    throw ImpossibleEvidenceError("what is given has probability zero: nothing explains it");
}

/// By assignment; 0 for those without a factor.
std::vector<double> bayes_factors(const PartialAssignments& all, const Table& before,
                                  const Table& after) {
    const std::vector<double> prior = all.probabilities(before),
                              posterior = all.probabilities(after);
    std::vector<double> factors(all.count(), 0.0);
    for (std::size_t x = 0; x < all.none(); ++x) {
        const double prior_of_others = all.complement(x, prior);
        if (prior[x] > 0 && prior_of_others > 0)
            factors[x] = posterior[x] / prior[x] * prior_of_others / all.complement(x, posterior);
    }
    return factors;
}

/// The assignments with a factor, the greatest first, and of equal ones that numbered first.
std::vector<std::size_t> by_factor(const std::vector<double>& factors) {
    std::vector<std::size_t> order;
    for (std::size_t x = 0; x < factors.size(); ++x)
        if (factors[x] > 0) order.push_back(x);
    std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t x) { return factors[x]; });
    return order;
}

bool is_dominated(std::size_t x, const PartialAssignments& all,
                  const std::vector<double>& factors) {
    constexpr double rounding = 1 + 1e-12;
    for (std::size_t y = 0; y < all.none(); ++y) {
        if (y == x) continue;
        if (all.is_part(y, x) && factors[y] * rounding >= factors[x]) return true;
        if (all.is_part(x, y) && factors[y] > factors[x] * rounding) return true;
    }
    return false;
}

}  // namespace

std::vector<RelevantExplanation> most_relevant_explanations(const Solver& solver,
                                                            std::span<const VariableId> variables,
                                                            const Given& given, std::size_t count) {
    const BayesianNetwork& network = solver.network();
    validate(Query{MostProbableAssignmentOf{{variables.begin(), variables.end()}}, given}, network);
    Workspace workspace;
    const ConditionedEngine known(solver, given, workspace);
    require_open(known, variables, network);
    std::vector<std::size_t> sizes;
    for (const VariableId variable : variables) sizes.push_back(network.cardinality(variable));
    const PartialAssignments all(sizes);
    const JointPosterior after = joint_given(known, variables, workspace);
    const Given set{.interventions = given.interventions, .mechanisms = given.mechanisms};
    const JointPosterior before =
        joint_given(ConditionedEngine(solver, set, workspace), variables, workspace);
    const std::vector<double> factors = bayes_factors(all, before.table, after.table);
    const std::vector<std::size_t> order = by_factor(factors);
    std::vector<RelevantExplanation> best(std::min(count, order.size()));
    for (std::size_t i = 0; i < best.size(); ++i) {
        best[i].bayes_factor = factors[order[i]];
        best[i].is_dominated = is_dominated(order[i], all, factors);
        for (std::size_t axis = 0; axis < all.axes(); ++axis) {
            if (!all.has(order[i], axis)) continue;
            best[i].variables.push_back(variables[axis]);
            best[i].states.emplace_back(all.state(order[i], axis));
        }
    }
    return best;
}

}  // namespace pgm

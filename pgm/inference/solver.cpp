#include <pgm/inference/solver.hpp>

namespace pgm {

JointPosterior joint_of_one(const Posterior& posterior) {
    JointPosterior joint{.status = posterior.status(), .log_evidence = posterior.log_evidence()};
    if (posterior.impossible()) return joint;
    const std::span<const double> values = posterior[0];
    joint.table = Table(Scope({posterior.variables()[0]}, {values.size()}), values);
    for (std::size_t state = 0; state < values.size(); ++state)
        if (values[state] == 0 && posterior.is_possible(0, StateId(state)))
            joint.too_small.push_back(state);
    return joint;
}

}  // namespace pgm

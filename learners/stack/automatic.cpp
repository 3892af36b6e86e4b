#include <learners/stack/stack.hpp>

namespace pgm::learners {

Automatic default_automatic() {
    return {default_stack()};
}

Automatic choice_of_continuous_model(const FitOptions& choices) {
    Automatic automatic{.may_stack = false};
    for (const ContinuousModel& model : continuous_models_to_choose_from(choices.structure)) {
        FitOptions& candidate = automatic.candidates.members.emplace_back(choices);
        candidate.continuous = model;
    }
    return automatic;
}

}  // namespace pgm::learners

#include <apps/pgm/shell/asking.hpp>

namespace pgm::apps {

void ask_in_turn(Session& session, const SolverView& solver, std::span<const Query> questions,
                 Workspace& workspace,
                 const std::function<void(std::size_t, const Answer&)>& take) {
    ask_in_turn(
        session, workspace, questions.size(),
        [&](std::size_t i) { return PreparedQuery(solver, questions[i], workspace); },
        [&](const PreparedQuery& prepared) { return prepared.answer(workspace); }, take);
}

}  // namespace pgm::apps

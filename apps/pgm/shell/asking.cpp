#include <apps/pgm/shell/asking.hpp>

namespace pgm::apps {

void ask_in_turn(Session& session, const Solver& solver, Workspace& workspace, std::size_t count,
                 const std::function<Query(std::size_t)>& question,
                 const std::function<void(std::size_t, const Answer&)>& take) {
    ask_in_turn(
        session, workspace, count,
        [&](std::size_t i) { return PreparedQuery(solver, question(i), workspace); },
        [&](const PreparedQuery& prepared) { return prepared.answer(workspace); }, take);
}

}  // namespace pgm::apps

#pragma once

#include <apps/pgm/shell/session.hpp>
#include <pgm/inference/workspace.hpp>
#include <pgm/query/answer.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace pgm::apps {

/// The time of a question that has just been answered, compilation apart, in milliseconds.
struct QuestionTimes {
    /// `watch` was started before the question was prepared, or asked again.
    QuestionTimes(const Stopwatch& watch, double compile_seconds)
        : compile_ms(compile_seconds * 1000),
          run_ms(std::max(0.0, watch.milliseconds() - compile_ms)) {}

    double compile_ms;
    double run_ms;
};

/// Asks `count` questions in turn in one workspace, as a program does that keeps asking, and all of
/// them again as often as `--repeat` says. Question i is prepared once, by `prepare(i)`, and asked
/// by `ask(prepared)`; `take(i, answer)` gets its first answer.
///
/// The timings get an entry per question: what was compiled when it was asked first, and the median
/// of its times without compilation. Between two times of one question lie all others, so that
/// caches are as in the field and not as warm as after the same question.
template <class Prepare, class Ask, class Take>
void ask_in_turn(Session& session, const Workspace& workspace, std::size_t count, Prepare&& prepare,
                 Ask&& ask, Take&& take) {
    using Prepared = decltype(prepare(std::size_t{0}));
    std::vector<Prepared> kept;
    std::vector<double> compile_ms;
    std::vector<std::vector<double>> times(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Stopwatch watch;
        Prepared prepared = prepare(i);
        const auto answer = ask(prepared);
        const QuestionTimes first(watch, prepared.compile_seconds() + workspace.compile_seconds());
        compile_ms.push_back(first.compile_ms);
        times[i].push_back(first.run_ms);
        take(i, answer);
        if (session.repeat > 1) kept.push_back(std::move(prepared));
    }
    for (std::size_t round = 1; round < session.repeat; ++round) {
        for (std::size_t i = 0; i < count; ++i) {
            const Stopwatch watch;
            ask(kept[i]);
            times[i].push_back(QuestionTimes(watch, workspace.compile_seconds()).run_ms);
        }
    }
    for (std::size_t i = 0; i < count; ++i)
        session.timings.add(compile_ms[i], median(std::move(times[i])));
}

/// Answers questions given as values, of which `question(i)` gives one.
void ask_in_turn(Session& session, const Solver& solver, Workspace& workspace,
                 std::size_t count, const std::function<Query(std::size_t)>& question,
                 const std::function<void(std::size_t, const Answer&)>& take);

}  // namespace pgm::apps

#include <apps/pgm/report/answer_list.hpp>

#include <apps/pgm/report/answer_report.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <utility>

namespace pgm::apps {

AnswerList::AnswerList(Session& session, bool is_list) : session_(session), is_list_(is_list) {
    if (is_list && session.json) list_.emplace(sink_of(session));
}

void AnswerList::add(const Report& answer) {
    list_ ? list_->add(with_network(session_, answer)) : write(session_, answer);
}

void AnswerList::add_impossible(std::string message) {
    impossible_.push_back({.message = std::move(message)});
}

void AnswerList::add_impossible(const Solver& solver, const Answer& answer) {
    const ConflictReport conflict =
        conflict_report(solver, std::get<ImpossibleEvidence>(answer.result).given);
    add(answer_report(solver, answer, conflict));
    add_impossible(answer.query + ": " + conflict.sentence());
}

void AnswerList::add_failure(std::size_t number, const std::string& question,
                             const std::exception_ptr& failure) {
    std::optional<Failure> found = is_list_ ? failure_by(failure) : std::nullopt;
    const bool is_of_question = found && (found->status == bad_input || found->status == too_large);
    if (!is_of_question) std::rethrow_exception(failure);
    found->text = found->text.empty() ? "" : question;
    if (list_) list_->add(Report{{"query", question}, {"error", error_report(*found)}});
    constexpr std::size_t columns = 60;
    std::string& message = found->problems.front().message;
    message =
        "question " + std::to_string(number) + ", " + shortened(question, columns) + ": " + message;
    failures_.push_back(*std::move(found));
}

int AnswerList::finish() {
    if (list_) list_->finish();
    if (!impossible_.empty())
        failures_.push_back(failure_of(ErrorCode::impossible, std::move(impossible_)));
    for (const Failure& failure : failures_) report(failure);
    if (failures_.empty()) return fine;
    const bool is_bad =
        std::ranges::find(failures_, bad_input, &Failure::status) != failures_.end();
    return is_bad ? bad_input : failures_.front().status;
}

void EvidenceAnswers::add(const Report& answer) {
    Report report;
    if (is_array_ && count_++ > 0) report.add(Sentence{});
    if (is_array_) report.add(Sentence{"evidence set " + std::to_string(count_) + ":"});
    answers_.add(report.append(answer));
}

void EvidenceAnswers::add_impossible(const ConflictReport& conflict) {
    Report answer{{"log_evidence", Value()}, {"impossible", true}, {"conflict", conflict.findings}};
    if (is_array_) return add(answer.add(Sentence{conflict.sentence()}));
    add(answer);
    answers_.add_impossible(conflict.sentence());
}

}  // namespace pgm::apps

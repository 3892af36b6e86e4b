#include <apps/pgm/report/answer_list.hpp>

#include <apps/pgm/shell/errors.hpp>

#include <utility>

namespace pgm::apps {

AnswerList::AnswerList(Session& session, bool is_list) : session_(session) {
    if (is_list && session.json) list_.emplace(sink_of(session));
}

void AnswerList::add(const Report& answer) {
    list_ ? list_->add(with_network(session_, answer)) : write(session_, answer);
}

void AnswerList::add_impossible(std::string message) {
    impossible_.push_back({.message = std::move(message)});
}

int AnswerList::finish() {
    if (list_) list_->finish();
    return impossible_.empty() ? fine
                               : report(failure_of(ErrorCode::impossible, std::move(impossible_)));
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

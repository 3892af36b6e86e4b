#pragma once

#include <apps/pgm/render/render.hpp>
#include <apps/pgm/report/conflict_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/session.hpp>
#include <pgm/core/error.hpp>
#include <pgm/query/answer.hpp>

#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <vector>

namespace pgm::apps {

/// Writes the answers to questions one after the other: one answer, or a list where several were
/// asked for. Those under impossible evidence are answers like the others and, unless they are one
/// of many sets of evidence, the error that the command ends with. So is a question that fails,
/// which refuses none of the others.
class AnswerList {
public:
    AnswerList(Session& session, bool is_list);

    void add(const Report& answer);
    /// Adds the message that follows an impossible answer.
    void add_impossible(std::string message);
    /// Adds an answer that is impossible, with the conflict of what is given, and its message.
    void add_impossible(const Solver& solver, const Answer& answer);

    /// In place of the answer to a question, by its number from 1: {"query":..,"error":{..}}.
    /// Throws what is no Error again, and all where one question was asked.
    void add_failure(std::size_t number, const std::string& question,
                     const std::exception_ptr& failure);

    /// Ends the list and tells the failures; gives the exit status, 1 with any question that is bad
    /// input, else that of the first failure.
    int finish();

private:
    Session& session_;
    bool is_list_;
    std::optional<JsonList> list_;
    std::vector<Failure> failures_;
    std::vector<Problem> impossible_;
};

/// The answers to one set of evidence, or to an array of sets, each of which people see under a
/// heading.
class EvidenceAnswers {
public:
    EvidenceAnswers(Session& session, bool is_array)
        : answers_(session, is_array), is_array_(is_array) {}

    void add(const Report& answer);
    /// {"log_evidence":null,"impossible":true,"conflict":[..]}
    void add_impossible(const ConflictReport& conflict);
    int finish() { return answers_.finish(); }

private:
    AnswerList answers_;
    bool is_array_;
    std::size_t count_ = 0;
};

}  // namespace pgm::apps

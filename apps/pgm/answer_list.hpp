#pragma once

#include <apps/pgm/errors.hpp>
#include <apps/pgm/exit_status.hpp>
#include <apps/pgm/json_text.hpp>
#include <apps/pgm/session.hpp>

#include <string>

namespace pgm::apps {

/// Writes the answers of marginals and mpe: one answer, or an array of answers where an array of evidence sets was given. An answer under
/// impossible evidence is {"log_evidence":null,"impossible":true}; alone it is also an error with its own exit status, in an array it is an answer
/// like the others.
class AnswerList {
public:
    AnswerList(Session& session, bool is_array) : session_(session), is_array_(is_array) {
        if (is_array_) json_.begin_array();
    }

    /// `write_json(json)` writes one object, `text()` gives the answer for people.
    template <class WriteJson, class Text>
    void add(WriteJson&& write_json, Text&& text) {
        ++count_;
        if (session_.json) {
            write_json(json_);
            session_.out.write(json_.take());
        } else {
            session_.out.write(heading() + text());
        }
    }

    void add_impossible() {
        impossible_ = true;
        const auto json = [](JsonText& out) { out.begin_object().key("log_evidence").null().key("impossible").boolean(true).end_object(); };
        if (session_.json || is_array_) add(json, [] { return std::string(sentence) + "\n"; });
    }

    /// Closes the list; gives the exit status.
    int finish() {
        if (is_array_) json_.end_array();
        if (session_.json) session_.out.write(json_.take() + "\n");
        if (is_array_ || !impossible_) return fine;
        return report(failure_of(ErrorCode::impossible, {{.message = sentence}}));
    }

private:
    static constexpr const char* sentence = "the evidence has probability zero";

    std::string heading() const { return is_array_ ? (count_ > 1 ? "\n" : "") + ("evidence set " + std::to_string(count_) + ":\n") : ""; }

    Session& session_;
    bool is_array_;
    bool impossible_ = false;
    std::size_t count_ = 0;
    JsonText json_;
};

}  // namespace pgm::apps

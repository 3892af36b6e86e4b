#pragma once

#include <apps/pgm/report/conflict_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/exit_status.hpp>
#include <apps/pgm/shell/json_text.hpp>
#include <apps/pgm/shell/session.hpp>

#include <optional>
#include <string>

namespace pgm::apps {

/// Writes the answers of marginals and mpe: one answer, or an array of answers where an array of
/// evidence sets was given. An answer under impossible evidence is
/// {"log_evidence":null,"impossible":true,"conflict":[..]}; alone it is also an error with its own
/// exit status, in an array it is an answer like the others.
class AnswerList {
public:
    AnswerList(Session& session, bool is_array) : session_(session), is_array_(is_array) {
        if (is_array_) json_.begin_array();
    }

    /// `write_json(json)` writes one object, `write_text(out)` the answer for people.
    template <class WriteJson, class WriteText>
    void add(WriteJson&& write_json, WriteText&& write_text) {
        ++count_;
        if (session_.json) {
            write_json(json_);
            session_.out.write(json_.take());
        } else {
            session_.out.write(heading());
            write_text(session_.out);
        }
    }

    void add_impossible(const ConflictReport& conflict) {
        impossible_ = conflict.sentence();
        const auto json = [&](JsonText& out) {
            out.begin_object().key("log_evidence").null().key("impossible").boolean(true);
            conflict.write(out);
            out.end_object();
        };
        const auto text = [&](Output& out) { out.write(visible(*impossible_) + "\n"); };
        if (session_.json || is_array_) add(json, text);
    }

    /// Closes the list; gives the exit status.
    int finish() {
        if (is_array_) json_.end_array();
        if (session_.json) session_.out.write(json_.take() + "\n");
        if (is_array_ || !impossible_) return fine;
        return report(failure_of(ErrorCode::impossible, {{.message = *impossible_}}));
    }

private:
    std::string heading() const {
        return is_array_
                   ? (count_ > 1 ? "\n" : "") + ("evidence set " + std::to_string(count_) + ":\n")
                   : "";
    }

    Session& session_;
    bool is_array_;
    /// What to say of impossible evidence, if there was any.
    std::optional<std::string> impossible_;
    std::size_t count_ = 0;
    JsonText json_;
};

}  // namespace pgm::apps

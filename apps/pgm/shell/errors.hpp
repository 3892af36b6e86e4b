#pragma once

#include <pgm/core/error.hpp>

#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace pgm::apps {

class Report;

/// The exit status. A contract with scripts: never renumber.
enum ExitStatus : int {
    fine = 0,
    bad_input = 1,
    bad_usage = 2,
    impossible_evidence = 3,
    too_large = 4,
    stopped = 130,
};

/// The command line itself is wrong: an unknown option, a missing argument. Exit status 2.
class UsageError : public std::runtime_error {
public:
    explicit UsageError(const std::string& message, std::string hint = {})
        : std::runtime_error(message), hint_(std::move(hint)) {}

    const std::string& hint() const { return hint_; }

private:
    std::string hint_;
};

/// The result of `body()`, whose arguments are those of the user: what it refuses is wrong usage.
template <class Body>
auto of_usage(Body&& body) {
    try {
        return body();
    } catch (const ArgumentError& error) {
        throw UsageError(error.message(), error.hint());
    }
}

/// The meaning of the words of an option; words that `parse` refuses are wrong usage.
template <class Parse>
auto parse_words(Parse&& parse, const std::string& words) {
    return of_usage([&] { return parse(words); });
}

/// An error in a text of the command line (a query, a list of findings); shown with the text and a
/// caret under the column.
class TextError : public std::runtime_error {
public:
    TextError(const Error& error, std::string text)
        : std::runtime_error(error.what()), error_(error), text_(std::move(text)) {}

    const Error& error() const { return error_; }
    const std::string& text() const { return text_; }

private:
    Error error_;
    std::string text_;
};

/// True if a column is given, of the only line or the first.
inline bool is_in_first_line(const Location& location) {
    return location.column != 0 && location.line <= 1;
}

/// Reads a text of the command line by `read()`, so that an error with a column in it is shown
/// under the text. Several problems at once have places of their own.
template <class Read>
auto with_caret(const std::string& text, Read&& read) {
    try {
        return read();
    } catch (const ModelError& error) {
        if (error.problems().size() > 1 || !is_in_first_line(error.location())) throw;
        throw TextError(error, text);
    } catch (const Error& error) {
        if (!is_in_first_line(error.location())) throw;
        throw TextError(error, text);
    }
}

/// Why a command ends without having done what it was asked for.
struct Failure {
    ExitStatus status = bad_input;
    /// The kind of failure, a word for programs: the name of an ErrorCode, or "usage",
    /// "stopped" or "unexpected".
    std::string code = {};
    std::vector<Problem> problems = {};  ///< at least one
    std::string text = {};  ///< of the command line, in which problems.front() has its column
};

/// The form of all that goes to standard error.
///
/// - text: one line per problem, "pgm: error: asia.bif:47:14: P(lung | smoke=yes) sums to 1.1, not
/// 1".
///   Whatever the message holds, control characters are shown as escapes.
/// - json: one object per line, {"error":{..}} for a failure with all its problems,
/// {"warning":{..}} and
///   {"note":{..}}; docs/json.md lists their members.
///
/// - none: nothing is written, since another process writes the same.
///
/// It belongs to the process, as standard error does: signals end the program in the same form.
enum class MessageForm { text, json, none };
void set_message_form(MessageForm form);
MessageForm message_form();

/// Says one problem of several, most often a warning or a note. What ends a command goes to
/// report().
void print_problem(const Problem& problem);

// Problems without a location.
void print_note(std::string message, std::string hint = {});
void print_warning(std::string message, std::string hint = {});

/// Says many problems that ended nothing; as text, those alike are told together
/// (like_problems.hpp).
void print_problems(const std::vector<Problem>& problems);

/// Says what went wrong and gives the exit status.
int report(const Failure& failure);

/// The failure as the object "error" of JSON: code, message, file, line, column, hint, and with
/// several problems all of them.
Report error_report(const Failure& failure);

/// The failure that an exception means when it leaves a command, or a part of one; null where the
/// reader of the output has gone, which is no failure.
std::optional<Failure> failure_by(const std::exception_ptr& failure);

/// Reports any exception that can leave a command; returns the exit status.
int report(const std::exception_ptr& failure);

/// Says that a command was stopped, which is a failure without a result and else a warning; gives
/// the exit status, 130.
int report_stopped(std::string message, bool has_result);

/// The result of make(). What is too large for it is told with this way out, that of a command.
template <class Make>
auto with_way_out(const std::string& smaller, const Make& make) {
    try {
        return make();
    } catch (const TooLargeError& error) {
        throw TooLargeError(error.message(), error.location(),
                            smaller + ", --work-limit and --memory-limit allow a larger one");
    }
}

/// A failure of that kind, with the exit status of its kind.
Failure failure_of(ErrorCode code, std::vector<Problem> problems);

}  // namespace pgm::apps

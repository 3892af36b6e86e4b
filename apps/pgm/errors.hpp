#pragma once

#include <pgm/core/error.hpp>

#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

namespace pgm::apps {

/// The command line itself is wrong: an unknown option, a missing argument. Exit status 2.
class UsageError : public std::runtime_error {
public:
    explicit UsageError(const std::string& message, std::string hint = {}) : std::runtime_error(message), hint_(std::move(hint)) {}

    const std::string& hint() const { return hint_; }

private:
    std::string hint_;
};

/// An error in a text of the command line (a query, a list of findings); shown with the text and a caret under the column.
class TextError : public std::runtime_error {
public:
    TextError(const Error& error, std::string text) : std::runtime_error(error.what()), error_(error), text_(std::move(text)) {}

    const Error& error() const { return error_; }
    const std::string& text() const { return text_; }

private:
    Error error_;
    std::string text_;
};

/// Reads a text of the command line by `read()`, so that an error with a column in it is shown under the text.
template <class Read>
auto with_caret(const std::string& text, Read&& read) {
    try {
        return read();
    } catch (const Error& error) {
        if (error.location().column == 0 || error.location().line > 1) throw;
        throw TextError(error, text);
    }
}

/// "pgm: error: asia.bif:47:14: P(lung | smoke=yes) sums to 1.1, not 1" on standard error; "warning" and "note" likewise. One line, whatever
/// the message holds: control characters are shown as escapes.
void print_problem(const Problem& problem);

/// Says what went wrong, one line per problem, and gives the exit status. Knows every exception that can leave a command.
int report(const std::exception_ptr& failure);

}  // namespace pgm::apps

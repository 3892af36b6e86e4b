#pragma once

#include <pgm/core/ids.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace pgm {

/// The kind of an error. The command line turns `too_large` into exit status 4 and every
/// other code into 1.
enum class ErrorCode {
    parse,  ///< text of a file or a query that does not follow its grammar
    model,  ///< a network that is not one: a cycle, a row that does not sum to 1, a missing table
    evidence,    ///< a finding that names no variable or state, or contradicts itself
    argument,    ///< a call with arguments outside their stated range
    too_large,   ///< the work or memory predicted before starting exceeds the limit
    impossible,  ///< a marginal was asked of a posterior whose evidence has probability zero
    io,          ///< the operating system refused to read or write
};

/// The place of an error: one in a text (`file:line:column`, counted from 1, columns in bytes) or
/// a place in a model (a variable and one row of its table), or both. Zero and the empty string
/// mean "does not apply".
struct Location {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::string variable;
    std::string row;

    friend bool operator==(const Location&, const Location&) = default;
};

/// "asia.bif:47:14" or "P(lung | smoke=yes)", "" when it is unknown.
std::string to_string(const Location& location);

/// One finding of a check that reports everything at once instead of stopping at the first error.
struct Problem {
    enum class Severity { note, warning, error };

    Severity severity = Severity::error;
    std::string message;
    Location location;
    std::string hint;
    ErrorCode code = ErrorCode::model;
};

/// The one base of everything the library throws on bad input.
///
/// `what()` is the whole sentence for a person, `file:line:column: message (hint)`; the parts are
/// there for programs. Expected outcomes are not errors: impossible evidence is a status of the
/// posterior (see pgm/inference/posterior.hpp).
class Error : public std::runtime_error {
public:
    Error(ErrorCode code, std::string message, Location location = {}, std::string hint = {});

    ErrorCode code() const noexcept { return code_; }
    const std::string& message() const noexcept { return message_; }
    const Location& location() const noexcept { return location_; }
    const std::string& hint() const noexcept { return hint_; }

protected:
    /// An error with more text than its first problem: `what` is the whole text.
    Error(ErrorCode code, const Problem& first, const std::string& what);

private:
    ErrorCode code_;
    std::string message_;
    Location location_;
    std::string hint_;
};

/// Text that does not follow its grammar; always has a line and column.
struct ParseError : Error {
    ParseError(std::string message, Location location, std::string hint = {})
        : Error(ErrorCode::parse, std::move(message), std::move(location), std::move(hint)) {}
};

struct EvidenceError : Error {
    explicit EvidenceError(std::string message, Location location = {}, std::string hint = {})
        : Error(ErrorCode::evidence, std::move(message), std::move(location), std::move(hint)) {}
};

struct ArgumentError : Error {
    explicit ArgumentError(std::string message, std::string hint = {})
        : Error(ErrorCode::argument, std::move(message), {}, std::move(hint)) {}
};

/// Predicted before anything is allocated: the message names what is too large, its size, and the
/// way out.
struct TooLargeError : Error {
    explicit TooLargeError(std::string message, Location location = {}, std::string hint = {})
        : Error(ErrorCode::too_large, std::move(message), std::move(location), std::move(hint)) {}
};

struct ImpossibleEvidenceError : Error {
    explicit ImpossibleEvidenceError(std::string message)
        : Error(ErrorCode::impossible, std::move(message)) {}
};

struct IoError : Error {
    explicit IoError(std::string message, Location location = {})
        : Error(ErrorCode::io, std::move(message), std::move(location)) {}
};

/// The finding that an error thrown amounts to.
Problem problem_of(const Error& error);

/// "asia.bif:47:14: P(lung | smoke=yes) sums to 1.1, not 1"
std::string to_string(const Problem& problem);

/// A network that is not one. Carries every problem found, errors first; `what()` lists them, one a
/// line, each with its place and its hint. message(), location() and hint() are the first one's.
class ModelError : public Error {
public:
    explicit ModelError(std::vector<Problem> problems);
    explicit ModelError(std::string message, Location location = {}, std::string hint = {});

    const std::vector<Problem>& problems() const noexcept { return problems_; }

private:
    struct Sorted {
        std::vector<Problem> problems;  ///< errors before warnings
    };
    explicit ModelError(Sorted sorted);

    std::vector<Problem> problems_;
};

}  // namespace pgm

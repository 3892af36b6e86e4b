#include <pgm/core/error.hpp>

#include <algorithm>
#include <utility>

namespace pgm {

std::string to_string(const Location& location) {
    std::string text = location.file;
    if (location.line > 0) {
        if (!text.empty()) text += ':';
        text += std::to_string(location.line);
        if (location.column > 0) text += ':' + std::to_string(location.column);
    } else if (location.column > 0) {
        text += (text.empty() ? "column " : ": column ") + std::to_string(location.column);
    }
    if (!text.empty() || location.variable.empty()) return text;
    return location.row.empty() ? location.variable
                                : "P(" + location.variable + " | " + location.row + ")";
}

namespace {

/// Only the place in a text is put in front: a message about a variable or a row names it itself.
std::string sentence(const std::string& message, const Location& location,
                     const std::string& hint) {
    const std::string place = to_string(
        Location{.file = location.file, .line = location.line, .column = location.column});
    std::string text = place.empty() ? message : place + ": " + message;
    if (!hint.empty()) text += " (" + hint + ")";
    return text;
}

/// The errors of a list; a list that holds only warnings should never have become an exception, but
/// is shown whole if it does.
std::vector<Problem> errors_first(std::vector<Problem> problems) {
    std::stable_partition(problems.begin(), problems.end(),
                          [](const Problem& p) { return p.severity == Problem::Severity::error; });
    return problems;
}

Problem first_of(const std::vector<Problem>& problems) {
    return problems.empty() ? Problem{} : problems.front();
}

std::string listed(const std::vector<Problem>& problems) {
    std::string text;
    for (const Problem& problem : problems) {
        if (!text.empty()) text += '\n';
        text += to_string(problem);
    }
    return text;
}

}  // namespace

Error::Error(ErrorCode code, std::string message, Location location, std::string hint)
    : std::runtime_error(sentence(message, location, hint)),
      code_(code),
      message_(std::move(message)),
      location_(std::move(location)),
      hint_(std::move(hint)) {}

Error::Error(ErrorCode code, const Problem& first, const std::string& what)
    : std::runtime_error(what),
      code_(code),
      message_(first.message),
      location_(first.location),
      hint_(first.hint) {}

Problem problem_of(const Error& error) {
    return {Problem::Severity::error, error.message(), error.location(), error.hint(),
            error.code()};
}

std::string to_string(const Problem& problem) {
    return sentence(problem.message, problem.location, problem.hint);
}

ModelError::ModelError(std::vector<Problem> problems)
    : ModelError(Sorted{errors_first(std::move(problems))}) {}

ModelError::ModelError(Sorted sorted)
    : Error(ErrorCode::model, first_of(sorted.problems), listed(sorted.problems)),
      problems_(std::move(sorted.problems)) {}

ModelError::ModelError(std::string message, Location location, std::string hint)
    : Error(ErrorCode::model, std::move(message), std::move(location), std::move(hint)),
      problems_{problem_of(*this)} {}

}  // namespace pgm

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
    return location.row.empty() ? location.variable : "P(" + location.variable + " | " + location.row + ")";
}

namespace {

/// Only the place in a text is put in front: a message about a variable or a row names it itself.
std::string sentence(const std::string& message, const Location& location, const std::string& hint) {
    const std::string place = to_string(Location{.file = location.file, .line = location.line, .column = location.column});
    std::string text = place.empty() ? message : place + ": " + message;
    if (!hint.empty()) text += " (" + hint + ")";
    return text;
}

/// The errors of a list; a list that holds only warnings should never have become an exception, but is shown whole if it does.
std::vector<Problem> errors_first(std::vector<Problem> problems) {
    std::stable_partition(problems.begin(), problems.end(), [](const Problem& p) { return p.severity == Problem::Severity::error; });
    return problems;
}

Problem first_of(const std::vector<Problem>& problems) {
    return problems.empty() ? Problem{} : problems.front();
}

std::string joined(const std::vector<Problem>& problems) {
    // The first problem's location and hint are added by Error itself.
    std::string text = first_of(problems).message;
    for (std::size_t i = 1; i < problems.size(); ++i) text.append("\n").append(to_string(problems[i]));
    return text;
}

}  // namespace

Error::Error(ErrorCode code, std::string message, Location location, std::string hint)
    : std::runtime_error(sentence(message, location, hint)),
      code_(code),
      message_(std::move(message)),
      location_(std::move(location)),
      hint_(std::move(hint)) {}

Problem problem_of(const Error& error) {
    return {Problem::Severity::error, error.message(), error.location(), error.hint(), error.code()};
}

std::string to_string(const Problem& problem) {
    return sentence(problem.message, problem.location, problem.hint);
}

ModelError::ModelError(std::vector<Problem> problems)
    : Error(ErrorCode::model, joined(errors_first(problems)), first_of(errors_first(problems)).location,
            problems.size() == 1 ? problems.front().hint : std::string{}),
      problems_(errors_first(std::move(problems))) {}

ModelError::ModelError(std::string message, Location location, std::string hint)
    : Error(ErrorCode::model, std::move(message), std::move(location), std::move(hint)), problems_{problem_of(*this)} {}

}  // namespace pgm

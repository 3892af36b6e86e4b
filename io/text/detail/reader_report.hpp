#pragma once

#include <io/text/text_cursor.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace pgm::io::detail {

/// Collects problems that do not stop the reader: unknown names, wrong counts, repetitions. Other
/// errors are thrown.
class ReaderReport {
public:
    explicit ReaderReport(TextCursor& cursor) : cursor_(&cursor) {}

    void add(Problem::Severity severity, std::size_t offset, std::string message,
             std::string hint = {}) {
        // The first error is kept however many warnings come before it, because it decides that
        // there is no network.
        const bool first_error = severity == Problem::Severity::error && !has_error_;
        has_error_ = has_error_ || first_error;
        if (problems_.size() < longest || first_error) {
            problems_.push_back(
                {severity, std::move(message), cursor_->locate(offset), std::move(hint)});
        } else if (!has_more_) {
            has_more_ = true;
            problems_.push_back(
                {severity,
                 "there are more problems; these are the first " + std::to_string(longest),
                 cursor_->locate(offset),
                 {}});
        }
    }

    void error(std::size_t offset, std::string message, std::string hint = {}) {
        add(Problem::Severity::error, offset, std::move(message), std::move(hint));
    }

    /// Reports an unknown name with a suggestion. Comparing names is slow, so only the first
    /// unknown names get one.
    void unknown(std::size_t offset, std::string message, std::string_view name,
                 const std::vector<std::string>& known) {
        std::string hint = suggests() ? did_you_mean(name, known) : std::string{};
        ++suggestions_;
        error(offset, std::move(message), std::move(hint));
    }

    /// True if unknown() still makes suggestions; if not, callers need not list the known names.
    bool suggests() const { return suggestions_ < most_suggestions; }

    bool has_error() const { return has_error_; }
    std::vector<Problem>& problems() { return problems_; }

private:
    static constexpr std::size_t longest = 998;  // NetworkBuilder's 1000, less a note and an error
    static constexpr std::size_t most_suggestions = 10;

    TextCursor* cursor_;
    std::vector<Problem> problems_;
    std::size_t suggestions_ = 0;
    bool has_error_ = false;
    bool has_more_ = false;
};

/// Sorts problems by location; those without one ("... and 5 more") come last.
inline std::vector<Problem> in_order(std::vector<Problem> problems) {
    const auto key = [](const Problem& problem) {
        return std::tuple(problem.location.line == 0, problem.location.line,
                          problem.location.column);
    };
    std::stable_sort(problems.begin(), problems.end(),
                     [&](const Problem& a, const Problem& b) { return key(a) < key(b); });
    return problems;
}

}  // namespace pgm::io::detail

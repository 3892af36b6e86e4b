#pragma once

#include <pgm/core/error.hpp>

#include <cstddef>
#include <vector>

namespace pgm::detail {

/// The problems of one network, a thousand of them, the first error and that which ends a text. A
/// broken file of a gigabyte may have millions, and people read the first few.
class ProblemList {
public:
    static constexpr std::size_t longest = 1000;

    void add(Problem problem) {
        // The first error is kept however many warnings come before it, and so is that at which the
        // reader of a text gave up.
        const bool is_first_error = problem.severity == Problem::Severity::error && !has_error_;
        has_error_ = has_error_ || is_first_error;
        if (problems_.size() < longest || is_first_error || problem.code == ErrorCode::parse) {
            problems_.push_back(std::move(problem));
        } else {
            ++left_out_;
        }
    }

    bool has_error() const { return has_error_; }

    /// All problems, or the first thousand and "... and 5 more".
    std::vector<Problem> to_vector() const {
        std::vector<Problem> problems = problems_;
        if (left_out_ > 0) {
            const auto severity =
                has_error_ ? Problem::Severity::error : Problem::Severity::warning;
            problems.push_back(
                {severity, "... and " + std::to_string(left_out_) + " more", {}, {}});
        }
        return problems;
    }

private:
    std::vector<Problem> problems_;
    std::size_t left_out_ = 0;
    bool has_error_ = false;
};

}  // namespace pgm::detail

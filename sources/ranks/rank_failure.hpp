#pragma once

#include <exception>
#include <utility>

namespace pgm::sources {

/// A failure in the share of one rank, of which the others do not know: the process must end them.
/// It is no pgm::Error, since nothing may go on after it.
struct RankFailure : std::exception {
    explicit RankFailure(std::exception_ptr failure) : cause(std::move(failure)) {}
    const char* what() const noexcept override { return "a rank failed in its share of the data"; }

    std::exception_ptr cause;
};

}  // namespace pgm::sources

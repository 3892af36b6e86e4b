#pragma once

#include <cstddef>

namespace pgm::tests {

/// How often this thread has asked operator new for memory so far, in any of its forms. A program
/// that calls this function has its operator new replaced by one that counts.
std::size_t allocation_count();

/// How many bytes it has asked for in all, given back or not.
std::size_t allocated_bytes();

/// How many bytes it holds: asked for and not given back.
std::size_t held_bytes();

/// How many bytes it held at most at one time since the last call, beyond those that it held at
/// that call. What one thread asks for and another gives back confuses the count.
std::size_t take_peak_bytes();

/// False under a sanitizer, which has an operator new of its own; tests that count then say
/// SKIPPED.
bool counts_allocations();

/// While it lives, the n-th request of this thread to operator new (counted from 0), and every
/// later one, fails.
class FailingAllocation {
public:
    explicit FailingAllocation(std::size_t n);
    ~FailingAllocation();
    FailingAllocation(const FailingAllocation&) = delete;
    FailingAllocation& operator=(const FailingAllocation&) = delete;

    /// True once a request has failed.
    bool has_failed() const { return allocation_count() > first_; }

private:
    std::size_t first_;
};

}  // namespace pgm::tests

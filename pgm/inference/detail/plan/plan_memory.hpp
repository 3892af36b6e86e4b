#pragma once

#include <cstddef>
#include <memory_resource>

namespace pgm::detail {

/// Memory for a plan in the making: a hundred short lists that all go when the plan is done. They
/// are laid one after the other, and nothing is given back in between; with a call of the allocator
/// for each, a small network would spend more time in the allocator than in the compiler. Not on
/// the stack, whose depths a process may never have touched: what reading a network has left free
/// has been fetched from the system already.
///
/// What the stages of compiling return (PlanSketch, ContractionTree ...) lies in the memory that
/// was passed to them and must not outlive it. The Plan itself is on its own.
class PlanMemory : public std::pmr::monotonic_buffer_resource {
public:
    PlanMemory() : std::pmr::monotonic_buffer_resource(first_block) {}

private:
    static constexpr std::size_t first_block = 32768;
};

}  // namespace pgm::detail

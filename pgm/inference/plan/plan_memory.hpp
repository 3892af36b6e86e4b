#pragma once

#include <cstddef>
#include <memory_resource>

namespace pgm {

/// Memory for a plan in the making: a hundred short lists that all go when the plan is done. They are laid one after the other, the first of them on the stack, and
/// nothing is given back in between; with a call of the allocator for each, a small network would spend more time in the allocator than in the compiler.
///
/// What the stages of compiling return (PlanSketch, ContractionTree ...) lies in the memory that was passed to them and must not outlive it. The Plan itself is on its own.
class PlanMemory : public std::pmr::monotonic_buffer_resource {
public:
    PlanMemory() : std::pmr::monotonic_buffer_resource(32768) {}
};

}  // namespace pgm

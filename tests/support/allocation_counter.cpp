#include <tests/support/allocation_counter.hpp>

#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>

// The sanitizers bring an operator new of their own, which must not be mixed with another one.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PGM_TESTS_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PGM_TESTS_SANITIZED
#endif
#endif

#if defined(PGM_TESTS_SANITIZED)

namespace pgm::tests {

bool counts_allocations() {
    return false;
}
std::size_t allocation_count() {
    return 0;
}
std::size_t allocated_bytes() {
    return 0;
}
std::size_t held_bytes() {
    return 0;
}
std::size_t take_peak_bytes() {
    return 0;
}
FailingAllocation::FailingAllocation(std::size_t n) : first_(n) {}
FailingAllocation::~FailingAllocation() = default;

}  // namespace pgm::tests

#else

namespace {

thread_local std::size_t count = 0;
thread_local std::size_t all_bytes = 0;
thread_local std::ptrdiff_t held = 0, start_bytes = 0, peak_bytes = 0;
thread_local std::size_t first_to_fail = std::numeric_limits<std::size_t>::max();

void* counted(std::size_t bytes, std::size_t alignment) {
    if (count++ >= first_to_fail) throw std::bad_alloc();
    alignment = std::max(alignment, alignof(std::max_align_t));
    const std::size_t rounded = (std::max(bytes, std::size_t{1}) + alignment - 1) / alignment *
                                alignment;  // as aligned_alloc wants it
    all_bytes += rounded;
    void* const memory = std::aligned_alloc(alignment, rounded);
    if (!memory) throw std::bad_alloc();
    held += static_cast<std::ptrdiff_t>(::malloc_usable_size(memory));
    peak_bytes = std::max(peak_bytes, held);
    return memory;
}

void give_back(void* memory) {
    held -= static_cast<std::ptrdiff_t>(::malloc_usable_size(memory));
    std::free(memory);
}

}  // namespace

namespace pgm::tests {

bool counts_allocations() {
    return true;
}
std::size_t allocation_count() {
    return count;
}
std::size_t allocated_bytes() {
    return all_bytes;
}
std::size_t held_bytes() {
    return static_cast<std::size_t>(held);
}
std::size_t take_peak_bytes() {
    const std::ptrdiff_t peak = peak_bytes - start_bytes;
    start_bytes = peak_bytes = held;
    return static_cast<std::size_t>(peak);
}
FailingAllocation::FailingAllocation(std::size_t n) : first_(count + n) {
    first_to_fail = first_;
}
FailingAllocation::~FailingAllocation() {
    first_to_fail = std::numeric_limits<std::size_t>::max();
}

}  // namespace pgm::tests

// The other forms of operator new (for arrays, without exceptions) call these.
void* operator new(std::size_t bytes) {
    return counted(bytes, 1);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return counted(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
    give_back(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    give_back(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    give_back(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    give_back(memory);
}

#endif

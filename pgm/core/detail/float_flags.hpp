#pragma once

#if defined(__x86_64__) || defined(_M_X64)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace pgm::detail {

/// Watches for lost precision. While one lives, arithmetic is in the default mode (round to
/// nearest, no flushing of small numbers) whatever the caller had set, and the processor's own
/// sticky flags tell whether any result since then underflowed or overflowed. The caller's mode and
/// flags come back at the end.
///
/// Why the engine cares: sums and products of non-negative numbers never cancel, so every result is
/// right to a few units in the last place *unless* something underflowed on the way. The flag turns
/// "probably accurate" into "known to be accurate" for the price of reading one register.
class FloatFlags {
public:
    FloatFlags(const FloatFlags&) = delete;
    FloatFlags& operator=(const FloatFlags&) = delete;

#if defined(__x86_64__) || defined(_M_X64)
    // Writing the register waits for all arithmetic before it, so it is not written where it says
    // what it should already.
    FloatFlags() : saved_(_mm_getcsr()) {
        if ((saved_ & ~of_no_interest) != default_mode) _mm_setcsr(default_mode);
        barrier();
    }
    ~FloatFlags() {
        barrier();
        if (_mm_getcsr() != saved_) _mm_setcsr(saved_);
    }
    bool lost_precision() const {
        barrier();
        return (_mm_getcsr() & (overflow | underflow)) != 0;
    }

private:
    static constexpr unsigned default_mode = 0x1f80, overflow = 0x08, underflow = 0x10;
    static constexpr unsigned of_no_interest =
        /// The other flags: rounding, operands that are no numbers or subnormal, division by zero.
        0x27;
    unsigned saved_;
#else
    FloatFlags() {
        std::fegetenv(&saved_);
        std::fesetenv(FE_DFL_ENV);
        std::feclearexcept(FE_ALL_EXCEPT);
        barrier();
    }
    ~FloatFlags() {
        barrier();
        std::fesetenv(&saved_);
    }
    bool lost_precision() const {
        barrier();
        return std::fetestexcept(FE_OVERFLOW | FE_UNDERFLOW) != 0;
    }

private:
    std::fenv_t saved_;
#endif
    /// Arithmetic whose operands are loaded from memory, or whose results are stored, stays on its
    /// side.
    static void barrier() {
        asm volatile("" ::: "memory");
    }
};

}  // namespace pgm::detail

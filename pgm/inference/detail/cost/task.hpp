#pragma once

#include <cstdint>

namespace pgm::detail {

/// The kind of answer that a plan computes.
enum class Task : std::uint8_t {
    marginals,  ///< the posterior of every target
    families,   ///< the posterior of every family: a variable with its parents
    joint,      ///< one table over all targets
    maximum,    ///< an assignment of the targets that maximises P(targets, e), and P(e) beside it
    evidence,   ///< log P(e) alone
};

}  // namespace pgm::detail

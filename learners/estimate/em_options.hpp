#pragma once

#include <cstddef>
#include <cstdint>

namespace pgm::learners {

/// How long expectation maximisation runs, and from how many initialisations. Plain data.
struct EmOptions {
    /// Random initialisations, the best is kept; 0 means 1 where every variable has values in the
    /// data and 5 where one is hidden.
    std::size_t initialisations = 0;
    /// Iterations from one initialisation at most.
    std::size_t iterations = 500;
    /// It has converged when an iteration raises the log-likelihood by at most this part of it.
    double tolerance = 1e-8;
    /// The random numbers of the initialisations begin here.
    std::uint64_t seed = 1;

    friend bool operator==(const EmOptions&, const EmOptions&) = default;
};

}  // namespace pgm::learners

#pragma once

#include <apps/pgm/options/options.hpp>
#include <learners/estimate/em_options.hpp>

#include <string>

namespace pgm::apps {

/// The options of expectation maximisation: --em and what goes with it.
struct EmChoices {
    bool em = false;
    std::size_t restarts = 0;
    std::size_t iterations = 0;
    std::string tolerance;
    std::string seed;

    void add_to(Options& options);

    /// Throws UsageError for a text that is no number, and for options that were given without
    /// --em.
    learners::EmOptions read() const;
};

}  // namespace pgm::apps

#pragma once

#include <apps/pgm/options/options.hpp>
#include <learners/estimate/missing_cells.hpp>

#include <string>

namespace pgm::apps {

/// The options of expectation maximisation (--missing-cells em).
struct EmChoices {
    std::size_t initialisations = 0;
    std::size_t iterations = 0;
    std::string tolerance;
    std::size_t seed = 1;  ///< of --seed, which commands declare for all that is random in them

    void add_to(Options& options);

    bool given() const { return initialisations > 0 || iterations > 0 || !tolerance.empty(); }

    /// Throws UsageError for a text that is no number.
    learners::EmOptions read() const;
};

}  // namespace pgm::apps

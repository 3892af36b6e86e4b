#pragma once

#include <apps/pgm/render/report.hpp>
#include <pgm/classify/measure/evaluation.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pgm::apps {

/// The report of `evaluate --target` on one structure, or of one fitted model.
struct ForecastReport {
    std::string target;
    double interval = 0.9;
    std::string structure;
    std::size_t folds = 1;  ///< 1: a single test set
    std::size_t repeats = 1;
    std::optional<std::uint64_t> seed;
    std::size_t test_sets_done = 1;
    std::size_t test_sets = 1;                     ///< folds x repeats
    std::optional<ForecastEvaluation> evaluation;  ///< null where no fold was reached

    bool partial() const { return test_sets_done < test_sets; }
};

/// The facts of one structure: an object, or a line in the table of structures.
Report forecast_report(const ForecastReport& report);

/// For people: a line per structure.
Report forecast_text(const std::vector<ForecastReport>& reports);

}  // namespace pgm::apps

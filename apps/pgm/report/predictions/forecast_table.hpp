#pragma once

#include <apps/pgm/report/predictions/row_output.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/model/variable.hpp>
#include <sources/database/database.hpp>

#include <span>
#include <string>
#include <vector>

namespace pgm::apps {

/// The output of `pgm predict --target`: one line per row of the data, columns of the input that
/// were asked for, then mean, standard deviation and interval of the target.
struct ForecastTable {
    std::span<const Variable> schema;  ///< the variables that are looked at
    std::vector<std::string> kept = {};

    /// `mean`, `sd`, `low`, `high`.
    static std::vector<std::string> own_columns();

    /// `kept`, then own_columns().
    std::vector<sources::WrittenColumn> columns() const;

    /// Some rows; the cells of a row whose values are impossible are empty, and null in JSON:
    /// {"kept":{"id":"7"},"mean":1.5,"sd":0.5,"low":0.68,"high":2.32}.
    void write(const Dataset& data, const ContinuousBatchPosterior& forecasts,
               RowOutput& output) const;

private:
    Report row(const Dataset& data, const ContinuousBatchPosterior& forecasts,
               std::size_t row) const;
};

}  // namespace pgm::apps

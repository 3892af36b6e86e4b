#pragma once

#include <apps/pgm/options/options.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/engine.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace pgm::apps {

/// The continuous variable that `predict` and `evaluate` forecast, and the probability of their
/// intervals.
struct TargetChoices {
    std::string name;
    std::string probability;  ///< empty: 0.9

    void add_to(Options& options);

    bool given() const { return !name.empty(); }
    /// Throws UsageError for a text that is no probability, and without a target.
    double interval() const;
    /// Throws UsageError where an option belongs to a class, which is another kind of target.
    void refuse_with(const std::string& option, bool is_given) const;
};

/// Forecasts of some rows of a table.
struct Forecasts {
    ContinuousBatchPosterior posterior;
    std::vector<double> truth;  ///< NaN where a row has none; empty unless it was asked for
    AlignmentReport report;
};

/// Forecasts a continuous variable of an engine's network from the rows of a table, whose columns
/// are matched by name (ColumnAlignment).
class Forecaster {
public:
    enum class Truth { ignored, wanted };

    /// The engine must live as long. Throws ArgumentError for a target that is no continuous
    /// variable of the network.
    Forecaster(const InferenceEngine& engine, const TargetChoices& target, Truth truth);

    /// The variables that are looked at in the data: all others, and then the target where the
    /// truth is wanted.
    const std::vector<Variable>& schema() const { return schema_; }

    /// The rows of a table, or of a part of one after `first_row` others.
    Forecasts operator()(const Dataset& data, std::size_t threads, std::size_t first_row = 0,
                         UnseenPolicy unseen = UnseenPolicy::missing) const;

private:
    const InferenceEngine& engine_;
    VariableId target_;
    double interval_;
    Truth truth_;
    std::vector<VariableId> known_;
    std::vector<Variable> schema_;
};

/// So many rows at a time that they take a few megabytes, and that those which know the same
/// variables come together.
std::size_t rows_of_block(const Forecaster& forecaster);

}  // namespace pgm::apps

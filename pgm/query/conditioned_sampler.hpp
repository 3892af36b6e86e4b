#pragma once

#include <pgm/inference/engine.hpp>
#include <pgm/inference/missing_cells.hpp>
#include <pgm/query/query.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pgm {

/// Draws rows of a network given evidence and interventions: exactly, without rejected rows. They
/// are the missing cells of rows that have nothing but the evidence, drawn together
/// (pgm/inference/missing_cells.hpp). Without evidence ForwardSampler (pgm/model/sampling.hpp) is
/// faster.
class ConditionedSampler {
public:
    /// Takes a row: the states of discrete variables and the values of continuous ones.
    using Use = std::function<void(std::span<StateId> states, std::span<double> values)>;

    /// Throws ImpossibleEvidenceError, ArgumentError for soft evidence and for intervals of
    /// numbers, and what the engine throws.
    ConditionedSampler(const BayesianNetwork& network, const Given& given);

    /// The same seed gives the same rows. Throws Stopped.
    void sample(std::size_t rows, std::uint64_t seed, const Use& use,
                const StopToken& stop = {}) const;

private:
    void add(VariableId variable, const Finding& finding);
    std::vector<DrawnCells> draw(std::size_t rows, const MissingDrawOptions& options) const;

    std::size_t size_;  ///< variables without auxiliary ones
    std::optional<InferenceEngine> engine_;
    Evidence evidence_;
    std::vector<std::pair<VariableId, StateId>> states_;
    std::vector<std::pair<VariableId, double>> values_;
};

}  // namespace pgm

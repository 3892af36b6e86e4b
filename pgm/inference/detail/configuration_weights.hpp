#pragma once

#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/detail/engine_implementation.hpp>

#include <optional>
#include <span>

namespace pgm::detail {

/// P(configuration | e_r) of some discrete variables for every row r of a table of findings. Of
/// several variables it is the posterior of an added one, whose states are their configurations.
class ConfigurationWeights {
public:
    /// One variable, or several of at most `most_cells` configurations together. The engine must
    /// live as long.
    ConfigurationWeights(const EngineImplementation& engine, std::span<const VariableId> variables);

    /// The table of an added variable has the square of this number of cells.
    static constexpr std::size_t most_cells = 256;

    /// The variables, ascending.
    const Scope& scope() const { return scope_; }
    /// A column for each cell of scope().
    BatchPosterior of(const EvidenceColumns& rows, std::size_t threads) const;

private:
    Scope scope_;
    const EngineImplementation& engine_;
    // Of several variables.
    std::optional<BayesianNetwork> extended_;
    std::optional<EngineImplementation> extended_engine_;
};

}  // namespace pgm::detail

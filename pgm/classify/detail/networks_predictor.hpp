#pragma once

#include <pgm/classify/detail/feature_columns.hpp>
#include <pgm/classify/detail/mixture_program.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/engine.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

namespace pgm::detail {

/// What a classifier of networks, not a stack, predicts. A single network is asked by its engine. A
/// mixture of tables is asked by a MixtureProgram about the rows that lack no cell, and by one
/// engine per member about the others; these engines are made when they are first needed, by
/// whichever thread that is, since a mixture may have thousands of members. What a row is answered
/// by depends on nothing but the row.
class NetworksPredictor {
public:
    /// Refers to the classifier, which must live as long.
    NetworksPredictor(const Classifier& classifier, const EngineOptions& options);
    ~NetworksPredictor();
    NetworksPredictor(NetworksPredictor&&) noexcept;

    const Classifier& classifier() const { return classifier_; }

    /// P(class | x) without temperature, of every row. Throws what the engine throws.
    BatchPosterior predict(ObservedColumns columns, std::size_t rows, std::size_t threads) const;

private:
    struct Engines;

    std::span<const InferenceEngine> engines() const;
    BatchPosterior ask_engines(ObservedColumns columns, std::size_t rows,
                               std::size_t threads) const;

    const Classifier& classifier_;
    EngineOptions options_;
    std::optional<MixtureProgram> program_;
    std::unique_ptr<Engines> engines_;
};

}  // namespace pgm::detail

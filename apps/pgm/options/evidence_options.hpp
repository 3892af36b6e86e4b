#pragma once

#include <apps/pgm/options/evidence_file.hpp>
#include <apps/pgm/options/options.hpp>
#include <pgm/classify/ensemble_engine.hpp>

#include <optional>
#include <string>
#include <vector>

namespace pgm::apps {

/// The options -e and --evidence-file of the commands that answer under evidence.
struct EvidenceOptions {
    std::vector<std::string> texts;
    std::string file;

    void add_to(Options& options);

    /// True if there is any of them.
    bool given() const { return !texts.empty() || !file.empty(); }

    /// All evidence sets: those of the file, or one empty set without file, each joined with what
    /// -e says, in the grammar of parse_given(). Two different states of one variable, or two
    /// values, are an EvidenceError rather than impossible: they are most often a slip.
    EvidenceFile read(const BayesianNetwork& network) const;

    /// For commands with one answer: refuses a file with an array.
    Given read_one(const BayesianNetwork& network) const;

    /// A question with this evidence beside its own; its text shows all of it.
    Query read_question(const BayesianNetwork& network, const std::string& text) const;

    /// Evidence sets that are values of features, as what an ensemble predicts from; null where it
    /// is none, and where any set has another finding.
    std::optional<EvidenceFile> read_rows(const EnsembleEngine* predictions) const;

private:
    /// The contents of the file, which may be standard input and is read once.
    mutable std::optional<std::string> json_{};
};

}  // namespace pgm::apps

#pragma once

#include <pgm/decide/strategy.hpp>
#include <pgm/inference/engine_options.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/model/network.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pgm::io {

/// An exercise: a question whose answer the reader types.
struct PageQuestion {
    std::string text;
    double answer = 0;
};

/// Parts of a page, and how it looks.
struct PageOptions {
    std::string title = {};  ///< "" for that of the network (document_title())
    /// The file of the model as the command lines that the page shows have it; "" for "MODEL".
    std::string model = {};
    /// The variables on the page, ascending; null for all. The others are summed out. With one of
    /// some numbers that belong together all of them are on it.
    std::optional<std::vector<VariableId>> only = std::nullopt;
    /// Findings of states that hold for good, which makes the page smaller.
    Evidence known = {};
    /// Variables whose probabilities are hidden: a teacher asks for them.
    std::vector<VariableId> locked = {};
    std::vector<PageQuestion> questions = {};
    enum class Theme : std::uint8_t { automatic, light, dark };
    Theme theme = Theme::automatic;  ///< automatic: that of the reader's browser
    EngineOptions limits = {.max_multiplications = 5'000'000};
};

/// A page of HTML on which a network is asked with clicks: it has the network, compiled
/// (make_image()), and an interpreter of that, so that it needs no other file, no connection and no
/// program but a browser. html_text() (picture.hpp) is a picture of a network to look at; this one
/// answers.
///
/// A click on a state enters it as a finding, and bars have the posteriors given all findings,
/// exact as those of InferenceEngine. Besides: likelihoods, do(), the most probable explanation,
/// conflicts, Markov blankets and d-separation, densities, what each finding did, in English and
/// German, with keys as with a mouse. An element for each state has `data-variable`, `data-state`
/// and `data-probability`, one `data-log-evidence`.
///
/// Names are texts and never markup, and a content security policy with digests of the scripts
/// (page_texts.hpp) keeps a browser from running anything else or loading anything. The same
/// network gives the same bytes everywhere.
///
/// Throws ModelError for a variable without distribution and for densities that have no finite form
/// (make_discrete_part()), ArgumentError for `known` that is no state, ImpossibleEvidenceError for
/// `known` that cannot be, and TooLargeError beyond the limits.
std::string write_page(const BayesianNetwork& network, const PageOptions& options = {});

/// The page of a diagram under a strategy: besides the expectation of each utility, and the
/// expected utility of every alternative.
std::string write_page(const InfluenceDiagram& diagram, const Strategy& strategy,
                       const PageOptions& options = {});

}  // namespace pgm::io

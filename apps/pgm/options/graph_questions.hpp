#pragma once

#include <apps/pgm/options/options.hpp>
#include <apps/pgm/render/report.hpp>
#include <apps/pgm/shell/session.hpp>

#include <string>

namespace pgm::apps {

/// The options of `pgm info` that ask for more about the graph than its size. Each adds one member
/// to the JSON and one paragraph to the text.
struct GraphQuestions {
    bool factorisation = false;  ///< "factorisation": "P(A) P(B | A)"
    bool order = false;          ///< "topological_order": ["A","B"]
    std::string blanket_of;      ///< "markov_blanket": ["A"]
    std::string ancestors_of;    ///< "ancestors": ["A"]; of a list of variables
    std::string descendants_of;  ///< "descendants": ["A"]
    bool moral = false;          ///< "moral_graph": [["A","B"], ...]
    bool cpdag = false;          ///< "cpdag": {"directed":[["A","B"]],"undirected":[["B","C"]]}
    /// "equivalent": true, or false with "difference"; another model file.
    std::string equivalent_to;

    void add_to(Options& options);

    /// True if anything was asked.
    bool any() const;

    /// The answers to all that was asked.
    Report answer(Session& session, const BayesianNetwork& network) const;
};

}  // namespace pgm::apps

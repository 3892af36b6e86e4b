#pragma once

#include <pgm/inference/engine.hpp>

#include <iosfwd>
#include <string_view>

namespace pgm::examples {

/// How an example prints: paragraphs, then questions in the notation of the books, each with the engine's answer and what the book prints.
///
///     P(Rain=yes | Wet=yes)                         0.707928     book: 0.708
class Page {
public:
    Page(std::ostream& out, std::string_view title);

    /// A paragraph, broken into lines as it is given.
    Page& text(std::string_view paragraph);

    /// What the network assumes: the factorisation of its joint distribution and the number of free parameters.
    Page& model(const BayesianNetwork& network);

    /// One question (docs/query-language.md) and its answer; `remark` is usually what the book prints.
    Page& ask(const InferenceEngine& engine, std::string_view question, std::string_view remark = {});

    /// One d-separation statement, "A _||_ B | C", answered from the graph alone.
    Page& ask_graph(const BayesianNetwork& network, std::string_view statement, std::string_view remark = {});

private:
    Page& line(std::string_view question, std::string_view answer, std::string_view remark);

    std::ostream& out_;
};

}  // namespace pgm::examples

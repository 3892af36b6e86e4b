#pragma once

#include <pgm/decide/decide.hpp>
#include <pgm/inference/engine.hpp>

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::examples {

/// Pages that are printed to the stream from now on have, below each block, the derivations of its
/// answers (pgm/explain/derivation.hpp), as far as these have one: `out << with_derivations`.
std::ostream& with_derivations(std::ostream& out);

/// How an example prints: paragraphs, and blocks of questions in the notation of the books, each
/// with the engine's answer and what the book prints, in aligned columns.
///
///     P(Wet=yes)               0.6471       Murphy: 0.6471
///     P(Rain=yes | Wet=yes)    0.7079277    Murphy: 0.4581 / 0.6471 = 0.708
///
/// A block ends with the next paragraph, or with the page: the destructor prints the last one.
class Page {
public:
    Page(std::ostream& out, std::string_view title);
    ~Page() { end_block(); }
    Page(const Page&) = delete;
    Page& operator=(const Page&) = delete;

    /// A paragraph, broken into lines as it is given.
    Page& text(std::string_view paragraph);

    /// What the network assumes: the factorisation of its joint distribution and the number of free
    /// parameters.
    Page& model(const BayesianNetwork& network);

    /// One question (docs/query-language.md) and its answer; `remark` is usually what the book
    /// prints.
    Page& ask(const InferenceEngine& engine, std::string_view question,
              std::string_view remark = {});

    /// The score of a class, P(class) P(x | class): the product of the network's numbers for these
    /// findings, "A=a, B=b". A question would divide by the sum over all findings, which differs
    /// where the rows of a table do not sum to 1.
    Page& ask_score(const InferenceEngine& engine, std::string_view findings,
                    std::string_view remark = {});

    /// The density p(x | given) of measured values, "x=1.5", under other findings.
    Page& ask_density(const InferenceEngine& engine, std::string_view values,
                      std::string_view given, std::string_view remark = {});

    /// A number worked out otherwise, with a name for it.
    Page& value(std::string_view name, double number, std::string_view remark = {});

    /// The same for words.
    Page& line(std::string_view name, std::string_view words, std::string_view remark = {});

    /// One d-separation statement, "A _||_ B | C", answered from the graph alone.
    Page& ask_graph(const BayesianNetwork& network, std::string_view statement,
                    std::string_view remark = {});

    /// The best alternative of each decision for each history that is possible, and what every
    /// alternative is worth in it.
    Page& strategy(const InfluenceDiagram& diagram, const DecisionSolution& solution);

private:
    struct Line {
        std::string question;
        std::string answer;
        std::string remark;
        std::string derivation{};
    };

    std::string derivation_of(const BayesianNetwork& network, std::string_view question) const;
    void end_block();

    std::ostream& out_;
    std::vector<Line> block_;
};

}  // namespace pgm::examples

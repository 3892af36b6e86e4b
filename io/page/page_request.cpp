#include <io/page/page_request.hpp>

#include <io/file/file_bytes.hpp>
#include <io/file/suffix.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <variant>

namespace pgm::io {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20;  ///< of a file of exercises

/// The query of a line, which may have words before it.
Query query_of(const BayesianNetwork& network, std::string_view line) {
    const std::size_t begin = line.find("P(");
    const std::size_t from = begin == std::string_view::npos ? 0 : begin;
    return parse_query(network, line.substr(from));
}

}  // namespace

std::string page_title(const BayesianNetwork& network, const std::string& path) {
    if (!network.name().empty() && network.name() != "unknown") return network.name();
    if (suffix_of(path) == nullptr) return {};
    return std::filesystem::path(without_packing(path)).stem().string();
}

std::string page_model(const std::string& path) {
    if (suffix_of(path) == nullptr) return {};
    return std::filesystem::path(path).filename().string();
}

PageOptions::Theme page_theme(std::string_view word) {
    using Theme = PageOptions::Theme;
    if (word == "auto") return Theme::automatic;
    if (word == "light") return Theme::light;
    if (word == "dark") return Theme::dark;
    throw ArgumentError("a theme is auto, light or dark, not " + in_quotes(word));
}

std::optional<std::vector<VariableId>> page_part(const BayesianNetwork& network,
                                                 std::vector<VariableId> only,
                                                 std::span<const VariableId> around,
                                                 std::size_t depth) {
    if (only.empty() && around.empty()) return std::nullopt;
    const std::vector<VariableId> near = within_steps(network.dag(), around, depth);
    only.insert(only.end(), near.begin(), near.end());
    std::ranges::sort(only);
    only.erase(std::ranges::unique(only).begin(), only.end());
    return only;
}

Evidence page_findings(const BayesianNetwork& network, const Given& given) {
    const ConditionedNetwork known = conditioned(network, given);
    if (known.contradictory) throw EvidenceError("the findings contradict each other");
    Evidence findings;
    for (const auto& [variable, finding] : known.evidence) {
        if (variable.index() >= network.size() || !std::holds_alternative<Observed>(finding))
            throw ArgumentError("what is known on a page for good is states of single variables",
                                "other findings are entered on the page");
        findings.add(variable, finding);
    }
    return findings;
}

PageQuestion page_question(const InferenceEngine& engine, std::string_view line) {
    const Answer answer = pgm::answer(engine, query_of(engine.network(), line));
    if (answer.impossible())
        throw ImpossibleEvidenceError("the condition of " + in_quotes(line) + " cannot be");
    if (const auto* const event = std::get_if<EventProbability>(&answer.result))
        return {std::string(line), event->value};
    if (const auto* const number = std::get_if<NumericValue>(&answer.result))
        return {std::string(line), number->value};
    throw ArgumentError("an exercise asks for one number, and " + in_quotes(line) + " for more",
                        "name the state: P(Rain=yes | Wet=yes)");
}

std::vector<PageQuestion> read_page_questions(const std::string& path,
                                              const InferenceEngine& engine) {
    std::vector<PageQuestion> questions;
    FileBytes file(path);
    std::string_view rest = file.read(most_bytes);
    for (std::uint32_t number = 1; !rest.empty(); ++number) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = without_blanks_around(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (line.empty() || line.front() == '#') continue;
        try {
            questions.push_back(page_question(engine, line));
        } catch (const Error& error) {
            throw ParseError(error.message(), {path, number}, error.hint());
        }
    }
    return questions;
}

}  // namespace pgm::io

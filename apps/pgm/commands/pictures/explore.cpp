#include <apps/pgm/commands/pictures/explore.hpp>

#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <io/file/file_bytes.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/decide/decide.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pgm::apps {
namespace {

using Theme = io::PageOptions::Theme;

constexpr std::size_t most_bytes = std::size_t{1} << 20;  ///< of a file of exercises

Theme theme_of(const std::string& word) {
    if (word == "auto") return Theme::automatic;
    if (word == "light") return Theme::light;
    if (word == "dark") return Theme::dark;
    throw UsageError("--theme takes auto, light or dark, not '" + word + "'");
}

/// The query of a line, which may have words before it, `How probable is rain? P(Rain=yes)`.
Query query_of(const BayesianNetwork& network, std::string_view line) {
    const std::size_t begin = line.find("P(");
    const std::size_t from = begin == std::string_view::npos ? 0 : begin;
    return parse_query(network, line.substr(from));
}

/// The exercise of a line. The answer must be one number.
io::PageQuestion exercise_of(const InferenceEngine& engine, std::string_view line) {
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

/// An error of a line with the file and the line.
[[noreturn]] void fail(const std::string& path, std::size_t line, const Error& error) {
    throw ParseError(error.message(), {path, static_cast<std::uint32_t>(line)}, error.hint());
}

std::vector<io::PageQuestion> read_questions(const std::string& path,
                                             const InferenceEngine& engine) {
    std::vector<io::PageQuestion> questions;
    io::FileBytes file(path);
    std::string_view rest = file.read(most_bytes);
    for (std::size_t number = 1; !rest.empty(); ++number) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = without_blanks_around(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (line.empty() || line.front() == '#') continue;
        try {
            questions.push_back(exercise_of(engine, line));
        } catch (const Error& error) {
            fail(path, number, error);
        }
    }
    return questions;
}

}  // namespace

void ExploreRequest::add_to(Options& options) {
    options.flag("--explore", explore,
                 "A page (.html) to ask with clicks: it has the network and needs no program but a "
                 "browser. -e is then known for good, and the page smaller");
    options.text("--title", title, "TEXT", "Of --explore: the title of the page");
    options.text("--theme", theme, "WORD",
                 "Of --explore: auto, light or dark; default: auto, that of the browser");
    options.text("--lock", locked, "NAMES", "Of --explore: hide the probabilities of these");
    options.text("--questions", questions, "FILE",
                 "Of --explore: exercises, a query on each line, also with words before it; the "
                 "page checks the reader's numbers");
}

void ExploreRequest::check(const std::string& path) const {
    for (const auto& [option, text] :
         {std::pair{"--title", &title}, std::pair{"--theme", &theme}, std::pair{"--lock", &locked},
          std::pair{"--questions", &questions}}) {
        if (!explore && !text->empty())
            throw UsageError(std::string(option) + " is about a page, --explore");
    }
    if (explore && !path.ends_with(".html"))
        throw UsageError("a page to explore is an .html file, not " + quoted_name(path));
    if (!theme.empty()) theme_of(theme);
}

std::string ExploreRequest::page(const Session& session, const ModelEngine& engine,
                                 io::PageOptions options) const {
    const InfluenceDiagram* const diagram = engine.diagram();
    const BayesianNetwork& network = diagram ? diagram->network() : engine.network();
    if (!title.empty()) options.title = title;
    if (!theme.empty()) options.theme = theme_of(theme);
    if (!locked.empty()) options.locked = parse_variables(network, locked);
    if (!questions.empty()) options.questions = read_questions(questions, engine.joint());
    options.limits = engine_options(session, options.limits);
    return with_way_out("--around X --depth 2, --only and -e make a smaller page", [&] {
        if (diagram == nullptr) return io::write_page(network, options);
        const DecisionOptions decisions{.engine = engine_options(session)};
        return io::write_page(*diagram, decide(*diagram, {}, decisions).strategy, options);
    });
}

Evidence states_known(const BayesianNetwork& network, const Given& known) {
    Evidence findings;
    for (const auto& [variable, finding] : conditioned(network, known).evidence) {
        if (variable.index() >= network.size() || !std::holds_alternative<Observed>(finding))
            throw ArgumentError("-e of a page takes states of variables alone",
                                "other findings are entered on the page");
        findings.add(variable, finding);
    }
    return findings;
}

}  // namespace pgm::apps

#include <apps/pgm/commands/pictures/explore.hpp>

#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <io/page/page_request.hpp>
#include <pgm/decide/decide.hpp>

#include <utility>

namespace pgm::apps {

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
    if (!theme.empty()) of_usage([&] { return io::page_theme(theme); });
}

std::string ExploreRequest::page(const Session& session, const ModelEngine& engine,
                                 io::PageOptions options) const {
    const InfluenceDiagram* const diagram = engine.diagram();
    const BayesianNetwork& network = diagram ? diagram->network() : engine.network();
    if (!title.empty()) options.title = title;
    if (!theme.empty()) options.theme = io::page_theme(theme);
    if (!locked.empty()) options.locked = parse_variables(network, locked);
    if (!questions.empty()) options.questions = io::read_page_questions(questions, engine.joint());
    options.limits = engine_options(session, options.limits);
    return with_way_out("--around X --depth 2, --only and -e make a smaller page", [&] {
        if (diagram == nullptr) return io::write_page(network, options);
        const DecisionOptions decisions{.engine = engine_options(session)};
        return io::write_page(*diagram, decide(*diagram, {}, decisions).strategy, options);
    });
}

}  // namespace pgm::apps

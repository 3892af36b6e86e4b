#include <python/src/detail/bindings.hpp>

#include <io/file/output_file.hpp>
#include <io/page/page_request.hpp>
#include <io/picture/picture.hpp>
#include <pgm/decide/decide.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/model.hpp>

#include <algorithm>
#include <limits>

namespace pgm::python {
namespace {

using PageNames = std::vector<std::string>;

/// The words of a call of pgm.explore(), in the order of its arguments.
struct ExploreCall {
    std::string path;  ///< that the network was read from, or ""
    std::string title, theme;
    PageNames locked, only, around;
    std::size_t depth;
    std::string question_path;                ///< of a file of exercises, or ""
    PageNames questions;                      ///< further ones
    std::optional<std::uint64_t> work_limit;  ///< in millions of multiplications
};
using ExploreCallParts =
    std::tuple<std::string, std::string, std::string, PageNames, PageNames, PageNames, std::size_t,
               std::string, PageNames, std::optional<std::uint64_t>>;

std::vector<VariableId> named_variables(const BayesianNetwork& network, const PageNames& names) {
    std::vector<VariableId> ids;
    for (const std::string& name : names) ids.push_back(network.id(name));
    return ids;
}

std::vector<io::PageQuestion> questions_of(const ExploreCall& call, const InferenceEngine& engine) {
    std::vector<io::PageQuestion> questions;
    if (!call.question_path.empty())
        questions = io::read_page_questions(call.question_path, engine);
    for (const std::string& line : call.questions)
        questions.push_back(io::page_question(engine, line));
    return questions;
}

/// The most multiplications that one question may take; null for the default.
std::optional<std::uint64_t> multiplications(const ExploreCall& call) {
    constexpr std::uint64_t million = 1'000'000;
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max() / million;
    if (!call.work_limit) return std::nullopt;
    return million * std::min(*call.work_limit, most);
}

io::PageOptions page_options(const BayesianNetwork& network, const ExploreCall& call,
                             nb::handle evidence) {
    io::PageOptions options{
        .title = call.title.empty() ? io::page_title(network, call.path) : call.title,
        .model = io::page_model(call.path),
        .only = io::page_part(network, named_variables(network, call.only),
                              named_variables(network, call.around), call.depth),
        .known = io::page_findings(network, given_from(network, evidence)),
        .locked = named_variables(network, call.locked),
        .theme = io::page_theme(call.theme)};
    options.limits.max_multiplications =
        multiplications(call).value_or(*options.limits.max_multiplications);
    return options;
}

/// A page of a network, or of a diagram under its best strategy.
std::string explored(const BayesianNetwork& network, const ExploreCall& call,
                     io::PageOptions options) {
    const EngineOptions limits{.max_multiplications = multiplications(call)};
    std::optional<InfluenceDiagram> diagram;
    Strategy strategy;
    if (decision_or_utility(network)) {
        diagram.emplace(network);
        strategy = decide(*diagram, {}, {.engine = limits}).strategy;
    }
    if (!call.question_path.empty() || !call.questions.empty()) {
        const InferenceEngine engine(diagram ? with_strategy(*diagram, strategy) : network, limits);
        options.questions = questions_of(call, engine);
    }
    return diagram ? io::write_page(*diagram, strategy, options) : io::write_page(network, options);
}

/// (HTML, title)
Parts explored_parts(const Network& network, nb::handle evidence, ExploreCallParts parts) {
    const ExploreCall call = std::make_from_tuple<ExploreCall>(std::move(parts));
    const std::shared_ptr<const BayesianNetwork> built = network.built();
    const io::PageOptions options = page_options(*built, call, evidence);
    const std::string title = io::document_title(*built, {.title = options.title});
    std::string html;
    try {
        const nb::gil_scoped_release release;
        html = explored(*built, call, options);
    } catch (const TooLargeError& error) {
        throw TooLargeError(error.message(), error.location(),
                            "around=\"X\" with depth=2, only=[..] and evidence make a smaller "
                            "page, work_limit allows a larger one");
    }
    return nb::make_tuple(html, title);
}

}  // namespace

void bind_exploring(nb::module_& module) {
    module.def("explore", &explored_parts, nb::arg("network"), nb::arg("evidence").none(),
               nb::arg("call"));
    module.def(
        "save",
        [](const std::string& path, const std::string& text) {
            const nb::gil_scoped_release release;
            io::save_atomically(path, text);
        },
        nb::arg("path"), nb::arg("text"));
}

}  // namespace pgm::python

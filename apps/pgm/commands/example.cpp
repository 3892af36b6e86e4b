#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <examples/examples.hpp>
#include <examples/page.hpp>
#include <io/network_file.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <memory>
#include <sstream>

namespace pgm::apps {
namespace {

using examples::Example;
using examples::textbook_examples;

void list(Session& session) {
    const ReportRows rows = rows_of(textbook_examples(), [](const Example& example) -> Report {
        return {{"name", "", example.name}, {"title", example.title, Shown{"", example.title}}};
    });
    if (session.json) return session.out.write(json_line(rows));
    write(session, {Section{"", rows, 0}, Sentence{}, Sentence{"'pgm example NAME' runs one."}});
}

void run(Session& session, const Example& example, bool explain) {
    std::ostringstream page;
    if (explain) page << examples::with_derivations;
    timed(session, [&] {
        page.str({});
        example.run(page);
        return 0;
    });
    if (!session.json) return session.out.write(page.str());
    write(session, {{"name", example.name}, {"title", example.title}, {"text", page.str()}});
}

struct ExampleRequest {
    std::string name;
    std::string path;  ///< where its model is written; empty: nowhere
    bool explain = false;
};

const Example& find_example(const std::string& name) {
    const auto known =
        std::ranges::find(textbook_examples(), std::string_view(name), &Example::name);
    if (known != textbook_examples().end()) return *known;
    throw ArgumentError("no example '" + name + "'", did_you_mean(name, example_names()));
}

int example(Session& session, const ExampleRequest& request) {
    if (request.name.empty()) {
        if (!request.path.empty())
            throw UsageError("-o writes the model of one example", "pgm example asia -o asia.bif");
        list(session);
        return fine;
    }
    const Example& chosen = find_example(request.name);
    if (!request.path.empty())
        std::visit(Overloaded{[&](const Classifier& model) { write_model(model, request.path); },
                              [&](const BayesianNetwork& model) {
                                  io::write_network(model, request.path);
                              }},
                   chosen.model());
    if (!is_standard_output(request.path)) run(session, chosen, request.explain);
    return fine;
}

}  // namespace

std::vector<std::string> example_names() {
    std::vector<std::string> names;
    for (const Example& example : textbook_examples()) names.emplace_back(example.name);
    return names;
}

Action set_up_example(Options& options, Session& session) {
    const auto given = std::make_shared<ExampleRequest>();
    options.optional_argument("NAME", given->name,
                              "The example to run; without a name all are listed");
    options.text("-o,--output", given->path, "MODEL",
                 "Write the model of the example, to ask it more; - is standard output");
    options.flag("--explain", given->explain,
                 "With the derivation of each answer, as 'pgm explain' writes it");
    return [given, &session] { return example(session, *given); };
}

}  // namespace pgm::apps

#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/report/report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/exit_status.hpp>
#include <apps/pgm/shell/json_text.hpp>
#include <examples/examples.hpp>
#include <pgm/core/text/suggest.hpp>

#include <memory>
#include <sstream>

namespace pgm::apps {
namespace {

using examples::Example;
using examples::textbook_examples;

void list(Session& session) {
    if (session.json) {
        JsonText json;
        json.begin_array();
        for (const Example& example : textbook_examples())
            json.begin_object()
                .key("name")
                .string(example.name)
                .key("title")
                .string(example.title)
                .end_object();
        session.out.write(json.end_array().take() + "\n");
        return;
    }
    TextTable table({TextTable::Align::left, TextTable::Align::left});
    for (const Example& example : textbook_examples()) table.add({example.name, example.title});
    session.out.write(table.text() + "\n'pgm example NAME' runs one.\n");
}

void run(Session& session, const Example& example) {
    std::ostringstream page;
    timed(session, [&] {
        page.str({});
        example.run(page);
        return 0;
    });
    if (!session.json) return session.out.write(page.str());
    JsonText json;
    json.begin_object()
        .key("name")
        .string(example.name)
        .key("title")
        .string(example.title)
        .key("text")
        .string(page.str())
        .end_object();
    session.out.write(json.take() + "\n");
}

int example(Session& session, const std::string& name) {
    if (name.empty()) {
        list(session);
        return fine;
    }
    std::vector<std::string> names;
    for (const Example& known : textbook_examples()) {
        if (known.name == name) {
            run(session, known);
            return fine;
        }
        names.emplace_back(known.name);
    }
    throw ArgumentError("no example '" + name + "'", did_you_mean(name, names));
}

}  // namespace

Action set_up_example(Options& options, Session& session) {
    const auto name = std::make_shared<std::string>();
    options.optional_argument("NAME", *name, "The example to run; without a name all are listed");
    return [name, &session] { return example(session, *name); };
}

}  // namespace pgm::apps

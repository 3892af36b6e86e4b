#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/asking.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <io/file/file_bytes.hpp>
#include <io/file/suffix.hpp>
#include <io/format/block/bn.hpp>
#include <io/network_file.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/structure_graph.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

namespace pgm::apps {
namespace {

struct NewRequest {
    std::string text;
    std::string name;
    std::string path = "-";
};

/// True for what is to be read instead of being the text itself.
bool is_file(const std::string& text) {
    std::error_code none;
    if (io::is_standard_stream(text) || std::filesystem::exists(text, none)) return true;
    const io::Suffix* const suffix = io::suffix_of(text);
    return suffix != nullptr && suffix->kind == io::FileKind::model && !is_structure(text);
}

/// A network as it was read, of a text with a note about states that it does not list.
io::ReadResult read_network(Session& session, const std::string& text) {
    if (is_file(text)) return load_network_structure(session, text);
    io::ReadResult read = with_caret(text, [&] {
        constexpr auto accept = io::TablesToLearn::accept;
        return io::read_bn(text, {.name = "", .limits = {}, .tables_to_learn = accept});
    });
    print_problems(read.remarks);
    const std::string states = io::sentence_about_states(variables_without_states(text));
    const bool is_told =
        std::ranges::find(read.remarks, states, &Problem::message) != read.remarks.end();
    if (!states.empty() && !is_told) print_note(states, "A{no|yes} lists others");
    return read;
}

/// The network that was read, each variable without rows marked as one to be filled in.
BayesianNetwork network_of(const NewRequest& request, const io::ReadResult& read) {
    if (read.network.size() == 0)
        throw UsageError("the text has no variables", "pgm new 'Rain{no|yes} -> Wet{no|yes}'");
    NetworkBuilder builder(read.network);
    if (!request.name.empty()) builder.set_name(request.name);
    for (const io::TableToLearn& table : read.tables_to_learn)
        builder.annotate(table.variable, std::string(to_be_filled_in));
    return std::move(builder).build();
}

int make_new(Session& session, const NewRequest& request) {
    refuse_two_outputs(session.json, is_standard_output(request.path) ? "-" : "");
    require_model_name(request.path);
    const auto [read, network] = timed(session, [&] {
        io::ReadResult result = read_network(session, request.text);
        BayesianNetwork made = network_of(request, result);
        return std::pair(std::move(result), std::move(made));
    });
    write_network_of(request.text, read.source, network, request.path);
    if (is_standard_output(request.path)) return fine;
    write(session, {{"written", "written", request.path},
                    {"variables", "variables", network.size()},
                    {"arcs", "arcs", network.dag().arc_count()},
                    {"parameters", "parameters", parameter_count(network),
                     !read.tables_to_learn.empty() ? " to be filled in" : ""}});
    return fine;
}

}  // namespace

Action set_up_new(Options& options, Session& session) {
    const auto given = std::make_shared<NewRequest>();
    options.argument("TEXT", given->text,
                     "Variables, their states, arcs and rows: 'Rain{no|yes} -> hours{real}; Rain: "
                     "0.8 0.2; hours | Rain=yes: normal(3, sd 1)'; or a file of such a text (.bn), "
                     "- for standard input");
    options.text("-o,--output", given->path, "MODEL",
                 "The network to write (.json, .bif, ...); default: BIF on standard output");
    options.text("--name", given->name, "NAME", "The name of the network");
    return [given, &session] { return make_new(session, *given); };
}

}  // namespace pgm::apps

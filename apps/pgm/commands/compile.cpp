#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/classifier_input.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <io/file/output_file.hpp>
#include <io/loss_matrix_file.hpp>
#include <io/page/module.hpp>
#include <pgm/compile/c_source.hpp>
#include <pgm/compile/classifier_source.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pgm::apps {
namespace {

struct CompileRequest {
    ClassifierInput model;
    std::string output, name, targets, evidence, loss, fixed;
    bool explains = false, single = false, compact = false, nameless = false, test = false;
};

constexpr std::string_view c_ending = ".c", module_ending = ".mjs";

bool is_module(const CompileRequest& request) {
    return request.output.ends_with(module_ending);
}

/// The names of the files without ".c" or ".mjs": "out/alarm".
std::string stem_of(const CompileRequest& request) {
    const std::string_view ending = is_module(request) ? module_ending : c_ending;
    if (!request.output.ends_with(ending) || request.output.size() == ending.size())
        throw UsageError("a program is a file that ends in .c or .mjs, not " +
                         quoted_name(request.output));
    if (!is_module(request) && request.output.find_first_of("\"\\\n") != std::string::npos)
        throw UsageError("programs of C cannot include the header of " +
                         quoted_name(request.output));
    return request.output.substr(0, request.output.size() - ending.size());
}

/// Without the folder.
std::string file_name(const CompileRequest& request) {
    const std::string stem = stem_of(request);
    return stem.substr(stem.find_last_of('/') + 1);
}

/// The names of the program begin with that of the file, as far as letters and digits make it up.
std::string name_of(const CompileRequest& request) {
    return request.name.empty() ? c_name(file_name(request)) : request.name;
}

std::optional<std::vector<VariableId>> chosen(const BayesianNetwork& network,
                                              const std::string& names) {
    if (names.empty()) return std::nullopt;
    return parse_variables(network, names);
}

CSourceOptions source_options(const Session& session, const CompileRequest& request) {
    CSourceOptions options{.name = name_of(request),
                           .header = file_name(request) + ".h",
                           .origin = request.model.path,
                           .has_names = !request.nameless,
                           .has_explanation = request.explains,
                           .single_precision = request.single,
                           .compact = request.compact,
                           .fixed = !request.fixed.empty()};
    if (options.fixed && request.fixed != "Q15")
        throw UsageError("--fixed takes Q15, not " + quoted_name(request.fixed));
    if (options.fixed && options.single_precision)
        throw UsageError("--float and --fixed are two kinds of numbers");
    options.image.limits = engine_options(session, options.image.limits);
    return options;
}

/// Options about C have no meaning for a module of JavaScript.
void refuse_with_module(const CompileRequest& request) {
    for (const auto& [option, is_given] :
         {std::pair{"--float", request.single}, std::pair{"--fixed", !request.fixed.empty()},
          std::pair{"--compact", request.compact}, std::pair{"--no-names", request.nameless},
          std::pair{"--name", !request.name.empty()}, std::pair{"--test", request.test},
          std::pair{"--mpe", request.explains}}) {
        if (is_given)
            throw UsageError(std::string(option) + " is about programs of C",
                             "a module has doubles, names and mpe()");
    }
}

/// Options about posteriors of variables have no meaning for a class.
void refuse_with_class(const CompileRequest& request) {
    for (const auto& [option, is_given] :
         {std::pair{"--targets", !request.targets.empty()},
          std::pair{"--evidence-on", !request.evidence.empty()},
          std::pair{"--mpe", request.explains}, std::pair{"--fixed", !request.fixed.empty()}}) {
        if (is_given)
            throw UsageError(std::string(option) +
                                 " is about a network, and a classifier is asked "
                                 "for its class alone",
                             "pgm convert writes the network of a classifier");
    }
}

/// The files of a program: the endings of their names, and the texts.
using Files = std::vector<std::pair<std::string, std::string>>;

Files classifier_files(Session& session, const CompileRequest& request,
                       const Classifier& classifier) {
    refuse_with_class(request);
    if (is_module(request))
        throw UsageError("a classifier is compiled to C alone",
                         "pgm convert writes the network of a classifier");
    std::optional<LossMatrix> loss;
    if (!request.loss.empty())
        loss = io::read_loss_matrix(request.loss, classifier.class_variable().states());
    const CSourceOptions options = source_options(session, request);
    CSource program = classifier_source(classifier, options, loss);
    Files files{{".c", std::move(program.source)}, {".h", std::move(program.header)}};
    if (request.test)
        files.emplace_back("_test.c", classifier_test_program(classifier, options, loss));
    return files;
}

Files module_files(const BayesianNetwork& network, const CompileRequest& request,
                   ImageOptions image) {
    refuse_with_module(request);
    image.targets = chosen(network, request.targets);
    image.evidence = chosen(network, request.evidence);
    io::ModuleSource made =
        io::module_source(network, {.origin = request.model.path, .image = std::move(image)});
    return {{".mjs", std::move(made.module)}, {".d.mts", std::move(made.types)}};
}

Files network_files(Session& session, const CompileRequest& request,
                    const BayesianNetwork& network) {
    if (!request.loss.empty())
        throw UsageError("--loss is about a class", "--class C says which variable it is");
    CSourceOptions options = source_options(session, request);
    if (is_module(request)) return module_files(network, request, options.image);
    options.image.targets = chosen(network, request.targets);
    options.image.evidence = chosen(network, request.evidence);
    CSource program = c_source(network, options);
    Files files{{".c", std::move(program.source)}, {".h", std::move(program.header)}};
    if (request.test) files.emplace_back("_test.c", c_test_program(network, options));
    return files;
}

Files files_of(Session& session, const CompileRequest& request) {
    if (!request.model.class_name.empty())
        return classifier_files(session, request, request.model.read(session));
    const io::SavedModel model = load_model(session, request.model.path);
    if (const auto* const classifier = std::get_if<Classifier>(&model))
        return classifier_files(session, request, *classifier);
    return with_way_out("--targets and --evidence-on make a smaller program", [&] {
        return network_files(session, request, std::get<BayesianNetwork>(model));
    });
}

int compile(Session& session, const CompileRequest& request) {
    const std::string stem = stem_of(request);
    for (const std::string_view ending : {".c", ".h", "_test.c", ".mjs", ".d.mts"})
        refuse_to_overwrite(stem + std::string(ending), {request.model.path, request.loss},
                            {"the program", "it is made from"});
    std::vector<std::string> written;
    for (const auto& [ending, text] : files_of(session, request)) {
        io::save_atomically(stem + ending, text);
        written.push_back(stem + ending);
    }
    Report report;
    report.add("written", written, Shown{"written", enumerated(written)});
    if (!is_module(request)) report.add("name", "name", name_of(request));
    write(session, report);
    return fine;
}

}  // namespace

Action set_up_compile(Options& options, Session& session) {
    const auto given = std::make_shared<CompileRequest>();
    options.argument("MODEL", given->model.path, "Model file, or - for standard input");
    options.required_text("-o,--output", given->output, "FILE",
                          "The program, name.c, beside which goes name.h; or name.mjs, a module of "
                          "JavaScript, with its types in name.d.mts");
    options.text("--targets", given->targets, "NAMES",
                 "Only the posteriors of these variables; default: of all");
    options.text("--evidence-on", given->evidence, "NAMES",
                 "Only these variables may have findings: a smaller program; default: all");
    given->model.add_to(options);
    options.text("--loss", given->loss, "FILE",
                 "CSV of losses: a classifier decides for the least expected one");
    options.flag("--mpe", given->explains, "Also NAME_mpe(): the most probable states");
    options.flag("--float", given->single, "Floats in place of doubles");
    options.text("--fixed", given->fixed, "Q15",
                 "Whole numbers of 16 bits alone, for processors without floating point");
    options.flag("--compact", given->compact,
                 "Tables and one interpreter: the least memory, not the least time");
    options.flag("--no-names", given->nameless, "Without the names of variables and states");
    options.text("--name", given->name, "NAME",
                 "What the names of the program begin with; default: that of the file");
    options.flag("--test", given->test,
                 "Also name_test.c, a program that checks the answers to 100 questions");
    add_question_options(options, session);
    return [given, &session] { return compile(session, *given); };
}

}  // namespace pgm::apps

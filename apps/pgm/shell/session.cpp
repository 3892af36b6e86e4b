#include <apps/pgm/shell/session.hpp>

#include <apps/pgm/shell/errors.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/model/uniform_network.hpp>

#include <filesystem>
#include <system_error>

namespace pgm::apps {

namespace {

/// What a reader gives, told and timed.
template <class Read>
auto load(Session& session, Read&& read) {
    const Stopwatch watch;
    auto result = read();
    session.timings.load_ms += watch.milliseconds();
    print_problems(result.remarks);
    return result;
}

}  // namespace

io::Model load_model(Session& session, const std::string& path) {
    return load(session, [&] { return io::read_model(path); }).model;
}

io::Model load_model(Session& session, io::ByteSource& source) {
    return load(session, [&] { return io::read_model(source); }).model;
}

bool is_graph_text(const std::string& model) {
    const bool has_arrow =
        model.find("->") != std::string::npos || model.find("<-") != std::string::npos;
    std::error_code none;
    return has_arrow && !std::filesystem::exists(model, none);
}

io::Model load_graph(Session& session, const std::string& model) {
    if (!is_graph_text(model)) return load_model(session, model);
    return with_caret(model, [&] { return uniform_network(model); });
}

std::vector<WeightedNetwork> load_members(Session& session, const std::string& path) {
    return io::members_of(load_model(session, path));
}

BayesianNetwork load_network(Session& session, const std::string& path) {
    return load(session, [&] { return io::read_network(path); }).network;
}

ArgumentError averages_networks(const std::string& path, std::size_t networks,
                                const std::string& what) {
    return ArgumentError("'" + printable(path) + "' averages " + std::to_string(networks) +
                             " networks, each with " + what,
                         "pgm convert --member 1 writes the first of them to a file");
}

MixtureEngine load_engine(Session& session, const std::string& path) {
    std::vector<WeightedNetwork> members = load_members(session, path);
    const Stopwatch making;
    MixtureEngine engine(std::move(members), engine_options(session));
    session.timings.load_ms += making.milliseconds();
    return engine;
}

std::variant<MixtureEngine, StackEngine> load_model_engine(Session& session,
                                                           const std::string& path) {
    io::Model model = load_model(session, path);
    const Stopwatch making;
    auto engine = [&]() -> std::variant<MixtureEngine, StackEngine> {
        auto* const classifier = std::get_if<Classifier>(&model);
        if (classifier && !classifier->stack().empty())
            return StackEngine(std::move(*classifier), engine_options(session));
        return MixtureEngine(io::members_of(std::move(model)), engine_options(session));
    }();
    session.timings.load_ms += making.milliseconds();
    return engine;
}

EngineOptions engine_options(const Session& session) {
    EngineOptions options{.threads = session.question_threads};
    options.max_arena_bytes = session.memory_limit.value_or(options.max_arena_bytes);
    return options;
}

}  // namespace pgm::apps

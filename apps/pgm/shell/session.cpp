#include <apps/pgm/shell/session.hpp>

#include <apps/pgm/shell/errors.hpp>
#include <pgm/core/text/name_text.hpp>

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

io::ModelResult load_structure(Session& session, const std::string& path) {
    return load(session, [&] { return io::read_model(path, {}, io::TablesToLearn::accept); });
}

io::ModelResult load_structure(Session& session, io::ByteSource& source) {
    return load(session, [&] { return io::read_model(source, {}, io::TablesToLearn::accept); });
}

io::ReadResult load_network_structure(Session& session, const std::string& path) {
    return load(session, [&] { return io::read_network(path, {}, io::TablesToLearn::accept); });
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

EngineOptions engine_options(const Session& session) {
    EngineOptions options{.threads = session.question_threads};
    options.max_arena_bytes = session.memory_limit.value_or(options.max_arena_bytes);
    return options;
}

}  // namespace pgm::apps

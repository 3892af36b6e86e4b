#include <apps/pgm/shell/session.hpp>

#include <apps/pgm/shell/errors.hpp>
#include <io/network_file.hpp>

namespace pgm::apps {

namespace {

template <class Source>
BayesianNetwork load(Session& session, Source& source) {
    const Stopwatch watch;
    io::ReadResult result = io::read_network(source);
    session.timings.load_ms += watch.milliseconds();
    print_problems(result.remarks);
    return std::move(result.network);
}

}  // namespace

BayesianNetwork load_model(Session& session, const std::string& path) {
    return load(session, path);
}

BayesianNetwork load_model(Session& session, io::ByteSource& source) {
    return load(session, source);
}

MixtureEngine load_engine(Session& session, const std::string& path) {
    const Stopwatch watch;
    io::ModelResult model = io::read_model(path);
    const double reading = watch.milliseconds();
    print_problems(model.remarks);
    const Stopwatch making;
    MixtureEngine engine(std::move(model.members), engine_options(session));
    session.timings.load_ms += reading + making.milliseconds();
    return engine;
}

EngineOptions engine_options(const Session& session) {
    EngineOptions options{.threads = session.question_threads};
    options.max_arena_bytes = session.memory_limit.value_or(options.max_arena_bytes);
    return options;
}

}  // namespace pgm::apps

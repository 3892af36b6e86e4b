#include <apps/pgm/session.hpp>

#include <apps/pgm/errors.hpp>
#include <io/format.hpp>

namespace pgm::apps {

BayesianNetwork load_model(Session& session, const std::string& path) {
    const Stopwatch watch;
    io::ReadResult result = io::read_network(path);
    session.timings.load_ms += watch.milliseconds();
    for (const Problem& remark : result.remarks) print_problem(remark);
    return std::move(result.network);
}

InferenceEngine load_engine(Session& session, const std::string& path) {
    BayesianNetwork network = load_model(session, path);
    const Stopwatch watch;
    InferenceEngine engine(std::move(network));
    session.timings.load_ms += watch.milliseconds();
    return engine;
}

}  // namespace pgm::apps

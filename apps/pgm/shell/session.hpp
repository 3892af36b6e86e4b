#pragma once

#include <apps/pgm/render/render.hpp>
#include <apps/pgm/shell/output.hpp>
#include <apps/pgm/shell/timings.hpp>
#include <io/file/byte_source.hpp>
#include <io/network_file.hpp>
#include <io/table_memory.hpp>
#include <pgm/classify/ensemble_engine.hpp>
#include <pgm/decide/influence_diagram.hpp>
#include <sources/ranks/ranks.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pgm::apps {

/// One run of one command: the options that every command has, and where its output and its timings
/// go.
struct Session {
    std::vector<std::string> arguments;  ///< of the command line, from the command's name on
    bool json = false;
    bool show_timings = false;
    std::size_t repeat = 1;
    /// The tables that the command works on, and the limit for them, one question or one fit;
    /// beyond it TooLargeError before anything is allocated. Null: the default of the library.
    io::TableMemory memory;
    /// Millions of multiplications of one question; null: the default of the library.
    std::optional<std::size_t> work_limit;
    std::size_t question_threads = 1;  ///< that one question may use; 0 is one per core

    /// The classifier of an ensemble whose network gives the answer, which JSON has as "network";
    /// empty where the whole model does.
    std::string answered_by;
    /// The features of which a note has said that the class does not depend on them.
    std::set<VariableId> features_without_effect;

    /// Decisions, utilities and what depends on them are left out of models that have some.
    bool chance_only = false;

    /// The processes that the command is spread over; null where it is this one alone.
    const sources::Ranks* ranks = nullptr;
    /// True if this process writes files; what goes to the standard streams is silent elsewhere.
    bool writes_files() const { return ranks == nullptr || ranks->is_first(); }

    Output out;
    Timings timings;
};

/// Standard output.
TextSink sink_of(Session& session);

/// Writes a report to standard output, in the form that the session asks for.
void write(Session& session, const Report& report);

/// The report, in JSON with the network that answers (Session::answered_by).
Report with_network(const Session& session, Report report);

/// Writes a text that is the whole answer, with --json as the member "text" of an object.
void write_text(Session& session, const std::string& text);

/// The result of `read()`; the time it takes counts as loading.
template <class Read>
auto loaded(Session& session, Read&& read) {
    const Stopwatch watch;
    auto result = read();
    session.timings.add_loading(watch.milliseconds());
    return result;
}

/// Reads a model from a file or, for "-", from standard input: a network or a classifier; or from a
/// text that gives the numbers of all families (NetworkBuilder::parse). What the reader has to say
/// goes to standard error, the time it took to the timings. Throws ArgumentError for an influence
/// diagram.
io::SavedModel load_model(Session& session, const std::string& path);
/// The model with the text of the file (io::SourceText), for a copy of it; also of a diagram.
io::ModelResult load_model_and_text(Session& session, const std::string& path);

/// True if a MODEL is not the name of a file but the text of a network, "A -> B, C".
bool is_structure(const std::string& model);
/// Reads a model of which only the variables and arcs are needed: a file, whose tables may be left
/// to be learned, or the text of a network, whose families may have no rows. The result lists the
/// tables that are not there (io/options/read_options.hpp).
io::ModelResult load_structure(Session& session, const std::string& model);
/// The model in a stream that is open.
io::ModelResult load_structure(Session& session, io::ByteSource& source);
/// Reads the structure of a model that is one network.
io::ReadResult load_network_structure(Session& session, const std::string& model);

/// Reads an influence diagram from a file, standard input or a text. Throws ArgumentError for a
/// model that is none.
InfluenceDiagram diagram_of(Session& session, const std::string& path, bool limited);

/// The networks of a model that answer for it, with their weights: one, or those that a classifier
/// averages; of an ensemble those of Ensemble::heaviest(), with a note.
std::vector<WeightedNetwork> networks_of(Session& session, const std::string& path,
                                         io::SavedModel model);

/// The one network of a model; throws ArgumentError for a classifier that averages several.
BayesianNetwork load_network(Session& session, const std::string& path);

/// Notes the parts of a file that its copy does not have, once; none where there are none.
void say_lost(const std::string& path, const std::string& from,
              const std::vector<std::string>& parts);

/// Writes a network that was made from that of another file, with its text where the format is the
/// same (io::SourceText), and notes what is lost.
void write_network_of(const std::string& from, const io::SourceText& source,
                      const BayesianNetwork& network, const std::string& path);

/// Writes a classifier. A file of another format than .pgmodel gets its network, and a note says
/// what that leaves out; what averages several networks is refused there.
void write_model(const Classifier& classifier, const std::string& path);

/// The error to throw where a classifier averages networks, and each has what was asked for:
/// "'aode.pgmodel' averages 4 networks, each with a graph of its own".
ArgumentError averages_networks(const std::string& path, std::size_t networks,
                                const std::string& what);

/// The engines of a model of any kind: that of its joint distribution, and where it is an ensemble,
/// which has none, that of its predictions beside that of the heaviest classifier.
class ModelEngine {
public:
    ModelEngine(const Session& session, const std::string& path, io::SavedModel model);
    /// The engine of a diagram under its best strategy.
    ModelEngine(const Session& session, const std::string& path, InfluenceDiagram diagram);

    const InferenceEngine& joint() const { return joint_; }
    const BayesianNetwork& network() const { return joint_.network(); }
    /// The influence diagram that the network was made of, or null.
    const InfluenceDiagram* diagram() const { return diagram_ ? &*diagram_ : nullptr; }
    /// The predictions of an ensemble, or null.
    const EnsembleEngine* predictions() const { return predictions_ ? &*predictions_ : nullptr; }
    /// Says that joint() answers, which matters where it speaks for an ensemble. A question about
    /// the class after do() of a feature that it does not depend on has a note that says so
    /// instead.
    void answer_jointly(Session& session, std::span<const VariableId> asked = {},
                        std::span<const VariableId> set = {}) const;

private:
    std::string path_;
    std::string class_name_;  ///< of a classifier
    std::optional<InfluenceDiagram> diagram_;
    InferenceEngine joint_;
    std::optional<EnsembleEngine> predictions_;
};

/// The engine of a model. The decisions of an influence diagram follow its best strategy, which a
/// note says.
ModelEngine engine_of(const Session& session, const std::string& path, io::SavedModel model);
/// A model made ready to answer questions, which is part of compiling the first one.
ModelEngine load_engine(Session& session, const std::string& path);

/// Bounds of the engine as the options say, and those of `options` where they say nothing.
EngineOptions engine_options(const Session& session, EngineOptions options = {});

/// Calls `ask()` as often as `--repeat` says and gives the last answer; the timings get the median.
template <class Ask>
auto timed(Session& session, Ask&& ask) {
    std::vector<double> times;
    for (;;) {
        const Stopwatch watch;
        auto answer = ask();
        times.push_back(watch.milliseconds());
        if (times.size() < session.repeat) continue;
        session.timings.add(0, median(std::move(times)));
        return answer;
    }
}

}  // namespace pgm::apps

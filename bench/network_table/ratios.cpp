#include <bench/network_table/ratios.hpp>

#include <bench/network_table/calibration.hpp>
#include <bench/network_table/evidence_sets.hpp>
#include <bench/network_table/samples.hpp>
#include <io/network_file.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/inference/engine.hpp>

#include <algorithm>
#include <cmath>
#include <deque>
#include <fstream>
#include <functional>
#include <limits>
#include <numeric>
#include <ostream>

namespace pgm::bench {
namespace {

constexpr double tolerance = 0.10;

/// First questions that take longer are left to the table.
constexpr double longest_first_question = 0.1;

using Work = std::function<void()>;

/// The shortest time that each piece of work took, summed, in calibration loops.
double ratio_of(const std::vector<Work>& pieces, double seconds) {
    Calibration calibration;
    std::vector<double> fastest(pieces.size(), std::numeric_limits<double>::infinity());
    double spent = 0;
    for (int round = 0; round < 6 || spent < seconds; ++round) {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const Duration both = duration_of([&] {
                calibration.pass();
                fastest[i] = std::min(fastest[i], duration_of(pieces[i]).processor);
            });
            spent += both.wall;
        }
    }
    return std::accumulate(fastest.begin(), fastest.end(), 0.0) / calibration.seconds();
}

/// The same of one question: pieces of a few microseconds are timed all together, and several
/// times, since clocks are slow.
double ratio_of_question(std::vector<Work> pieces, double seconds) {
    constexpr double short_round = 1e-3, long_enough = 2e-4;
    const auto round = [&] {
        for (const Work& piece : pieces) piece();
    };
    round();
    const double once = duration_of(round).processor;
    const auto count = static_cast<double>(pieces.size());
    if (once >= short_round) return ratio_of(pieces, seconds) / count;
    const int repeats = std::max(1, static_cast<int>(long_enough / once));
    const Work rounds = [&] {
        for (int i = 0; i < repeats; ++i) round();
    };
    return ratio_of({rounds}, seconds) / count / repeats;
}

/// Ratios by one look after another, the smallest of each. What a look worked with stays alive, so
/// that the next one gets other memory: where in memory tables lie makes some questions a third
/// slower.
class Gate {
public:
    explicit Gate(double seconds) : seconds_(seconds) {}

    /// All questions of these networks, or those whose names are given.
    void look(const std::vector<NetworkFile>& files, const std::vector<std::string>& names = {}) {
        for (const NetworkFile& file : files) {
            if (names.empty() || std::ranges::any_of(names, [&](const std::string& name) {
                    return name.starts_with(file.name + "/");
                }))
                look(file, names);
        }
    }

    const Ratios& ratios() const { return ratios_; }

private:
    void look(const NetworkFile& file, const std::vector<std::string>& names) {
        const BayesianNetwork network = io::read_network(file.path).network;
        const EvidenceSets sets = file.evidence.empty()
                                      ? draw_evidence_sets(network)
                                      : read_evidence_sets(network, file.evidence);
        const InferenceEngine& keeping = engines_.emplace_back(network);
        const InferenceEngine& forgetting =
            engines_.emplace_back(network, EngineOptions{.cached_plans = 0});
        Workspace& workspace = workspaces_.emplace_back();
        const auto pieces = [&](const InferenceEngine& engine,
                                const std::vector<Evidence>& evidence) {
            std::vector<Work> each;
            for (const Evidence& one : evidence)
                each.emplace_back([&] { engine.marginals(one, workspace); });
            return each;
        };
        const Work first = [&] {
            const InferenceEngine engine(network);
            Workspace fresh;
            engine.marginals({}, fresh);
        };
        const auto measure = [&](const std::string& name, std::vector<Work> work) {
            if (!names.empty() && std::ranges::find(names, name) == names.end()) return;
            const double ratio = ratio_of_question(std::move(work), seconds_);
            const auto [known, is_new] = ratios_.emplace(name, ratio);
            if (!is_new) known->second = std::min(known->second, ratio);
        };
        measure(file.name + "/fixed", pieces(keeping, sets.fixed));
        measure(file.name + "/varying", pieces(forgetting, sets.varying));
        if (duration_of(first).processor < longest_first_question)
            measure(file.name + "/first", {first});
    }

    double seconds_;
    std::deque<InferenceEngine> engines_;
    std::deque<Workspace> workspaces_;
    Ratios ratios_;
};

std::string percent(double quotient) {
    const double difference = 100 * (quotient - 1);
    return (difference >= 0 ? "+" : "") + to_text(difference, 3) + " %";
}

}  // namespace

Ratios measure_ratios(const std::vector<NetworkFile>& files, double seconds, int looks) {
    Gate gate(seconds);
    for (int look = 0; look < looks; ++look) gate.look(files);
    return gate.ratios();
}

Ratios read_ratios(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw IoError("cannot read '" + path + "'");
    Ratios ratios;
    std::uint32_t number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        line.erase(std::min(line.find('#'), line.size()));
        if (line.empty()) continue;
        const std::size_t tab = line.find('\t');
        const std::optional<double> ratio =
            tab == std::string::npos ? std::nullopt
                                     : parse_number(std::string_view(line).substr(tab + 1));
        if (!ratio || *ratio <= 0)
            throw ParseError("not a name, a tab and a positive number",
                             {.file = path, .line = number, .column = 1});
        ratios[line.substr(0, tab)] = *ratio;
    }
    return ratios;
}

void write_ratios(const Ratios& ratios, const std::string& path) {
    std::ofstream file(path);
    file << "# Calibration loops that a question takes (bench/network_table/ratios.hpp). Written "
            "by scripts/bench --save.\n";
    for (const auto& [name, ratio] : ratios) file << name << '\t' << to_text(ratio, 4) << '\n';
    if (!file.flush()) throw IoError("cannot write '" + path + "'");
}

bool check_ratios(const Ratios& saved, const std::vector<NetworkFile>& files, double seconds,
                  std::ostream& out) {
    constexpr int further_looks = 6;
    constexpr double busy = 0.9;
    Gate gate(seconds);
    const Duration look_at_all = duration_of([&] { gate.look(files); });
    const double share = look_at_all.processor / look_at_all.wall;
    const auto slower = [&] {
        std::vector<std::string> names;
        for (const auto& [name, ratio] : gate.ratios()) {
            if (saved.contains(name) && ratio > (1 + tolerance) * saved.at(name))
                names.push_back(name);
        }
        return names;
    };
    for (int look = 0; look < further_looks && !slower().empty(); ++look)
        gate.look(files, slower());
    std::size_t compared = 0, faster = 0;
    for (const auto& [name, ratio] : gate.ratios()) {
        if (!saved.contains(name)) {
            out << name << ": new, " << to_text(ratio, 4) << " calibration loops\n";
            continue;
        }
        ++compared;
        const double quotient = ratio / saved.at(name);
        faster += quotient < 1 / (1 + tolerance);
        if (std::abs(std::log(quotient)) > std::log(1 + tolerance))
            out << name << ": " << to_text(saved.at(name), 4) << " calibration loops before, "
                << to_text(ratio, 4) << " now, " << percent(quotient)
                << (quotient > 1 ? "  SLOWER" : "") << '\n';
    }
    const std::size_t slow = slower().size();
    out << compared << " compared, " << slow << " slower by more than 10 %, " << faster << " faster"
        << (faster > 0 && slow == 0 ? " (scripts/bench --save keeps that)" : "") << '\n';
    if (share < busy) {
        out << "other programs had the processor for " << to_text(100 * (1 - share), 2)
            << " % of the time; what looks slower on such a machine is to be looked at again on a "
               "quiet one\n";
    }
    return slow == 0;
}

}  // namespace pgm::bench

#include <bench/network_table/ratios.hpp>

#include <bench/network_table/calibration.hpp>
#include <bench/network_table/evidence_sets.hpp>
#include <bench/network_table/samples.hpp>
#include <io/format.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/number_text.hpp>
#include <pgm/inference/engine.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <ostream>

namespace pgm::bench {
namespace {

constexpr double tolerance = 0.10;

/// First questions that take longer are left to the table.
constexpr double longest_first_question = 0.1;

/// The median quotient of the work and the calibration loops around it, as many as take a fifth of its time.
double ratio_of(const std::function<void()>& work, std::size_t count, double seconds, Calibration& calibration) {
    work();
    const double once = duration_of(work).processor, pass = calibration.pass();
    const auto repeats = static_cast<int>(std::clamp(std::ceil(2 * pass / once), 1.0, 1000.0));
    const auto passes = static_cast<int>(std::clamp(std::ceil(0.2 * once / pass), 1.0, 100.0));
    const auto calibrate = [&] {
        std::vector<double> times;
        for (int i = 0; i < passes; ++i) times.push_back(calibration.pass());
        return median_of(std::move(times));
    };
    std::vector<double> quotients;
    double spent = 0, before = calibrate();
    while (quotients.size() < 5 || spent < seconds) {
        const Duration duration = duration_of([&] {
            for (int i = 0; i < repeats; ++i) work();
        });
        const double after = calibrate();
        quotients.push_back(duration.processor / repeats / ((before + after) / 2));
        before = after;
        spent += duration.wall + after * passes;
    }
    return median_of(std::move(quotients)) / static_cast<double>(count);
}

class Gate {
public:
    Gate(const std::vector<std::string>& only, double seconds) : only_(only), seconds_(seconds) {}

    void measure(const NetworkFile& file) {
        const BayesianNetwork network = io::read_network(file.path).network;
        const EvidenceSets sets = file.evidence.empty() ? draw_evidence_sets(network) : read_evidence_sets(network, file.evidence);
        const InferenceEngine keeping(network), forgetting(network, {.cached_plans = 0});
        Workspace workspace;
        const auto round = [&](const InferenceEngine& engine, const std::vector<Evidence>& evidence) {
            return [&] {
                for (const Evidence& one : evidence) engine.marginals(one, workspace);
            };
        };
        measure(file.name + "/fixed", sets.fixed.size(), round(keeping, sets.fixed));
        measure(file.name + "/varying", sets.varying.size(), round(forgetting, sets.varying));
        const auto first = [&] {
            const InferenceEngine engine(network);
            Workspace fresh;
            engine.marginals({}, fresh);
        };
        if (duration_of(first).processor < longest_first_question) measure(file.name + "/first", 1, first);
    }

    Ratios take() { return std::move(ratios_); }

private:
    void measure(const std::string& name, std::size_t count, const std::function<void()>& work) {
        if (!only_.empty() && std::ranges::find(only_, name) == only_.end()) return;
        ratios_[name] = ratio_of(work, count, seconds_, calibration_);
    }

    const std::vector<std::string>& only_;
    double seconds_;
    Calibration calibration_;
    Ratios ratios_;
};

bool names_network(const std::vector<std::string>& only, const std::string& network) {
    return only.empty() || std::ranges::any_of(only, [&](const std::string& name) { return name.starts_with(network + "/"); });
}

std::string percent(double quotient) {
    const double difference = 100 * (quotient - 1);
    return (difference >= 0 ? "+" : "") + to_text(difference, 3) + " %";
}

}  // namespace

Ratios measure_ratios(const std::vector<NetworkFile>& files, double seconds, const std::vector<std::string>& only) {
    Gate gate(only, seconds);
    for (const NetworkFile& file : files) {
        if (names_network(only, file.name)) gate.measure(file);
    }
    return gate.take();
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
        const std::optional<double> ratio = tab == std::string::npos ? std::nullopt : parse_number(std::string_view(line).substr(tab + 1));
        if (!ratio || *ratio <= 0) throw ParseError("not a name, a tab and a positive number", {.file = path, .line = number, .column = 1});
        ratios[line.substr(0, tab)] = *ratio;
    }
    return ratios;
}

void write_ratios(const Ratios& ratios, const std::string& path) {
    std::ofstream file(path);
    file << "# Calibration loops that a question takes (bench/network_table/ratios.hpp). Written by scripts/bench --save.\n";
    for (const auto& [name, ratio] : ratios) file << name << '\t' << to_text(ratio, 4) << '\n';
    if (!file.flush()) throw IoError("cannot write '" + path + "'");
}

bool check_ratios(const Ratios& saved, const std::vector<NetworkFile>& files, double seconds, std::ostream& out) {
    Ratios now = measure_ratios(files, seconds);
    const auto slower = [&] {
        std::vector<std::string> names;
        for (const auto& [name, ratio] : now) {
            if (saved.contains(name) && ratio > (1 + tolerance) * saved.at(name)) names.push_back(name);
        }
        return names;
    };
    for (int look = 0; look < 2 && !slower().empty(); ++look) {
        for (const auto& [name, ratio] : measure_ratios(files, 2 * seconds, slower())) now[name] = std::min(now[name], ratio);
    }
    std::size_t compared = 0, faster = 0;
    for (const auto& [name, ratio] : now) {
        if (!saved.contains(name)) {
            out << name << ": new, " << to_text(ratio, 4) << " calibration loops\n";
            continue;
        }
        ++compared;
        const double quotient = ratio / saved.at(name);
        faster += quotient < 1 / (1 + tolerance);
        if (std::abs(std::log(quotient)) > std::log(1 + tolerance))
            out << name << ": " << to_text(saved.at(name), 4) << " calibration loops before, " << to_text(ratio, 4) << " now, " << percent(quotient)
                << (quotient > 1 ? "  SLOWER" : "") << '\n';
    }
    const std::size_t slow = slower().size();
    out << compared << " compared, " << slow << " slower by more than 10 %, " << faster << " faster"
        << (faster > 0 && slow == 0 ? " (scripts/bench --save keeps that)" : "") << '\n';
    return slow == 0;
}

}  // namespace pgm::bench

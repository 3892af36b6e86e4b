#include <bench/network_table/cost_fit.hpp>
#include <bench/network_table/fresh_process.hpp>
#include <bench/network_table/ratios.hpp>
#include <bench/network_table/report.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <unistd.h>

#include <functional>
#include <iostream>

namespace {

using namespace pgm;
using namespace pgm::bench;
using namespace pgm::detail;

constexpr const char* usage =
    "network_table [FILE or FOLDER]...      tables of how fast pgm answers about these networks; "
    "without names, about those of PGM_REFERENCE_DATA\n"
    "    --evidence FOLDER     evidence sets, FOLDER/<network>.json; drawn from the network where "
    "there are none\n"
    "    --seconds S           measuring time per network, 1.5 by default; large networks take "
    "longer\n"
    "    --networks-only       no batches and no other questions\n"
    "    --json                for programs\n"
    "    --save RATIOS         only measures how many calibration loops a question takes, and "
    "writes that down\n"
    "    --check RATIOS        the same, compared with what was written; status 1 where something "
    "is more than 10 % slower\n"
    "    --cost-model          how well the engine predicts what a plan will cost, and the "
    "constants that would predict best here\n";

struct Options {
    std::vector<std::string> paths;
    std::string evidence, save, check, fresh, fresh_memory;
    double seconds = 1.5;
    bool networks_only = false, json = false, cost_model = false, help = false;
};

Options read_options(int argc, char** argv) {
    Options options;
    const std::vector<std::string> words(argv + 1, argv + argc);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto value = [&] {
            if (i + 1 == words.size()) throw ArgumentError(words[i] + " needs a value");
            return words[++i];
        };
        const std::string& word = words[i];
        if (word == "--evidence")
            options.evidence = value();
        else if (word == "--save")
            options.save = value();
        else if (word == "--check")
            options.check = value();
        else if (word == "--fresh")
            options.fresh = value();
        else if (word == "--fresh-memory")
            options.fresh_memory = value();
        else if (word == "--seconds")
            options.seconds = parse_number(value()).value_or(0);
        else if (word == "--networks-only")
            options.networks_only = true;
        else if (word == "--json")
            options.json = true;
        else if (word == "--cost-model")
            options.cost_model = true;
        else if (word == "--help" || word == "-h")
            options.help = true;
        else if (word.starts_with("-"))
            throw ArgumentError("there is no option " + word, "see --help");
        else
            options.paths.push_back(word);
    }
    if (!(options.seconds > 0)) throw ArgumentError("--seconds needs a positive number");
    return options;
}

/// Where a person is waiting.
void say(const std::string& what) {
    if (isatty(STDERR_FILENO)) std::cerr << "\r\033[K" << what << std::flush;
}

Report measure(const std::vector<NetworkFile>& files, const Options& options) {
    Report report;
    say("machine");
    report.machine = measure_machine_limits();
    for (const NetworkFile& file : files) {
        say(file.name);
        report.networks.push_back(time_network(file, options.seconds));
    }
    if (!options.networks_only) {
        say("batches and other questions");
        report.batches = time_batches(files, options.seconds);
        report.others = time_other_questions(files, options.seconds / 2);
    }
    say("");
    return report;
}

int run(const Options& options) {
    if (options.help) return std::cout << usage, 0;
    if (!options.fresh.empty()) return answer_as_fresh_process(options.fresh, false), 0;
    if (!options.fresh_memory.empty())
        return answer_as_fresh_process(options.fresh_memory, true), 0;
    const std::vector<NetworkFile> files = find_networks(options.paths, options.evidence);
    if (options.cost_model) return std::cout << text_of(observe_costs(files)), 0;
    const double seconds_per_ratio = options.seconds / 5;
    if (!options.save.empty())
        return write_ratios(measure_ratios(files, seconds_per_ratio, 3), options.save), 0;
    if (!options.check.empty())
        return check_ratios(read_ratios(options.check), files, seconds_per_ratio, std::cout) ? 0
                                                                                             : 1;
    const Report report = measure(files, options);
    std::cout << (options.json ? json_of(report) : text_of(report));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(read_options(argc, argv));
    } catch (const std::exception& error) {
        std::cerr << "network_table: " << error.what() << '\n';
        return 2;
    }
}

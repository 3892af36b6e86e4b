#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/interruption.hpp>
#include <sources/ranks/mpi_ranks.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <string>
#include <thread>
#include <vector>

// pgm-mpi: the commands of pgm that are spread over the ranks of MPI. Every rank runs the same
// command line; the first one alone prints and writes files.

namespace pgm::apps {
namespace {

std::string help() {
    std::string text =
        "pgm-mpi - commands of pgm, spread over the processes of mpirun\n\n"
        "Usage: mpirun -n N pgm-mpi COMMAND [ARGUMENTS] [OPTIONS]\n\n"
        "Commands, with the arguments and options that they have in pgm:\n";
    for (const Command& command : all_commands())
        if (command.is_spread)
            text += "  " + std::string(command.name) +
                    std::string(12 - std::string(command.name).size(), ' ') + command.summary +
                    "\n";
    return text +
           "\nEach process reads some of the files, or of one file some of the parts. Results are\n"
           "those of pgm, bit for bit. One thread in each process is the default. A process that\n"
           "fails, or is killed, ends all of them. docs/scale.md says what is spread, and how.\n\n"
           "Example:\n  mpirun -n 4 pgm-mpi fit part-*.csv --class y --structure tan "
           "-o y.pgmodel\n";
}

/// One thread for each process, which share the cores, unless the options say otherwise.
std::vector<std::string> with_one_thread(std::vector<std::string> arguments) {
    const bool is_given = std::ranges::any_of(arguments, [](const std::string& argument) {
        return argument.starts_with("--threads");
    });
    if (!is_given) arguments.insert(arguments.begin() + 1, {"--threads", "1"});
    return arguments;
}

int run(std::vector<std::string> arguments, const sources::Ranks& ranks) {
    const auto is_option = [](const std::string& text) { return text.starts_with('-'); };
    if (std::ranges::count(arguments, "-") > 0)
        throw UsageError("standard input cannot be spread over processes", "name a file");
    if (!arguments.empty() && !is_option(arguments.front()))
        return run_arguments(with_one_thread(std::move(arguments)), &ranks);
    const bool is_asked = !arguments.empty() && arguments.front() != "--version";
    if (!arguments.empty() && !is_asked) return run_arguments(std::move(arguments));
    if (ranks.is_first()) std::fputs(help().c_str(), is_asked ? stdout : stderr);
    return is_asked ? fine : bad_usage;
}

/// Says what ended this rank, and ends the others. Most errors are those of all ranks: the first
/// one says them, and others only if it does not within a moment.
void end_all(const sources::MpiRanks& ranks, MessageForm form, std::exception_ptr failure) {
    using namespace std::chrono_literals;
    bool is_alone = ranks.is_first();
    try {
        std::rethrow_exception(failure);
    } catch (const sources::RankFailure& of_rank) {
        is_alone = true;
        failure = of_rank.cause;
    } catch (...) {
    }
    if (!is_alone) std::this_thread::sleep_for(2s);
    set_message_form(form);
    const int status = report(failure);
    if (ranks.size() > 1 && !ranks.is_first())
        print_note("this was rank " + std::to_string(ranks.rank()) + " of " +
                   std::to_string(ranks.size()) + ", and it ends the others");
    ranks.end_all(status);
}

}  // namespace
}  // namespace pgm::apps

int main(int argc, char** argv) {
    using namespace pgm;
    apps::set_up_signals();
    apps::give_up_partial_results();
    const sources::MpiRanks ranks(argc, argv);
    const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    const apps::MessageForm form = apps::wanted_form(arguments);
    apps::set_message_form(ranks.is_first() ? form : apps::MessageForm::none);
    try {
        return apps::run(arguments, ranks);
    } catch (...) {
        apps::end_all(ranks, form, std::current_exception());
    }
}

#pragma once

#include <apps/pgm/options/command.hpp>
#include <apps/pgm/shell/errors.hpp>

namespace pgm::apps {

/// Runs the whole command line; gives the exit status and throws nothing.
int run_command_line(int argc, char** argv);

/// Runs the command that the arguments name, over ranks if there are some; gives the exit status.
/// Throws UsageError for what is no command, and what ends the command without a result.
int run_arguments(std::vector<std::string> arguments, const sources::Ranks* ranks = nullptr);

/// Known before the options are read, so that what is wrong with them is told in that form, too.
MessageForm wanted_form(const std::vector<std::string>& arguments);

/// The table of commands, in the order of `pgm --help`.
std::span<const Command> all_commands();
/// Throws UsageError with the nearest name for what is no command.
const Command& find_command(const std::string& name);

// One per file NAME.cpp, some in explanation/ and decisions/: declares the options of the
// command and gives what it does.
Action set_up_info(Options& options, Session& session);
Action set_up_show(Options& options, Session& session);
Action set_up_check(Options& options, Session& session);
Action set_up_query(Options& options, Session& session);
Action set_up_marginals(Options& options, Session& session);
Action set_up_mpe(Options& options, Session& session);
Action set_up_uai(Options& options, Session& session);
Action set_up_explain(Options& options, Session& session);
Action set_up_dsep(Options& options, Session& session);
Action set_up_decide(Options& options, Session& session);
Action set_up_voi(Options& options, Session& session);
Action set_up_sensitivity(Options& options, Session& session);
Action set_up_why(Options& options, Session& session);
Action set_up_effect(Options& options, Session& session);
Action set_up_fit(Options& options, Session& session);
Action set_up_stats(Options& options, Session& session);
Action set_up_merge(Options& options, Session& session);
Action set_up_update(Options& options, Session& session);
Action set_up_predict(Options& options, Session& session);
Action set_up_evaluate(Options& options, Session& session);
Action set_up_learn(Options& options, Session& session);
Action set_up_report(Options& options, Session& session);
Action set_up_encode(Options& options, Session& session);
Action set_up_score(Options& options, Session& session);
Action set_up_test(Options& options, Session& session);
Action set_up_associations(Options& options, Session& session);
Action set_up_compare(Options& options, Session& session);
Action set_up_sample(Options& options, Session& session);
Action set_up_complete(Options& options, Session& session);
Action set_up_convert(Options& options, Session& session);
Action set_up_compile(Options& options, Session& session);
Action set_up_draw(Options& options, Session& session);
Action set_up_set(Options& options, Session& session);
Action set_up_new(Options& options, Session& session);
Action set_up_example(Options& options, Session& session);
Action set_up_exercise(Options& options, Session& session);
Action set_up_help(Options& options, Session& session);
Action set_up_completion(Options& options, Session& session);

// Words that the first argument of these commands can be.
std::vector<std::string> example_names();
std::vector<std::string> help_names();
std::vector<std::string> uai_tasks();

}  // namespace pgm::apps

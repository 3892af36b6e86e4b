#pragma once

#include <apps/pgm/options/command.hpp>

namespace pgm::apps {

/// Runs the whole command line; gives the exit status and throws nothing.
int run_command_line(int argc, char** argv);

// One per file NAME.cpp: declares the options of the command and gives what it does.
Action set_up_info(Options& options, Session& session);
Action set_up_check(Options& options, Session& session);
Action set_up_query(Options& options, Session& session);
Action set_up_marginals(Options& options, Session& session);
Action set_up_mpe(Options& options, Session& session);
Action set_up_dsep(Options& options, Session& session);
Action set_up_fit(Options& options, Session& session);
Action set_up_update(Options& options, Session& session);
Action set_up_predict(Options& options, Session& session);
Action set_up_evaluate(Options& options, Session& session);
Action set_up_learn(Options& options, Session& session);
Action set_up_score(Options& options, Session& session);
Action set_up_test(Options& options, Session& session);
Action set_up_compare(Options& options, Session& session);
Action set_up_sample(Options& options, Session& session);
Action set_up_convert(Options& options, Session& session);
Action set_up_draw(Options& options, Session& session);
Action set_up_example(Options& options, Session& session);

}  // namespace pgm::apps

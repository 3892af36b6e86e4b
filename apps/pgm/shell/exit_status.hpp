#pragma once

namespace pgm::apps {

/// What the shell gets back. A contract with scripts: never renumber.
enum ExitStatus : int {
    fine = 0,
    bad_input = 1,
    bad_usage = 2,
    impossible_evidence = 3,
    too_large = 4,
    stopped = 130,
};

}  // namespace pgm::apps

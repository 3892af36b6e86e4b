#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace pgm::tests {

/// What the command line gave back.
struct ProgramRun {
    int status = 0;
    std::string out;
    std::string err;

    /// The output as JSON; throws nlohmann's exception when it is none.
    nlohmann::ordered_json json() const { return nlohmann::ordered_json::parse(out); }
    /// Standard error as the one object that --json makes of a failure, without its frame: the
    /// value of "error".
    nlohmann::ordered_json error() const { return nlohmann::ordered_json::parse(err).at("error"); }
};

/// The file of the network that most tests of the command line ask.
std::string asia();

/// Runs build/.../apps/pgm with these arguments and standard input. A run of more than two hours
/// hangs, however busy the machine: it is stopped and has status 124.
ProgramRun run_pgm(const std::vector<std::string>& arguments, const std::string& input = {});

/// Runs a line of shell in which "$pgm" is the program.
ProgramRun run_shell(const std::string& line);

}  // namespace pgm::tests

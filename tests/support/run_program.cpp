#include <tests/support/child_process.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>

#include <cstdlib>

namespace pgm::tests {
namespace {

ProgramRun run(std::vector<std::string> arguments, const std::string& input) {
    arguments.insert(arguments.begin(), {"timeout", "7200"});
    ChildResult result = run_child(arguments, input);
    return {result.exit_status, std::move(result.output), std::move(result.errors)};
}

/// The program under test: that of this build, or the one named by PGM_PROGRAM. So the tests of one
/// build can drive the program of a sanitizer's.
std::string program() {
    const char* const other = std::getenv("PGM_PROGRAM");
    return other ? other : binary_file("apps/pgm");
}

}  // namespace

std::string asia() {
    return source_file("examples/data/asia.bif");
}

ProgramRun run_pgm(const std::vector<std::string>& arguments, const std::string& input) {
    std::vector<std::string> all{program()};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run(std::move(all), input);
}

ProgramRun run_shell(const std::string& line) {
    return run({"sh", "-c", "pgm=\"$0\"; " + line, program()}, {});
}

}  // namespace pgm::tests

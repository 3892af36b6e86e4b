#include <io/child_process.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>

namespace pgm::tests {
namespace {

ProgramRun run(std::vector<std::string> arguments, const std::string& input) {
    arguments.insert(arguments.begin(), {"timeout", "60"});
    io::ChildResult result = io::run_child(arguments, input);
    return {result.exit_status, std::move(result.output), std::move(result.errors)};
}

}  // namespace

std::string asia() {
    return source_file("examples/data/asia.bif");
}

ProgramRun run_pgm(const std::vector<std::string>& arguments, const std::string& input) {
    std::vector<std::string> all{binary_file("apps/pgm")};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run(std::move(all), input);
}

ProgramRun run_shell(const std::string& line) {
    return run({"sh", "-c", "pgm=\"$0\"; " + line, binary_file("apps/pgm")}, {});
}

}  // namespace pgm::tests

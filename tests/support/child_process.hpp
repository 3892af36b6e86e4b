#pragma once

#include <string>
#include <vector>

namespace pgm::tests {

/// The result of running a program.
struct ChildResult {
    int exit_status = 0;  ///< 128 + the number of the signal, if one ended the program
    std::string output;
    std::string errors;
};

/// Runs a program found on PATH with the given arguments and standard input, without a shell, and
/// waits for it. The argument list starts with the program's name. Throws IoError when it cannot be
/// started ("not found" included).
ChildResult run_child(const std::vector<std::string>& arguments, const std::string& input);

}  // namespace pgm::tests

#include <tests/fuzz/fuzz_target.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>

/// One program for all targets of libFuzzer, which ignores arguments that begin with two dashes:
///
///     fuzz_targets --list                         the names of the targets
///     fuzz_targets --target=bif --seeds=FOLDER    writes the seeds of a target
///     fuzz_targets --target=bif CORPUS...         fuzzes it
namespace {

using namespace pgm::tests;

const FuzzTarget* chosen = nullptr;

std::string option(int count, char** arguments, const std::string& name) {
    for (int i = 1; i < count; ++i) {
        const std::string argument = arguments[i];
        if (argument.starts_with(name)) return argument.substr(name.size());
    }
    return {};
}

void write_seeds(const std::string& folder) {
    std::size_t number = 0;
    for (const std::string& seed : seeds_of(*chosen))
        std::ofstream(folder + "/seed" + std::to_string(number++), std::ios::binary) << seed;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
    const std::string name = option(*count, *arguments, "--target=");
    for (const FuzzTarget& target : fuzz_targets()) {
        if (name.empty()) std::puts(target.name.c_str());
        if (target.name == name) chosen = &target;
    }
    if (chosen == nullptr) std::exit(name.empty() ? 0 : 2);
    const std::string folder = option(*count, *arguments, "--seeds=");
    if (folder.empty()) return 0;
    write_seeds(folder);
    std::exit(0);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const bool is_one_in_64 = std::hash<std::string_view>()(bytes) % 64 == 0;
    if (chosen->is_slow && chosen->is_slow(bytes) && !is_one_in_64) return 0;
    bool accepted = false;
    // An exception that is no pgm::Error ends the program where it is thrown.
    std::string_view wrong = chosen->check(bytes, accepted);
    if (wrong.empty() && accepted && chosen->check_further && is_one_in_64)
        wrong = chosen->check_further(bytes);
    if (wrong.empty()) return 0;
    std::fprintf(stderr, "%s: %s\n", chosen->name.c_str(), std::string(wrong).c_str());
    std::abort();
}

#include <tests/fuzz/fuzz_target.hpp>
#include <tests/fuzz/mutation.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

using namespace pgm;
using namespace pgm::tests;

/// Replays random mutations of good files, and the inputs that once found an error
/// (tests/fuzz/regressions), against the fuzz targets. The same seed gives the same inputs.
/// PGM_FUZZ_RUNS in the environment sets how many.
namespace {

std::size_t runs(std::size_t usual) {
    const char* const wanted = std::getenv("PGM_FUZZ_RUNS");
    return wanted ? static_cast<std::size_t>(std::atoll(wanted)) : usual;
}

std::string_view result_of(const FuzzTarget& target, std::string_view input, bool& accepted) {
    try {
        const std::string_view wrong = target.check(input, accepted);
        return wrong.empty() && accepted && target.check_further ? target.check_further(input)
                                                                 : wrong;
    } catch (const std::exception& error) {
        UNSCOPED_INFO(error.what());
        return "an exception that is no pgm::Error";
    }
}

void replay_mutations(const FuzzTarget& target, std::uint64_t seed, std::size_t count) {
    const std::vector<std::string> seeds = seeds_of(target);
    Rng rng(seed);
    std::size_t read = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string input = mutated(rng, seeds);
        bool accepted = false;
        const std::string_view wrong = result_of(target, input, accepted);
        if (!wrong.empty())
            FAIL("input " << i << " of seed " << seed << ": " << wrong << "\n" << input);
        const bool is_unchanged = std::ranges::find(seeds, input) != seeds.end();
        if (target.has_checksum) REQUIRE(accepted == is_unchanged);
        read += accepted ? 1 : 0;
    }
    // Mutations that all fail at the first byte would test nothing.
    if (!target.has_checksum) CHECK(read > count / 1000);
    CHECK(read < count);
}

}  // namespace

TEST_CASE("Fuzz: seeds are sound, and some of every target good input", "[fuzz]") {
    for (const FuzzTarget& target : fuzz_targets()) {
        INFO(target.name);
        const std::vector<std::string> seeds = seeds_of(target);
        std::size_t good = 0;
        for (const std::string& seed : seeds) {
            bool accepted = false;
            INFO(seed);
            CHECK(result_of(target, seed, accepted) == "");
            good += accepted ? 1 : 0;
        }
        CHECK(good > 0);
    }
}

TEST_CASE("Fuzz: mutated networks are sound networks or give an error", "[fuzz]") {
    std::uint64_t seed = 0;
    for (const FuzzTarget& target : network_targets()) {
        INFO(target.name);
        replay_mutations(target, ++seed, runs(1'000));
    }
}

TEST_CASE("Fuzz: other mutated inputs are read soundly or give an error", "[fuzz]") {
    std::uint64_t seed = 100;
    for (const FuzzTarget& target : fuzz_targets()) {
        INFO(target.name);
        const std::vector<FuzzTarget> networks = network_targets();
        if (std::ranges::find(networks, target.name, &FuzzTarget::name) != networks.end()) continue;
        replay_mutations(target, ++seed, runs(10'000));
    }
}

TEST_CASE("Fuzz: inputs that once found an error", "[fuzz]") {
    bool ignored = false;
    for (const auto& entry :
         std::filesystem::directory_iterator(source_file("tests/fuzz/regressions"))) {
        const std::string path = entry.path().string();
        INFO(path);
        const auto target = std::ranges::find_if(
            fuzz_targets(), [&](const FuzzTarget& any) { return path.ends_with("." + any.name); });
        REQUIRE(target != fuzz_targets().end());
        CHECK(result_of(*target, read_file(path), ignored) == "");
    }
}

TEST_CASE("Fuzz: each folder of seeds and each dictionary belongs to a target", "[fuzz]") {
    std::set<std::string> names;
    for (const FuzzTarget& target : fuzz_targets()) names.insert(target.name);
    CHECK(names.size() == fuzz_targets().size());
    for (const char* folder : {"tests/fuzz/seeds", "tests/fuzz/dictionaries"}) {
        for (const auto& entry : std::filesystem::directory_iterator(source_file(folder)))
            CHECK(names.contains(entry.path().stem().string()));
    }
}

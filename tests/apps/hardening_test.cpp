#include <tests/support/catch.hpp>
#include <tests/support/child_process.hpp>
#include <tests/support/paths.hpp>

#include <filesystem>
#include <string>
#include <vector>

using namespace pgm::tests;
using namespace pgm::tests;

namespace {

/// What readelf says of a file of the build tree.
std::string readelf(const std::string& option, const std::string& file) {
    const ChildResult result = run_child({"readelf", "-W", option, binary_file(file)}, "");
    REQUIRE(result.exit_status == 0);
    return result.output;
}

bool is_built_hardened() {
    const std::string cache = read_file(binary_file("CMakeCache.txt"));
    const auto has = [&cache](const std::string& line) {
        return cache.find("\n" + line + "\n") != std::string::npos;
    };
    return has("PGM_HARDEN:BOOL=ON") && has("PGM_SANITIZE:STRING=") &&
           has("CMAKE_BUILD_TYPE:STRING=Release");
}

}  // namespace

TEST_CASE("The released program and libraries are built hardened") {
    if (!is_built_hardened()) {
        WARN("SKIPPED: not a hardened Release build");
        return;
    }
    const std::string program = "apps/pgm";
    CHECK_THAT(readelf("--file-header", program), Catch::Contains("DYN"));  // runs at any address
    const std::string segments = readelf("--segments", program);
    CHECK_THAT(segments, Catch::Contains("GNU_RELRO"));
    CHECK_THAT(segments, !Catch::Contains("RWE"));
    CHECK_THAT(readelf("--dynamic", program),
               Catch::Contains("BIND_NOW") || Catch::Contains("Flags: NOW"));
    const std::string symbols = readelf("--dyn-syms", program);
    CHECK_THAT(symbols, Catch::Contains("__stack_chk_fail"));
    CHECK_THAT(
        symbols,
        Catch::Contains("_chk@"));  // functions of the C library that know the size of their buffer
    for (const std::string library : {"libpgm_core.a", "libpgm_learners.a", "libpgm_io.a"}) {
        INFO(library);
        if (std::filesystem::exists(binary_file(library)))
            CHECK_THAT(readelf("--symbols", library), Catch::Contains("__stack_chk_fail"));
    }
}

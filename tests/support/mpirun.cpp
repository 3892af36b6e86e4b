#include <tests/support/mpirun.hpp>

#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>

#include <cstdlib>
#include <filesystem>

namespace pgm::tests {

bool can_run_ranks() {
    if (!std::filesystem::exists(binary_file("apps/pgm-mpi"))) {
        WARN("SKIPPED: pgm-mpi was not built");
        return false;
    }
    if (run_shell("command -v mpirun > /dev/null").status != 0) {
        WARN("SKIPPED: there is no mpirun");
        return false;
    }
    for (const char* name : {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM",
                             "OMPI_MCA_rmaps_base_oversubscribe"})
        ::setenv(name, "1", 1);
    ::setenv("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe", 1);
    return true;
}

}  // namespace pgm::tests

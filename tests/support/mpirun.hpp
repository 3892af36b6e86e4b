#pragma once

namespace pgm::tests {

/// True if pgm-mpi was built and mpirun is there; a test that goes without them says SKIPPED.
/// From then on mpirun starts more ranks than there are cores, and as root, in the versions 4 and 5
/// of Open MPI, which have other names for it.
bool can_run_ranks();

}  // namespace pgm::tests

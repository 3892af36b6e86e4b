#include <sources/ranks/mpi_ranks.hpp>

#include <pgm/core/error.hpp>

#include <boost/mpi/collectives.hpp>
#include <boost/mpi/communicator.hpp>
#include <boost/mpi/environment.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <thread>

namespace pgm::sources {
namespace {

/// Sizes of messages are numbers of int in MPI; the frame of an archive takes a few bytes.
void require_sendable(const std::string& bytes, std::size_t times) {
    constexpr std::size_t most = std::numeric_limits<int>::max() - 4096;
    if (bytes.size() <= most / times) return;
    throw TooLargeError("the sums are too large to be sent: " + std::to_string(bytes.size()) +
                            " bytes from each of " + std::to_string(times) + " ranks",
                        {}, "fewer ranks, or a structure with smaller tables");
}

}  // namespace

struct MpiRanks::World {
    World(int& argc, char**& argv)
        : environment(argc, argv, boost::mpi::threading::funneled, false) {}

    /// Returns when all ranks have come here. The collective operations of MPI wait in a loop that
    /// keeps a core busy.
    void meet() const {
        using namespace std::chrono_literals;
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Ibarrier(communicator, &request);
        int is_done = 0;
        std::chrono::microseconds pause = 10us;
        for (;;) {
            MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
            if (is_done != 0) return;
            std::this_thread::sleep_for(pause);
            pause = std::min<std::chrono::microseconds>(2 * pause, 2ms);
        }
    }

    boost::mpi::environment environment;
    boost::mpi::communicator communicator;
};

MpiRanks::MpiRanks(int& argc, char**& argv) : world_(std::make_unique<World>(argc, argv)) {}

MpiRanks::~MpiRanks() {
    world_->meet();
}

std::size_t MpiRanks::rank() const {
    return static_cast<std::size_t>(world_->communicator.rank());
}

std::size_t MpiRanks::size() const {
    return static_cast<std::size_t>(world_->communicator.size());
}

std::vector<std::string> MpiRanks::all_gather(const std::string& bytes) const {
    require_sendable(bytes, size());
    std::vector<std::string> all;
    world_->meet();
    boost::mpi::all_gather(world_->communicator, bytes, all);
    return all;
}

std::vector<std::string> MpiRanks::gather(const std::string& bytes) const {
    require_sendable(bytes, size());
    std::vector<std::string> all;
    world_->meet();
    boost::mpi::gather(world_->communicator, bytes, all, 0);
    return all;
}

std::string MpiRanks::all_reduce(
    const std::string& bytes,
    const std::function<std::string(const std::string&, const std::string&)>& merge) const {
    require_sendable(bytes, 1);
    world_->meet();
    return boost::mpi::all_reduce(world_->communicator, bytes, merge);
}

void MpiRanks::end_all(int status) const {
    boost::mpi::environment::abort(status);
    std::abort();  // never reached: MPI does not come back
}

}  // namespace pgm::sources

#include <sources/ranks/mpi_ranks.hpp>

#include <pgm/core/error.hpp>

#include <boost/mpi/collectives.hpp>
#include <boost/mpi/communicator.hpp>
#include <boost/mpi/environment.hpp>
#include <boost/serialization/string.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <thread>

namespace pgm::sources {
namespace {

/// Numbers of bytes are of this type in MPI.
constexpr std::uint64_t most_bytes = std::numeric_limits<int>::max();

/// The beginnings of texts that stand one behind the other.
std::vector<int> beginnings(const std::vector<int>& sizes) {
    std::vector<int> begins(sizes.size());
    std::exclusive_scan(sizes.begin(), sizes.end(), begins.begin(), 0);
    return begins;
}

std::vector<std::string> split(const std::string& all, const std::vector<int>& sizes) {
    std::vector<std::string> texts;
    std::size_t begin = 0;
    for (const int size : sizes) {
        texts.push_back(all.substr(begin, static_cast<std::size_t>(size)));
        begin += static_cast<std::size_t>(size);
    }
    return texts;
}

}  // namespace

struct MpiRanks::World {
    World(int& argc, char**& argv)
        : environment(argc, argv, boost::mpi::threading::funneled, false) {}

    /// Waits for a collective operation that `begin` begins. Those of MPI that wait by themselves
    /// do so in a loop that keeps a core busy; here the pauses grow with the time that was waited,
    /// so that little of it is wasted either way.
    template <class Begin>
    void wait_for(Begin&& begin) const {
        using namespace std::chrono_literals;
        using Clock = std::chrono::steady_clock;
        MPI_Request request = MPI_REQUEST_NULL;
        begin(&request);
        const Clock::time_point start = Clock::now();
        for (int is_done = 0;;) {
            MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
            if (is_done != 0) return;
            const Clock::duration waited = Clock::now() - start;
            if (waited < 50us)
                std::this_thread::yield();
            else
                std::this_thread::sleep_for(std::min<Clock::duration>(waited / 8, 5ms));
        }
    }

    /// The sizes of the texts of all ranks. All throw where they are too large together.
    std::vector<int> sizes(const std::string& bytes) const {
        const std::uint64_t own = bytes.size();
        std::vector<std::uint64_t> all(static_cast<std::size_t>(communicator.size()));
        wait_for([&](MPI_Request* request) {
            MPI_Iallgather(&own, 1, MPI_UINT64_T, all.data(), 1, MPI_UINT64_T, communicator,
                           request);
        });
        std::uint64_t sum = 0;
        for (const std::uint64_t size : all) sum += std::min(size, most_bytes);
        if (sum >= most_bytes)
            throw TooLargeError("the sums are too large to be sent: " + std::to_string(sum) +
                                    " bytes or more from all ranks together",
                                {}, "fewer ranks, or a structure with smaller tables");
        return {all.begin(), all.end()};
    }

    boost::mpi::environment environment;
    boost::mpi::communicator communicator;
};

MpiRanks::MpiRanks(int& argc, char**& argv) : world_(std::make_unique<World>(argc, argv)) {}

MpiRanks::~MpiRanks() {
    world_->wait_for([&](MPI_Request* request) { MPI_Ibarrier(world_->communicator, request); });
}

std::size_t MpiRanks::rank() const {
    return static_cast<std::size_t>(world_->communicator.rank());
}

std::size_t MpiRanks::size() const {
    return static_cast<std::size_t>(world_->communicator.size());
}

std::vector<std::string> MpiRanks::all_gather(const std::string& bytes) const {
    if (size() == 1) return {bytes};
    const std::vector<int> sizes = world_->sizes(bytes), begins = beginnings(sizes);
    std::string all(static_cast<std::size_t>(begins.back() + sizes.back()), '\0');
    world_->wait_for([&](MPI_Request* request) {
        MPI_Iallgatherv(bytes.data(), sizes[rank()], MPI_CHAR, all.data(), sizes.data(),
                        begins.data(), MPI_CHAR, world_->communicator, request);
    });
    return split(all, sizes);
}

std::vector<std::string> MpiRanks::gather(const std::string& bytes) const {
    if (size() == 1) return {bytes};
    const std::vector<int> sizes = world_->sizes(bytes), begins = beginnings(sizes);
    std::string all;
    if (is_first()) all.resize(static_cast<std::size_t>(begins.back() + sizes.back()));
    world_->wait_for([&](MPI_Request* request) {
        MPI_Igatherv(bytes.data(), sizes[rank()], MPI_CHAR, all.data(), sizes.data(), begins.data(),
                     MPI_CHAR, 0, world_->communicator, request);
    });
    return is_first() ? split(all, sizes) : std::vector<std::string>();
}

std::string MpiRanks::all_reduce(
    const std::string& bytes,
    const std::function<std::string(const std::string&, const std::string&)>& merge) const {
    if (size() == 1) return bytes;
    world_->sizes(bytes);  // all are here now, and what they have can be sent
    return boost::mpi::all_reduce(world_->communicator, bytes, merge);
}

void MpiRanks::add_up(std::span<std::uint64_t> numbers) const {
    if (size() == 1) return;
    world_->wait_for([&](MPI_Request* request) {
        MPI_Iallreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_UINT64_T,
                       MPI_SUM, world_->communicator, request);
    });
}

void MpiRanks::end_all(int status) const {
    boost::mpi::environment::abort(status);
    std::abort();  // never reached: MPI does not come back
}

}  // namespace pgm::sources

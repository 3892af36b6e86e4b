#pragma once

#include <sources/ranks/ranks.hpp>

#include <memory>

namespace pgm::sources {

/// The processes that mpirun started, as the ranks of MPI (Message Passing Interface Forum 2015,
/// "MPI: A Message-Passing Interface Standard", version 3.1). At most one in a process: it begins
/// and ends MPI. A process that was not started by mpirun is the only rank.
///
/// A rank that waits for others sleeps: it takes no processor time from them where ranks share
/// cores. Texts of more than 2 GB together are more than MPI sends; they are a TooLargeError.
///
/// Errors of MPI itself end all ranks. One that another rank's death causes never comes back to the
/// caller, since mpirun ends the others.
class MpiRanks final : public Ranks {
public:
    /// Begins MPI, which takes its own options out of the arguments.
    MpiRanks(int& argc, char**& argv);
    /// Waits for the other ranks and ends MPI.
    ~MpiRanks() override;
    MpiRanks(const MpiRanks&) = delete;
    MpiRanks& operator=(const MpiRanks&) = delete;

    std::size_t rank() const override;
    std::size_t size() const override;
    std::vector<std::string> all_gather(const std::string& bytes) const override;
    std::vector<std::string> gather(const std::string& bytes) const override;
    std::string all_reduce(const std::string& bytes,
                           const std::function<std::string(const std::string&, const std::string&)>&
                               merge) const override;
    void add_up(std::span<std::uint64_t> numbers) const override;

    /// Ends all ranks, whatever they do, with this exit status.
    [[noreturn]] void end_all(int status) const;

private:
    struct World;
    std::unique_ptr<World> world_;
};

}  // namespace pgm::sources

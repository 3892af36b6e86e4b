#pragma once

#include <sources/ranks/ranks.hpp>

#include <algorithm>
#include <barrier>
#include <cstdint>
#include <exception>
#include <functional>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace pgm::tests {

/// Threads in the place of processes, so that what ranks do together is tested without MPI.
class ThreadRanks final : public sources::Ranks {
public:
    /// What the threads share.
    struct Together {
        explicit Together(std::size_t size)
            : texts(size), barrier(static_cast<std::ptrdiff_t>(size)) {}
        std::vector<std::string> texts;
        std::barrier<> barrier;
    };

    ThreadRanks(Together& together, std::size_t rank) : together_(together), rank_(rank) {}

    std::size_t rank() const override { return rank_; }
    std::size_t size() const override { return together_.texts.size(); }
    std::vector<std::string> all_gather(const std::string& bytes) const override {
        together_.texts[rank_] = bytes;
        together_.barrier.arrive_and_wait();
        std::vector<std::string> all = together_.texts;
        together_.barrier.arrive_and_wait();
        return all;
    }
    std::vector<std::string> gather(const std::string& bytes) const override {
        std::vector<std::string> all = all_gather(bytes);
        return is_first() ? all : std::vector<std::string>();
    }
    std::string all_reduce(const std::string& bytes,
                           const std::function<std::string(const std::string&, const std::string&)>&
                               merge) const override {
        const std::vector<std::string> all = all_gather(bytes);
        std::string result = all.front();
        for (std::size_t i = 1; i < all.size(); ++i) result = merge(result, all[i]);
        return result;
    }

    void add_up(std::span<std::uint64_t> numbers) const override {
        std::string bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
        const std::vector<std::string> all = all_gather(bytes);
        for (std::size_t rank = 0; rank < all.size(); ++rank) {
            if (rank == rank_) continue;
            std::vector<std::uint64_t> more(numbers.size());
            std::copy_n(all[rank].data(), all[rank].size(), reinterpret_cast<char*>(more.data()));
            for (std::size_t i = 0; i < more.size(); ++i) numbers[i] += more[i];
        }
    }

private:
    Together& together_;
    std::size_t rank_;
};

/// Admits every table in parts.
inline const io::ColumnCheck all_columns = [](std::span<const Variable>, std::size_t) {
    return true;
};

/// Runs `work` on so many ranks, and gives what the ranks have thrown; null where nothing was. A
/// rank that fails takes part in no exchange any more, so that the others go on without it.
inline std::vector<std::exception_ptr> on_ranks(
    std::size_t size, const std::function<void(const sources::Ranks&)>& work) {
    ThreadRanks::Together together(size);
    std::vector<std::exception_ptr> failures(size);
    std::vector<std::thread> threads;
    for (std::size_t rank = 0; rank < size; ++rank)
        threads.emplace_back([&, rank] {
            try {
                work(ThreadRanks(together, rank));
            } catch (...) {
                failures[rank] = std::current_exception();
                together.texts[rank].clear();
                together.barrier.arrive_and_drop();
            }
        });
    for (std::thread& thread : threads) thread.join();
    return failures;
}

}  // namespace pgm::tests

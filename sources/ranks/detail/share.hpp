#pragma once

#include <cstddef>

namespace pgm::sources::detail {

/// The share of one rank in a table in several files: some of the files, and of their parts those
/// with number `part` modulo `parts`.
struct Share {
    std::size_t first_file = 0, files = 0;
    std::size_t part = 0, parts = 1;

    friend bool operator==(const Share&, const Share&) = default;
};

/// Files that follow each other go to one rank where there are enough of them; else each rank has
/// one file, and those with the same file deal out its parts. Every part of every file belongs to
/// exactly one rank. There is at least one file and one rank.
constexpr Share share_of(std::size_t files, std::size_t rank, std::size_t size) {
    if (files >= size) {
        const std::size_t first = files * rank / size;
        return {.first_file = first, .files = files * (rank + 1) / size - first};
    }
    const auto first_rank_of = [&](std::size_t file) { return (file * size + files - 1) / files; };
    const std::size_t file = rank * files / size, first_rank = first_rank_of(file);
    return {.first_file = file,
            .files = 1,
            .part = rank - first_rank,
            .parts = first_rank_of(file + 1) - first_rank};
}

}  // namespace pgm::sources::detail

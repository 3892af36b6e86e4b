#pragma once

#include <cstddef>
#include <limits>

namespace pgm {

/// Upper bounds on what input may make the library allocate. Every bound is checked *before* the
/// allocation it guards, so that a two-kilobyte file cannot ask for a terabyte. The defaults admit
/// every network of the public repositories with room to spare; an embedder that reads strangers'
/// files in a small process lowers them, a user with a huge model raises them.
struct Limits {
    std::size_t max_file_bytes = std::size_t{4} << 30;  ///< of one input file, after decompression
    std::size_t max_variables = 4'000'000;              ///< of one network
    std::size_t max_states = 1'000'000;                 ///< of one variable
    std::size_t max_parents = 10'000;                   ///< of one variable
    std::size_t max_name_bytes = 4096;                  ///< of a variable's or a state's name
    std::size_t max_nesting = 1000;                     ///< of elements or brackets of a file
    std::size_t max_table_cells =
        std::size_t{1} << 28;  ///< of one conditional probability table (2 GiB of doubles)
    std::size_t max_model_cells = std::size_t{1} << 30;  ///< of all tables of one network together
    std::size_t max_filled_cells =
        std::size_t{1} << 24;  ///< of these, cells filled by a default row of a file (128 MiB)
};

/// No bounds, for what is made of something that exists already.
constexpr Limits no_limits() {
    constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
    return {.max_file_bytes = any,
            .max_variables = any,
            .max_states = any,
            .max_parents = any,
            .max_name_bytes = any,
            .max_nesting = any,
            .max_table_cells = any,
            .max_model_cells = any,
            .max_filled_cells = any};
}

}  // namespace pgm

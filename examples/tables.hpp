#pragma once

#include <pgm/data/dataset.hpp>

#include <string_view>

namespace pgm::examples {

/// The text of a file of examples/data, which the build compiles into the programs so that they run
/// from anywhere; empty when there is none of that name.
std::string_view table_text(std::string_view file);

/// That table, read by the CSV reader as any other file would be.
Dataset table(std::string_view file);

/// The same, its rows weighed by one of its columns: counted cases as books print them.
///
///     Long,Sweet,Yellow,Fruit,count
///     T,T,T,Banana,350                  350 rows in one
Dataset weighted_table(std::string_view file, std::string_view weights);

}  // namespace pgm::examples

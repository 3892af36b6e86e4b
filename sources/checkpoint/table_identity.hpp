#pragma once

#include <io/data_file.hpp>
#include <io/options/data_options.hpp>

#include <string>

namespace pgm::sources {

/// Words that distinguish the rows of files from all others, for a checkpoint of their sums
/// (CheckpointedRows): the names, sizes and times of the files, and how they are read.
///
///     /data/days.csv (1204 bytes, written 2026-11-28 20:07:03.250 UTC), 'play' discrete
///
/// Throws ArgumentError for what has no rows that can be read again in the same order: standard
/// input, a pipe, a database.
std::string table_identity(const io::TableFiles& files, const io::DataOptions& options);

}  // namespace pgm::sources

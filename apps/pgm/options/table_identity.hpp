#pragma once

#include <io/data_file.hpp>
#include <io/options/data_options.hpp>

#include <string>

namespace pgm::apps {

/// Words that tell a table from others: the names, sizes and times of its files, and how they are
/// read. Throws UsageError for what has no rows that can be read again in the same order: standard
/// input, a pipe, a database.
std::string table_identity(const io::TableFiles& files, const io::DataOptions& options);

}  // namespace pgm::apps

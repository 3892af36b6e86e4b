#pragma once

#include <apps/pgm/shell/output.hpp>
#include <pgm/data/dataset.hpp>

#include <string>

namespace pgm::apps {

/// What `pgm info DATA` tells of a table: rows, columns, their types, states and missing cells. Of
/// millions of columns one is in the output's memory at a time.
void write_json(Output& out, const Dataset& data);
void write_text(Output& out, const Dataset& data, const std::string& path);

}  // namespace pgm::apps

#pragma once

#include <apps/pgm/shell/json_text.hpp>
#include <pgm/data/dataset.hpp>

#include <string>

namespace pgm::apps {

/// What `pgm info DATA` tells of a table: rows, columns, their types, states and missing cells.
void write_json(JsonText& json, const Dataset& data);
std::string text_of(const Dataset& data, const std::string& path);

}  // namespace pgm::apps

#pragma once

#include <string>

namespace pgm::apps {

// What a file is, as its suffix tells, against what a command takes in its place. All throw
// ArgumentError that says what the file is and what to type.

/// Refuses a table of data where a model belongs.
void require_model(const std::string& path);

/// Refuses a model where a table of data belongs.
void require_table(const std::string& path);

/// Refuses a table and a model in the wrong order: "pgm predict m.pgmodel t.csv".
void refuse_swapped(const std::string& command, const std::string& model, const std::string& data);

}  // namespace pgm::apps

#pragma once

#include <apps/pgm/shell/session.hpp>

#include <string>

namespace pgm::apps {

// Pages that a command writes, such as a report or a sheet of exercises, in the form of the suffix
// of their file; in Markdown to standard output, for "" and "-".

/// Throws UsageError for a name of another form.
PageForm form_of_page(const std::string& path);

/// Writes a page, and says where; with --json the report goes to standard output.
void write_page(Session& session, const std::string& path, const Report& page);

}  // namespace pgm::apps

#pragma once

#include <apps/pgm/report/fit_report.hpp>
#include <pgm/data/rows.hpp>

#include <string>

namespace pgm::apps {

/// A visit of the parts of a pass that counts their rows for the report, from none on, before
/// `take` has them. The arguments must live as long.
Rows::Visit counted_for_report(FittedRows& rows, const std::string& class_name,
                               const Rows::Visit& take);

/// The rows of a table to learn from. Those in parts are counted for the report by each pass. The
/// arguments must live as long.
Rows counted_rows(const Rows& table, const std::string& class_name, FittedRows& rows);

}  // namespace pgm::apps

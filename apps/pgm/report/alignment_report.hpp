#pragma once

#include <apps/pgm/render/report.hpp>
#include <pgm/classify/column_alignment.hpp>

namespace pgm::apps {

/// Columns and values of a table that did not fit a classifier, as notes and warnings on standard
/// error.
void print_report(const AlignmentReport& report);

/// The report for programs.
Report alignment_report(const AlignmentReport& report);

}  // namespace pgm::apps

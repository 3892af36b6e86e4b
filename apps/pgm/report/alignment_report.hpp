#pragma once

#include <apps/pgm/render/report.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/model/network.hpp>

#include <string>

namespace pgm::apps {

/// Columns and values of a table that did not fit a model, "classifier" or "network", as notes and
/// warnings on standard error.
void print_report(const AlignmentReport& report, const std::string& model = "classifier");

/// The report for programs.
Report alignment_report(const AlignmentReport& report);

/// The columns of the network's variables, in their order and with their states; a note names a
/// column that is left out. Throws ArgumentError where one is missing, EvidenceError for a value
/// that the network does not know.
Dataset columns_of(const BayesianNetwork& network, const Dataset& data);

}  // namespace pgm::apps

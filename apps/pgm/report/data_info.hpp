#pragma once

#include <apps/pgm/render/report.hpp>
#include <pgm/data/dataset.hpp>

#include <string>

namespace pgm::apps {

/// "3 cells are missing: a row counts for the families whose members it has", which structures are
/// scored by; empty where none is missing.
std::string missing_cells_remark(const Dataset& data);

/// The answer of `pgm info DATA`: rows, columns, their types, states and missing cells. Of millions
/// of columns one is in memory at a time: they are looked at while the report is rendered, hence
/// `data` has to outlive it.
Report data_report(const Dataset& data, const std::string& path);

}  // namespace pgm::apps

#pragma once

#include <learners/judge/detail/leave_one_out.hpp>
#include <learners/judge/detail/left_out_table.hpp>

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// m_0, m_1, ... of TunedBackOff (smoothing.hpp), one per level: the coordinate descent described
/// there, for a loss of all concentrations.
using LossOfConcentrations = std::function<double(std::span<const double>)>;
std::vector<double> tune_concentrations(std::size_t levels, const LossOfConcentrations& loss);

/// Concentrations of least loss, by the formula above.
std::vector<double> tune_concentrations(const LeaveOneOut& rows, std::size_t threads);

/// Concentrations for all structures of a source, of which a few stand for the rest where it
/// averages more than eight: all have the same concentrations, and what suits some suits the
/// others.
std::vector<double> tune_concentrations(LeaveOneOutSource source, std::size_t threads);

/// True if that is done by all structures of the source, and by all of its rows.
bool tunes_by_all(const LeaveOneOutSource& source);

/// Concentrations by the mean of log P(x | parents) over the rows of every table, each left out of
/// its own.
std::vector<double> tune_concentrations(std::span<const LeftOutTable> tables);

}  // namespace pgm::learners::detail

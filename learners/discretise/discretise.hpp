#pragma once

#include <learners/discretise/cut_choice.hpp>
#include <pgm/core/stop_token.hpp>
#include <pgm/data/discretisation.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace pgm::learners {

/// Throws ArgumentError for cut points of what is no continuous column of `schema`.
void require_continuous_columns(const Discretisation& given, std::span<const Variable> schema);

/// Cut points for every continuous column but the class and those that `given` cuts already,
/// learned from these rows (training rows only, else a test would see its answers), with their
/// weights. The result holds `given` too. Mdlp needs a discrete class: ArgumentError where there is
/// none.
///
/// Equal rows in any order give equal cut points; a row of weight 2 counts as two. Columns are cut
/// on so many threads (0 = one per core), each of which sorts one column at a time; between columns
/// the token is asked. Throws Stopped.
Discretisation learn_cuts(const Dataset& data, std::string_view class_name, const CutRule& rule,
                          Discretisation given = {}, std::size_t threads = 1,
                          const StopToken& stop = {});

}  // namespace pgm::learners

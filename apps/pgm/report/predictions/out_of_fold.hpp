#pragma once

#include <learners/validate/cross_validation.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace pgm::apps {

/// Writes what every choice predicted of every row while the row was left out: a CSV file with the
/// columns `row`, `repeat`, `fold` (all from 1), `choice`, `truth`, `predicted` (empty where there
/// was no decision) and `P(state)` for every state of the class. `labels` are the choices, `folds`
/// how many there are in a repeat. Folds that were not reached are missing.
void write_out_of_fold(const std::string& path, const std::vector<std::string>& labels,
                       const learners::Validation& validation, std::size_t folds);

}  // namespace pgm::apps

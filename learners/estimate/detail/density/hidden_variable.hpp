#pragma once

#include <pgm/model/variable.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace pgm::learners::detail {

/// A variable that no column is for, with the states "1", "2", ... and the name given, with as many
/// primes as make it different from `taken`.
Variable hidden_variable(std::string name, std::size_t states, std::span<const Variable> taken);

}  // namespace pgm::learners::detail

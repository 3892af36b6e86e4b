#pragma once

#include <pgm/model/network.hpp>

#include <string>

namespace pgm::tests {

/// A diagram that the tests of formats spell in their ways: Rain {no, yes} with (0.7, 0.3) is known
/// when Take {take, leave} is decided, and Joy has the numbers (20, 70, 100, 0) for (take, no),
/// (take, yes), (leave, no), (leave, yes).
BayesianNetwork umbrella_diagram(const std::string& name);

}  // namespace pgm::tests

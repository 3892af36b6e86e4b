#pragma once

#include <pgm/model/network.hpp>

#include <cstddef>

namespace pgm::tests {

/// So many variables X0, X1, ... of so many states, every two of them with a binary child of their
/// own: in the moral graph all of them are neighbours, and one clique. All tables are uniform.
BayesianNetwork married_network(std::size_t parents, std::size_t states);

}  // namespace pgm::tests

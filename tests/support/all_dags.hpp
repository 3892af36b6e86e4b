#pragma once

#include <pgm/graph/dag.hpp>

#include <cstddef>
#include <vector>

namespace pgm::tests {

/// Every acyclic graph over n vertices: each pair joined in one of three ways.
std::vector<Dag> all_dags(std::size_t n);

}  // namespace pgm::tests

#pragma once

#include <pgm/model/network.hpp>
#include <pgm/table/table.hpp>

#include <map>
#include <string>
#include <vector>

namespace pgm::detail {

/// Throws ArgumentError: there is no derivation of that.
[[noreturn]] void refuse_derivation(const std::string& what, const std::string& hint);

/// The distribution of a variable as a table of discrete variables: P(X | parents), or of a
/// continuous one its density at what it is in `values`, where its continuous parents are, too.
/// Densities of normal distributions have a formula each, appended to `formulas`. Throws
/// ArgumentError for a density that is infinite.
Table table_of_family(const BayesianNetwork& network, VariableId id,
                      const std::map<VariableId, double>& values,
                      std::vector<std::string>& formulas);

}  // namespace pgm::detail

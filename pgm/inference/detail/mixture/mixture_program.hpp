#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/model/model.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pgm::detail {

/// The address to which the states of some features lead: the sum of their numbers times their
/// strides.
struct CodeAddress {
    std::vector<std::size_t> features;  ///< numbers of variables, but for the target
    std::vector<std::uint32_t> strides;
};

/// The cells of a table with the class as the fastest axis, padded by zeros to as many classes as
/// MixtureProgram::width; of a table that the class is not in, each cell as often.
struct ClassFactor {
    CodeAddress address;
    std::vector<double> cells;
};

/// A network as the factors of its tables.
struct MemberProgram {
    double weight = 1;
    CodeAddress combination;   ///< of the super-parents
    std::vector<char> admits;  ///< by combination; empty where it always takes part
    std::size_t first_factor = 0, last_factor = 0;  ///< one behind the last
};

/// A mixture of networks of tables, made ready for rows that have a state of every variable but the
/// target:
///
///     P(k, x) = sum_m  w_m prod_v P_m(v | parents of v)  /  sum_m w_m      m that take part
///
/// Nothing has to be summed out of such a row, so that a member is a product of one cell per table,
/// and that for all classes at once. It differs from the plan of an engine (BlockProgram) in that
/// it is one list for all members and can answer nothing else. MixtureRun executes it.
struct MixtureProgram {
    VariableId target;
    std::size_t variables = 0;
    std::size_t classes = 0;  ///< states of the target
    std::size_t width = 0;    ///< classes, padded to an even number
    std::vector<ClassFactor> factors;
    std::vector<MemberProgram> members;
};

/// Empty where a network has distributions that are no tables, where the product of the least cells
/// of its tables is below 2^-960, so that doubles might lose digits, and where a table has 2^31
/// cells.
std::optional<MixtureProgram> compile_mixture(const Model& model, VariableId target);

}  // namespace pgm::detail

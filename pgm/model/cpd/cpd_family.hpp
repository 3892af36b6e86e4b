#pragma once

#include <pgm/table/table.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pgm {

/// The variables of a distribution and their states, without its numbers: what a file has of a
/// distribution beside its kind and numbers().
struct CpdFamily {
    VariableId child;
    std::size_t states = 0;  ///< of the child; 0 when it is continuous
    std::vector<VariableId> discrete_parents;
    std::vector<std::size_t> cardinalities;  ///< of the discrete parents
    std::vector<VariableId> continuous_parents;

    /// The scope of the discrete parents. Throws TooLargeError when its cells overflow, and
    /// ArgumentError when a variable occurs twice or has no states.
    Scope discrete_scope() const { return Scope(discrete_parents, cardinalities); }
};

/// One part of a density that is a mixture of such: a distribution with that mean and standard
/// deviation. One of standard deviation 0 is a point mass, whatever its shape.
struct DensityComponent {
    enum class Shape : std::uint8_t {
        normal,
        uniform,
        /// A table of the ContinuousPosterior, see TabulatedDensity.
        tabulated,
    };

    double weight = 1;
    double mean = 0;
    double sd = 1;
    Shape shape = Shape::normal;

    friend bool operator==(const DensityComponent&, const DensityComponent&) = default;
};

/// The condition of a row of a discrete distribution, for messages: "A=yes, B=no", "A=yes
/// alone", "leak".
struct RowCondition {
    std::vector<std::pair<VariableId, StateId>> states;
    std::string note;  ///< shown after the states
};

/// A number that is out of its range.
struct NumberProblem {
    std::size_t row;                   ///< configuration of the discrete parents
    std::string what;                  ///< as "variance"
    double value;                      ///< the number found
    std::string expected;              ///< as "a positive number"
    std::optional<VariableId> parent;  ///< of a number that belongs to one parent, as a slope does
};

/// The distribution of a continuous variable reports numbers out of range to such a function.
/// NetworkBuilder adds the names and the location, and shows them with all other problems.
using ReportNumber = std::function<void(const NumberProblem&)>;

}  // namespace pgm

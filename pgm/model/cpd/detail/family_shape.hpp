#pragma once

#include <pgm/model/cpd/cpd_family.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

// Checks that the constructors of distributions share.

/// The discrete parents, then the continuous ones. Throws ArgumentError when a variable occurs
/// twice or is its own parent.
std::vector<VariableId> family_parents(VariableId child, const Scope& discrete_parents,
                                       std::span<const VariableId> continuous_parents);

/// Throws ArgumentError unless there is one row per configuration of the discrete parents.
void require_row_count(std::size_t rows, const Scope& discrete_parents);

/// Throws ArgumentError when the family has continuous parents, of which the kind takes none.
void require_no_continuous_parents(const CpdFamily& family);

/// A finite number above 0.
bool is_positive(double value);

/// Takes numbers() apart again. Every count is compared with what is left before it is believed.
/// All members throw ArgumentError when the numbers end too early or are no counts.
class NumberReader {
public:
    explicit NumberReader(std::span<const double> numbers) : rest_(numbers) {}

    double number();
    bool flag();
    /// A number of numbers that are still to come.
    std::size_t count();
    std::vector<double> list(std::size_t count);
    /// Throws ArgumentError when numbers are left.
    void require_end() const;

private:
    std::span<const double> rest_;
};

}  // namespace pgm::detail

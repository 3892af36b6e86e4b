#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace pgm {

/// Strong indices.
///
/// Objects of the library refer to each other by id, never by pointer: an id is an index into the
/// network it came from, it can be copied, stored and sent anywhere, and it is valid in a copy of
/// the network as in the original. A `VariableId` and a `StateId` are different types on purpose,
/// so that `evidence.observe(state, variable)` does not compile.
///
/// Ids are dense: the variables of a network are `VariableId{0} ... VariableId{n-1}` in the order
/// of their declaration, the states of a variable `StateId{0} ... StateId{k-1}` likewise.
template <class Tag>
struct Index {
    std::uint32_t value = 0;

    constexpr Index() = default;
    constexpr explicit Index(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}

    constexpr std::size_t index() const { return value; }
    friend constexpr auto operator<=>(Index, Index) = default;
};

using VariableId = Index<struct VariableTag>;
using StateId = Index<struct StateTag>;

/// The position of a column in a Dataset. Not a VariableId: a classifier's network may have its
/// variables in another order than the file.
using ColumnId = Index<struct ColumnTag>;

}  // namespace pgm

template <class Tag>
struct std::hash<pgm::Index<Tag>> {
    std::size_t operator()(pgm::Index<Tag> id) const noexcept { return id.value; }
};

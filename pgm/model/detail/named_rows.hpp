#pragma once

#include <pgm/model/detail/draft.hpp>

#include <optional>
#include <span>

namespace pgm::detail {

/// Reads the rows of a family that were given as text. Those that are wrong are reported and stay
/// texts.
void read_row_texts(Draft& draft, NamedFamily& family, const KnownNames& names);

/// The numbers of a utility, which have the form of probabilities, as what they are: points, and
/// for a row without states that has several numbers the list of all.
void take_utilities(NamedFamily& family);

/// True if the rows of a family make one distribution of linear functions: those of a continuous
/// variable, and those of a discrete one if one of them is a threshold.
bool is_linear(const NamedFamily& family, const Variable& child);

/// The distribution that was declared by name (rows keyed by the states of parents, or one list in
/// a named order) as a text has one, which FamilyReading reads. Rows whose keys or kinds are wrong
/// are reported and left out; null where nothing is left to be read.
std::optional<WrittenDistribution> written_distribution(Draft& draft, const NamedFamily& family,
                                                        VariableId child,
                                                        std::span<const VariableId> parents);

}  // namespace pgm::detail

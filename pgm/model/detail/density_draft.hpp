#pragma once

#include <pgm/model/cpd/cpd.hpp>
#include <pgm/model/detail/network_draft.hpp>

#include <optional>
#include <span>

namespace pgm::detail {

/// Reads the rows of a family that were given as text. Those that are wrong are reported and stay
/// texts.
void read_row_texts(FamilyDraft& family, const KnownNames& names, ProblemList& problems);

/// True if the rows of a family make one distribution of linear functions: those of a continuous
/// variable, and those of a discrete one if one of them is a threshold.
bool is_linear(const FamilyDraft& family, const Variable& child);

/// Turns such rows into a LinearGaussianCpd or a ThresholdCpd. Every mistake is reported, and then
/// there is no distribution. Whether numbers are in range is left to check_distribution().
std::optional<Cpd> read_density_draft(const NetworkDraft& draft, const FamilyDraft& family,
                                      VariableId child, std::span<const VariableId> parents,
                                      ProblemList& problems);

}  // namespace pgm::detail

#pragma once

#include <learners/discretise/discretise.hpp>

#include <optional>
#include <span>
#include <string_view>

namespace pgm::learners::detail {

/// How continuous columns are cut, as ContinuousTreatment::discretisation says it: cut points
/// written out for some columns, a rule that finds those of all others, either or both.
struct CutWords {
    Discretisation given;
    std::optional<CutRule> rule;
};

/// "cut:age=30,40;income=5" gives cut points, "mdlp" or "width:5" is a rule, "cut:age=30,40;mdlp"
/// both; no words are neither.
///
/// Throws ArgumentError for a name that is no continuous column of `schema`, text that is no
/// number, cuts that do not increase, and two rules.
CutWords parse_cut_words(std::string_view words, std::span<const Variable> schema);

}  // namespace pgm::learners::detail

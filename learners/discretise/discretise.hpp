#pragma once

#include <pgm/data/discretisation.hpp>

#include <cstddef>
#include <string_view>

namespace pgm::learners {

/// How cut points are found; cut_rules.hpp tells what each rule does.
struct CutRule {
    enum class Kind { width, frequency, kmeans, mdlp };

    Kind kind = Kind::mdlp;
    std::size_t intervals = 0;  ///< of all but mdlp, which finds their number itself

    friend bool operator==(const CutRule&, const CutRule&) = default;
};

/// "width:5", "frequency:5", "kmeans:5" (2 to 10000 intervals) or "mdlp". Throws ArgumentError with
/// a suggestion.
CutRule parse_cut_rule(std::string_view word);

/// Cut points for every continuous column but the class and those that `given` cuts already,
/// learned from these rows (training rows only, else a test would see its answers), with their
/// weights. The result holds `given` too. mdlp needs a discrete class: ArgumentError where there is
/// none.
///
/// Equal rows in any order give equal cut points; a row of weight 2 counts as two.
Discretisation learn_cuts(const Dataset& data, std::string_view class_name, const CutRule& rule,
                          Discretisation given = {});

}  // namespace pgm::learners

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pgm::learners {

/// A structure as it was asked for: a word, or a drawing.
///
/// | word        | arcs                                                                                               | header |
/// |-------------|----------------------------------------------------------------------------------------------------|---|
/// | `nb`        | class -> every feature                                                                             | naive_structures.hpp |
/// | `joint`     | the complete graph: class -> all, every feature -> all later ones                                  | naive_structures.hpp |
/// | `qda`       | class -> all; complete among the continuous features                                               | naive_structures.hpp |
/// | `lda`       | the same, slopes and residual variances tied over the classes                                      | naive_structures.hpp |
/// | `tan`       | nb + the maximum spanning tree of conditional mutual information                                   | tree_structures.hpp |
/// | `fan`       | nb + the maximum spanning forest of the gains in BIC that are positive; `fan:aic` those in AIC     | tree_structures.hpp |
/// | `chow-liu`  | the maximum spanning tree of mutual information over class and features alike, rooted at the class | tree_structures.hpp |
/// | `kdb:K`     | nb + up to K parents for every feature, from those that tell more about the class                  | k_dependence.hpp |
/// | `aode`      | one network per discrete feature: class and feature -> every other feature                         | aode.hpp |
/// | `parzen`    | class -> a hidden variable `point` -> every continuous feature; class -> every discrete one        | parzen_density.hpp |
/// | "a -> b, c" | as drawn                                                                                           | user_defined.hpp |
///
/// A discrete variable never gets a continuous parent.
struct StructureChoice {
    enum class Kind {
        naive,
        joint,
        quadratic,
        linear,
        tree,
        forest,
        chow_liu,
        k_dependence,
        one_dependence,
        parzen,
        drawn
    };
    enum class Penalty { bic, aic };

    Kind kind = Kind::naive;
    std::size_t parents = 0;         ///< K of kdb
    Penalty penalty = Penalty::bic;  ///< of fan
    std::string drawing;             ///< of drawn

    friend bool operator==(const StructureChoice&, const StructureChoice&) = default;
};

/// Text with an arrow, a comma, a semicolon or a line break is a drawing, other text a word. Throws
/// ArgumentError that lists the words.
StructureChoice parse_structure_choice(std::string_view text);

/// Text that parses back to the same choice.
std::string to_words(const StructureChoice& choice);

}  // namespace pgm::learners

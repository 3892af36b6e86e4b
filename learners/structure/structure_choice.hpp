#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pgm::learners {

/// A structure as it was asked for: a word, or a drawing.
///
/// | word        | arcs                                                                  |
/// |-------------|-----------------------------------------------------------------------|
/// | `nb`        | class -> every feature                                                |
/// | `joint`     | the complete graph: class -> all, every feature -> all later ones     |
/// | `qda`       | class -> all; complete among the continuous features                  |
/// | `lda`       | the same, slopes and residual variances tied over the classes         |
/// | `tan`       | nb + the maximum spanning tree of conditional mutual information      |
/// | `fan`       | nb + the maximum spanning forest of the positive gains in BIC         |
/// | `fan:aic`   | the same in AIC                                                       |
/// | `chow-liu`  | the maximum spanning tree of mutual information, rooted at the class  |
/// | `kdb:K`     | nb + up to K parents per feature, which tell more about the class     |
/// | `aode`      | a network per discrete feature: class and feature -> all others       |
/// | `parzen`    | class -> a hidden `point` -> continuous features; class -> the others |
/// | "a -> b, c" | as written                                                            |
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

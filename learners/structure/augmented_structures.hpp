#pragma once

#include <learners/families/family_sums.hpp>
#include <learners/families/model_structure.hpp>
#include <learners/words/word_table.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::learners {

/// The weight of an arc between two features A and B, given the class C. The structures `tan`,
/// `fan` and `kdb` choose their arcs by it.
///
/// | word  | weight of two discrete features                                             |
/// |-------|-----------------------------------------------------------------------------|
/// | `mi`  | I(A; B | C), the conditional mutual information of the counts               |
/// | `bic` | n I(A; B | C) - d log(n) / 2 (Schwarz 1978)                                 |
/// | `aic` | n I(A; B | C) - d (Akaike 1974)                                             |
/// | `k2`  | what the arc adds to the logarithm of the marginal likelihood, with a       |
/// |       | pseudo-count of 1 per cell (Cooper and Herskovits 1992): A -> B or B -> A,       |
/// |       | whichever adds more                                                         |
///
/// n is the weight of the rows that have A and B, d the number of parameters that the arc adds. The
/// information is never negative, so that by it every arc is worth something; by the others an arc
/// must pay for its parameters, and may lose. What A -> B adds to the marginal likelihood is
///
///     log P(B | A, C) - log P(B | C),  P(B | U) = prod_u  G(r) / G(n_u + r)  prod_b G(n_ub + 1),
///
/// with r the states of B and G the gamma function. B -> A adds a little less or more; but a tree
/// has a direction only once it has a root, so a pair needs one weight. Where A or B is continuous,
/// `k2` is `bic`, which it approaches with many rows.
enum class ArcWeight { information, k2, bic, aic };

/// Throws ArgumentError that lists the words of the table above.
ArcWeight parse_arc_weight(std::string_view text);

/// Text that parses back to the same value.
std::string format(ArcWeight weight);

/// Tree-augmented naive Bayes (Friedman, Geiger and Goldszmidt 1997, section 4.1): the class is a
/// parent of every feature, and the features are joined by the maximum spanning tree of the
/// conditional mutual information I(A; B | class), or of another weight.
///
/// Mixed columns: a discrete variable cannot have a continuous parent, so the tree is found in two
/// steps, first over the discrete columns, then over all; the continuous columns come to hang below
/// the discrete ones. The root is the first discrete column, or the first one where all are
/// continuous; it changes no distribution that maximum likelihood estimates.
struct Tan {
    ArcWeight weight = ArcWeight::information;

    std::vector<Family> families(const Columns& columns) const;
    std::vector<ModelStructure> models(const Columns& columns, const FamilySums& sums) const;

    friend bool operator==(const Tan&, const Tan&) = default;
};

/// Forest-augmented naive Bayes (Lucas 2004): as TAN, but only those arcs between features are
/// taken that are worth more than 0 by `weight`, which makes an arc pay for the parameters it adds.
/// Rules of TAN for mixed columns and roots hold for every tree of the forest.
struct Fan {
    ArcWeight weight = ArcWeight::bic;

    std::vector<Family> families(const Columns& columns) const;
    std::vector<ModelStructure> models(const Columns& columns, const FamilySums& sums) const;

    friend bool operator==(const Fan&, const Fan&) = default;
};

/// The k-dependence classifier of Sahami (1996): between naive Bayes (k = 0) and, where k is one
/// less than the number of features, the complete graph.
///
/// The features are put in order of I(X; class), the most informative one first. Each then gets the
/// class and those k of the features before it that have the largest I(X; Y | class) with it, or
/// the largest other weight; fewer when fewer are there, or when an arc is worth less than 0. Ties
/// go to the earlier column, in the order and among the parents. Continuous features come after all
/// discrete ones, for a discrete variable cannot have a continuous parent.
struct KDependence {
    std::size_t k = 1;
    ArcWeight weight = ArcWeight::information;

    /// For k of 2 and beyond estimation needs larger families, known only once models() has chosen
    /// them.
    std::vector<Family> families(const Columns& columns) const;
    std::vector<ModelStructure> models(const Columns& columns, const FamilySums& sums) const;

    friend bool operator==(const KDependence&, const KDependence&) = default;
};

/// The tree of Chow and Liu (1968): the maximum spanning tree of the mutual information I(A; B)
/// over class and features alike, rooted at the class. Columns without an edge stand alone. The
/// rules of TAN for mixed columns hold here too.
struct ChowLiu {
    std::vector<Family> families(const Columns& columns) const;
    std::vector<ModelStructure> models(const Columns& columns, const FamilySums& sums) const;

    friend bool operator==(const ChowLiu&, const ChowLiu&) = default;
};

}  // namespace pgm::learners

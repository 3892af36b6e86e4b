#pragma once

#include <learners/structure/augmented_structures.hpp>
#include <learners/structure/averaged_structures.hpp>
#include <learners/structure/fixed_structures.hpp>
#include <learners/structure/user_defined.hpp>
#include <learners/words/word_table.hpp>

#include <concepts>
#include <string>
#include <string_view>
#include <variant>

namespace pgm::learners {

/// The closed set of structures; docs/adding-a-learner.md adds one. Each has a row in
/// structure_words() and its arcs:
///
///     std::vector<ModelStructure> models(columns) const                  one per network
///
/// If the arcs are learned from the data,
///
///     std::vector<Family> families(columns) const                        whose sums it looks at
///     std::vector<ModelStructure> models(columns, sums) const
///
/// take the place of models(). It has no access to rows, so their order has no effect. Ties are
/// decided by the order of the columns. A discrete variable gets a continuous parent only where
/// that is written down, and a continuous feature gets no parents but the class where
/// Columns::continuous_may_join is false. A structure that learns its arcs joins no column that
/// identifies rows to others, and asks arc_weights() about pairs.
using AnyStructure = std::variant<NaiveBayes, Tan, KDependence, Fan, Aode, A2de, Joint,
                                  Discriminant, ChowLiu, Parzen, UserDefined>;

/// A structure whose arcs depend on the data.
template <class S>
concept DataDrivenStructure =
    requires(const S& structure, const Columns& columns) { structure.families(columns); };

template <class S>
inline constexpr bool is_structure = []<class... All>(std::variant<All...>*) {
    return (std::same_as<S, All> || ...);
}(static_cast<AnyStructure*>(nullptr));

/// A structure whose features, and how many parents they have, can be selected.
template <class S>
inline constexpr bool is_selective =
    std::same_as<S, NaiveBayes> || std::same_as<S, Tan> || std::same_as<S, Fan> ||
    std::same_as<S, KDependence> || std::same_as<S, Aode>;

/// A structure that averages several networks.
template <class S>
inline constexpr bool is_averaged = std::same_as<S, Aode> || std::same_as<S, A2de>;

/// Arcs of a classifier: one of the types above, or the words for it.
///
///     options.structure = learners::KDependence{2};
///     options.structure = "kdb:2";
///
/// | words       | type            | arcs                                                       |
/// |-------------|-----------------|------------------------------------------------------------|
/// | `nb`        | NaiveBayes      | class -> every feature                                     |
/// | `tan`       | Tan             | nb + the maximum spanning tree of conditional mutual       |
/// |             |                 | information; `tan:k2` of another weight (ArcWeight)        |
/// | `fan`       | Fan             | nb + the maximum spanning forest of the gains in BIC that  |
/// |             |                 | are positive; `fan:aic`, `fan:k2` of another weight        |
/// | `chow-liu`  | ChowLiu         | the maximum spanning tree of mutual information over class |
/// |             |                 | and features alike, rooted at the class                    |
/// | `kdb:K`     | KDependence     | nb + up to K parents for every feature, from those that    |
/// |             |                 | depend more on the class; `kdb:2:k2` by another weight     |
/// | `aode`      | Aode            | one network per discrete feature: class and feature ->     |
/// |             |                 | every other feature                                        |
/// | `a2de`      | A2de            | one network per pair of discrete features: class and pair  |
/// |             |                 | -> every other feature                                     |
/// | `joint`     | Joint           | the complete graph: class -> all, every feature -> all     |
/// |             |                 | later ones                                                 |
/// | `qda`       | Discriminant    | class -> all; complete among the continuous features       |
/// | `lda`       | the same, tied  | the same, slopes and residual variances tied over classes  |
/// | `parzen`    | Parzen          | class -> a hidden variable `point` -> every continuous     |
/// |             |                 | feature; class -> every discrete one                       |
/// | "a -> b, c" | UserDefined     | those of the text                                          |
///
/// With `+select` after `nb`, `tan`, `fan`, `kdb:K` or `aode` it keeps only the features, and as
/// many parents of each, that leave-one-out prefers (families/selection.hpp): `skdb:K`, selective
/// k-dependence, is `kdb:K+select`, and `skdb` is `skdb:5`.
struct Structure : AnyStructure {
    /// The features that take part: all there are, or those that are selected
    /// (families/selection.hpp).
    enum class Features { all, selected };

    Structure() = default;

    template <class S>
        requires is_structure<S>
    Structure(S structure) : AnyStructure(std::move(structure)) {}

    template <class S>
        requires is_selective<S>
    Structure(S structure, Features features)
        : AnyStructure(std::move(structure)), features_(features) {}

    /// Structure from words. Text with an arrow, a comma, a semicolon or a line break is a
    /// UserDefined structure. Throws ArgumentError that lists the words, and ParseError for a
    /// structure text that is none.
    template <class Text>
        requires std::convertible_to<const Text&, std::string_view>
    Structure(const Text& words) : Structure(parse(std::string_view(words))) {}

    bool selects_features() const { return features_ == Features::selected; }

    friend bool operator==(const Structure&, const Structure&) = default;

private:
    static Structure parse(std::string_view words);

    Features features_ = Features::all;
};

/// True if the classifier is an average of several networks.
bool averages_networks(const Structure& structure);

/// The words of the table above.
const WordTable<Structure>& structure_words();

/// Words that give the same structure.
std::string format(const Structure& structure);

}  // namespace pgm::learners

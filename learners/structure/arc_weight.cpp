#include <learners/structure/augmented_structures.hpp>

#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <vector>

namespace pgm::learners {
namespace {

/// In the order of the enumeration.
const std::vector<std::string> arc_weight_words = {"mi", "k2", "bic", "aic"};

}  // namespace

ArcWeight parse_arc_weight(std::string_view text) {
    const auto found = std::ranges::find(arc_weight_words, text);
    if (found == arc_weight_words.end())
        throw_unknown_word("weight of arcs", text, arc_weight_words);
    return static_cast<ArcWeight>(found - arc_weight_words.begin());
}

std::optional<ArcWeight> weight_of_arcs(std::string_view words, std::string_view structure,
                                        ArcWeight otherwise) {
    const OptionText option = split_option(words);
    if (option.word != structure) return std::nullopt;
    return option.has_argument ? parse_arc_weight(option.argument) : otherwise;
}

std::string format(ArcWeight weight) {
    return arc_weight_words[static_cast<std::size_t>(weight)];
}

}  // namespace pgm::learners

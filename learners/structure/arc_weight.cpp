#include <learners/structure/augmented_structures.hpp>

namespace pgm::learners {
namespace {

const WordTable<ArcWeight>& arc_weight_words() {
    static const auto words =
        WordTable<ArcWeight>("weight of arcs")
            .word("mi", ArcWeight::information, "conditional mutual information")
            .word("k2", ArcWeight::k2, "marginal likelihood with a pseudo-count of 1 per cell")
            .word("bic", ArcWeight::bic, "mutual information less log(n) / 2 per parameter")
            .word("aic", ArcWeight::aic, "mutual information less 1 per parameter");
    return words;
}

}  // namespace

ArcWeight parse_arc_weight(std::string_view text) {
    return arc_weight_words().parse(text);
}

std::string format(ArcWeight weight) {
    return arc_weight_words().format(weight);
}

}  // namespace pgm::learners

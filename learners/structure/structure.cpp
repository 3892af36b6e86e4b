#include <learners/structure/structure.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/option_text.hpp>

#include <cmath>
#include <initializer_list>
#include <vector>

namespace pgm::learners {
namespace {

/// Every structure as an error message lists it.
const std::vector<std::string> known_structures = {"nb",
                                                   "tan",
                                                   "kdb:2",
                                                   "fan",
                                                   "aode",
                                                   "joint",
                                                   "lda",
                                                   "qda",
                                                   "chow-liu",
                                                   "parzen",
                                                   "'class -> a, b; a -> b'"};

bool is_structure_text(std::string_view text) {
    return text.find("->") != text.npos || text.find("<-") != text.npos ||
           text.find_first_of(",;\n{") != text.npos;
}

KDependence k_dependence(const OptionText& option) {
    if (!option.has_argument) return {};
    const double k = number_of(option.argument, "kdb", "of parents", "kdb:2");
    if (!(k >= 0 && k <= 100) || k != std::floor(k))
        throw ArgumentError("kdb needs a whole number of parents from 0 to 100, not " + to_text(k));
    return {static_cast<std::size_t>(k)};
}

}  // namespace

Structure Structure::parse(std::string_view words) {
    if (is_structure_text(words)) return UserDefined(std::string(words));
    const OptionText option = split_option(words);
    if (option.word == "kdb") return k_dependence(option);
    if (option.word == "fan" && option.argument == "bic") return Fan{Fan::Score::bic};
    if (option.word == "fan" && option.argument == "aic") return Fan{Fan::Score::aic};
    if (!option.has_argument) {
        for (const Structure& structure : std::initializer_list<Structure>{
                 NaiveBayes{}, Tan{}, Fan{}, ChowLiu{}, Aode{}, Joint{}, Discriminant{.tied = true},
                 Discriminant{.tied = false}, Parzen{}}) {
            if (option.word == format(structure)) return structure;
        }
    }
    throw_unknown_word("structure", words, known_structures);
}

std::string format(const Structure& structure) {
    return std::visit([](const auto& chosen) { return chosen.word(); }, structure);
}

}  // namespace pgm::learners

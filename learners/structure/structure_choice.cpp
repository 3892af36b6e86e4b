#include <learners/structure/structure_choice.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/option_text.hpp>

#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace pgm::learners {
namespace {

using ChoiceKind = StructureChoice::Kind;

constexpr std::array<std::pair<std::string_view, ChoiceKind>, 10> plain_words = {
    {{"nb", ChoiceKind::naive},
     {"joint", ChoiceKind::joint},
     {"qda", ChoiceKind::quadratic},
     {"lda", ChoiceKind::linear},
     {"tan", ChoiceKind::tree},
     {"fan", ChoiceKind::forest},
     {"chow-liu", ChoiceKind::chow_liu},
     {"kdb", ChoiceKind::k_dependence},
     {"aode", ChoiceKind::one_dependence},
     {"parzen", ChoiceKind::parzen}}};

const std::vector<std::string> known = {"nb",
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

bool is_drawing(std::string_view text) {
    return text.find("->") != text.npos || text.find("<-") != text.npos ||
           text.find_first_of(",;\n{") != text.npos;
}

StructureChoice with_argument(const OptionText& option, std::string_view text) {
    if (option.word == "kdb") {
        const double k =
            option.has_argument ? number_of(option.argument, "kdb", "of parents", "kdb:2") : 1;
        if (!(k >= 0 && k <= 100) || k != std::floor(k))
            throw ArgumentError("kdb needs a whole number of parents from 0 to 100, not " +
                                to_text(k));
        return {.kind = ChoiceKind::k_dependence, .parents = static_cast<std::size_t>(k)};
    }
    if (option.word == "fan" && option.argument == "bic")
        return {.kind = ChoiceKind::forest, .penalty = StructureChoice::Penalty::bic};
    if (option.word == "fan" && option.argument == "aic")
        return {.kind = ChoiceKind::forest, .penalty = StructureChoice::Penalty::aic};
    throw_unknown_word("structure", text, known);
}

}  // namespace

StructureChoice parse_structure_choice(std::string_view text) {
    if (is_drawing(text)) return {.kind = ChoiceKind::drawn, .drawing = std::string(text)};
    const OptionText option = split_option(text);
    if (option.has_argument || option.word == "kdb") return with_argument(option, text);
    for (const auto& [word, kind] : plain_words) {
        if (option.word == word) return {.kind = kind};
    }
    throw_unknown_word("structure", text, known);
}

std::string to_words(const StructureChoice& choice) {
    if (choice.kind == ChoiceKind::drawn) return choice.drawing;
    if (choice.kind == ChoiceKind::k_dependence) return "kdb:" + std::to_string(choice.parents);
    if (choice.kind == ChoiceKind::forest && choice.penalty == StructureChoice::Penalty::aic)
        return "fan:aic";
    for (const auto& [word, kind] : plain_words) {
        if (choice.kind == kind) return std::string(word);
    }
    return "nb";
}

}  // namespace pgm::learners

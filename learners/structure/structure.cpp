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
const std::vector<std::string> known_structures = {
    "nb",   "tan",   "kdb:2",    "skdb",   "fan",
    "aode", "waode", "a2de",     "atan",   "joint",
    "lda",  "qda",   "chow-liu", "parzen", "'class -> a, b; a -> b'"};

bool is_structure_text(std::string_view text) {
    return text.find("->") != text.npos || text.find("<-") != text.npos ||
           text.find_first_of(",;\n{") != text.npos;
}

/// Of "kdb", "kdb:K" and "kdb:K:W".
KDependence k_dependence(const OptionText& option) {
    KDependence structure;
    if (!option.has_argument) return structure;
    const OptionText argument = split_option(option.argument);
    const double k = number_of(argument.word, "kdb", "of parents", "kdb:2");
    if (!(k >= 0 && k <= 100) || k != std::floor(k))
        throw ArgumentError("kdb needs a whole number of parents from 0 to 100, not " + to_text(k));
    structure.k = static_cast<std::size_t>(k);
    if (argument.has_argument) structure.weight = parse_arc_weight(argument.argument);
    return structure;
}

constexpr std::size_t most_parents_of_skdb = 5;

/// Of "skdb", "skdb:K" and "skdb:K:W".
KDependence k_dependence_to_select_from(const OptionText& option) {
    return option.has_argument ? k_dependence(option) : KDependence{most_parents_of_skdb};
}

Structure selective(const Structure& structure, Selection selection) {
    return std::visit(
        [&]<class S>(const S& chosen) -> Structure {
            if constexpr (is_selective<S>)
                return Structure(chosen, selection);
            else
                throw ArgumentError("the features of " + chosen.word() + " cannot be selected",
                                    "choose nb, tan, fan, kdb:K, aode or waode");
        },
        static_cast<const AnyStructure&>(structure));
}

}  // namespace

Structure Structure::parse(std::string_view words) {
    if (is_structure_text(words)) return UserDefined(std::string(words));
    if (const std::size_t plus = words.find('+'); plus != words.npos)
        return selective(parse(words.substr(0, plus)), parse_selection(words.substr(plus + 1)));
    const OptionText option = split_option(words);
    if (option.word == "kdb") return k_dependence(option);
    if (option.word == "skdb") return Structure(k_dependence_to_select_from(option), Selection{});
    if (option.word == "tan" && option.has_argument) return Tan{parse_arc_weight(option.argument)};
    if (option.word == "fan" && option.has_argument) return Fan{parse_arc_weight(option.argument)};
    if (option.word == "atan" && option.has_argument)
        return AveragedTan{parse_arc_weight(option.argument)};
    if (!option.has_argument) {
        for (const Structure& structure : std::initializer_list<Structure>{
                 NaiveBayes{}, Tan{}, Fan{}, ChowLiu{}, Aode{}, Joint{}, Discriminant{.tied = true},
                 Discriminant{.tied = false}, Parzen{}, Waode{}, A2de{}, AveragedTan{}}) {
            if (option.word == format(structure)) return structure;
        }
    }
    throw_unknown_word("structure", words, known_structures);
}

bool averages_networks(const Structure& structure) {
    return std::visit([]<class S>(const S&) { return is_averaged<S>; },
                      static_cast<const AnyStructure&>(structure));
}

std::string format(const Structure& structure) {
    const std::string word = std::visit([](const auto& chosen) { return chosen.word(); },
                                        static_cast<const AnyStructure&>(structure));
    return structure.selection() ? word + "+" + format(*structure.selection()) : word;
}

}  // namespace pgm::learners

#include <learners/structure/structure.hpp>

#include <pgm/core/error.hpp>

#include <vector>

namespace pgm::learners {
namespace {

constexpr std::string_view selection_mark = "+select";
constexpr std::size_t parents_of_skdb = 5;
constexpr NumberRange parents_of_kdb = {0, 100, "a whole number of parents from 0 to 100", "kdb:2"};

/// A structure whose one member is the weight of its arcs, written where it is not the default.
template <class Kind>
Kind parse_weighted(std::string_view word) {
    return {parse_arc_weight(word)};
}

template <class Kind>
std::string format_weight(const Kind& structure) {
    return structure.weight == Kind{}.weight ? "" : format(structure.weight);
}

/// "K" or "K:W"
KDependence parse_k_dependence(std::string_view text) {
    const OptionText argument = split_option(text);
    KDependence structure;
    structure.k =
        static_cast<std::size_t>(parse_argument("kdb", argument.word, parents_of_kdb, true));
    if (argument.has_argument) structure.weight = parse_arc_weight(argument.argument);
    return structure;
}

std::string format_k_dependence(const KDependence& structure) {
    const std::string weight = format_weight(structure);
    return std::to_string(structure.k) + (weight.empty() ? "" : ":" + weight);
}

Structure selective(const Structure& structure) {
    return std::visit(
        [&]<class S>(const S& chosen) -> Structure {
            if constexpr (is_selective<S>)
                return Structure(chosen, Structure::Features::selected);
            else
                throw ArgumentError("the features of " + format(structure) + " cannot be selected",
                                    "choose nb, tan, fan, kdb:K or aode");
        },
        static_cast<const AnyStructure&>(structure));
}

/// "skdb:K" is "kdb:K+select".
bool read_skdb(Structure& structure, const OptionText& text) {
    structure = selective(text.has_argument ? parse_k_dependence(text.argument)
                                            : KDependence{parents_of_skdb});
    return true;
}

}  // namespace

const WordTable<Structure>& structure_words() {
    static const auto words =
        WordTable<Structure>("structure")
            .alternative<NaiveBayes>("nb", "naive Bayes: class -> every feature")
            .argument<Tan>("tan", parse_weighted<Tan>, format_weight<Tan>,
                           "nb and the maximum spanning tree of conditional mutual information")
            .argument<Fan>("fan", parse_weighted<Fan>, format_weight<Fan>,
                           "nb and only those arcs of the tree that improve BIC")
            .argument<KDependence>("kdb:K", parse_k_dependence, format_k_dependence,
                                   "nb and up to K parents for every feature")
            .row({"skdb:K",
                  "kdb:K with only the features that leave-one-out prefers; skdb is "
                  "skdb:5",
                  read_skdb})
            .alternative<Aode>("aode",
                               "the mean of networks: class and one discrete feature -> all others")
            .alternative<A2de>("a2de", "the same with pairs of features")
            .alternative<Joint>("joint", "the complete graph")
            .word("lda", Discriminant{.tied = true},
                  "class -> all; Gaussian features with one covariance")
            .word("qda", Discriminant{},
                  "class -> all; Gaussian features with one covariance per "
                  "class")
            .alternative<ChowLiu>("chow-liu",
                                  "the maximum spanning tree over class and features alike")
            .alternative<Parzen>("parzen", "a joint kernel density of the continuous features")
            .example("tan:W, fan:W, kdb:K:W", "arcs chosen by mi, bic, aic or k2")
            .example("nb+select, tan+select", "only the features that leave-one-out prefers")
            .example("'class -> a, b'",
                     "a structure text, with hidden variables as "
                     "'H{2 states, hidden} -> a, b'");
    return words;
}

Structure Structure::parse(std::string_view words) {
    if (const auto text = UserDefined::parse(words)) return *text;
    const std::size_t plus = words.find('+');
    if (plus == words.npos) return structure_words().parse(words);
    const std::string_view mark = words.substr(plus);
    if (mark != selection_mark)
        throw_unknown_word("selection", mark.substr(1), std::vector<std::string>{"select"});
    return selective(parse(words.substr(0, plus)));
}

bool averages_networks(const Structure& structure) {
    return std::visit([]<class S>(const S&) { return is_averaged<S>; },
                      static_cast<const AnyStructure&>(structure));
}

std::string format(const Structure& structure) {
    if (const auto* const arcs = std::get_if<UserDefined>(&structure)) return arcs->text();
    const std::string word = structure_words().format(structure);
    return structure.selects_features() ? word + std::string(selection_mark) : word;
}

}  // namespace pgm::learners

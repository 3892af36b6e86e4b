#include <learners/structure/structure.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/words.hpp>

#include <optional>
#include <type_traits>
#include <vector>

namespace pgm::learners {
namespace {

/// Calls `visit` with a value-less tag of every alternative, in order.
template <class Visit, class... All>
void for_each_structure(Visit&& visit, std::variant<All...>*) {
    (visit(std::type_identity<All>()), ...);
}

template <class S>
std::optional<S> read(std::string_view words) {
    if constexpr (requires { S::parse(words); })
        return S::parse(words);
    else
        return words == S().word() ? std::optional(S()) : std::nullopt;
}

std::vector<std::string> known_structures() {
    std::vector<std::string> known;
    for_each_structure(
        [&]<class S>(std::type_identity<S>) {
            if constexpr (requires { S::examples(); })
                for (std::string& example : S::examples()) known.push_back(std::move(example));
            else
                known.push_back(S().word());
        },
        static_cast<AnyStructure*>(nullptr));
    return known;
}

constexpr std::string_view selection_mark = "+select";

Structure selective(const Structure& structure) {
    return std::visit(
        [&]<class S>(const S& chosen) -> Structure {
            if constexpr (is_selective<S>)
                return Structure(chosen, Structure::Features::selected);
            else
                throw ArgumentError("the features of " + chosen.word() + " cannot be selected",
                                    "choose nb, tan, fan, kdb:K or aode");
        },
        static_cast<const AnyStructure&>(structure));
}

/// "skdb:K" is "kdb:K+select", and "skdb" is "skdb:5".
std::optional<KDependence> read_skdb(std::string_view words) {
    constexpr std::size_t most_parents = 5;
    if (words == "skdb") return KDependence{most_parents};
    return words.starts_with("skdb:") ? KDependence::parse(words.substr(1)) : std::nullopt;
}

}  // namespace

Structure Structure::parse(std::string_view words) {
    if (const auto text = UserDefined::parse(words)) return *text;
    if (const std::size_t plus = words.find('+'); plus != words.npos) {
        const std::string_view mark = words.substr(plus);
        if (mark != selection_mark)
            throw_unknown_word("selection", mark.substr(1), std::vector<std::string>{"select"});
        return selective(parse(words.substr(0, plus)));
    }
    if (const auto skdb = read_skdb(words)) return selective(*skdb);
    std::optional<Structure> found;
    for_each_structure(
        [&]<class S>(std::type_identity<S>) {
            if (found) return;
            if (const std::optional<S> structure = read<S>(words)) found = *structure;
        },
        static_cast<AnyStructure*>(nullptr));
    if (!found) throw_unknown_word("structure", words, known_structures());
    return *found;
}

bool averages_networks(const Structure& structure) {
    return std::visit([]<class S>(const S&) { return is_averaged<S>; },
                      static_cast<const AnyStructure&>(structure));
}

std::string format(const Structure& structure) {
    const std::string word = std::visit([](const auto& chosen) { return chosen.word(); },
                                        static_cast<const AnyStructure&>(structure));
    return structure.selects_features() ? word + std::string(selection_mark) : word;
}

}  // namespace pgm::learners

#include <pgm/core/text/words.hpp>

#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <limits>
#include <vector>

namespace pgm {
namespace {

/// The cost of an edit; a difference of letter case costs 1.
constexpr std::size_t edit = 8;

/// Damerau-Levenshtein distance (optimal string alignment).
std::size_t distance_between(std::string_view a, std::string_view b) {
    const std::size_t width = b.size() + 1;
    std::vector<std::size_t> before(width), previous(width), current(width);
    for (std::size_t j = 0; j < width; ++j) previous[j] = edit * j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = edit * i;
        for (std::size_t j = 1; j < width; ++j) {
            const bool same = a[i - 1] == b[j - 1];
            const std::size_t substitute = same                                             ? 0
                                           : ascii_lower(a[i - 1]) == ascii_lower(b[j - 1]) ? 1
                                                                                            : edit;
            current[j] =
                std::min({previous[j] + edit, current[j - 1] + edit, previous[j - 1] + substitute});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                current[j] = std::min(current[j], before[j - 2] + edit);
        }
        std::swap(before, previous);
        std::swap(previous, current);
    }
    return previous[b.size()];
}

constexpr std::size_t longest_compared = 64;
/// Pairs of bytes that one call looks at: some hundredths of a second.
constexpr std::size_t most_pairs = std::size_t{1} << 22;

/// The candidate at the smallest edit distance, or "" if that is more than a third of the name.
std::string_view nearest_by_edits(std::string_view mistyped,
                                  std::span<const std::string> candidates) {
    if (mistyped.empty() || mistyped.size() > longest_compared) return {};
    std::size_t best = std::numeric_limits<std::size_t>::max();
    std::string_view nearest;
    std::size_t pairs = 0;
    for (const std::string& candidate : candidates) {
        if (candidate.empty() || candidate.size() > longest_compared) continue;
        pairs += mistyped.size() * candidate.size();
        if (pairs > most_pairs) break;
        const std::size_t distance = distance_between(mistyped, candidate);
        if (distance < best) {
            best = distance;
            nearest = candidate;
        }
    }
    const std::size_t allowed = std::max(edit, edit * mistyped.size() / 3);
    return best <= allowed && best < edit * mistyped.size() ? nearest : std::string_view{};
}

bool begins_with(std::string_view text, std::string_view beginning) {
    const auto same = [](char a, char b) { return ascii_lower(a) == ascii_lower(b); };
    return text.size() >= beginning.size() &&
           std::equal(beginning.begin(), beginning.end(), text.begin(), same);
}

/// True if two different names are the same but for letter case and the blanks around them.
bool differs_in_case(std::string_view a, std::string_view b) {
    if (a == b) return false;
    a = without_blanks_around(a);
    b = without_blanks_around(b);
    return a.size() == b.size() && begins_with(a, b);
}

/// The first candidate that differs so, or null.
const std::string* name_in_other_case(std::string_view mistyped,
                                      std::span<const std::string> candidates) {
    const auto found = std::ranges::find_if(candidates, [&](const std::string& candidate) {
        return differs_in_case(mistyped, candidate);
    });
    return found == candidates.end() ? nullptr : &*found;
}

/// True if one name is the beginning of the other, and long enough for this to be no coincidence.
bool is_cut_short(std::string_view mistyped, std::string_view candidate) {
    constexpr std::size_t shortest_beginning = 2;
    if (mistyped.size() >= shortest_beginning && begins_with(candidate, mistyped)) return true;
    return 2 * candidate.size() >= mistyped.size() && candidate.size() > shortest_beginning &&
           begins_with(mistyped, candidate);
}

/// The nearest candidate by edits, then those that begin alike, in their order.
std::vector<std::string_view> near_names(std::string_view mistyped,
                                         std::span<const std::string> candidates,
                                         std::size_t most) {
    std::vector<std::string_view> near;
    if (const std::string* const same = name_in_other_case(mistyped, candidates)) {
        near.push_back(*same);
    } else if (const auto nearest = nearest_by_edits(mistyped, candidates); !nearest.empty()) {
        near.push_back(nearest);
    }
    for (const std::string& candidate : candidates) {
        if (near.size() >= most) break;
        const bool listed = std::ranges::find(near, candidate) != near.end();
        if (!listed && is_cut_short(mistyped, candidate)) near.push_back(candidate);
    }
    return near;
}

std::string for_a_person(std::string_view name) {
    constexpr std::size_t columns = 40;
    return without_controls(shortened(name, columns));
}

}  // namespace

std::string nearest_name(std::string_view mistyped, std::span<const std::string> candidates) {
    const std::vector<std::string_view> near = near_names(mistyped, candidates, 1);
    return near.empty() ? std::string{} : std::string(near.front());
}

std::string did_you_mean(std::string_view mistyped, std::span<const std::string> candidates) {
    constexpr std::size_t most_near = 3, most_known = 8;
    std::string text;
    for (const std::string_view near : near_names(mistyped, candidates, most_near)) {
        text += (text.empty() ? "did you mean '" : " or '") + for_a_person(near) + "'";
    }
    if (!text.empty()) return text + "?";
    const std::size_t listed = std::min(most_known, candidates.size());
    for (const std::string& known : candidates.first(listed)) {
        text += (text.empty() ? "known: " : ", ") + for_a_person(known);
    }
    return candidates.size() > most_known ? text + ", ..." : text;
}

std::string case_difference(std::string_view mistyped, std::span<const std::string> candidates) {
    const std::string* const same = name_in_other_case(mistyped, candidates);
    if (same == nullptr) return {};
    const std::string_view bare = without_blanks_around(mistyped);
    const bool in_case = bare != without_blanks_around(*same);
    const bool in_blanks = bare != mistyped || without_blanks_around(*same) != *same;
    return "'" + for_a_person(mistyped) + "' differs from '" + for_a_person(*same) + "' in " +
           (in_case ? "letter case" : "") + (in_case && in_blanks ? " and " : "") +
           (in_blanks ? "the blanks around it" : "") + " only";
}

}  // namespace pgm

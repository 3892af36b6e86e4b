#include <pgm/core/suggest.hpp>

#include <pgm/core/ascii.hpp>

#include <algorithm>
#include <limits>
#include <vector>

namespace pgm {
namespace {

/// What an edit costs where a difference of letter case costs 1.
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
            const std::size_t substitute = same ? 0 : ascii_lower(a[i - 1]) == ascii_lower(b[j - 1]) ? 1 : edit;
            current[j] = std::min({previous[j] + edit, current[j - 1] + edit, previous[j - 1] + substitute});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) current[j] = std::min(current[j], before[j - 2] + edit);
        }
        std::swap(before, previous);
        std::swap(previous, current);
    }
    return previous[b.size()];
}

constexpr std::size_t longest_compared = 64;
constexpr std::size_t most_compared = 20'000;

}  // namespace

std::string nearest_name(std::string_view mistyped, std::span<const std::string> candidates) {
    if (mistyped.empty() || mistyped.size() > longest_compared) return {};
    std::size_t best = std::numeric_limits<std::size_t>::max();
    std::string_view nearest;
    for (const std::string& candidate : candidates.first(std::min(candidates.size(), most_compared))) {
        if (candidate.empty() || candidate.size() > longest_compared) continue;
        const std::size_t distance = distance_between(mistyped, candidate);
        if (distance < best) {
            best = distance;
            nearest = candidate;
        }
    }
    const std::size_t allowed = std::max(edit, edit * mistyped.size() / 3);
    return best <= allowed && best < edit * mistyped.size() ? std::string(nearest) : std::string{};
}

std::string did_you_mean(std::string_view mistyped, std::span<const std::string> candidates) {
    if (const std::string nearest = nearest_name(mistyped, candidates); !nearest.empty()) return "did you mean '" + nearest + "'?";
    if (candidates.empty()) return {};
    constexpr std::size_t shown = 8;
    std::string text = "known: ";
    for (std::size_t i = 0; i < std::min(shown, candidates.size()); ++i) text += (i ? ", " : "") + candidates[i];
    return candidates.size() > shown ? text + ", ..." : text;
}

}  // namespace pgm

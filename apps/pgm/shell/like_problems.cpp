#include <apps/pgm/shell/like_problems.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_map>

namespace pgm::apps {
namespace {

/// The byte behind what opens at `begin`: the bracket or quote that closes it. The end where
/// nothing does.
std::size_t end_of_enclosed(std::string_view text, std::size_t begin) {
    const char closing = text[begin] == '(' ? ')' : text[begin];
    std::size_t depth = 1;
    for (std::size_t i = begin + 1; i < text.size(); ++i) {
        if (text[i] == closing && --depth == 0) return i + 1;
        if (text[i] == '(' && closing == ')') ++depth;
    }
    return text.size();
}

/// The part that messages of a kind have in common.
std::string kind_of(std::string_view message) {
    std::string kind;
    for (std::size_t i = 0; i < message.size();) {
        const char c = message[i];
        const bool opens = c == '\'' || (c == '(' && i > 0 && message[i - 1] == 'P');
        if (opens) {
            kind += c;
            i = end_of_enclosed(message, i);
            continue;
        }
        const bool in_number = (c >= '0' && c <= '9') || c == '.';
        if (!in_number) kind += c;
        ++i;
    }
    return kind;
}

/// "14:3"; with the file where that is another one than the first problem's.
std::string place_text(Location place, const Location& first) {
    if (place.file == first.file) place.file.clear();
    return to_string(place);
}

std::string remainder_text(const std::vector<const Problem*>& alike) {
    constexpr std::size_t named = 2;
    std::string places;
    for (std::size_t i = 1; i <= std::min(named, alike.size() - 1); ++i) {
        const Location& place = alike[i]->location;
        if (place.line == 0) break;
        places += (i == 1 ? ", next in " : " and ") + place_text(place, alike.front()->location);
    }
    return "; " + std::to_string(alike.size() - 1) + " more like this" + places;
}

}  // namespace

std::vector<Problem> summarised(const std::vector<Problem>& problems) {
    constexpr std::size_t most_told_each = 3;
    std::vector<std::vector<const Problem*>> groups;
    std::unordered_map<std::string, std::size_t> group_of_kind;
    for (const Problem& problem : problems) {
        std::size_t group = groups.size();
        if (problem.severity != Problem::Severity::error) {
            group =
                group_of_kind.emplace(kind_of(problem.message + problem.hint), group).first->second;
        }
        if (group == groups.size()) groups.emplace_back();
        groups[group].push_back(&problem);
    }
    std::vector<Problem> told;
    for (const std::vector<const Problem*>& alike : groups) {
        const bool each = alike.size() <= most_told_each;
        for (const Problem* problem : alike) {
            told.push_back(*problem);
            if (each) continue;
            told.back().message += remainder_text(alike);
            break;
        }
    }
    return told;
}

std::vector<std::string> summarised(const std::vector<std::string>& notes) {
    std::vector<Problem> problems;
    for (const std::string& note : notes) problems.push_back({Problem::Severity::note, note});
    std::vector<std::string> told;
    for (Problem& problem : summarised(problems)) told.push_back(std::move(problem.message));
    return told;
}

}  // namespace pgm::apps

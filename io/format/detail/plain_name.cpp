#include <io/format/detail/plain_name.hpp>

#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace pgm::io::detail {
namespace {

/// Keywords of BIF, which strict readers refuse as names.
constexpr std::array<std::string_view, 8> keywords = {
    "network", "variable", "probability", "property", "type", "discrete", "table", "default"};

bool is_keyword(std::string_view word) {
    const auto is = [&](std::string_view keyword) { return equals_ignoring_case(word, keyword); };
    return std::ranges::any_of(keywords, is);
}

bool is_letter(char c) {
    return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z';
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Comparisons keep their meaning, "<=2.5" is le_2_5 and ">2.5" gt_2_5; a minus before a digit that
/// follows none is "m". Any other run of bytes is one underscore.
std::string plain_word(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> spelled = {
        {{"<=", "le_"}, {">=", "ge_"}, {"<", "lt_"}, {">", "gt_"}, {"%", "_percent"}, {"+", "_p"}}};
    std::string word;
    const auto add = [&word](std::string_view text) {
        for (const char c : text)
            if (c != '_' || (!word.empty() && word.back() != '_')) word += c;
    };
    for (std::size_t i = 0; i < name.size();) {
        const auto sign = std::ranges::find_if(
            spelled, [&](const auto& known) { return name.substr(i).starts_with(known.first); });
        const bool is_minus = name[i] == '-' && i + 1 < name.size() && is_digit(name[i + 1]) &&
                              (i == 0 || !(is_letter(name[i - 1]) || is_digit(name[i - 1])));
        if (sign != spelled.end()) {
            add(sign->second);
            i += sign->first.size();
            continue;
        }
        add(is_minus                                  ? std::string_view("m")
            : is_letter(name[i]) || is_digit(name[i]) ? name.substr(i, 1)
                                                      : std::string_view("_"));
        ++i;
    }
    while (!word.empty() && word.back() == '_') word.pop_back();
    return word;
}

bool is_plain(std::string_view name) {
    const auto may_stand = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
    return !name.empty() && std::ranges::all_of(name, may_stand) && !is_keyword(name);
}

}  // namespace

std::vector<std::string> plain_names(const std::vector<std::string>& names, FirstByte first) {
    const auto may_begin = [first](std::string_view name) {
        return !name.empty() && (is_letter(name.front()) ||
                                 (first == FirstByte::letter_or_digit && is_digit(name.front())));
    };
    std::set<std::string, std::less<>> taken;
    std::vector<std::string> plain = names;
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (is_plain(names[i]) && may_begin(names[i])) {
            taken.insert(names[i]);
        } else {
            others.push_back(i);
        }
    }
    std::map<std::string, std::size_t, std::less<>> counts;
    for (const std::size_t i : others) {
        std::string word = plain_word(names[i]);
        if (is_keyword(word) || !may_begin(word)) word = word.empty() ? "x" : "x_" + word;
        plain[i] = word;
        while (!taken.insert(plain[i]).second)
            plain[i] = word + "_" + std::to_string(++counts.try_emplace(word, 1).first->second);
    }
    return plain;
}

}  // namespace pgm::io::detail

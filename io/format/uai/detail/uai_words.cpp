#include <io/format/uai/detail/uai_words.hpp>

#include <io/text/detail/decimal.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace pgm::io::detail {
namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

}  // namespace

bool UaiWords::has_word() {
    while (cursor_.left() > 0) {
        if (cursor_.peek() == '#') {
            while (cursor_.left() > 0 && cursor_.peek() != '\n' && cursor_.peek() != '\r')
                cursor_.skip();
        } else if (!is_blank(cursor_.peek())) {
            return true;
        } else {
            cursor_.skip();
        }
    }
    return false;
}

std::string_view UaiWords::word(std::string_view what) {
    const bool found = has_word();
    place_ = cursor_.offset();
    if (!found)
        fail("expected " + std::string(what) + ", found the end of the text",
             "the file may have been cut off");
    const char* const begin = cursor_.at();
    while (cursor_.left() > 0 && !is_blank(cursor_.peek()) && cursor_.peek() != '#') cursor_.skip();
    return {begin, cursor_.at()};
}

std::size_t UaiWords::integer(std::string_view what) {
    const std::string_view text = word(what);
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        fail("expected " + std::string(what) + ", a whole number, found " + shown(text));
    return value;
}

std::size_t UaiWords::count(std::string_view what) {
    const std::size_t value = integer(what);
    if (value > cursor_.left() / 2)
        fail(std::string(what) + " is " + std::to_string(value) + ", too many for the " +
                 counted(cursor_.left(), "byte") + " that follow",
             "the file may have been cut off");
    return value;
}

double UaiWords::number(std::string_view what) {
    const std::string_view text = word(what);
    const char* const end = text.data() + text.size();
    const ScannedDecimal found = scan_decimal(text.data(), end);
    if (found.end != end)
        fail("expected " + std::string(what) + ", found " + shown(text),
             is_beyond_double(text) ? "it is outside the range of a double" : "");
    return found.value;
}

std::string_view other_uai_kind(std::string_view first_word) {
    using Kind = std::pair<std::string_view, std::string_view>;
    constexpr std::array kinds = {
        Kind{"causal", "a structural causal model, whose tables are the values of equations"},
        Kind{"credal", "a credal network, whose tables are sets of distributions"},
        Kind{"v-credal", "a credal network, whose tables are sets of distributions"},
        Kind{"h-credal", "a credal network, whose tables are sets of distributions"},
        Kind{"id", "an influence diagram, which has decisions and utilities"},
        Kind{"limid", "an influence diagram, which has decisions and utilities"}};
    const auto found = std::ranges::find_if(
        kinds, [&](const Kind& kind) { return equals_ignoring_case(first_word, kind.first); });
    return found == kinds.end() ? std::string_view{} : found->second;
}

bool is_followed_by_name_of_agrum(UaiWords& words) {
    constexpr std::string_view mark = "   # ";
    const std::string_view rest(words.cursor().at(), words.cursor().left());
    if (!rest.starts_with(mark)) return false;
    const std::string_view name = rest.substr(mark.size(), rest.find('\n') - mark.size());
    return name.find_first_not_of(" \t\r") == 0;
}

void UaiWords::fail(std::string message, std::string hint) {
    cursor_.fail(place_, std::move(message), std::move(hint));
}

}  // namespace pgm::io::detail

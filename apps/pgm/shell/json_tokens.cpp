#include <apps/pgm/shell/json_tokens.hpp>

#include <io/text/text_cursor.hpp>

#include <algorithm>

namespace pgm::apps {
namespace {

constexpr std::string_view between = " \t\r\n,:", brackets = "{}[]";

/// The end of the string whose opening quote stands at `begin`.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
    for (std::size_t at = begin + 1; at < text.size(); ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == '"') {
            return at + 1;
        }
    }
    return text.size();
}

}  // namespace

JsonTokens::JsonTokens(std::string_view text)
    : text_(text), end_(text.starts_with(io::byte_order_mark) ? io::byte_order_mark.size() : 0) {}

std::size_t JsonTokens::next() {
    const std::size_t begin = std::min(text_.find_first_not_of(between, end_), text_.size());
    if (begin == text_.size()) {
        end_ = begin;
    } else if (text_[begin] == '"') {
        end_ = end_of_string(text_, begin);
    } else if (brackets.find(text_[begin]) != std::string_view::npos) {
        end_ = begin + 1;
    } else {
        end_ = std::min(text_.find_first_of(" \t\r\n,:{}[]", begin), text_.size());
    }
    return begin;
}

}  // namespace pgm::apps

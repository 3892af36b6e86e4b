#include <io/file/suffix.hpp>

#include <pgm/core/text/ascii.hpp>

#include <algorithm>

namespace pgm::io {

bool is_packed_name(std::string_view path) {
    return without_packing(path).size() < path.size();
}

std::string_view without_packing(std::string_view path) {
    constexpr std::string_view suffix = ".gz";
    if (path.size() < suffix.size()) return path;
    const std::string_view end = path.substr(path.size() - suffix.size());
    const auto same = [](char a, char b) { return a == ascii_lower(b); };
    return std::equal(suffix.begin(), suffix.end(), end.begin(), same)
               ? path.substr(0, path.size() - suffix.size())
               : path;
}

}  // namespace pgm::io

#include <io/file/suffix.hpp>

#include <io/file/detail/packing.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <array>

namespace pgm::io {
namespace {

constexpr std::array suffixes = {
    Suffix{".bif", FileKind::model},        Suffix{".pgmodel", FileKind::model},
    Suffix{".xmlbif", FileKind::model},     Suffix{".bifxml", FileKind::model},
    Suffix{".xml", FileKind::model},        Suffix{".csv", FileKind::data},
    Suffix{".tsv", FileKind::data},         Suffix{".txt", FileKind::data},
    Suffix{".data", FileKind::data},        Suffix{".dat", FileKind::data},
    Suffix{".tab", FileKind::data},         Suffix{".arff", FileKind::data},
    Suffix{".svg", FileKind::picture},      Suffix{".dot", FileKind::picture},
    Suffix{".gv", FileKind::picture},       Suffix{".net", FileKind::model},
    Suffix{".hugin", FileKind::model},      Suffix{".oobn", FileKind::model},
    Suffix{".dsl", FileKind::model},        Suffix{".xdsl", FileKind::model},
    Suffix{".uai", FileKind::model},        Suffix{".dne", FileKind::model},
    Suffix{".dnet", FileKind::model},       Suffix{".dsc", FileKind::model},
    Suffix{".neta", FileKind::unsupported}, Suffix{".json", FileKind::model},
    Suffix{".html", FileKind::picture},     Suffix{".pgmx", FileKind::model},
    Suffix{".elv", FileKind::model},        Suffix{".pmml", FileKind::model},
    Suffix{".pgmdata", FileKind::data},     Suffix{".xbn", FileKind::model},
    Suffix{".pdf", FileKind::picture},      Suffix{".tex", FileKind::picture},
    Suffix{".tikz", FileKind::picture},     Suffix{".bn", FileKind::model},
};

/// `suffix` is in small letters.
bool ends_in(std::string_view path, std::string_view suffix) {
    return path.size() >= suffix.size() &&
           equals_ignoring_case(path.substr(path.size() - suffix.size()), suffix);
}

}  // namespace

const Suffix* suffix_of(std::string_view path) {
    path = without_packing(path);
    const auto found = std::ranges::find_if(
        suffixes, [&](const Suffix& suffix) { return ends_in(path, suffix.text); });
    return found == suffixes.end() ? nullptr : &*found;
}

bool has_suffix(std::string_view path, std::string_view suffix) {
    return ends_in(without_packing(path), suffix);
}

std::string_view without_packing(std::string_view path) {
    const detail::PackingMarks* const marks = detail::marks_of_name(path);
    if (marks != nullptr) path.remove_suffix(marks->suffix.size());
    return path;
}

}  // namespace pgm::io

#pragma once

#include <pgm/model/draft/written.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// The names without their places.
inline std::vector<std::string> texts_of(const std::vector<WrittenName>& names) {
    std::vector<std::string> texts;
    for (const WrittenName& name : names) texts.push_back(name.text);
    return texts;
}

/// Names that stand at one place.
inline std::vector<WrittenName> names_at(std::size_t offset, std::vector<std::string> texts) {
    std::vector<WrittenName> names;
    for (std::string& text : texts) names.push_back({std::move(text), offset});
    return names;
}

}  // namespace pgm::io::detail

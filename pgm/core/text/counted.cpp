#include <pgm/core/text/number_text.hpp>

namespace pgm {

std::string counted(std::size_t count, std::string_view noun) {
    return counted(std::to_string(count), noun);
}

std::string counted(std::string_view count, std::string_view noun) {
    const std::string_view ending = count == "1"                                 ? ""
                                    : noun.ends_with('s') || noun.ends_with('x') ? "es"
                                                                                 : "s";
    return std::string(count).append(" ").append(noun).append(ending);
}

}  // namespace pgm

#include <tests/support/page_data.hpp>

#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string_view>

namespace pgm::tests {
namespace {

std::string bytes_of_base64(std::string_view text) {
    constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char letter : text.substr(0, text.find('='))) {
        const std::size_t value = letters.find(letter);
        if (value == std::string_view::npos) throw std::runtime_error("this is no base64");
        bits = bits << 6 | static_cast<std::uint32_t>(value);
        if ((count += 6) < 8) continue;
        count -= 8;
        bytes += static_cast<char>(bits >> count & 255);
    }
    return bytes;
}

}  // namespace

nlohmann::json page_data(const std::string& page) {
    const std::string_view before = "<script type=\"application/gzip\" id=\"model\">";
    const std::size_t found = page.find(before);
    if (found == std::string::npos) throw std::runtime_error("the page has no data");
    const std::size_t begin = found + before.size();
    const TemporaryFolder folder;
    const std::string path = folder.file("data.gz");
    std::ofstream(path, std::ios::binary)
        << bytes_of_base64(std::string_view(page).substr(begin, page.find('<', begin) - begin));
    return nlohmann::json::parse(read_file(path));
}

}  // namespace pgm::tests

#include <tests/support/text_format.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace pgm::tests {

const io::NetworkFormat& format_of(std::string_view suffix) {
    for (const io::NetworkFormat& row : io::network_formats())
        if (std::ranges::find(row.suffixes, suffix) != row.suffixes.end()) return row;
    throw std::out_of_range("no format has the suffix " + std::string(suffix));
}

TextFormat::TextFormat(std::string_view suffix)
    : row_(format_of(suffix)), name_("x" + std::string(suffix)) {}

io::ReadResult TextFormat::read(std::string_view text, const Limits& limits) const {
    return row_.read(text, {.name = name_, .limits = limits});
}

std::string TextFormat::error_of(std::string_view text, const Limits& limits) const {
    try {
        read(text, limits);
        return "";
    } catch (const Error& error) {
        const std::string what = error.what();
        return what.substr(0, what.find('\n'));
    }
}

std::string TextFormat::written(const BayesianNetwork& network) const {
    std::ostringstream out;
    row_.write(network, out);
    return std::move(out).str();
}

std::vector<std::string> TextFormat::losses(const BayesianNetwork& network) const {
    return row_.losses ? row_.losses(network) : std::vector<std::string>();
}

bool TextFormat::recognises(std::string_view first_bytes) const {
    return row_.recognise && row_.recognise(first_bytes);
}

}  // namespace pgm::tests

#include <tests/fuzz/mutation.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace pgm::tests {
namespace {

constexpr std::size_t longest = std::size_t{1} << 16;

constexpr std::array<std::string_view, 56> troublesome = {"{",          "}",
                                                          "(",          ")",
                                                          "[",          "]",
                                                          ",",          ";",
                                                          "|",          "\"",
                                                          "\\",         "/",
                                                          "//",         "/*",
                                                          "*/",         "\r",
                                                          "\n",         "\t",
                                                          " ",          "\\\"",
                                                          "\\x00",      "\xEF\xBB\xBF",
                                                          "\xFF",       "\xC3\xA4",
                                                          "nan",        "inf",
                                                          "1e999",      "1e-999",
                                                          "-1",         "0x1p3",
                                                          "2000000000", "0",
                                                          "1",          "0.5",
                                                          ".",          "e",
                                                          "4294967296", "18446744073709551616",
                                                          "0.1",        "0.999999999",
                                                          "table",      "default",
                                                          "property",   "type",
                                                          "discrete",   "network",
                                                          "variable",   "probability",
                                                          "property {", "table 1",
                                                          "default 1",  "() 1;",
                                                          "\"\"",       "1e308",
                                                          "-0",         "yes"};

struct Piece {
    std::size_t begin;
    std::size_t length;
};

/// Mostly short.
Piece piece_of(Rng& rng, const std::string& text) {
    if (text.empty()) return {0, 0};
    const std::size_t begin = rng.below(text.size());
    const std::size_t most =
        std::min<std::size_t>(text.size() - begin, std::size_t{1} << (1 + rng.below(10)));
    return {begin, 1 + rng.below(most)};
}

void mutate_once(Rng& rng, std::string& text, const std::vector<std::string>& samples) {
    const Piece piece = piece_of(rng, text);
    const std::string copy = text.substr(piece.begin, piece.length);
    switch (rng.below(8)) {
        case 0:
            if (!text.empty())
                text[piece.begin] = static_cast<char>(text[piece.begin] ^ (1 << rng.below(8)));
            break;
        case 1:
            if (!text.empty()) text[piece.begin] = static_cast<char>(rng.below(256));
            break;
        case 2:
            text.erase(piece.begin, piece.length);
            break;
        case 3:
            text.insert(piece.begin, copy);
            break;
        case 4:
            text.erase(piece.begin, piece.length);
            text.insert(rng.below(text.size() + 1), copy);
            break;
        case 5:
            text.insert(piece.begin, troublesome[rng.below(troublesome.size())]);
            break;
        case 6:
            text.replace(piece.begin, std::min<std::size_t>(piece.length, 8),
                         troublesome[rng.below(troublesome.size())]);
            break;
        default:
            const std::string& other = samples[rng.below(samples.size())];
            const Piece from = piece_of(rng, other);
            text.replace(piece.begin, piece.length, other, from.begin, from.length);
    }
}

}  // namespace

std::string mutated(Rng& rng, const std::vector<std::string>& samples) {
    std::string text = samples[rng.below(samples.size())];
    // Mostly few changes, as a text that is wrong in many places is refused at the first.
    const std::size_t most = 1 + rng.below(8);
    for (std::size_t changes = 1 + rng.below(most); changes > 0; --changes)
        mutate_once(rng, text, samples);
    if (text.size() > longest) text.resize(longest);
    return text;
}

}  // namespace pgm::tests

#pragma once

#include <io/picture/picture.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::io::detail {

enum class LineStyle : std::uint8_t { solid, dashed, dotted };

/// The dashes of a line; empty for a solid one.
Dashes dashes_of(LineStyle line);

/// A sign of a picture and its meaning: the tint or the form of a card, a line, or a text.
struct LegendKey {
    std::optional<NodeCard::Tint> tint = {};
    std::optional<NodeCard::Outline> outline = {};
    double width = 0;       ///< of the line
    bool has_head = false;  ///< of the line
    LineStyle line = LineStyle::solid;
    std::string sign = {};  ///< a text in bold
    std::string text = {};
};

/// The signs that a picture of a network has to explain: the tints of its cards, decisions and
/// utilities, lines without heads, and widths and labels of arcs. Empty for a picture whose cards
/// and arcs are all plain.
std::vector<LegendKey> legend_keys(const BayesianNetwork& network, const Picture& picture,
                                   std::span<const NodeCard> cards, std::span<const Arc> arcs);

/// The keys as marks.
class Legend {
public:
    explicit Legend(std::span<const LegendKey> keys);

    /// (0, 0) where there is nothing to explain.
    Point size() const;
    /// The legend with its upper left corner at the origin.
    MarkGroup marks() const;

private:
    struct Entry {
        std::vector<Mark> sign;  ///< about the middle of the left edge of the entry
        std::string text;
    };

    std::vector<Entry> entries_;
};

}  // namespace pgm::io::detail

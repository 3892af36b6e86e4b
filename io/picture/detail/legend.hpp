#pragma once

#include <io/picture/picture.hpp>

#include <span>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// What a picture of a network has to explain: the tints of its cards, lines without heads, and
/// widths and labels of arcs. Empty for a picture whose cards and arcs are all plain.
class Legend {
public:
    Legend(const Picture& picture, std::span<const NodeCard> cards, std::span<const Arc> arcs);

    /// (0, 0) where there is nothing to explain.
    Point size() const;
    /// Its upper left corner at the origin.
    MarkGroup marks() const;

private:
    struct Entry {
        std::vector<Mark> sign;  ///< about the middle of the left edge of the entry
        std::string text;
    };
    void add_tint(NodeCard::Tint tint, const std::string& text);
    void add_line(double width, bool has_head, const std::string& text);

    std::vector<Entry> entries_;
};

}  // namespace pgm::io::detail

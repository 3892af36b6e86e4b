#include <io/scene/page_setting.hpp>

#include <io/scene/detail/standard_fonts.hpp>
#include <io/scene/detail/text_width.hpp>
#include <pgm/core/text/characters.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace pgm::io {

using namespace detail;

namespace {

// In points, as everything here.
constexpr Point paper{595, 842};
constexpr double side_margin = 51, top_margin = 57, bottom = paper.y - 62;
constexpr double column = paper.x - 2 * side_margin;
constexpr const char* quiet_color = "#6b7280";

/// A typeface and the distance of its lines.
struct TextFace {
    double size;
    FontWeight weight = FontWeight::normal;
    const char* color = ink_color;
    double leading = 1.4 * size;
};

double width_in(const TextFace& face, std::string_view text) {
    return face.size * standard_width(standard_text(text).codes, face.weight);
}

/// The front of a word that is not wider than `width`, of one character at least.
std::string_view fitting_front(const TextFace& face, std::string_view word, double width) {
    std::string_view rest = word;
    std::size_t length = 0;
    while (!rest.empty()) {
        take_code_point(rest);
        const std::size_t longer = word.size() - rest.size();
        if (length > 0 && width_in(face, word.substr(0, longer)) > width) break;
        length = longer;
    }
    return word.substr(0, length);
}

/// The lines of a text; one of no text.
std::vector<std::string> broken(const TextFace& face, std::string_view text, double width) {
    std::vector<std::string> lines(1);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word.empty()) continue;
        const std::string joined = lines.back() + (lines.back().empty() ? "" : " ");
        if (width_in(face, joined + std::string(word)) <= width) {
            lines.back() = joined + std::string(word);
            continue;
        }
        if (!lines.back().empty()) lines.emplace_back();
        while (width_in(face, word) > width) {
            const std::string_view front = fitting_front(face, word, width);
            if (front.size() == word.size()) break;
            lines.back() = front;
            lines.emplace_back();
            word.remove_prefix(front.size());
        }
        lines.back() = word;
    }
    return lines;
}

/// The widths of columns that want these, within `whole`: the wide ones share what the others
/// leave.
std::vector<double> shared_widths(std::vector<double> wanted, double whole) {
    std::vector<double> sorted = wanted;
    std::ranges::sort(sorted);
    double left = whole, most = sorted.empty() ? 0 : sorted.back();
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const double share = left / static_cast<double>(sorted.size() - i);
        if (sorted[i] > share) {
            most = share;
            break;
        }
        left -= sorted[i];
    }
    for (double& width : wanted) width = std::min(width, most);
    return wanted;
}

/// A table with its columns.
struct SetTable {
    const TableBlock& block;
    double size = 0, gap = 0;
    std::vector<double> widths = {};

    TextFace face(FontWeight weight) const {
        return {.size = size, .weight = weight, .leading = 1.35 * size};
    }
    double width() const {
        return std::accumulate(widths.begin(), widths.end(),
                               gap * static_cast<double>(widths.size() - 1));
    }
};

/// In the largest size in which no text breaks, or in a small one.
SetTable set_table(const TableBlock& block) {
    SetTable table{block};
    for (const double size : {8.5, 7.5, 6.5}) {
        table.size = size;
        table.gap = 1.2 * size;
        std::vector<double> wanted;
        const auto widen = [&](const std::vector<std::string>& cells, FontWeight weight) {
            if (wanted.size() < cells.size()) wanted.resize(cells.size());
            for (std::size_t j = 0; j < cells.size(); ++j)
                wanted[j] = std::max(wanted[j], width_in(table.face(weight), cells[j]));
        };
        widen(block.headings, FontWeight::bold);
        for (const auto& row : block.rows) widen(row, FontWeight::normal);
        if (wanted.empty()) wanted.emplace_back();
        table.gap = std::min(table.gap, column / (3.0 * static_cast<double>(wanted.size())));
        const double whole = column - table.gap * static_cast<double>(wanted.size() - 1);
        table.widths = shared_widths(wanted, whole);
        if (table.widths == wanted) break;
    }
    return table;
}

class PageSetter {
public:
    explicit PageSetter(const std::string& title) { turn_page(title); }

    std::vector<Scene> pages() && {
        if (pages_.size() > 1)
            for (std::size_t i = 0; i < pages_.size(); ++i)
                pages_[i].marks.push_back(
                    {TextMark{{paper.x / 2, paper.y - 34},
                              std::to_string(i + 1) + " / " + std::to_string(pages_.size()),
                              8,
                              Anchor::middle,
                              {Fill{quiet_color}}}});
        return std::move(pages_);
    }

    void operator()(const HeadingBlock& block) {
        const TextFace face{.size = block.level == 1   ? 20.0
                                    : block.level == 2 ? 13.0
                                                       : 10.5,
                            .weight = FontWeight::bold};
        constexpr double below = 60;  // what it is the heading of
        put_text(block.text, face, block.level == 1 ? 0 : 1.6 * face.size, below);
        y_ += 0.2 * face.size;
    }

    void operator()(const ParagraphBlock& block) {
        if (block.is_quiet)
            put_text(block.text, {.size = 8.5, .color = quiet_color}, 4, 0);
        else
            put_text(block.text, {.size = 10}, 6, 0);
    }

    void operator()(const TableBlock& block) {
        const SetTable table = set_table(block);
        const auto begin = [&] {
            draw_rule(table.width(), 0.9, ink_color);
            if (block.headings.empty()) return;
            draw_row(block.headings, table, FontWeight::bold);
            draw_rule(table.width(), 0.5, quiet_color);
        };
        const double first = height(block.headings, table, FontWeight::bold) +
                             (block.rows.empty() ? 0 : height(block.rows.front(), table)) + 12;
        if (!block.title.empty())
            put_text(block.title, {.size = 9, .weight = FontWeight::bold}, 10, first);
        require(first + 6);
        y_ += 6;
        begin();
        for (const std::vector<std::string>& row : block.rows) {
            if (y_ + height(row, table) > bottom) {
                turn_page("");
                begin();
            }
            draw_row(row, table, FontWeight::normal);
        }
        y_ += 2;
        draw_rule(table.width(), 0.9, ink_color);
        y_ += 4;
    }

    void operator()(const PictureBlock& block) {
        constexpr double most_height = 0.4 * paper.y, below = 30;
        const Point size = block.scene.size;
        const double scale = std::min({1.0, column / size.x, most_height / size.y});
        require(scale * size.y + below);
        MarkGroup group{.marks = block.scene.marks,
                        .style = block.scene.style,
                        .shift = Point{side_margin + (column - scale * size.x) / 2, y_ + 8},
                        .scale = scale};
        pages_.back().marks.push_back({std::move(group)});
        y_ += scale * size.y + 10;
        (*this)(ParagraphBlock{block.caption, true});
    }

private:
    void turn_page(const std::string& title) {
        pages_.push_back({.size = paper, .title = title});
        y_ = top_margin;
    }

    /// Turns the page where less than this height is left, unless it is empty.
    void require(double height) {
        if (y_ + height > bottom && y_ > top_margin) turn_page("");
    }

    void put_text(std::string_view text, const TextFace& face, double above, double below) {
        require(above + face.leading + below);
        if (y_ > top_margin) y_ += above;
        for (const std::string& line : broken(face, text, column)) {
            require(face.leading);
            put_line(line, face, side_margin, Anchor::start);
            y_ += face.leading;
        }
    }

    void put_line(const std::string& line, const TextFace& face, double x, Anchor anchor) {
        pages_.back().marks.push_back({TextMark{
            {x, y_ + face.size}, line, face.size, anchor, {Fill{face.color}, face.weight}}});
    }

    void draw_rule(double width, double thickness, const char* color) {
        pages_.back().marks.push_back({LineMark{{side_margin, y_},
                                                {side_margin + width, y_},
                                                {Stroke{color}, StrokeWidth{thickness}}}});
        y_ += 2;
    }

    double height(const std::vector<std::string>& cells, const SetTable& table,
                  FontWeight weight = FontWeight::normal) const {
        const TextFace face = table.face(weight);
        std::size_t lines = 0;
        for (std::size_t j = 0; j < cells.size(); ++j)
            lines = std::max(lines, broken(face, cells[j], table.widths[j]).size());
        return face.leading * static_cast<double>(lines);
    }

    void draw_row(const std::vector<std::string>& cells, const SetTable& table, FontWeight weight) {
        const TextFace face = table.face(weight);
        const double top = y_, below = y_ + height(cells, table, weight);
        double x = side_margin;
        for (std::size_t j = 0; j < cells.size(); ++j) {
            const Anchor side = j < table.block.sides.size() ? table.block.sides[j] : Anchor::start;
            y_ = top;
            for (const std::string& line : broken(face, cells[j], table.widths[j])) {
                put_line(line, face, side == Anchor::end ? x + table.widths[j] : x, side);
                y_ += face.leading;
            }
            x += table.widths[j] + table.gap;
        }
        y_ = below;
    }

    std::vector<Scene> pages_;
    double y_ = 0;  ///< the place of the next block on the last page
};

}  // namespace

std::vector<Scene> set_on_pages(std::span<const PageBlock> blocks, const std::string& title) {
    PageSetter setter(title);
    for (const PageBlock& block : blocks) std::visit(setter, block);
    return std::move(setter).pages();
}

}  // namespace pgm::io

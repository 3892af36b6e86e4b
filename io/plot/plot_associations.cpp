#include <io/plot/plot.hpp>

#include <io/plot/detail/column_heads.hpp>
#include <io/plot/detail/plot_colors.hpp>
#include <io/plot/detail/plot_frame.hpp>
#include <io/scene/detail/text_width.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::io {

using namespace detail;

namespace {

constexpr std::size_t most_related = 60;  ///< in a row or a column
constexpr double cell_height = 30, least_cell = 40, title_room = 52, sheet_edge = 22,
                 least_page = 320;

void check_labels(const StrengthMatrix& matrix) {
    const std::size_t most = std::max(matrix.rows.size(), matrix.columns.size());
    if (most > most_related)
        throw ArgumentError(
            "a matrix of " + std::to_string(most) + " columns is too large to be read as a picture",
            "at most " + std::to_string(most_related) + " are drawn");
    if (static_cast<std::size_t>(matrix.strengths.rows()) != matrix.rows.size() ||
        static_cast<std::size_t>(matrix.strengths.cols()) != matrix.columns.size())
        throw ArgumentError("a matrix of strengths has a label for each row and column");
}

void add_strength(std::vector<Mark>& marks, Point corner, double width, double strength) {
    constexpr double dark = 0.55, font = ColumnHeads::font;
    const bool is_known = !std::isnan(strength);
    marks.push_back({RectangleMark{
        corner,
        {width, cell_height},
        {Fill{series_color(0)}, FillOpacity{is_known ? strength : 0}, Stroke{grid_color}}}});
    if (!is_known) return;
    TextMark text{{corner.x + width / 2, corner.y + cell_height / 2 + font / 3},
                  to_text(std::round(100 * strength) / 100, 3),
                  font};
    if (strength > dark) text.style = {Fill{"#ffffff"}};
    marks.push_back({std::move(text)});
}

std::vector<std::string> short_labels(const std::vector<std::string>& names) {
    std::vector<std::string> labels;
    for (const std::string& name : names) labels.push_back(class_label(name));
    return labels;
}

}  // namespace

Scene association_plot(const std::string& title, const StrengthMatrix& matrix) {
    check_labels(matrix);
    constexpr double font = ColumnHeads::font, gap = ColumnHeads::gap, heading_font = 16;
    const std::vector<std::string> rows = short_labels(matrix.rows);
    const ColumnHeads heads(short_labels(matrix.columns), least_cell);
    const double left = sheet_edge + widest(rows, font) + gap, top = title_room + heads.height(),
                 width = heads.column_width();
    std::vector<Mark> marks;
    for (std::size_t j = 0; j < matrix.columns.size(); ++j)
        marks.push_back(heads.label(j, {left + width * (static_cast<double>(j) + 0.5), top - 10}));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double y = top + cell_height * static_cast<double>(i);
        marks.push_back(
            {TextMark{{left - gap, y + cell_height / 2 + font / 3}, rows[i], font, Anchor::end}});
        for (std::size_t j = 0; j < matrix.columns.size(); ++j)
            add_strength(
                marks, {left + width * static_cast<double>(j), y}, width,
                matrix.strengths(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
    }
    const double right = left + width * static_cast<double>(matrix.columns.size()),
                 bottom = top + cell_height * static_cast<double>(rows.size());
    const double page = std::max(right + heads.overhang() + sheet_edge, least_page);
    add_heading(marks, {page / 2, 30}, title, heading_font, page - 2 * sheet_edge);
    return plot_scene({page, bottom + sheet_edge}, title, std::move(marks));
}

}  // namespace pgm::io

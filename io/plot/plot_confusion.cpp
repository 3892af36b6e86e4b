#include <io/plot/plot_confusion.hpp>

#include <io/picture/detail/svg_elements.hpp>
#include <io/plot/detail/plot_colors.hpp>
#include <io/plot/detail/plot_frame.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/utf8.hpp>

#include <algorithm>

namespace pgm::io {

using namespace detail;

namespace {

constexpr std::size_t most_classes = 60;
constexpr double row_height = 34, font = 13, heading_font = 16, title_height = 52, head_height = 46,
                 page_margin = 22, gap = 12;
constexpr double least_width = 320,
                 bold = 1.12;  // room for a title; how much wider bold letters are
constexpr std::size_t head_columns = 18;
constexpr int digits = 6;

/// The matrix with a column for undecided rows, if there are any.
struct Cells {
    Eigen::MatrixXd counts;
    std::vector<std::string> columns;
};

Cells cells_of(const ConfusionMatrix& matrix) {
    Cells cells{matrix.counts, {}};
    for (const std::string& name : matrix.classes)
        cells.columns.push_back(shortened(name, head_columns));
    if (std::ranges::all_of(matrix.undecided, [](double count) { return count == 0; }))
        return cells;
    cells.columns.push_back("undecided");
    cells.counts.conservativeResize(Eigen::NoChange, cells.counts.cols() + 1);
    for (std::size_t t = 0; t < matrix.undecided.size(); ++t)
        cells.counts(static_cast<Eigen::Index>(t), cells.counts.cols() - 1) = matrix.undecided[t];
    return cells;
}

double widest_of(const std::vector<std::string>& texts) {
    double width = 0;
    for (const std::string& text : texts) width = std::max(width, text_width(text, font));
    return width;
}

std::string cell_svg(Point corner, double width, double count, double share, bool hit) {
    constexpr double dark = 0.55;
    std::string text = rectangle_element(corner, {width, row_height},
                                         std::string("fill=\"") + series_color(hit ? 0 : 1) +
                                             "\" fill-opacity=\"" + svg_number(share) +
                                             "\" stroke=\"" + grid_color + "\"");
    if (count == 0) return text;
    return text + text_element({corner.x + width / 2, corner.y + row_height / 2 + font / 3},
                               to_text(count, digits), font, "middle",
                               share > dark ? " fill=\"#ffffff\"" : "");
}

}  // namespace

std::string confusion_svg(const std::string& title, const ConfusionMatrix& matrix) {
    const std::size_t classes = matrix.classes.size();
    if (classes > most_classes)
        throw ArgumentError("a confusion matrix of " + std::to_string(classes) +
                            " classes is too large to be read as a picture");
    const Cells cells = cells_of(matrix);
    std::vector<std::string> rows;
    for (const std::string& name : matrix.classes) rows.push_back(class_label(name));
    double widest_count = 0;
    for (const double count : cells.counts.reshaped())
        widest_count = std::max(widest_count, text_width(to_text(count, digits), font));
    const double width = std::max({widest_of(cells.columns), widest_count, 34.0}) + gap;
    const double left = page_margin + 22 + widest_of(rows) + gap, top = title_height + head_height;
    const double right_edge = left + width * static_cast<double>(cells.columns.size());

    std::string text;
    for (std::size_t p = 0; p < cells.columns.size(); ++p)
        text += text_element({left + width * (static_cast<double>(p) + 0.5), top - 10},
                             cells.columns[p], font);
    for (std::size_t t = 0; t < classes; ++t) {
        const auto row = static_cast<Eigen::Index>(t);
        const double y = top + row_height * static_cast<double>(t),
                     total = cells.counts.row(row).sum(), baseline = y + row_height / 2 + font / 3;
        text += text_element({left - gap, baseline}, rows[t], font, "end");
        for (std::size_t p = 0; p < cells.columns.size(); ++p) {
            const double count = cells.counts(row, static_cast<Eigen::Index>(p));
            text += cell_svg({left + width * static_cast<double>(p), y}, width, count,
                             total > 0 ? count / total : 0, t == p);
        }
        if (total > 0)
            text += text_element({right_edge + gap, baseline},
                                 to_text(100 * matrix.counts(row, row) / total, 3) + " %", font,
                                 "start");
    }
    const double bottom = top + row_height * static_cast<double>(classes);
    const double full_width = std::max(right_edge + 78, least_width);
    const std::string heading =
        text_within(title, bold * heading_font, full_width - 2 * page_margin);
    text += text_element({(left + right_edge) / 2, title_height + 10}, "predicted", font, "middle",
                         " font-style=\"italic\"");
    text += text_element({right_edge + gap, top - 10}, "recall", font, "start",
                         " font-style=\"italic\"");
    const Point side{page_margin, (top + bottom) / 2};
    text += text_element(side, "truth", font, "middle",
                         " font-style=\"italic\" transform=\"rotate(-90 " + svg_number(side.x) +
                             " " + svg_number(side.y) + ")\"");
    text +=
        text_element({full_width / 2, 30}, heading, heading_font, "middle", " font-weight=\"600\"");
    return plot_document({full_width, bottom + page_margin}, title, text);
}

}  // namespace pgm::io

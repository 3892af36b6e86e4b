#include <io/plot/plot.hpp>

#include <io/picture/detail/svg_elements.hpp>
#include <io/plot/detail/plot_colors.hpp>
#include <io/plot/detail/plot_frame.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <numbers>

namespace pgm::io {

using namespace detail;

namespace {

constexpr std::size_t most_classes = 60;
constexpr double row_height = 34, font = 13, heading_font = 16, title_height = 52, page_margin = 22,
                 gap = 12;
constexpr double least_column_width = 34, least_width = 320;  // room for a title
constexpr double most_level_width = 520;  ///< beyond this, labels of columns are slanted
constexpr double slant_degrees = 45, slant = std::numbers::sqrt2 / 2;
constexpr int digits = 6;

/// The matrix with a column for undecided rows, if there are any.
struct Cells {
    Eigen::MatrixXd counts;
    std::vector<std::string> columns;
};

Cells cells_of(const ConfusionMatrix& matrix) {
    Cells cells{matrix.counts, {}};
    for (const std::string& name : matrix.classes) cells.columns.push_back(class_label(name));
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

/// The labels above the columns: level where that keeps the matrix small, otherwise slanted, so
/// that columns are as wide as their counts want and no label is cut.
class ColumnHeads {
public:
    ColumnHeads(const std::vector<std::string>& labels, double least_column)
        : labels_(labels), widest_(widest_of(labels)) {
        const double level = std::max(widest_ + gap, least_column);
        slanted_ =
            level > least_column && level * static_cast<double>(labels.size()) > most_level_width;
        column_width_ = slanted_ ? least_column : level;
    }

    double column_width() const { return column_width_; }
    /// Of the labels and the word "predicted" above them.
    double height() const { return 46 + (slanted_ ? slant * widest_ : 0); }
    /// How far the last label reaches beyond the last column.
    double overhang() const { return slanted_ ? slant * widest_ - column_width_ / 2 : 0; }

    /// `at` is the middle of the lower edge of the label of a column.
    std::string svg(std::size_t column, Point at) const {
        if (!slanted_) return text_element(at, labels_[column], font);
        return text_element(at, labels_[column], font, "start",
                            " transform=\"rotate(-" + svg_number(slant_degrees) + " " +
                                svg_number(at.x) + " " + svg_number(at.y) + ")\"");
    }

private:
    const std::vector<std::string>& labels_;
    double widest_ = 0;
    double column_width_ = 0;
    bool slanted_ = false;
};

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
    const ColumnHeads heads(cells.columns, std::max(widest_count, least_column_width) + gap);
    const double width = heads.column_width();
    const double left = page_margin + 22 + widest_of(rows) + gap,
                 top = title_height + heads.height();
    const double right_edge = left + width * static_cast<double>(cells.columns.size());

    std::string text;
    for (std::size_t p = 0; p < cells.columns.size(); ++p)
        text += heads.svg(p, {left + width * (static_cast<double>(p) + 0.5), top - 10});
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
    const double full_width =
        std::max({right_edge + std::max(78.0, heads.overhang() + page_margin), least_width});
    const std::string heading =
        text_within(title, heading_font, full_width - 2 * page_margin, FontWeight::bold);
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

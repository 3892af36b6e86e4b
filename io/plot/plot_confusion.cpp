#include <io/plot/plot.hpp>

#include <io/plot/detail/column_heads.hpp>
#include <io/plot/detail/plot_colors.hpp>
#include <io/plot/detail/plot_frame.hpp>
#include <io/scene/detail/text_width.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>

namespace pgm::io {

using namespace detail;

namespace {

constexpr std::size_t most_classes = 60;
constexpr double row_height = 34, font = ColumnHeads::font, gap = ColumnHeads::gap,
                 heading_font = 16, title_height = 52, page_margin = 22;
constexpr double word_height = 24;                            ///< of "predicted" above the labels
constexpr double least_column_width = 34, least_width = 320;  // room for a title
constexpr int digits = 6;

/// The matrix with a column for undecided rows, if there are any.
struct ConfusionCells {
    Eigen::MatrixXd counts;
    std::vector<std::string> columns;
};

ConfusionCells cells_of(const ConfusionMatrix& matrix) {
    ConfusionCells cells{matrix.counts, {}};
    for (const std::string& name : matrix.classes) cells.columns.push_back(class_label(name));
    if (std::ranges::all_of(matrix.undecided, [](double count) { return count == 0; }))
        return cells;
    cells.columns.push_back("undecided");
    cells.counts.conservativeResize(Eigen::NoChange, cells.counts.cols() + 1);
    for (std::size_t t = 0; t < matrix.undecided.size(); ++t)
        cells.counts(static_cast<Eigen::Index>(t), cells.counts.cols() - 1) = matrix.undecided[t];
    return cells;
}

void add_cell(std::vector<Mark>& marks, Point corner, double width, double count, double share,
              bool hit) {
    constexpr double dark = 0.55;
    marks.push_back(
        {RectangleMark{corner,
                       {width, row_height},
                       {Fill{series_color(hit ? 0 : 1)}, FillOpacity{share}, Stroke{grid_color}}}});
    if (count == 0) return;
    TextMark text{
        {corner.x + width / 2, corner.y + row_height / 2 + font / 3}, to_text(count, digits), font};
    if (share > dark) text.style = {Fill{"#ffffff"}};
    marks.push_back({std::move(text)});
}

/// A matrix on its way: where its cells are, and what has been drawn.
class MatrixPlot {
public:
    MatrixPlot(const ConfusionMatrix& matrix, const ConfusionCells& cells, const ColumnHeads& heads)
        : matrix_(matrix), cells_(cells), heads_(heads) {
        for (const std::string& name : matrix.classes) rows_.push_back(class_label(name));
        left_ = page_margin + 22 + widest(rows_, font) + gap;
        top_ = title_height + word_height + heads.height();
        right_edge_ = x_of(cells.columns.size());
        bottom_ = top_ + row_height * static_cast<double>(rows_.size());
    }

    Scene scene(const std::string& title) {
        for (std::size_t p = 0; p < cells_.columns.size(); ++p)
            marks_.push_back(heads_.label(p, {x_of(p) + heads_.column_width() / 2, top_ - 10}));
        for (std::size_t t = 0; t < rows_.size(); ++t) add_row(t);
        const double full_width =
            std::max({right_edge_ + std::max(78.0, heads_.overhang() + page_margin), least_width});
        add_words();
        add_heading(marks_, {full_width / 2, 30}, title, heading_font,
                    full_width - 2 * page_margin);
        return plot_scene({full_width, bottom_ + page_margin}, title, std::move(marks_));
    }

private:
    double x_of(std::size_t column) const {
        return left_ + heads_.column_width() * static_cast<double>(column);
    }

    void add_row(std::size_t t) {
        const auto row = static_cast<Eigen::Index>(t);
        const double y = top_ + row_height * static_cast<double>(t),
                     total = cells_.counts.row(row).sum(), baseline = y + row_height / 2 + font / 3;
        marks_.push_back({TextMark{{left_ - gap, baseline}, rows_[t], font, Anchor::end}});
        for (std::size_t p = 0; p < cells_.columns.size(); ++p) {
            const double count = cells_.counts(row, static_cast<Eigen::Index>(p));
            add_cell(marks_, {x_of(p), y}, heads_.column_width(), count,
                     total > 0 ? count / total : 0, t == p);
        }
        if (total > 0)
            marks_.push_back({TextMark{{right_edge_ + gap, baseline},
                                       to_text(100 * matrix_.counts(row, row) / total, 3) + " %",
                                       font,
                                       Anchor::start}});
    }

    void add_words() {
        const auto word = [&](Point at, const char* text, Anchor anchor, double degrees) {
            marks_.push_back({TextMark{at, text, font, anchor, {Italic{}}, degrees}});
        };
        word({(left_ + right_edge_) / 2, title_height + 10}, "predicted", Anchor::middle, 0);
        word({right_edge_ + gap, top_ - 10}, "recall", Anchor::start, 0);
        word({page_margin, (top_ + bottom_) / 2}, "truth", Anchor::middle, -90);
    }

    const ConfusionMatrix& matrix_;
    const ConfusionCells& cells_;
    const ColumnHeads& heads_;
    std::vector<std::string> rows_;
    double left_ = 0, top_ = 0, right_edge_ = 0, bottom_ = 0;
    std::vector<Mark> marks_;
};

}  // namespace

Scene confusion_plot(const std::string& title, const ConfusionMatrix& matrix) {
    const std::size_t classes = matrix.classes.size();
    if (classes > most_classes)
        throw ArgumentError("a confusion matrix of " + std::to_string(classes) +
                            " classes is too large to be read as a picture");
    const ConfusionCells cells = cells_of(matrix);
    double widest_count = 0;
    for (const double count : cells.counts.reshaped())
        widest_count = std::max(widest_count, text_width(to_text(count, digits), font));
    const ColumnHeads heads(cells.columns, std::max(widest_count, least_column_width) + gap);
    return MatrixPlot(matrix, cells, heads).scene(title);
}

}  // namespace pgm::io

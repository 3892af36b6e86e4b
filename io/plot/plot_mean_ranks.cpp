#include <io/plot/plot.hpp>

#include <io/plot/detail/plot_colors.hpp>
#include <io/plot/detail/plot_frame.hpp>
#include <io/scene/detail/axis_ticks.hpp>
#include <io/scene/detail/text_width.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace pgm::io {

using namespace detail;

namespace {

constexpr double axis_width = 420, rank_axis_y = 112, page_edge = 24, rank_font = 13,
                 caption_font = 16;
constexpr double label_height = 22, group_height = 9, tick_height = 6, label_gap = 8,
                 label_width = 220;
constexpr int rank_digits = 3;

Mark rank_line(Point from, Point to, const char* color, double width) {
    return {LineMark{from, to, {Stroke{color}, StrokeWidth{width}}}};
}

Mark rank_text(Point at, const std::string& words, Anchor anchor = Anchor::middle) {
    return {TextMark{at, words, rank_font, anchor}};
}

/// The first and the last of neighbours in the order of their ranks.
struct NearRanks {
    std::size_t first = 0;
    std::size_t last = 0;
};

/// Every largest group of at least two, in which the best and the worst are less than the critical
/// difference apart. `ranks` ascend.
std::vector<NearRanks> groups_of(std::span<const double> ranks, double critical_difference) {
    std::vector<NearRanks> groups;
    for (std::size_t first = 0; first < ranks.size(); ++first) {
        std::size_t last = first;
        while (last + 1 < ranks.size() && ranks[last + 1] - ranks[first] < critical_difference)
            ++last;
        if (last > first && (groups.empty() || groups.back().last < last))
            groups.push_back({first, last});
    }
    return groups;
}

/// The diagram on its way: where ranks are on the axis, and what has been drawn.
class Diagram {
public:
    Diagram(std::span<const std::string> labels, const MeanRanks& ranks)
        : ranks_(ranks),
          difference_("critical difference " + to_text(ranks.critical_difference, rank_digits)) {
        std::vector<std::size_t> order(labels.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, {}, [&](std::size_t j) { return ranks.ranks[j]; });
        for (const std::size_t j : order) {
            labels_.push_back(text_within(labels[j], rank_font, label_width) + "  " +
                              to_text(ranks.ranks[j], rank_digits));
            ascending_.push_back(ranks.ranks[j]);
            side_ = std::max(side_, text_width(labels_.back(), rank_font));
        }
        side_ = std::max(side_ + 2 * label_gap, text_width(difference_, rank_font) + label_gap) +
                page_edge;
    }

    Scene scene(const std::string& title) {
        draw_axis();
        draw_critical_difference();
        const double below_bars = draw_groups();
        const double bottom = draw_labels(below_bars);
        const double width = side_ + axis_width + side_;
        add_heading(marks_, {width / 2, 30}, title, caption_font, width - 2 * page_edge);
        return plot_scene({width, bottom + page_edge}, title, std::move(marks_));
    }

private:
    double x_of(double rank) const {
        return side_ + axis_width * (rank - 1) / static_cast<double>(labels_.size() - 1);
    }

    void draw_axis() {
        marks_.push_back(rank_line({x_of(1), rank_axis_y},
                                   {x_of(static_cast<double>(labels_.size())), rank_axis_y},
                                   frame_color, 1.5));
        const auto last = static_cast<double>(labels_.size());
        for (const double rank : tick_positions(1, last)) {
            marks_.push_back(rank_line({x_of(rank), rank_axis_y - tick_height},
                                       {x_of(rank), rank_axis_y}, frame_color, 1.5));
            marks_.push_back(
                rank_text({x_of(rank), rank_axis_y - tick_height - 4}, to_text(rank, rank_digits)));
        }
    }

    void draw_critical_difference() {
        constexpr double y = 62;
        const double end = std::min(x_of(1 + ranks_.critical_difference), x_of(1) + axis_width);
        marks_.push_back(rank_line({x_of(1), y}, {end, y}, series_color(1), 2.5));
        marks_.push_back(
            rank_text({end + label_gap, y + rank_font / 3}, difference_, Anchor::start));
    }

    /// The bars of the groups; where they end.
    double draw_groups() {
        double y = rank_axis_y + group_height;
        for (const NearRanks& group : groups_of(ascending_, ranks_.critical_difference)) {
            marks_.push_back(rank_line({x_of(ascending_[group.first]) - 3, y},
                                       {x_of(ascending_[group.last]) + 3, y}, series_color(0), 4));
            y += group_height;
        }
        return y;
    }

    /// The better half at the left, the others at the right, the outermost lowest but for their
    /// lines, which must not cross; where they end.
    double draw_labels(double top) {
        const std::size_t at_left = (labels_.size() + 1) / 2;
        double bottom = top;
        for (std::size_t i = 0; i < labels_.size(); ++i) {
            const bool left = i < at_left;
            const std::size_t level = left ? i : labels_.size() - 1 - i;
            const double y = top + label_height * (static_cast<double>(level) + 1);
            const double x = x_of(ascending_[i]),
                         edge = left ? x_of(1) - label_gap : x_of(1) + axis_width + label_gap;
            marks_.push_back(rank_line({x, rank_axis_y}, {x, y}, frame_color, 1));
            marks_.push_back(rank_line({x, y}, {edge, y}, frame_color, 1));
            marks_.push_back(rank_text({edge + (left ? -label_gap : label_gap), y + rank_font / 3},
                                       labels_[i], left ? Anchor::end : Anchor::start));
            bottom = std::max(bottom, y);
        }
        return bottom;
    }

    const MeanRanks& ranks_;
    std::string difference_;
    std::vector<std::string> labels_;  ///< with their ranks, in the order of these
    std::vector<double> ascending_;
    double side_ = 0;  ///< the room at either side of the axis
    std::vector<Mark> marks_;
};

}  // namespace

Scene mean_ranks_plot(const std::string& title, std::span<const std::string> labels,
                      const MeanRanks& ranks) {
    if (labels.size() != ranks.ranks.size() || labels.size() < 2)
        throw ArgumentError("a diagram of " + std::to_string(ranks.ranks.size()) +
                            " mean ranks with " + std::to_string(labels.size()) + " labels");
    return Diagram(labels, ranks).scene(title);
}

}  // namespace pgm::io

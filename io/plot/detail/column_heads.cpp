#include <io/plot/detail/column_heads.hpp>

#include <io/scene/detail/text_width.hpp>

#include <algorithm>
#include <numbers>
#include <utility>

namespace pgm::io::detail {
namespace {

constexpr double line_height = 22;
constexpr double most_level_width = 520;  ///< beyond this, labels are slanted
constexpr double slant_degrees = 45, slant = std::numbers::sqrt2 / 2;

}  // namespace

ColumnHeads::ColumnHeads(std::vector<std::string> labels, double least_column)
    : labels_(std::move(labels)), widest_(widest(labels_, font)) {
    const double level = std::max(widest_ + gap, least_column);
    slanted_ =
        level > least_column && level * static_cast<double>(labels_.size()) > most_level_width;
    column_width_ = slanted_ ? least_column : level;
}

double ColumnHeads::height() const {
    return line_height + (slanted_ ? slant * widest_ : 0);
}

double ColumnHeads::overhang() const {
    return slanted_ ? slant * widest_ - column_width_ / 2 : 0;
}

Mark ColumnHeads::label(std::size_t column, Point at) const {
    TextMark text{at, labels_[column], font};
    if (slanted_) text.anchor = Anchor::start;
    if (slanted_) text.degrees = -slant_degrees;
    return {std::move(text)};
}

}  // namespace pgm::io::detail

#include <io/picture/detail/card_columns.hpp>

#include <io/scene/detail/text_width.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <span>

namespace pgm::io::detail {
namespace {

bool has_sign(const std::string& number) {
    return number.starts_with('>') || number.starts_with('-');
}

/// The digits of a number before its decimal point: "21" of "-21.5".
std::string whole_part(const std::string& number) {
    const std::size_t first = has_sign(number) ? 1 : 0;
    return number.substr(first, number.find_first_of(".e") - first);
}

}  // namespace

double hanging_width(const std::string& number, double font) {
    return has_sign(number) ? text_width(number.substr(0, 1), font) : 0;
}

FontWeight weight_of(const NodeCard::Bar& bar, std::string NodeCard::Bar::*number) {
    const bool is_bold = bar.is_best && number == &NodeCard::Bar::utility;
    return is_bold ? FontWeight::bold : FontWeight::normal;
}

NumberColumn::NumberColumn(const std::vector<NodeCard::Bar>& bars,
                           std::string NodeCard::Bar::*number) {
    for (const NodeCard::Bar& bar : bars) {
        const double sign = hanging_width(bar.*number, body_font);
        hanging = std::max(hanging, sign);
        width = std::max(width, text_width(bar.*number, body_font, weight_of(bar, number)) - sign);
    }
}

TableColumn::TableColumn(const NodeCard& card, std::size_t column) {
    const auto is_number = [&](const std::vector<std::string>& line) {
        return parse_number(line[column].substr(has_sign(line[column]) ? 1 : 0)).has_value();
    };
    const auto body = std::span(card.table).subspan(1);
    if (column >= card.parent_columns && std::ranges::all_of(body, is_number))
        for (const std::vector<std::string>& line : body)
            whole_ = std::max(whole_, text_width(whole_part(line[column]), table_font));
    width_ = text_width(card.table.front()[column], table_font);
    for (const std::vector<std::string>& line : body)
        width_ = std::max(width_, indent(line[column]) + text_width(line[column], table_font));
}

double TableColumn::indent(const std::string& cell) const {
    const double room = whole_ == 0 ? 0 : whole_ - text_width(whole_part(cell), table_font);
    return room - hanging_width(cell, table_font);
}

std::vector<TableColumn> table_columns(const NodeCard& card) {
    std::vector<TableColumn> columns;
    if (!card.table.empty())
        for (std::size_t j = 0; j < card.table.front().size(); ++j) columns.emplace_back(card, j);
    return columns;
}

double table_width(const NodeCard& card) {
    double width = 0;
    for (const TableColumn& column : table_columns(card)) width += column.width();
    return width;
}

}  // namespace pgm::io::detail

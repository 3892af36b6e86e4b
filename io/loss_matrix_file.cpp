#include <io/loss_matrix_file.hpp>

#include <io/csv/detail/csv_rows.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace pgm::io {

using namespace detail;

namespace {

/// A file with more lines is no loss matrix.
constexpr std::size_t most_actions = 100'000;

/// Collects the lines of the file. Whether the first cell of a line is a name or a number depends
/// on the number of cells, so it is interpreted at the end of the line.
class LossLines {
public:
    LossLines(CsvRows& rows, const std::vector<std::string>& classes)
        : rows_(rows), classes_(classes) {}

    void take_cell(std::size_t number, std::string_view text) {
        if (number == 0) line_ = rows_.location();
        if (!is_utf8(text)) rows_.fail(shown(text) + " is not UTF-8", not_utf8_hint);
        if (!has_header_ || number == 0) {
            if (number == 0)
                first_cells_.assign(1, std::string(text));
            else
                first_cells_.emplace_back(text);
            if (number == 0) losses_.clear();
            return;
        }
        losses_.push_back(number_in(text));
    }

    void end_line(std::size_t cells) {
        if (has_header_) return end_of_losses(cells);
        has_header_ = true;
        has_corner_ = is_corner(first_cells_.front());
        header_.assign(first_cells_.begin() + (has_corner_ ? 1 : 0), first_cells_.end());
        check_header();
    }

    LossMatrix matrix() const {
        if (!has_header_)
            rows_.fail("a loss matrix is empty",
                       "a header with the classes, then one line per action");
        LossMatrix matrix{.actions = named_ == 0 ? header_ : actions_, .classes = header_};
        if (lines_.empty())
            rows_.fail("a loss matrix has no line with losses", "one line per action");
        if (named_ == 0 && lines_.size() != header_.size())
            rows_.fail("a loss matrix of numbers alone has " + counted(lines_.size(), "line") +
                           " for " + counted(header_.size(), "class"),
                       "begin each line with the name of its action");
        matrix.loss.resize(static_cast<Eigen::Index>(lines_.size()),
                           static_cast<Eigen::Index>(header_.size()));
        for (std::size_t i = 0; i < lines_.size(); ++i)
            for (std::size_t j = 0; j < header_.size(); ++j)
                matrix.loss(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
                    lines_[i][j];
        check(matrix);
        return with_class_order(matrix, classes_);
    }

private:
    bool is_class(const std::string& name) const {
        return std::ranges::find(classes_, name) != classes_.end();
    }

    /// The classes that the first line does not name.
    std::vector<std::string> absent_classes() const {
        std::vector<std::string> absent;
        for (const std::string& name : classes_)
            if (std::ranges::find(first_cells_, name) == first_cells_.end()) absent.push_back(name);
        return absent;
    }

    /// True if the first cell of the header is above the actions, and not a mistyped class.
    bool is_corner(const std::string& first) const {
        if (is_class(first)) return false;
        return first_cells_.size() > classes_.size() ||
               nearest_name(first, absent_classes()).empty();
    }

    void check_header() const {
        std::set<std::string_view> seen;
        for (const std::string& name : header_) {
            if (!is_class(name))
                fail_in_line(
                    "the header of a loss matrix names " + shown(name) + ", which is no class",
                    did_you_mean(name, classes_));
            if (!seen.insert(name).second)
                fail_in_line("the header of a loss matrix names the class " + shown(name) +
                             " twice");
        }
        if (const std::vector<std::string> absent = absent_classes(); !absent.empty())
            fail_in_line(
                "the header of a loss matrix is without the class " + shown(absent.front()),
                "one column per class");
    }

    [[noreturn]] void fail_in_line(std::string message, std::string hint = {}) const {
        throw ParseError(std::move(message), line_, std::move(hint));
    }

    void check_action(const std::string& name) {
        if (name.empty()) fail_in_line("an action of a loss matrix has no name");
        const auto [known, is_new] = lines_of_actions_.emplace(name, line_.line);
        if (!is_new)
            fail_in_line("the action " + shown(name) + " is in a loss matrix twice",
                         "first in line " + std::to_string(known->second));
    }

    double number_in(std::string_view text) const {
        const std::optional<double> number = parse_number(text);
        if (!number) rows_.fail(shown(text) + " is no loss", "a loss is a number");
        return *number;
    }

    void end_of_losses(std::size_t cells) {
        const bool named = cells == header_.size() + 1;
        if (!named && (has_corner_ || cells != header_.size()))
            rows_.fail("a line of a loss matrix has " + counted(cells, "cell"),
                       "the name of the action and " + counted(header_.size(), "loss"));
        if (!named) losses_.insert(losses_.begin(), number_in(first_cells_.front()));
        named_ += named ? 1 : 0;
        if (named_ != 0 && named_ != lines_.size() + 1)
            rows_.fail("some lines of a loss matrix begin with an action and some do not");
        if (lines_.size() == most_actions)
            rows_.fail_too_large("a loss matrix has more than " + std::to_string(most_actions) +
                                 " actions");
        if (named) check_action(first_cells_.front());
        actions_.push_back(named ? first_cells_.front() : std::string());
        lines_.push_back(losses_);
    }

    CsvRows& rows_;
    const std::vector<std::string>& classes_;
    Location line_;  ///< the beginning of the current line
    std::map<std::string, std::uint32_t> lines_of_actions_;
    bool has_header_ = false;
    bool has_corner_ = false;
    std::size_t named_ = 0;                 ///< lines that begin with an action
    std::vector<std::string> first_cells_;  ///< all cells of the header; the first of other lines
    std::vector<double> losses_;
    std::vector<std::string> header_;
    std::vector<std::string> actions_;
    std::vector<std::vector<double>> lines_;
};

LossMatrix read(ByteSource& source, const std::vector<std::string>& classes, const Limits& limits,
                Encoding encoding) {
    const DataOptions options{.name = source.name(), .limits = limits, .encoding = encoding};
    CsvRows rows(source, options);
    LossLines lines(rows, classes);
    const auto cell = [&](std::size_t number, std::string_view text) {
        lines.take_cell(number, text);
    };
    const auto end = [&](std::size_t cells) { lines.end_line(cells); };
    rows.read_rows(cell, end);
    return lines.matrix();
}

}  // namespace

LossMatrix read_loss_matrix(const std::string& path, const std::vector<std::string>& classes,
                            const Limits& limits, Encoding encoding) {
    ByteSource source(path, limits.max_file_bytes);
    return read(source, classes, limits, encoding);
}

LossMatrix parse_loss_matrix(std::string_view text, const std::string& name,
                             const std::vector<std::string>& classes, const Limits& limits) {
    ByteSource source(text, name, limits.max_file_bytes);
    return read(source, classes, limits, Encoding::utf8);
}

}  // namespace pgm::io

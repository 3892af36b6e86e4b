#include <io/arc_confidence_file.hpp>

#include <io/csv/csv.hpp>
#include <io/csv/detail/csv_rows.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>

#include <array>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace pgm::io {

using namespace detail;

namespace {

constexpr std::array<std::string_view, 3> columns = {"from", "to", "confidence"};
constexpr const char* header_hint = "the first line is from,to,confidence";

/// Rounded shares may exceed 1 by this much: 0.667 and 0.334 are two thirds and one third.
constexpr double rounding = 0.01;

/// Collects the lines of the file. Every cell is checked where it is read, so that errors tell its
/// place; as a row that a piece cuts off is read again, arcs are entered at the end of a row.
class ConfidenceLines {
public:
    ConfidenceLines(CsvRows& rows, const std::vector<std::string>& names)
        : rows_(rows), names_(names) {
        for (std::size_t i = 0; i < names.size(); ++i) ids_.emplace(names[i], VariableId(i));
    }

    void take_cell(std::size_t number, std::string_view text) {
        if (!is_utf8(text)) rows_.fail(shown(text) + " is not UTF-8", not_utf8_hint);
        if (number >= columns.size())
            rows_.fail("a line of a table of arcs has more than three cells", "from,to,confidence");
        if (!has_header_) {
            if (text != columns[number])
                rows_.fail("the header of a table of arcs has " + shown(text) + " in place of '" +
                               std::string(columns[number]) + "'",
                           header_hint);
            return;
        }
        if (number == 0) take_parent(text);
        if (number == 1) take_child(text);
        if (number == 2) take_confidence(text);
    }

    void end_line(std::size_t cells) {
        if (cells < columns.size())
            rows_.fail("a line of a table of arcs has " + std::to_string(cells) +
                           (cells == 1 ? " cell" : " cells"),
                       "from,to,confidence");
        if (!std::exchange(has_header_, true)) return;
        arcs_.push_back(now_);
        known_.emplace(now_.arc, KnownLine{line_, now_.confidence});
    }

    std::vector<SureArc> arcs() && {
        if (!has_header_) rows_.fail("a table of arcs is empty", header_hint);
        return std::move(arcs_);
    }

private:
    struct KnownLine {
        std::size_t line;
        double confidence;
    };

    VariableId variable(std::string_view name) const {
        const auto found = ids_.find(name);
        if (found == ids_.end())
            rows_.fail("there is no variable " + shown(name), did_you_mean(name, names_));
        return found->second;
    }

    void take_parent(std::string_view name) {
        line_ = rows_.location().line;
        now_.arc.parent = variable(name);
    }

    void take_child(std::string_view name) {
        now_.arc.child = variable(name);
        if (now_.arc.child == now_.arc.parent)
            rows_.fail("an arc leads from " + shown(name) + " to itself",
                       "arcs join two variables");
        if (const auto known = known_.find(now_.arc); known != known_.end())
            rows_.fail("the arc from " + shown(names_[now_.arc.parent.index()]) + " to " +
                           shown(name) + " is in a table of arcs twice",
                       "first in line " + std::to_string(known->second.line));
    }

    void take_confidence(std::string_view text) {
        const std::optional<double> number = parse_number(text);
        if (!number || *number < 0 || *number > 1)
            rows_.fail(shown(text) + " is no confidence", "a number from 0 to 1");
        now_.confidence = *number;
        const auto opposite = known_.find({now_.arc.child, now_.arc.parent});
        if (opposite == known_.end()) return;
        if (const double edge = *number + opposite->second.confidence; edge > 1 + rounding)
            rows_.fail("the two directions of an edge have a confidence of " + to_text(edge, 6) +
                           " together",
                       "at most 1; the other direction is in line " +
                           std::to_string(opposite->second.line));
    }

    CsvRows& rows_;
    const std::vector<std::string>& names_;
    std::unordered_map<std::string_view, VariableId> ids_;
    std::map<Arc, KnownLine> known_;
    bool has_header_ = false;
    std::size_t line_ = 0;  ///< of the beginning of the current row
    SureArc now_;
    std::vector<SureArc> arcs_;
};

std::vector<SureArc> read_arcs(ByteSource& source, const std::vector<std::string>& names,
                               const Limits& limits, Encoding encoding) {
    const DataOptions options{.name = source.name(), .limits = limits, .encoding = encoding};
    CsvRows rows(source, options);
    ConfidenceLines lines(rows, names);
    const auto cell = [&](std::size_t number, std::string_view text) {
        lines.take_cell(number, text);
    };
    const auto end = [&](std::size_t cells) { lines.end_line(cells); };
    rows.read_rows(cell, end);
    return std::move(lines).arcs();
}

}  // namespace

std::vector<SureArc> read_arc_confidence(const std::string& path,
                                         const std::vector<std::string>& names,
                                         const Limits& limits, Encoding encoding) {
    ByteSource source(path, limits.max_file_bytes);
    return read_arcs(source, names, limits, encoding);
}

std::vector<SureArc> parse_arc_confidence(std::string_view text, const std::string& name,
                                          const std::vector<std::string>& names,
                                          const Limits& limits) {
    ByteSource source(text, name, limits.max_file_bytes);
    return read_arcs(source, names, limits, Encoding::utf8);
}

std::string arc_confidence_text(std::span<const SureArc> arcs,
                                const std::vector<std::string>& names) {
    std::string text = "from,to,confidence\n";
    for (const SureArc& sure : arcs)
        text += csv_cell(names[sure.arc.parent.index()]) + "," +
                csv_cell(names[sure.arc.child.index()]) + "," + to_text(sure.confidence) + "\n";
    return text;
}

}  // namespace pgm::io

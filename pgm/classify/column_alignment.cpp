#include <pgm/classify/column_alignment.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/words.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/model/state_lookup.hpp>
#include <pgm/model/variable.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace pgm {
namespace {

constexpr std::uint32_t unseen = ~std::uint32_t{0};
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// True if the similar value is a state but for letter case and blanks.
bool differs_in_case_only(const UnseenValues& values) {
    return !case_difference(values.similar_value, {&values.similar_state, 1}).empty();
}

/// Replaces unseen values of one column according to the policy and records them.
class UnseenCells {
public:
    UnseenCells(const Variable& variable, UnseenPolicy policy, std::size_t first_row)
        : variable_(variable),
          policy_(policy),
          first_row_(first_row),
          values_{.column = variable.name(), .is_number_due = !variable.is_discrete()} {}

    void record(std::size_t row_of_part, const std::string& value) {
        const std::size_t row = first_row_ + row_of_part;
        if (policy_ == UnseenPolicy::error)
            throw EvidenceError("'" + printable(variable_.name()) + "' is '" + printable(value) +
                                    "' in row " + std::to_string(row + 1) + ", " + expectation(),
                                {}, hint(value));
        if (values_.cells++ == 0) {
            values_.first_value = value;
            values_.first_row = row;
            compare(nearest(value), value);
        } else if (!differs_in_case_only(values_)) {
            compare(nearest_in_case(value), value);
        }
    }

    /// The code that replaces an unseen value; null if it becomes missing.
    std::optional<std::uint32_t> substitute() {
        if (policy_ != UnseenPolicy::other || !variable_.is_discrete()) return std::nullopt;
        if (!other_) other_ = variable_.find_state("other");
        if (!other_)
            throw ArgumentError(
                "'" + printable(variable_.name()) +
                    "' has values unseen in training and no state 'other' to put them into",
                "take them as missing, or fit with a state called 'other'");
        return other_->value;
    }

    const UnseenValues& values() const { return values_; }

private:
    /// The states that are compared with unseen values, all cells of a column together, so that a
    /// column of nothing but unseen values takes no longer than others.
    static constexpr std::size_t most_comparisons = 200'000;
    bool may_compare() {
        comparisons_ += variable_.cardinality();
        return comparisons_ <= most_comparisons;
    }
    /// Another number is another number, however near its digits are.
    std::string nearest(const std::string& value) {
        return may_compare() && !parse_number(value) ? nearest_name(value, variable_.states())
                                                     : std::string();
    }
    std::string nearest_in_case(const std::string& value) {
        const bool found = may_compare() && !case_difference(value, variable_.states()).empty();
        return found ? nearest_name(value, variable_.states()) : std::string();
    }
    void compare(std::string state, const std::string& value) {
        if (state.empty()) return;
        values_.similar_value = value;
        values_.similar_state = std::move(state);
    }

    std::string expectation() const {
        return variable_.is_discrete() ? "a value the network does not know" : "which is no number";
    }
    std::string hint(const std::string& value) const {
        if (!variable_.is_discrete()) return "unseen values may be taken as missing";
        const std::string meant = did_you_mean(value, variable_.states());
        return meant + (meant.ends_with('?') ? " " : "; ") +
               "unseen values may be taken as missing";
    }

    const Variable& variable_;
    UnseenPolicy policy_;
    std::size_t first_row_;
    std::optional<StateId> other_;  ///< the state "other", once it was needed
    std::size_t comparisons_ = 0;
    UnseenValues values_;
};

/// Makes a column of codes. code_of(row) gives the code of a row, `unseen`, or null for a
/// missing value; text_of(row) gives its text.
template <class CodeOf, class TextOf>
Column coded(const Variable& variable, std::size_t rows, UnseenCells& cells, CodeOf&& code_of,
             TextOf&& text_of) {
    Column result{variable, missing_codes(variable.cardinality(), rows)};
    std::visit(
        [&](auto& codes) {
            using Code = typename std::decay_t<decltype(codes)>::value_type;
            Code* const to = codes.data();
            for (std::size_t row = 0; row < rows; ++row) {
                std::optional<std::uint32_t> code = code_of(row);
                if (code == unseen) {
                    cells.record(row, text_of(row));
                    code = cells.substitute();
                }
                if (code) to[row] = static_cast<Code>(*code);
            }
        },
        result.cells);
    return result;
}

/// The code in the schema of each state of a column: that of the state with the same name,
/// otherwise of the state with that number or truth value ("1.0" and "1", 35 and "[30,40)", "True"
/// and "1").
std::vector<std::uint32_t> translation(const Variable& from, const Variable& to) {
    const StateIndex by_name(to);
    const StatesByNumber by_number(to.states());
    std::vector<std::uint32_t> codes;
    for (const std::string& state : from.states()) {
        std::optional<StateId> same = by_name.find(state);
        if (!same) same = by_number.find(state);
        codes.push_back(same ? same->value : unseen);
    }
    return codes;
}

/// The cells of a column whose states all have a code, without a branch for each, which missing
/// cells at random would make costly: a missing one has the code behind the last state's.
Column recoded(const Column& column, const Variable& variable,
               std::span<const std::uint32_t> code_of) {
    Column result{variable, missing_codes(variable.cardinality(), column.rows())};
    visit_codes(column, [&](const auto& codes) {
        const auto recode = [&]<class Cell>(CellList<Cell>& cells) {
            if constexpr (std::is_unsigned_v<Cell>) {
                std::vector<Cell> cell_of;
                for (const std::uint32_t code : code_of) cell_of.push_back(static_cast<Cell>(code));
                cell_of.push_back(missing_code<Cell>);
                Cell* const to = cells.data();
                for (std::size_t row = 0; row < codes.size(); ++row)
                    to[row] = cell_of[std::min<std::size_t>(codes[row], code_of.size())];
            }
        };
        std::visit(recode, result.cells);
    });
    return result;
}

Column states_to_states(const Column& column, const Variable& variable, UnseenCells& cells) {
    const std::vector<std::uint32_t> code_of = translation(column.variable, variable);
    if (std::ranges::find(code_of, unseen) == code_of.end())
        return recoded(column, variable, code_of);
    const auto text = [&](std::size_t row) {
        return column.variable.states()[column.state(row)->index()];
    };
    Column result;
    visit_codes(column, [&](const auto& codes) {
        using Code = typename std::decay_t<decltype(codes)>::value_type;
        const auto code = [&](std::size_t row) {
            return codes[row] == missing_code<Code> ? std::nullopt
                                                    : std::optional(code_of[codes[row]]);
        };
        result = coded(variable, codes.size(), cells, code, text);
    });
    return result;
}

Column numbers_to_states(const Column& column, const Variable& variable, UnseenCells& cells) {
    const StatesByNumber states(variable.states());
    const auto code = [&](std::size_t row) -> std::optional<std::uint32_t> {
        const double value = column.value(row);
        if (std::isnan(value)) return std::nullopt;
        const std::optional<StateId> state = states.find(value);
        return state ? state->value : unseen;
    };
    return coded(variable, column.rows(), cells, code,
                 [&](std::size_t row) { return to_text(column.value(row)); });
}

Column states_to_numbers(const Column& column, const Variable& variable, UnseenCells& cells) {
    std::vector<std::optional<double>> number_of;
    for (const std::string& state : column.variable.states())
        number_of.push_back(parse_number(state));
    std::vector<double> values(column.rows(), nan);
    for (std::size_t row = 0; row < values.size(); ++row) {
        const std::optional<StateId> state = column.state(row);
        if (!state) continue;
        if (number_of[state->index()])
            values[row] = *number_of[state->index()];
        else
            cells.record(row, column.variable.states()[state->index()]);
    }
    return {variable, std::move(values)};
}

/// Adds those of the same column in the next part of a table.
void add_to(UnseenValues& values, const UnseenValues& next) {
    values.cells += next.cells;
    if (differs_in_case_only(values) || !differs_in_case_only(next)) return;
    values.similar_value = next.similar_value;
    values.similar_state = next.similar_state;
}

}  // namespace

UnseenPolicy parse_unseen_policy(std::string_view text) {
    if (text == "error") return UnseenPolicy::error;
    if (text == "missing") return UnseenPolicy::missing;
    if (text == "other") return UnseenPolicy::other;
    throw ArgumentError("'" + printable(text) + "' is no policy for values unseen in training",
                        "error, missing or other");
}

void append(AlignmentReport& report, const AlignmentReport& next,
            std::span<const Variable> schema) {
    std::vector<UnseenValues> unseen;
    for (const Variable& variable : schema) {
        const auto before =
            std::ranges::find(report.unseen, variable.name(), &UnseenValues::column);
        const auto after = std::ranges::find(next.unseen, variable.name(), &UnseenValues::column);
        if (before != report.unseen.end()) {
            unseen.push_back(*before);
            if (after != next.unseen.end()) add_to(unseen.back(), *after);
        } else if (after != next.unseen.end()) {
            unseen.push_back(*after);
        }
    }
    report.unseen = std::move(unseen);
}

ColumnAlignment::ColumnAlignment(const Dataset& data, std::span<const Variable> schema,
                                 UnseenPolicy policy, std::size_t first_row)
    : rows_(data.rows()), first_row_(first_row) {
    const ColumnIndex index(data);
    for (const Variable& variable : schema) {
        const std::optional<ColumnId> found = index.find(variable.name());
        if (!found) report_.absent.push_back(variable.name());
        columns_.push_back(found ? fit(data.column(*found), variable, policy) : nullptr);
    }
    std::vector<std::string_view> names;
    for (const Variable& variable : schema) names.push_back(variable.name());
    std::ranges::sort(names);
    for (const Column& column : data.columns())
        if (!std::ranges::binary_search(names, std::string_view(column.name())))
            report_.ignored.push_back(column.name());
}

const Column* ColumnAlignment::fit(const Column& column, const Variable& variable,
                                   UnseenPolicy policy) {
    const bool same = column.is_discrete() == variable.is_discrete() &&
                      column.variable.states() == variable.states();
    if (same) return &column;
    UnseenCells cells(variable, policy, first_row_);
    Column converted = !variable.is_discrete() ? states_to_numbers(column, variable, cells)
                       : column.is_discrete()  ? states_to_states(column, variable, cells)
                                               : numbers_to_states(column, variable, cells);
    if (cells.values().cells > 0) report_.unseen.push_back(cells.values());
    return keep(std::move(converted));
}

const Column* ColumnAlignment::keep(Column column) {
    return &converted_.emplace_back(std::move(column));
}

Dataset part_of_whole(const Dataset& part, std::span<const Variable> whole) {
    const ColumnAlignment alignment(part, whole, UnseenPolicy::missing);
    if (!alignment.report().unseen.empty()) {
        const UnseenValues& first = alignment.report().unseen.front();
        throw ArgumentError("'" + printable(first.column) + "' is '" +
                                printable(first.first_value) + "' in row " +
                                std::to_string(first.first_row + 1) +
                                ", which it never was when its states were collected",
                            "the data must stay as they are from one pass over them to the next");
    }
    std::vector<Column> found;
    for (const Column* const column : alignment.columns())
        if (column != nullptr) found.push_back(*column);
    return Dataset(std::move(found), part.weights());
}

EvidenceCells evidence_cells(const Column& column, std::size_t first, std::size_t count) {
    return std::visit(
        [&](const auto& cells) { return EvidenceCells(std::span(cells).subspan(first, count)); },
        column.cells);
}

}  // namespace pgm

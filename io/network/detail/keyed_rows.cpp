#include <io/network/detail/keyed_rows.hpp>

#include <pgm/core/text/number_text.hpp>
#include <pgm/model/row_normalisation.hpp>

#include <algorithm>
#include <string>

namespace pgm::io::detail {

KeyedRows::KeyedRows(const NetworkBuilder& builder, const FoundFamily& family,
                     const FileRows& given, ReaderReport& report)
    : builder_(builder),
      family_(family),
      given_(given),
      report_(report),
      is_fine_(given.rows.size(), 1),
      is_explained_(given.has_refused_rows) {
    for (std::size_t r = 0; r < given.rows.size(); ++r) {
        if (r != given.default_row) {
            if (!has_states(r)) {
                is_explained_ = true;
                continue;
            }
            if (is_for_many(r))
                for_many_.push_back(r);
            else
                found_.push_back({number_of(r), r});
        }
        is_fine_[r] = check_row(r);
    }
    std::ranges::sort(found_);
    for (std::size_t i = 1; i < found_.size(); ++i)
        if (found_[i].row == found_[i - 1].row)
            report_twice(found_[i].row, found_[i].source, found_[i - 1].source);
    const auto again = std::ranges::unique(found_, {}, &Found::row);
    found_.erase(again.begin(), again.end());
}

std::span<const std::uint32_t> KeyedRows::key(std::size_t row) const {
    return std::span(given_.states).subspan(row * family_.parents.size(), family_.parents.size());
}

std::span<const double> KeyedRows::numbers(std::size_t row) const {
    const std::size_t first = given_.rows[row].first_number,
                      end = row + 1 < given_.rows.size() ? given_.rows[row + 1].first_number
                                                         : given_.numbers.values.size();
    return std::span(given_.numbers.values).subspan(first, end - first);
}

std::string KeyedRows::family_name() const {
    return family_text(builder_, family_.child, family_.parents);
}

std::string KeyedRows::name_of(std::size_t table_row) const {
    return row_text(builder_, family_.child, family_.parents, table_row);
}

bool KeyedRows::has_states(std::size_t row) {
    for (std::size_t i = 0; i < family_.parents.size(); ++i) {
        const Variable& parent = builder_.variable(family_.parents[i]);
        const std::uint32_t state = key(row)[i];
        if (state < parent.cardinality() || state == FileRows::any_state) continue;
        report_.error(given_.rows[row].offset,
                      family_name() + ": there is no state " + std::to_string(state) + " of " +
                          shown(parent.name()) + ", which has " +
                          counted(parent.cardinality(), "state") + ", counted from 0");
        return false;
    }
    return true;
}

bool KeyedRows::is_for_many(std::size_t row) const {
    return std::ranges::find(key(row), FileRows::any_state) != key(row).end();
}

/// Of a row for several, the first of them.
std::size_t KeyedRows::number_of(std::size_t row) const {
    std::size_t number = 0;
    for (std::size_t i = 0; i < family_.parents.size(); ++i) {
        const std::uint32_t state = key(row)[i];
        number = number * builder_.variable(family_.parents[i]).cardinality() +
                 (state == FileRows::any_state ? 0 : state);
    }
    return number;
}

/// The numbers of a row for many configurations are looked at here, so that a mistake in them is
/// reported once.
bool KeyedRows::check_row(std::size_t row) {
    const bool is_default = row == given_.default_row,
               is_repeated = is_default || is_for_many(row);
    const std::size_t states = builder_.variable(family_.child).cardinality();
    const std::span<const double> values = numbers(row);
    const auto refuse = [&](const std::string& reason) {
        report_.error(given_.rows[row].offset,
                      (is_default    ? "the default row of " + family_name()
                       : is_repeated ? "the row of " + family_name()
                                     : name_of(number_of(row))) +
                          reason);
        return false;
    };
    if (values.size() != states)
        return refuse(" has " + counted(values.size(), "number") + ", expected " +
                      std::to_string(states));
    if (!is_repeated) return true;
    const RowJudgement judgement = judge_row(values);
    if (judgement.verdict == RowVerdict::wrong_sum)
        return refuse(" sums to " + to_text(judgement.sum, 10) + ", not 1");
    if (judgement.verdict == RowVerdict::not_probabilities)
        return refuse(" holds " + to_text(values[judgement.bad_state]) + ", not between 0 and 1");
    return true;
}

void KeyedRows::report_twice(std::size_t table_row, std::size_t second, std::size_t first) {
    is_explained_ = true;
    report_.error(given_.rows[second].offset,
                  name_of(table_row) + " is given twice, first on line " +
                      report_.line_of(given_.rows[first].offset));
}

void KeyedRows::report_missing(std::size_t first, std::size_t count) {
    report_.error(family_.offset,
                  "no row for " + name_of(first) +
                      (count > 1 ? ", and " + std::to_string(count - 1) + " more" : ""),
                  "give every row, or a 'default' row");
}

/// The rows of a table that a row for several stands for. The first that is given already ends it,
/// so that the time of all of them together is linear in the table.
void KeyedRows::fill(std::size_t row, std::vector<std::size_t>& sources) {
    struct Free {
        std::size_t stride, states, state = 0;
    };
    std::vector<Free> free;
    std::size_t stride = 1;
    for (std::size_t i = family_.parents.size(); i-- > 0;) {
        const std::size_t states = builder_.variable(family_.parents[i]).cardinality();
        if (key(row)[i] == FileRows::any_state) free.push_back({stride, states});
        stride *= states;
    }
    for (std::size_t at = number_of(row);;) {
        if (const std::size_t first = sources[at]; first < given_.rows.size())
            return report_twice(at, std::max(row, first), std::min(row, first));
        sources[at] = row;
        std::size_t i = 0;
        for (; i < free.size() && ++free[i].state == free[i].states; ++i) {
            free[i].state = 0;
            at -= (free[i].states - 1) * free[i].stride;
        }
        if (i == free.size()) return;
        at += free[i].stride;
    }
}

std::optional<std::vector<std::size_t>> KeyedRows::sources(std::size_t rows) {
    const std::size_t none = given_.rows.size();
    if (!repeats_rows() && found_.size() < rows) {
        std::size_t first = 0;
        while (first < found_.size() && found_[first].row == first) ++first;
        if (!is_explained_) report_missing(first, rows - found_.size());
        return std::nullopt;
    }
    std::vector<std::size_t> sources(rows, none);
    for (const Found& found : found_) sources[found.row] = found.source;
    for (const std::size_t row : for_many_) fill(row, sources);
    if (given_.default_row) {
        std::ranges::replace(sources, none, *given_.default_row);
    } else if (const auto missing = std::ranges::count(sources, none);
               missing > 0 && !is_explained_) {
        report_missing(static_cast<std::size_t>(std::ranges::find(sources, none) - sources.begin()),
                       static_cast<std::size_t>(missing));
        return std::nullopt;
    }
    return sources;
}

}  // namespace pgm::io::detail

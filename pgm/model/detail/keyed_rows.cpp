#include <pgm/model/detail/keyed_rows.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <string>

namespace pgm::detail {

KeyedRows::KeyedRows(Draft& draft, const FoundFamily& family, std::span<const VariableId> parents,
                     const WrittenKeys& keys, const Mistake& mistake)
    : draft_(draft),
      family_(family),
      parents_(parents),
      keys_(keys),
      text_(draft.variables, family.child, parents),
      is_fine_(keys.size(), 1),
      is_explained_(keys.has_refused_rows) {
    for (std::size_t r = 0; r < keys.size(); ++r) {
        if (r != keys.default_row) {
            if (!has_states(r)) {
                is_explained_ = true;
                continue;
            }
            if (is_for_many(r))
                for_many_.push_back(r);
            else
                found_.push_back({number_of(r), r});
        }
        if (mistake) is_fine_[r] = is_right(r, mistake(r, r == keys.default_row || is_for_many(r)));
    }
    std::ranges::sort(found_);
    for (std::size_t i = 1; i < found_.size(); ++i)
        if (found_[i].configuration == found_[i - 1].configuration)
            report_twice(found_[i].configuration, found_[i].source, found_[i - 1].source);
    const auto again = std::ranges::unique(found_, {}, &Found::configuration);
    found_.erase(again.begin(), again.end());
}

bool KeyedRows::is_right(std::size_t row, const std::string& wrong) {
    if (!wrong.empty()) draft_.error(keys_.offsets[row], name_of_source(row) + wrong);
    return wrong.empty();
}

void KeyedRows::report_mistakes(const std::function<std::string(std::size_t row)>& mistake) {
    for (const Found& found : found_)
        if (is_fine_[found.source]) is_right(found.source, mistake(found.source));
}

std::span<const std::uint32_t> KeyedRows::key(std::size_t row) const {
    return std::span(keys_.states).subspan(row * parents_.size(), parents_.size());
}

std::string KeyedRows::family_name() const {
    return FamilyText(draft_.variables, family_.child, family_.parents).family();
}

std::string KeyedRows::name_of_source(std::size_t row) const {
    if (row == keys_.default_row) return "the default row of " + family_name();
    return is_for_many(row) ? "the row of " + family_name() : name_of(number_of(row));
}

bool KeyedRows::has_states(std::size_t row) {
    for (std::size_t i = 0; i < parents_.size(); ++i) {
        const std::uint32_t state = key(row)[i];
        if (state < parent(i).cardinality() || state == WrittenKeys::any_state) continue;
        draft_.error(keys_.offsets[row],
                     family_name() + ": there is no state " + std::to_string(state) + " of " +
                         in_quotes(parent(i).name()) + ", which has " +
                         counted(parent(i).cardinality(), "state") + ", counted from 0");
        return false;
    }
    return true;
}

bool KeyedRows::is_for_many(std::size_t row) const {
    return std::ranges::find(key(row), WrittenKeys::any_state) != key(row).end();
}

/// Of a row for several, the first of them.
std::size_t KeyedRows::number_of(std::size_t row) const {
    std::size_t number = 0;
    for (std::size_t i = 0; i < parents_.size(); ++i) {
        const std::uint32_t state = key(row)[i];
        number = number * parent(i).cardinality() + (state == WrittenKeys::any_state ? 0 : state);
    }
    return number;
}

void KeyedRows::report_twice(std::size_t configuration, std::size_t second, std::size_t first) {
    is_explained_ = true;
    draft_.error(keys_.offsets[second], name_of(configuration) + " is given twice" +
                                            draft_.first_on_line(keys_.offsets[first]));
}

void KeyedRows::report_missing(std::size_t first, std::size_t count) {
    draft_.error(family_.place,
                 "no row for " + name_of(first) +
                     (count > 1 ? ", and " + std::to_string(count - 1) + " more" : ""),
                 std::string(keys_.way_out));
}

/// The rows of a table that a row for several stands for. The first that is given already ends it,
/// so that the time of all of them together is linear in the table.
void KeyedRows::fill(std::size_t row, std::vector<std::size_t>& sources) {
    struct Free {
        std::size_t stride, states, state = 0;
    };
    std::vector<Free> free;
    std::size_t stride = 1;
    for (std::size_t i = parents_.size(); i-- > 0;) {
        const std::size_t states = parent(i).cardinality();
        if (key(row)[i] == WrittenKeys::any_state) free.push_back({stride, states});
        stride *= states;
    }
    for (std::size_t at = number_of(row);;) {
        if (const std::size_t first = sources[at]; first < keys_.size())
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

std::optional<std::vector<std::size_t>> KeyedRows::sources(std::size_t configurations) {
    const std::size_t none = keys_.size();
    if (!repeats_rows() && found_.size() < configurations) {
        std::size_t first = 0;
        while (first < found_.size() && found_[first].configuration == first) ++first;
        if (!is_explained_) report_missing(first, configurations - found_.size());
        return std::nullopt;
    }
    std::vector<std::size_t> sources(configurations, none);
    for (const Found& found : found_) sources[found.configuration] = found.source;
    for (const std::size_t row : for_many_) fill(row, sources);
    if (keys_.default_row) {
        std::ranges::replace(sources, none, *keys_.default_row);
    } else if (const auto missing = std::ranges::count(sources, none);
               missing > 0 && !is_explained_) {
        report_missing(static_cast<std::size_t>(std::ranges::find(sources, none) - sources.begin()),
                       static_cast<std::size_t>(missing));
        return std::nullopt;
    }
    return sources;
}

}  // namespace pgm::detail

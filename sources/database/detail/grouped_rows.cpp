#include <sources/database/detail/grouped_rows.hpp>

#include <pgm/core/error.hpp>
#include <sources/database/detail/row_text.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace pgm::sources::detail {
namespace {

/// GROUPING() takes 31 columns at most, and a server keeps a table for each set.
constexpr std::size_t most_columns = 31, most_sets = 128;

/// Some of the sets, which are grouped in one query over the columns of all of them.
struct GroupedSets {
    std::vector<std::string> columns;
    std::vector<std::size_t> sets;
};

std::size_t number_of_new(std::span<const std::string> columns, std::span<const std::string> set) {
    return static_cast<std::size_t>(std::ranges::count_if(set, [&](const std::string& name) {
        return std::ranges::find(columns, name) == columns.end();
    }));
}

/// Sets that have columns in common come together where they follow each other.
std::vector<GroupedSets> batches_of(std::span<const std::vector<std::string>> sets,
                                    bool of_several) {
    std::vector<GroupedSets> batches;
    for (std::size_t i = 0; i < sets.size(); ++i) {
        const auto fits = [&](const GroupedSets& batch) {
            return of_several && batch.sets.size() < most_sets &&
                   batch.columns.size() + number_of_new(batch.columns, sets[i]) <= most_columns;
        };
        if (batches.empty() || !fits(batches.back())) batches.emplace_back();
        GroupedSets& batch = batches.back();
        for (const std::string& name : sets[i])
            if (std::ranges::find(batch.columns, name) == batch.columns.end())
                batch.columns.push_back(name);
        batch.sets.push_back(i);
    }
    return batches;
}

std::string list_of(std::span<const std::string> names) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + quoted_name(name);
    return list;
}

/// SELECT which set, the columns, how many. One set needs no GROUPING SETS.
std::string select_of(const Connection& connection, const GroupedSets& batch,
                      const std::string& from, std::span<const std::vector<std::string>> sets) {
    const std::string columns = list_of(batch.columns);
    std::string groups;
    if (batch.sets.size() == 1) {
        for (const std::string& name : batch.columns)
            groups += (groups.empty() ? "" : ", ") + connection.group_term(quoted_name(name));
        return "SELECT 0, " + columns + ", COUNT(*) FROM " + from + " GROUP BY " + groups;
    }
    for (const std::size_t set : batch.sets)
        groups += (groups.empty() ? "(" : ", (") + list_of(sets[set]) + ")";
    return "SELECT GROUPING(" + columns + "), " + columns + ", COUNT(*) FROM " + from +
           " GROUP BY GROUPING SETS (" + groups + ")";
}

/// The value of GROUPING() for a set: a bit for each column, the last one lowest, that is 1 where
/// the set does not have it.
std::uint32_t mask_of(std::span<const std::string> columns, std::span<const std::string> set) {
    std::uint32_t mask = 0;
    for (const std::string& name : columns)
        mask = mask << 1 | (std::ranges::find(set, name) == set.end() ? 1u : 0u);
    return mask;
}

/// The groups of one set, as far as they were not passed on.
struct GroupText {
    std::size_t set = 0;
    std::vector<std::size_t> places;  ///< of the columns of the set among those of the query
    std::string text;
    bool was_passed = false;
};

class BatchRun {
public:
    BatchRun(const GroupedSets& batch, std::span<const std::vector<std::string>> sets,
             const std::string& count_name)
        : columns_(batch.columns.size()) {
        for (const std::size_t set : batch.sets) {
            GroupText group{.set = set, .places = {}, .text = {}};
            for (const std::string& name : sets[set])
                group.places.push_back(static_cast<std::size_t>(
                    std::ranges::find(batch.columns, name) - batch.columns.begin()));
            std::vector<std::string> names = sets[set];
            names.push_back(count_name);
            append_header(group.text, names);
            headers_.push_back(group.text);
            number_of_.emplace(mask_of(batch.columns, sets[set]), groups_.size());
            groups_.push_back(std::move(group));
        }
    }

    /// The set that a row of the query belongs to.
    std::size_t group_of(RowCursor& rows, bool has_sets) const {
        if (!has_sets) return 0;
        const std::string mask(rows.cell(0).value_or("0"));
        return number_of_.at(static_cast<std::uint32_t>(std::stoul(mask)));
    }

    void add(RowCursor& rows, std::size_t group) {
        std::string& text = groups_[group].text;
        for (const std::size_t place : groups_[group].places) {
            append_cell(text, rows.cell(place + 1));
            text += ',';
        }
        append_cell(text, rows.cell(columns_ + 1));
        text += '\n';
    }

    template <class Take>
    void pass_on(std::size_t group, Take&& take) {
        GroupText& given = groups_[group];
        take(given.set, std::string_view(given.text));
        given.text = headers_[group];
        given.was_passed = true;
    }

    const GroupText& group(std::size_t number) const { return groups_[number]; }
    bool has_more(std::size_t group) const {
        return !groups_[group].was_passed || groups_[group].text.size() > headers_[group].size();
    }
    std::size_t size() const { return groups_.size(); }

private:
    std::size_t columns_;
    std::vector<GroupText> groups_;
    std::vector<std::string> headers_;
    std::map<std::uint32_t, std::size_t> number_of_;
};

}  // namespace

std::string name_of_counts(std::span<const std::string> columns) {
    std::string name = "count";
    while (std::ranges::find(columns, name) != columns.end()) name += '_';
    return name;
}

void for_each_group_text(Connection& connection, const std::string& from,
                         std::span<const std::vector<std::string>> sets,
                         const std::string& count_name, std::size_t bytes,
                         const std::function<void(std::size_t set, std::string_view text)>& take) {
    for (const GroupedSets& batch : batches_of(sets, connection.has_grouping_sets())) {
        BatchRun run(batch, sets, count_name);
        const bool has_sets = batch.sets.size() > 1;
        const OpenedQuery query = connection.query(select_of(connection, batch, from, sets));
        while (query.rows->next()) {
            const std::size_t group = run.group_of(*query.rows, has_sets);
            run.add(*query.rows, group);
            if (bytes > 0 && run.group(group).text.size() >= bytes) run.pass_on(group, take);
        }
        for (std::size_t group = 0; group < run.size(); ++group)
            if (run.has_more(group)) run.pass_on(group, take);
    }
}

}  // namespace pgm::sources::detail

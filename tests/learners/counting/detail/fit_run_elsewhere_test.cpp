#include <learners/fit/fit.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/data/rows.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <map>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using Catch::Contains;

namespace {

/// A row of states; an empty text is a missing value.
using Row = std::map<std::string, std::string>;

/// A store that groups its rows by the members of a family, as a database does.
class GroupingStore {
public:
    explicit GroupingStore(const Dataset& data) {
        for (std::size_t r = 0; r < data.rows(); ++r)
            for (const Column& column : data.columns()) {
                if (r == rows_.size()) rows_.emplace_back();
                const std::optional<StateId> state = column.state(r);
                rows_[r][column.name()] = state ? column.variable.state(*state) : "";
            }
    }

    CountedRows operator()(const CountRequest& request) const {
        const std::string& label = request.schema.front().name();
        std::uint64_t labelled = 0;
        for (const Row& row : rows_) labelled += row.at(label).empty() ? 0 : 1;
        std::vector<FamilyCounts> counts;
        for (const Family& family : request.families)
            counts.push_back(grouped(family, request.schema, label));
        return {Sums::from_parts(request.schema, labelled, WeightSum::of_count(labelled),
                                 std::move(counts), {}),
                rows_.size() - labelled};
    }

private:
    FamilyCounts grouped(const Family& family, const std::vector<Variable>& schema,
                         const std::string& label) const {
        std::vector<ColumnId> members = family.parents;
        members.push_back(family.child);
        std::map<std::size_t, std::uint64_t> groups;
        for (const Row& row : rows_) {
            if (row.at(label).empty()) continue;
            std::size_t cell = 0;
            bool is_whole = true;
            for (const ColumnId member : members) {
                const Variable& variable = schema[member.index()];
                const std::string& text = row.at(variable.name());
                is_whole = is_whole && !text.empty();
                if (is_whole)
                    cell = cell * variable.cardinality() + variable.state_id(text).index();
            }
            if (is_whole) ++groups[cell];
        }
        const ColumnScope scope = scope_of(members, schema);
        std::vector<WeightSum> cells(scope.cells());
        for (const auto& [cell, rows] : groups) cells[cell] = WeightSum::of_count(rows);
        return FamilyCounts(family, scope, std::move(cells));
    }

    std::vector<Row> rows_;
};

Dataset example() {
    Rng rng(3);
    std::vector<std::string> rows;
    for (int i = 0; i < 200; ++i) {
        std::string row;
        for (int column = 0; column < 5; ++column)
            row += rng.below(12) == 0                ? '.'
                   : column > 0 && rng.below(2) == 0 ? row[0]
                                                     : "01"[rng.below(2)];
        rows.push_back(row);
    }
    return digits("yabcd", {rows.begin(), rows.end()});
}

}  // namespace

TEST_CASE("A classifier from counts alone is that of the rows, bit for bit", "[learners]") {
    const Dataset data = example();
    const Rows counts = Rows::of_counts(data.schema(), data.rows(), GroupingStore(data));
    for (const char* structure :
         {"nb", "tan", "kdb:2", "fan", "aode", "chow-liu", "joint", "y -> a, b; a -> c, d"}) {
        INFO(structure);
        CHECK(fit(counts, "y", {.structure = structure}) ==
              fit(data, "y", {.structure = structure}));
    }
}

TEST_CASE("What needs rows refuses counts", "[learners]") {
    const Dataset data = example();
    const Rows counts = Rows::of_counts(data.schema(), data.rows(), GroupingStore(data));
    CHECK_THROWS_WITH(fit(counts, "y", {.structure = "nb", .smoothing = TunedBackOff{}}),
                      Contains("the data come as counts, and this choice needs their rows"));
    CHECK_THROWS_WITH(fit(counts, "y", {.structure = "nb", .missing_cells = MissingCells::em}),
                      Contains("the data are no table in memory"));
}

TEST_CASE("Sums of other columns or families than were asked for are refused", "[learners]") {
    const Dataset data = example();
    const GroupingStore store(data);
    const auto without_last = [&](CountRequest request) {
        request.families.pop_back();
        return store(request);
    };
    CHECK_THROWS_WITH(fit(Rows::of_counts(data.schema(), {}, without_last), "y", {}),
                      Contains("the source of the data gave no sums of P(d | y)"));
    const auto of_others = [&](CountRequest request) {
        request.schema.pop_back();
        std::erase_if(request.families, [&](const Family& family) {
            return family.child.index() >= request.schema.size();
        });
        return store(request);
    };
    CHECK_THROWS_WITH(fit(Rows::of_counts(data.schema(), {}, of_others), "y", {}),
                      Contains("counted other columns than it was asked for"));
}

TEST_CASE("What needs rows takes them from a place that counts and has them, too", "[learners]") {
    const Dataset data = digits("yab", {"000", "0.1", "1.1", "110", ".10", "011", "101"});
    const auto count = [&](const CountRequest& request) { return Rows(data).count(request); };
    const auto pass = [&](std::size_t, const Rows::Visit& take) { take(data); };
    const Fit options{.structure = "tan", .smoothing = parse_smoothing("backoff")};
    CHECK_THROWS_AS(fit(Rows::of_counts(data.schema(), 7, count), "y", options), ArgumentError);
    CHECK(fit(Rows::of_counts(data.schema(), 7, count, pass), "y", options) ==
          fit(data, "y", options));
}

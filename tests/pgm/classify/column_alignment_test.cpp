#include <pgm/classify/column_alignment.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace pgm;

namespace {

using Names = std::vector<std::string_view>;

const Variable size("size", {"small", "large"});
const Variable level("level", {"1", "2.5", "high"});
const Variable height("height");

std::vector<std::optional<std::string>> states_of(const Column& column) {
    std::vector<std::optional<std::string>> result;
    for (std::size_t row = 0; row < column.rows(); ++row) {
        const std::optional<StateId> state = column.state(row);
        result.push_back(state ? std::optional(column.variable.state(*state)) : std::nullopt);
    }
    return result;
}

}  // namespace

TEST_CASE("Columns that fit are not copied") {
    const Dataset data(
        {discrete_column(size, Names{"large", "small"}), continuous_column("height", {1, 2})});
    const ColumnAlignment alignment(data, std::vector{height, size}, UnseenPolicy::error);
    CHECK(alignment.columns()[0] == &data.column("height"));
    CHECK(alignment.columns()[1] == &data.column("size"));
    CHECK(alignment.report() == AlignmentReport{});
}

TEST_CASE("States are matched by name, whatever their order in the data") {
    const Dataset data(
        {discrete_column(Variable("size", {"large", "small"}), Names{"large", "small", ""})});
    const ColumnAlignment alignment(data, {&size, 1}, UnseenPolicy::error);
    CHECK(alignment.columns()[0]->variable == size);
    CHECK(states_of(*alignment.columns()[0]) ==
          std::vector<std::optional<std::string>>{"large", "small", std::nullopt});
}

TEST_CASE("States are matched by name in codes of every width, missing values too") {
    for (const std::size_t states : {2u, 254u, 255u, 256u, 65'535u, 65'536u, 70'000u}) {
        INFO(states);
        std::vector<std::string> names;
        for (std::size_t i = 0; i < states; ++i) names.push_back("s" + std::to_string(i));
        const Variable fitted("x", names);
        // A part of the states, in another order: their codes are narrower than those wanted.
        const std::vector<std::string> known(names.rbegin(), names.rbegin() + 2);
        for (const Variable& of_data :
             {Variable("x", {names.rbegin(), names.rend()}), Variable("x", known)}) {
            std::vector<std::optional<StateId>> cells;
            for (std::size_t row = 0; row < 1000; ++row)
                cells.push_back(row % 3 == 0
                                    ? std::nullopt
                                    : std::optional(StateId(row * 7919 % of_data.cardinality())));
            const Column column = discrete_column(of_data, cells);
            const ColumnAlignment alignment(Dataset({column}), {&fitted, 1}, UnseenPolicy::error);
            CHECK(states_of(*alignment.columns()[0]) == states_of(column));
        }
    }
}

TEST_CASE(
    "Numbers match states of the same value, and states that are numbers match a continuous "
    "schema") {
    const Dataset numbers(
        {continuous_column("level", {2.5, 1, std::numeric_limits<double>::quiet_NaN()}),
         discrete_column(Variable("height", {"1.50", "2"}), Names{"2", "1.50", ""})});
    const ColumnAlignment alignment(numbers, std::vector{level, height}, UnseenPolicy::error);
    CHECK(states_of(*alignment.columns()[0]) ==
          std::vector<std::optional<std::string>>{"2.5", "1", std::nullopt});
    CHECK(alignment.columns()[1]->value(0) == 2);
    CHECK(alignment.columns()[1]->value(1) == 1.5);
    CHECK(std::isnan(alignment.columns()[1]->value(2)));
    const Dataset padded(
        {discrete_column(Variable("level", {"1.0", "high"}), Names{"1.0", "high"})});
    CHECK(states_of(*ColumnAlignment(padded, {&level, 1}, UnseenPolicy::error).columns()[0]) ==
          std::vector<std::optional<std::string>>{"1", "high"});
}

TEST_CASE("Numbers and texts of numbers match the intervals of a cut variable") {
    const Variable cut("age", {"<30", "[30,40)", ">=40", "?"});
    const auto aligned = [&](Column column) {
        const Dataset data({std::move(column)});
        return states_of(*ColumnAlignment(data, {&cut, 1}, UnseenPolicy::error).columns()[0]);
    };
    using States = std::vector<std::optional<std::string>>;
    CHECK(aligned(continuous_column("age", {40, 29.5, std::nan(""), 30})) ==
          States{">=40", "<30", std::nullopt, "[30,40)"});
    CHECK(aligned(discrete_column(Variable("age", {"35", "2e1", ">=40", "?"}),
                                  Names{"35", "2e1", ">=40", "?"})) ==
          States{"[30,40)", "<30", ">=40", "?"});
}

TEST_CASE("Truth values and 0 and 1 match each other where a variable has only these") {
    const Variable ill("ill", {"False", "True"});
    const auto aligned = [&](Column column) {
        const Dataset data({std::move(column)});
        return states_of(*ColumnAlignment(data, {&ill, 1}, UnseenPolicy::error).columns()[0]);
    };
    const std::vector<std::optional<std::string>> expected{"True", "False", std::nullopt};
    CHECK(aligned(continuous_column("ill", {1, 0, std::nan("")})) == expected);
    CHECK(aligned(discrete_column(Variable("ill", {"0", "1"}), Names{"1", "0", ""})) == expected);
    CHECK(aligned(discrete_column(Variable("ill", {"false", "true"}),
                                  Names{"true", "false", ""})) == expected);
    CHECK_THROWS_AS(aligned(continuous_column("ill", {2})), EvidenceError);
}

TEST_CASE("What did not match is told, with what was probably meant") {
    const AlignmentReport report{.absent = {"Age", "sex"},
                                 .ignored = {"age", "id"},
                                 .unseen = {{"size", "lorge", 1, 3, false, "lorge", "large"}}};
    const std::vector<Problem> remarks = remarks_on(report, "network");
    REQUIRE(remarks.size() == 3);
    CHECK(to_string(remarks[0]) ==
          "the data have no column 'Age', 'sex': taken as missing in every row ('Age' differs from "
          "'age' in letter case only)");
    CHECK(to_string(remarks[1]) == "ignored, for the network does not know it: 'age', 'id'");
    CHECK(remarks[1].severity == Problem::Severity::note);
    CHECK(to_string(remarks[2]) ==
          "'size' has values unseen in training in 3 rows, first 'lorge' in row 2 (did you mean "
          "'large'?)");
    CHECK(remarks_on({}, "network").empty());
}

TEST_CASE("Unseen values are an error, missing, or other, as was asked") {
    const Dataset data({discrete_column(Variable("size", {"large", "lorge", "tiny"}),
                                        Names{"large", "lorge", "tiny", "lorge"})});
    CHECK_THROWS_WITH(ColumnAlignment(data, {&size, 1}, UnseenPolicy::error),
                      "'size' is 'lorge' in row 2, a value the network does not know (did you "
                      "mean 'large'? unseen values may be taken as missing)");
    const ColumnAlignment missing(data, {&size, 1}, UnseenPolicy::missing);
    CHECK(
        states_of(*missing.columns()[0]) ==
        std::vector<std::optional<std::string>>{"large", std::nullopt, std::nullopt, std::nullopt});
    CHECK(missing.report().unseen ==
          std::vector<UnseenValues>{{"size", "lorge", 1, 3, false, "lorge", "large"}});
    CHECK_THROWS_WITH(ColumnAlignment(data, {&size, 1}, UnseenPolicy::other),
                      "'size' has values unseen in training and no state 'other' to put them into "
                      "(take them as missing, or fit with a state called 'other')");
    const Variable open("size", {"large", "other"});
    const ColumnAlignment other(data, {&open, 1}, UnseenPolicy::other);
    CHECK(states_of(*other.columns()[0]) ==
          std::vector<std::optional<std::string>>{"large", "other", "other", "other"});
    CHECK(other.report().unseen.front().cells == 3);
}

TEST_CASE("A text where a number is due is an unseen value") {
    const Dataset data(
        {discrete_column(Variable("height", {"1.5", "tall"}), Names{"tall", "1.5"})});
    CHECK_THROWS_WITH(
        ColumnAlignment(data, {&height, 1}, UnseenPolicy::error),
        "'height' is 'tall' in row 1, which is no number (unseen values may be taken as missing)");
    const ColumnAlignment missing(data, {&height, 1}, UnseenPolicy::missing);
    CHECK(missing.report().unseen == std::vector<UnseenValues>{{"height", "tall", 0, 1, true}});
    CHECK(std::isnan(missing.columns()[0]->value(0)));
    CHECK(missing.columns()[0]->value(1) == 1.5);
}

TEST_CASE("Absent and superfluous columns are told") {
    const Dataset data({discrete_column(size, Names{"large"}), continuous_column("extra", {1})});
    const ColumnAlignment alignment(data, std::vector{height, size}, UnseenPolicy::error);
    CHECK(alignment.columns()[0] == nullptr);
    CHECK(alignment.report().absent == std::vector<std::string>{"height"});
    CHECK(alignment.report().ignored == std::vector<std::string>{"extra"});
}

TEST_CASE("The policies have names") {
    CHECK(parse_unseen_policy("error") == UnseenPolicy::error);
    CHECK(parse_unseen_policy("missing") == UnseenPolicy::missing);
    CHECK(parse_unseen_policy("other") == UnseenPolicy::other);
    CHECK_THROWS_WITH(
        parse_unseen_policy("skip"),
        "'skip' is no policy for values unseen in training (error, missing or other)");
}

TEST_CASE("Part of a whole: columns are found by name and get all states") {
    const Column few = discrete_column({"a", {"x", "z"}}, std::vector<std::string_view>{"z", "x"});
    const std::vector<Variable> whole = {Variable("n"), {"a", {"x", "y", "z"}}};
    const Dataset part = part_of_whole(Dataset({few}), whole);
    REQUIRE(part.columns().size() == 1);
    CHECK(part.columns().front().variable == whole[1]);
    CHECK(part.columns().front().state(0) == StateId(2));
    CHECK_THROWS_WITH(part_of_whole(Dataset({few}), std::vector<Variable>{{"a", {"x", "y"}}}),
                      Catch::Contains("'a' is 'z' in row 1"));
}

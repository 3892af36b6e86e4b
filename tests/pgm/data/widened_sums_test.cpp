#include <pgm/data/sums.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <string_view>
#include <vector>

using namespace pgm;
using namespace pgm::tests;

namespace {

using Texts = std::vector<std::string_view>;

Dataset people(const Texts& cities, const Texts& answers, const std::vector<double>& ages,
               const std::vector<std::string>& states_of_city) {
    return Dataset({discrete_column(Variable("city", states_of_city), cities),
                    discrete_column(Variable("answer", {"no", "yes"}), answers),
                    continuous_column("age", ages)});
}

const std::vector<Family> families = {{ColumnId(0), {}},
                                      {ColumnId(1), {ColumnId(0)}},
                                      {ColumnId(0), {ColumnId(1)}},
                                      {ColumnId(2), {ColumnId(0), ColumnId(1)}}};

Sums counted(const Dataset& data) {
    Sums statistics(data.schema(), families);
    statistics.add(data);
    return statistics;
}

}  // namespace

TEST_CASE("Widened statistics: shards with different states add up to the whole table") {
    const std::vector<std::string> all = {"Bern", "Oslo", "Rome"};
    const Sums first = counted(
        people({"Rome", "Bern", "Rome"}, {"yes", "no", "yes"}, {30, 31, 0.1}, {"Bern", "Rome"}));
    const Sums second =
        counted(people({"Oslo", "Rome"}, {"no", "no"}, {1e9, -5}, {"Rome", "Oslo"}));
    const Dataset together = people({"Rome", "Bern", "Rome", "Oslo", "Rome"},
                                    {"yes", "no", "yes", "no", "no"}, {30, 31, 0.1, 1e9, -5}, all);
    Sums sums = widened(first, together.schema());
    sums.merge(widened(second, together.schema()));
    CHECK(sums == counted(together));
}

TEST_CASE("Widened statistics: columns may stand in another order, and the same are the same") {
    const Dataset data = people({"Rome", "Bern"}, {"yes", "no"}, {30, 31}, {"Bern", "Rome"});
    const Sums statistics = counted(data);
    CHECK(widened(statistics, data.schema()) == statistics);
    const std::vector<Variable> turned = {data.schema()[2], data.schema()[1], data.schema()[0]};
    const Sums moved = widened(statistics, turned);
    const Family of_city{ColumnId(2), {ColumnId(1)}};
    CHECK(moved.counts(of_city).count(1, StateId(1)) == 1);
    CHECK(moved.moments({ColumnId(0), {ColumnId(2), ColumnId(1)}}).mean(3, 0) == 30);
}

TEST_CASE("Widened statistics: a column or a state that is not there is refused") {
    const Dataset data = people({"Rome"}, {"yes"}, {30}, {"Bern", "Rome"});
    const Sums statistics = counted(data);
    const auto schema_with = [&](Variable first) {
        return std::vector<Variable>{std::move(first), data.schema()[1], data.schema()[2]};
    };
    CHECK_THROWS_WITH(widened(statistics, schema_with(Variable("city", {"Rome"}))),
                      "the wider column 'city' has no state 'Bern'");
    CHECK_THROWS_AS(widened(statistics, schema_with(Variable("town", {"Bern", "Rome"}))),
                    ArgumentError);
    CHECK_THROWS_AS(widened(statistics, schema_with(Variable("city"))), ArgumentError);
}

#include <pgm/data/sums.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <map>
#include <numeric>

using namespace pgm;

namespace {

Variable variable(const std::string& name, std::size_t states) {
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < states; ++i) labels.push_back("s" + std::to_string(i));
    return Variable(name, labels);
}

/// Columns of the given cardinalities; one cell in ten is missing.
Dataset random_rows(std::size_t rows, const std::vector<std::size_t>& cardinalities,
                    std::uint64_t seed) {
    Rng rng(seed);
    std::vector<Column> columns;
    for (std::size_t i = 0; i < cardinalities.size(); ++i) {
        std::vector<std::optional<StateId>> states(rows);
        for (auto& state : states) {
            if (rng.below(10) != 0) state = StateId(rng.below(cardinalities[i]));
        }
        columns.push_back(
            discrete_column(variable("v" + std::to_string(i), cardinalities[i]), states));
    }
    return Dataset(std::move(columns));
}

/// Counts row by row, cell by cell, in doubles (whole numbers here).
std::map<std::vector<std::uint32_t>, double> naive_counts(const Dataset& data,
                                                          const Family& family) {
    std::map<std::vector<std::uint32_t>, double> counts;
    for (std::size_t row = 0; row < data.rows(); ++row) {
        std::vector<std::uint32_t> states;
        for (const ColumnId parent : family.parents) {
            if (const auto state = data.column(parent).state(row)) states.push_back(state->value);
        }
        if (const auto state = data.column(family.child).state(row)) states.push_back(state->value);
        if (states.size() == family.parents.size() + 1)
            counts[states] += data.weights().empty() ? 1 : data.weights()[row];
    }
    return counts;
}

void check_counts(const Dataset& data, const FamilyCounts& counts) {
    const auto expected = naive_counts(data, counts.family());
    for (std::size_t cell = 0; cell < counts.cell_count(); ++cell) {
        std::vector<std::uint32_t> states;
        for (const StateId state : counts.scope().states(cell)) states.push_back(state.value);
        const auto found = expected.find(states);
        CHECK(counts.weight(cell).value() == (found == expected.end() ? 0.0 : found->second));
    }
}

std::vector<Family> some_families() {
    return {{ColumnId{0}, {}},
            {ColumnId{1}, {ColumnId{0}}},
            {ColumnId{2}, {ColumnId{0}}},
            {ColumnId{2}, {ColumnId{1}, ColumnId{0}}},
            {ColumnId{3}, {ColumnId{0}}},
            {ColumnId{4}, {ColumnId{2}, ColumnId{1}, ColumnId{0}}},
            {ColumnId{0}, {ColumnId{3}, ColumnId{4}}},
            {ColumnId{3}, {ColumnId{4}, ColumnId{2}, ColumnId{1}}}};  // 18,000 cells: sparse
}

const std::vector<std::size_t> cardinalities = {2, 3, 5, 300, 4};

Dataset joined(const Dataset& a, const Dataset& b) {
    std::vector<Column> columns = a.columns();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        visit_codes(b.columns()[i], [&](const auto& codes) {
            using Codes = std::decay_t<decltype(codes)>;
            const Codes& first = std::get<Codes>(columns[i].cells);
            std::vector<typename Codes::value_type> both(first.begin(), first.end());
            both.insert(both.end(), codes.begin(), codes.end());
            columns[i].cells = Codes(both);
        });
    }
    return Dataset(std::move(columns));
}

}  // namespace

TEST_CASE("Statistics: every cell holds the number of rows that fall into it", "[statistics]") {
    for (const std::size_t rows : {0u, 1u, 63u, 64u, 65u, 1000u, 16384u, 16385u, 40'000u}) {
        const Dataset data = random_rows(rows, cardinalities, rows);
        Sums statistics(data.schema(), some_families());
        statistics.add(data);
        INFO(rows);
        for (const FamilyCounts& counts : statistics.all_counts()) check_counts(data, counts);
        CHECK(statistics.rows() == rows);
        CHECK(statistics.weight().value() == static_cast<double>(rows));
    }
}

TEST_CASE("Statistics: weights are added, and a weight of 2 is the row given twice",
          "[statistics]") {
    const Dataset data = random_rows(2000, cardinalities, 7);
    std::vector<double> weights(data.rows());
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<double>(i % 3);
    Sums weighted(data.schema(), some_families());
    weighted.add(data.with_weights(weights));
    for (const FamilyCounts& counts : weighted.all_counts())
        check_counts(data.with_weights(weights), counts);

    std::vector<std::uint32_t> repeated;
    for (std::uint32_t i = 0; i < weights.size(); ++i)
        repeated.insert(repeated.end(), static_cast<std::size_t>(weights[i]), i);
    Sums given_twice(data.schema(), some_families());
    given_twice.add(data.select_rows(repeated));
    CHECK(weighted.all_counts() == given_twice.all_counts());
    CHECK(weighted.weight() == given_twice.weight());
}

TEST_CASE("Statistics: the order of the rows, shards and threads leave no trace", "[statistics]") {
    const Dataset data = random_rows(150'000, cardinalities, 3);
    std::vector<double> weights(data.rows());
    Rng rng(5);
    for (double& weight : weights) weight = rng.uniform();
    for (const Dataset& rows : {data, data.with_weights(weights)}) {
        Sums whole(data.schema(), some_families());
        whole.add(rows);
        for (const std::size_t threads : {2u, 3u, 8u}) {
            Sums parallel(data.schema(), some_families());
            parallel.add(rows, threads);
            CHECK(parallel == whole);
        }
        std::vector<std::uint32_t> order(data.rows());
        std::iota(order.rbegin(), order.rend(), 0u);
        const std::span<const std::uint32_t> reversed = order;
        Sums first(data.schema(), some_families()), second(data.schema(), some_families());
        first.add(rows.select_rows(reversed.first(31'415)));
        second.add(rows.select_rows(reversed.subspan(31'415)));
        Sums both = second;
        both.merge(first);
        CHECK(both == whole);
        both.subtract(second);
        CHECK(both == first);
    }
}

TEST_CASE("Statistics: columns are found by name, whatever their place, and others are ignored",
          "[statistics]") {
    const Dataset data = random_rows(500, cardinalities, 11);
    Sums statistics(data.schema(), some_families());
    statistics.add(data);
    std::vector<Column> reversed(data.columns().rbegin(), data.columns().rend());
    reversed.insert(reversed.begin(), continuous_column("other", std::vector<double>(500, 1.5)));
    Sums same(data.schema(), some_families());
    same.add(Dataset(reversed));
    CHECK(same == statistics);
}

TEST_CASE("Statistics: shards of different sizes join to the whole", "[statistics]") {
    const Dataset a = random_rows(100, cardinalities, 1), b = random_rows(333, cardinalities, 2);
    Sums parts(a.schema(), some_families()), whole(a.schema(), some_families());
    parts.add(a);
    parts.add(b);
    whole.add(joined(a, b));
    CHECK(parts == whole);
}

TEST_CASE("Statistics: what does not fit is refused, and nothing changes", "[statistics]") {
    const Dataset data = random_rows(50, {2, 3}, 1);
    const Family family{ColumnId{1}, {ColumnId{0}}};
    Sums statistics(data.schema(), {family, family});
    statistics.add(data);
    const Sums before = statistics;
    CHECK(statistics.all_counts().size() == 1);
    CHECK_THROWS_WITH(statistics.counts({ColumnId{0}, {}}),
                      "the statistics have no counts of the family of 'v0'");
    CHECK_THROWS_WITH(statistics.id("v7"),
                      "the statistics know no column 'v7' (did you mean 'v0'?)");
    CHECK_THROWS_WITH(statistics.add(data.without_column(ColumnId{0})),
                      "the data have no column 'v0' (did you mean 'v1'?)");
    CHECK_THROWS_WITH(statistics.add(random_rows(5, {2, 4}, 1)),
                      "column 'v1' of the data has not the states that the statistics expect "
                      "(align the data with the schema first)");
    Sums more(data.schema(), {family});
    more.add(random_rows(80, {2, 3}, 2));
    CHECK_THROWS_WITH(statistics.subtract(more), "more rows would be taken away than were added");
    CHECK_THROWS_WITH(statistics.merge(Sums(data.schema(), {})),
                      "statistics of different columns or families cannot be combined");
    CHECK_THROWS_WITH(Sums(data.schema(), {{ColumnId{2}, {}}}),
                      "a family names column 2, but there are 2");
    CHECK_THROWS_WITH(Sums(data.schema(), {{ColumnId{1}, {ColumnId{1}}}}),
                      "the family of 'v1' names column 'v1' twice");
    CHECK_THROWS_WITH(statistics.add(data.with_weights(std::vector<double>(50, 0x1p62))),
                      "the weights of the rows sum to more than 2^62");
    CHECK(statistics == before);
}

TEST_CASE("Statistics: tables too large are refused before they are made", "[statistics]") {
    std::vector<Variable> schema;
    std::vector<ColumnId> parents;
    for (std::size_t i = 0; i < 41; ++i) {
        schema.push_back(variable("v" + std::to_string(i), 3));
        if (i > 0) parents.push_back(ColumnId(i));
    }
    CHECK_THROWS_WITH(Sums(schema, {{ColumnId{0}, parents}}),
                      "the sums for 'v0' given its 40 parents have more than 2^64 cells; the limit "
                      "is 268435456 (fewer parents, or fewer states)");
    Limits small;
    small.max_model_cells = 10;
    CHECK_THROWS_WITH(Sums(schema, {{ColumnId{0}, {ColumnId{1}}}, {ColumnId{2}, {}}}, small),
                      "the sums for 2 families have 12 cells; the limit is 10");
}

#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/detail/lanes/repeated_rows.hpp>

#include <pgm/inference/engine.hpp>
#include <pgm/inference/evidence_columns.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_model.hpp>

#include <algorithm>
#include <cmath>
#include <deque>
#include <set>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::detail;

namespace {

using RowNumbers = std::vector<std::uint32_t>;
using Codes = std::vector<std::uint8_t>;

constexpr std::uint8_t lacking = missing_cell<std::uint8_t>;

BlockColumn column_of(const Codes& codes, std::uint32_t states) {
    return {codes.data(), 1, states};
}

Codes random_codes(Rng& rng, std::size_t rows, std::size_t states) {
    Codes codes;
    for (std::size_t row = 0; row < rows; ++row)
        codes.push_back(static_cast<std::uint8_t>(rng.below(states)));
    return codes;
}

/// Columns with the memory of their cells.
struct CodeTable {
    std::deque<Codes> codes;
    EvidenceColumns columns;

    void add(VariableId variable, Codes column) {
        columns.rows = column.size();
        columns.columns.push_back(
            {variable, std::span<const std::uint8_t>(codes.emplace_back(std::move(column)))});
    }
};

}  // namespace

TEST_CASE(
    "Distinct rows: equal rows are like the first of them, and a missing value equals another one "
    "only") {
    const Codes a{0, 1, 0, lacking, 0, lacking, 1, 0}, b{1, 1, 1, 0, 0, 0, 1, 1};
    const std::vector<BlockColumn> columns{column_of(a, 2), column_of(b, 2)};
    const std::optional<RepeatedRows> distinct =
        find_repeated_rows(columns, {nullptr, 0, a.size()});
    REQUIRE(distinct);
    CHECK(distinct->firsts == RowNumbers{0, 1, 3, 4});
    CHECK(distinct->first_of == RowNumbers{0, 1, 0, 3, 4, 3, 1, 0});
}

TEST_CASE("Distinct rows: a list of rows is told by the rows' own numbers") {
    const Codes a{0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
    const std::vector<BlockColumn> columns{column_of(a, 2)};
    const RowNumbers list{1, 2, 3, 4, 5, 6, 7, 9};
    const std::optional<RepeatedRows> distinct =
        find_repeated_rows(columns, {list.data(), 0, list.size()});
    REQUIRE(distinct);
    CHECK(distinct->firsts == RowNumbers{1, 2});
    CHECK(distinct->first_of == RowNumbers{1, 2, 1, 2, 1, 2, 1, 1});
}

TEST_CASE("Distinct rows: a part of all rows, or of a list, knows nothing of the others") {
    const Codes a{0, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 1};
    const std::vector<BlockColumn> columns{column_of(a, 2)};
    const std::optional<RepeatedRows> of_all = find_repeated_rows(columns, {nullptr, 3, 9});
    REQUIRE(of_all);
    CHECK(of_all->firsts == RowNumbers{3, 5});
    CHECK(of_all->first_of == RowNumbers{3, 3, 5, 3, 3, 5, 3, 3, 3});
    const RowNumbers list{0, 2, 4, 5, 6, 7, 8, 9, 10, 11};
    const std::optional<RepeatedRows> of_list = find_repeated_rows(columns, {list.data(), 2, 8});
    REQUIRE(of_list);
    CHECK(of_list->firsts == RowNumbers{4, 5});
    CHECK(of_list->first_of == RowNumbers{4, 5, 4, 4, 5, 4, 4, 4});
}

TEST_CASE("Distinct rows: without columns all rows are alike") {
    const std::optional<RepeatedRows> distinct = find_repeated_rows({}, {nullptr, 0, 20});
    REQUIRE(distinct);
    CHECK(distinct->firsts == RowNumbers{0});
    CHECK(distinct->first_of == RowNumbers(20, 0));
}

TEST_CASE("Distinct rows: kinds too many for a table of them are found by their hash") {
    Rng rng(3);
    constexpr std::size_t kinds = 700, rows = 5000;
    std::vector<Codes> codes;
    for (std::size_t c = 0; c < 6; ++c) codes.push_back(random_codes(rng, kinds, 200));
    std::vector<std::uint32_t> kind_of;
    for (std::size_t row = 0; row < rows; ++row)
        kind_of.push_back(static_cast<std::uint32_t>(rng.below(kinds)));
    std::deque<Codes> cells;
    std::vector<BlockColumn> columns;
    for (const Codes& of_kinds : codes) {
        Codes& column = cells.emplace_back();
        for (const std::uint32_t kind : kind_of) column.push_back(of_kinds[kind]);
        columns.push_back(column_of(column, 200));
    }
    const std::optional<RepeatedRows> distinct = find_repeated_rows(columns, {nullptr, 0, rows});
    REQUIRE(distinct);
    CHECK(distinct->firsts.size() == std::set(kind_of.begin(), kind_of.end()).size());
    for (std::size_t row = 0; row < rows; ++row) {
        REQUIRE(distinct->first_of[row] <= row);
        REQUIRE(kind_of[distinct->first_of[row]] == kind_of[row]);
    }
}

TEST_CASE(
    "Distinct rows: looking for them is given up where they hardly repeat and where 64 bits do not "
    "tell them apart") {
    Rng rng(5);
    std::deque<Codes> cells;
    std::vector<BlockColumn> columns;
    for (std::size_t c = 0; c < 5; ++c)
        columns.push_back(column_of(cells.emplace_back(random_codes(rng, 3000, 250)), 250));
    CHECK_FALSE(find_repeated_rows(columns, {nullptr, 0, 3000}));
    const Codes zeros(3000, 0);
    const std::vector<BlockColumn> wide(9, column_of(zeros, 255));
    CHECK_FALSE(find_repeated_rows(wide, {nullptr, 0, 3000}));
    CHECK(find_repeated_rows(std::span(wide).first(7), {nullptr, 0, 3000}));
}

TEST_CASE(
    "Distinct rows: a batch of repeated rows has the bits of the same rows without repetitions") {
    Rng rng(17);
    RandomModelOptions options;
    options.min_variables = options.max_variables = 22;
    options.max_assignments =
        std::size_t{1}
        << 32;  // no oracle walks through them here; few networks of so many variables have less
    const InferenceEngine engine(random_model(rng, options));
    const BayesianNetwork& network = engine.network();
    constexpr std::size_t kinds = 500, rows = 4000;
    std::vector<std::size_t> kind_of;
    for (std::size_t row = 0; row < rows; ++row) kind_of.push_back(rng.below(kinds));
    CodeTable once, often;
    for (std::size_t v = 2; v < 10; ++v) {
        once.add(VariableId(v), random_codes(rng, kinds, network.cardinality(VariableId(v))));
        Codes repeated;
        for (const std::size_t kind : kind_of) repeated.push_back(once.codes.back()[kind]);
        often.add(VariableId(v), std::move(repeated));
    }
    for (const std::size_t threads : {1u, 3u}) {
        const BatchOptions with_joint{.threads = threads, .log_probabilities = true};
        const BatchPosterior all_once = engine.marginals(once.columns, {.threads = threads}),
                             all_often = engine.marginals(often.columns, {.threads = threads});
        const BatchPosterior one_once = engine.marginals(VariableId(0), once.columns, with_joint);
        const BatchPosterior one_often = engine.marginals(VariableId(0), often.columns, with_joint);
        CHECK(std::ranges::count_if(all_once.log_evidence, [](double log) {
                  return std::isfinite(log);
              }) > 50);  // the others are impossible
        for (std::size_t row = 0; row < rows; ++row) {
            const auto r = static_cast<Eigen::Index>(row),
                       kind = static_cast<Eigen::Index>(kind_of[row]);
            REQUIRE(all_often.probabilities.row(r) == all_once.probabilities.row(kind));
            REQUIRE(all_often.log_evidence[row] == all_once.log_evidence[kind_of[row]]);
            REQUIRE(one_often.probabilities.row(r) == one_once.probabilities.row(kind));
            REQUIRE(one_often.log_probabilities.row(r) == one_once.log_probabilities.row(kind));
            REQUIRE(one_often.log_evidence[row] == one_once.log_evidence[kind_of[row]]);
        }
    }
}

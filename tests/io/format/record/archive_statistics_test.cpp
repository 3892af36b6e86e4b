#include <io/format/record/archive.hpp>
#include <pgm/core/error.hpp>
#include <pgm/data/sums.hpp>
#include <pgm/model/network.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/damaged_bytes.hpp>
#include <tests/support/sealed_file.hpp>
#include <tests/support/small_mixture.hpp>

#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace pgm;
using namespace pgm::tests;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// Rows of a class, a column of very many states and two columns of numbers, with missing values.
Dataset rows_of_all_kinds(RealCells weights) {
    std::vector<std::string> states;
    for (int i = 0; i < 9000; ++i) states.push_back(std::to_string(i));
    return Dataset({discrete_column(Variable("y", {"no", "yes"}),
                                    std::vector<std::optional<StateId>>{StateId(0), StateId(1),
                                                                        StateId(1), std::nullopt}),
                    discrete_column(Variable("many", states),
                                    std::vector<std::optional<StateId>>{StateId(8999), StateId(0),
                                                                        std::nullopt, StateId(5)}),
                    continuous_column("x", {1e300, -0.1, missing, 3}),
                    continuous_column("z", {1e-300, 7, 2, 0.5})},
                   std::move(weights));
}

/// Counts that are dense, counts that are sparse, and moments.
Sums sums_of_all_kinds(RealCells weights = {}) {
    const Dataset rows = rows_of_all_kinds(std::move(weights));
    const ColumnId y(0), many(1), x(2), z(3);
    Sums statistics(rows.schema(), {{y, {}}, {many, {y}}, {x, {y}}, {z, {y, x}}});
    statistics.add(rows);
    return statistics;
}

}  // namespace

TEST_CASE("Archive: statistics come back bit for bit and can be added up", "[io][archive]") {
    for (const Sums& sums : {Sums(), sums_of_all_kinds(), sums_of_all_kinds({0.1, 1e-9, 0, 3})}) {
        const std::string bytes = io::statistics_archive(sums);
        Sums again = io::read_statistics_archive(bytes);
        CHECK(again == sums);
        CHECK(io::statistics_archive(again) == bytes);
        Sums twice = sums;
        twice.merge(sums);
        again.merge(io::read_statistics_archive(bytes));
        CHECK(again == twice);
    }
}

TEST_CASE("Archive: a file of statistics is no model, and a model no statistics", "[io][archive]") {
    const std::string bytes = io::statistics_archive(sums_of_all_kinds());
    const std::string words = "f: the file holds statistics, not a model";
    CHECK_THROWS_WITH(io::read_archive(bytes, {.name = "f"}), Catch::StartsWith(words));
    CHECK_THROWS_WITH(io::read_classifier_archive(bytes, {.name = "f"}), Catch::StartsWith(words));
    const std::string no_sums = "f: the file does not hold statistics";
    CHECK_THROWS_WITH(
        io::read_statistics_archive(written_by(io::write_archive, smoke_and_lung()), {.name = "f"}),
        no_sums);
    CHECK_THROWS_WITH(
        io::read_statistics_archive(io::classifier_archive(small_mixture()), {.name = "f"}),
        no_sums);
    CHECK_THROWS_AS(io::read_statistics_archive("weather.csv"), ParseError);
}

TEST_CASE("Archive: every flipped bit and every cut of statistics is an error", "[io][archive]") {
    const std::string bytes =
        io::statistics_archive(Sums({Variable("y", {"no", "yes"}), Variable("x")},
                                    {{ColumnId(0), {}}, {ColumnId(1), {ColumnId(0)}}}));
    for_every_damage(bytes, [](const std::string& damaged) {
        CHECK_THROWS_AS(io::read_statistics_archive(damaged), ParseError);
    });
}

TEST_CASE("Archive: statistics changed by hand behind a right checksum are valid or refused",
          "[io][archive]") {
    Dataset rows({discrete_column(Variable("y", {"no", "yes"}),
                                  std::vector<std::optional<StateId>>{StateId(0), StateId(1)}),
                  continuous_column("x", {1.5, -2})});
    Sums sums(rows.schema(), {{ColumnId(0), {}}, {ColumnId(1), {ColumnId(0)}}});
    sums.add(rows);
    const std::string bytes = io::statistics_archive(sums);
    const std::string contents = unsealed(bytes).contents;
    std::size_t read = 0;
    for (std::size_t i = 0; i < contents.size(); ++i) {
        for (const char change : {'\x01', '\x02', '\x40', '\x7F', '\xFF'}) {
            std::string forged = contents;
            forged[i] = static_cast<char>(forged[i] ^ change);
            forged = sealed_file(1, forged, SealedKind::statistics);
            try {
                const Sums changed = io::read_statistics_archive(forged);
                ++read;
                CHECK(changed.schema().size() == 2);
            } catch (const Error&) {
                // Refused, whatever the words.
            }
        }
    }
    CHECK(read > 0);  // another letter in a name, another count
}

TEST_CASE("Archive: limits hold for statistics too", "[io][archive]") {
    const std::string bytes = io::statistics_archive(sums_of_all_kinds());
    CHECK_THROWS_AS(io::read_statistics_archive(bytes, {.limits = {.max_file_bytes = 10}}),
                    TooLargeError);
    CHECK_THROWS_AS(io::read_statistics_archive(bytes, {.limits = {.max_table_cells = 3}}),
                    TooLargeError);
    CHECK_THROWS_AS(io::read_statistics_archive(bytes, {.limits = {.max_variables = 1}}), Error);
}

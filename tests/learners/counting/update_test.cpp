#include <learners/counting/update.hpp>

#include <learners/fit/fit.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using Catch::Contains;

namespace {

const Dataset& whole() {
    static const Dataset table = digits(
        "yabc", {"0001", "0.10", "1.11", "1101", ".101", "0110", "1011", "1000", "0011", "1110"});
    return table;
}

Fit options_for(const char* structure) {
    return {.structure = structure,
            .smoothing = Laplace{1},
            .continuous = parse_continuous("gaussian"),
            .keep_statistics = true};
}

std::vector<Classifier> fitted_shards(const char* structure) {
    const Dataset& all = whole();
    std::vector<Classifier> shards;
    for (const auto& [first, count] : {std::pair(0, 3), std::pair(3, 1), std::pair(4, 6)})
        shards.push_back(
            fit(all.view_rows(static_cast<std::size_t>(first), static_cast<std::size_t>(count)),
                "y", options_for(structure)));
    return shards;
}

}  // namespace

TEST_CASE("Kept statistics: shards that are merged give the classifier of all rows") {
    for (const char* structure : {"nb", "tan", "fan", "aode", "joint", "y -> a; y, a -> b"}) {
        INFO(structure);
        CHECK(merged(fitted_shards(structure)) == fit(whole(), "y", options_for(structure)));
    }
}

TEST_CASE("Kept statistics: states of one shard only are found by name") {
    const auto table = [](const std::vector<std::string_view>& classes,
                          const std::vector<std::string_view>& words,
                          const std::vector<double>& sizes) {
        return Dataset({text_column("y", classes), text_column("word", words),
                        continuous_column("size", sizes)});
    };
    const Classifier first = fit(table({"q", "p"}, {"10", "9"}, {1, 2}), "y", options_for("nb"));
    const Classifier second =
        fit(table({"p", "r", "p"}, {"11", "9", "9"}, {0.1, 4, 1e9}), "y", options_for("nb"));
    const Dataset all =
        table({"q", "p", "p", "r", "p"}, {"10", "9", "11", "9", "9"}, {1, 2, 0.1, 4, 1e9});
    const std::vector<Classifier> shards = {first, second};
    CHECK(merged(shards) == fit(all, "y", options_for("nb")));
}

TEST_CASE("Kept statistics: other options give what the rows give") {
    const Classifier kept = fit(whole(), "y", options_for("tan"));
    for (const char* structure : {"nb", "tan"}) {
        const Fit other{.structure = structure,
                        .smoothing = Laplace{2},
                        .continuous = parse_continuous("gaussian")};
        CHECK(refitted(kept, other) == fit(whole(), "y", other));
    }
    CHECK_THROWS_WITH(refitted(fit(whole(), "y", options_for("nb")), {.structure = "tan"}),
                      Contains("gave no sums of P("));
}

TEST_CASE("Kept statistics: shards that do not fit are refused by their number") {
    const std::vector<Classifier> good = fitted_shards("nb");
    const auto refuse = [&](const Dataset& rows, const Fit& options) {
        const std::vector<Classifier> shards = {good[0], fit(rows, "y", options)};
        const std::vector<std::string> names = {"monday", "tuesday"};
        try {
            merged(shards, names);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK_THAT(refuse(whole(), {.structure = "nb"}), Contains("tuesday kept no statistics"));
    CHECK_THAT(refuse(whole(), options_for("tan")),
               Contains("tuesday was fitted with other choices"));
    CHECK_THAT(refuse(whole().without_column(ColumnId(1)), options_for("nb")),
               Contains("tuesday has no column 'a'"));
    CHECK_THROWS_AS(merged({}), ArgumentError);
}

TEST_CASE("Kept statistics: what cannot be merged is refused before a row is counted") {
    const std::vector<Variable> columns = {Variable("y", {"0", "1"}), Variable("a", {"0", "1"}),
                                           Variable("b", {"0", "1"})};
    for (const char* structure : {"nb", "tan", "kdb:1", "aode", "y -> a; y, a -> b"}) {
        INFO(structure);
        CHECK_NOTHROW(require_mergeable(columns, "y", options_for(structure)));
    }
    for (const char* structure : {"kdb:2", "kdb:3"}) {
        INFO(structure);
        CHECK_THROWS_WITH(require_mergeable(columns, "y", options_for(structure)),
                          Contains(std::string(structure) + " counts depends on all rows"));
    }
    Fit tuned = options_for("nb");
    tuned.calibration = Calibration::temperature;
    CHECK_THROWS_WITH(require_mergeable(columns, "y", tuned), Contains("leaving out rows"));
    CHECK_THROWS_WITH(require_mergeable(columns, "y", options_for("nb+select")),
                      Contains("statistics of shards of nb+select could not be merged"));
}

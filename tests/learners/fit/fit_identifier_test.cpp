#include <learners/fit/fit.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/dependent_rows.hpp>

#include <algorithm>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

namespace {

/// dependent_rows() with a name for every row.
Dataset named_rows(std::size_t rows) {
    std::vector<std::string> names;
    std::vector<std::optional<StateId>> cells;
    for (std::size_t i = 0; i < rows; ++i) {
        names.push_back("row " + std::to_string(i));
        cells.emplace_back(StateId(i));
    }
    return dependent_rows(rows, 9).with_column(discrete_column(Variable("id", names), cells));
}

std::vector<std::string> names_of(const BayesianNetwork& network, std::span<const VariableId> ids) {
    std::vector<std::string> names;
    for (const VariableId id : ids) names.push_back(network.variable(id).name());
    return names;
}

}  // namespace

TEST_CASE("A column that identifies rows depends on the class alone and nothing on it",
          "[learners]") {
    const Dataset data = named_rows(60);
    for (const char* structure : {"nb", "tan", "tan:k2", "kdb:2", "fan", "aode", "chow-liu"}) {
        INFO(structure);
        const Classifier classifier = fit(data, "y", {.structure = structure});
        for (const WeightedNetwork& member : classifier.model().members()) {
            const VariableId id = member.network.id("id");
            CHECK(names_of(member.network, member.network.dag().parents(id)) ==
                  std::vector<std::string>{"y"});
            CHECK(member.network.dag().children(id).empty());
            if (member.super_parent) CHECK(member.super_parent->features.front() != "id");
        }
        const std::vector<std::string>& remarks = classifier.provenance().remarks;
        CHECK(std::ranges::any_of(remarks, [](const std::string& remark) {
            return remark.starts_with("'id' has 60 different values in 60 rows");
        }));
    }
}

TEST_CASE("Arcs that a user writes join columns that identify rows", "[learners]") {
    const Classifier classifier = fit(named_rows(30), "y", {.structure = "y -> id; id, y -> a"});
    const BayesianNetwork& network = classifier.model().network();
    CHECK(network.dag().children(network.id("id")).size() == 1);
}

TEST_CASE("Whether a column identifies rows is decided again with more rows", "[learners]") {
    const Dataset data = named_rows(60);
    std::vector<std::uint32_t> twice;
    for (std::uint32_t i = 0; i < 120; ++i) twice.push_back(i / 2);
    std::vector<std::uint32_t> first(twice.begin(), twice.begin() + 60),
        rest(twice.begin() + 60, twice.end());
    const Dataset all = data.select_rows(twice);
    const Fit options{.structure = "tan", .keep_statistics = true};
    CHECK(update(fit(data.select_rows(first), "y", options), data.select_rows(rest)) ==
          fit(all, "y", options));
}

TEST_CASE("aode of nothing but columns that identify rows is naive Bayes, as tan is",
          "[learners]") {
    const std::vector<ColumnId> columns = {ColumnId(0), ColumnId(5)};
    const Dataset data = named_rows(60).select_columns(columns);
    const BayesianNetwork alone = fit(data, "y", {.structure = "nb"}).model().network();
    CHECK(fit(data, "y", {.structure = "tan"}).model().network() == alone);
    const Classifier averaged = fit(data, "y", {.structure = "aode"});
    REQUIRE(averaged.model().members().size() == 1);
    CHECK(averaged.model().network() == alone);
    CHECK_THROWS_AS(fit(data.select_columns(std::vector{data.id("y")}), "y", {.structure = "aode"}),
                    ArgumentError);
}

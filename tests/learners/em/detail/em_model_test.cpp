#include <learners/em/detail/em_model.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/small_data.hpp>

#include <catch2/catch.hpp>
#include <limits>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners;
using namespace pgm::learners::detail;

namespace {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();
const ColumnId first{std::size_t{0}}, second{std::size_t{1}}, third{std::size_t{2}};

FitOptions with(Structure structure) {
    return {.structure = std::move(structure), .smoothing = MaximumLikelihood{}};
}

std::vector<std::string> names_of(const std::vector<Variable>& variables) {
    std::vector<std::string> names;
    for (const Variable& variable : variables) names.push_back(variable.name());
    return names;
}

}  // namespace

TEST_CASE("Model of EM: the class comes first, and rows without a class take part",
          "[learners][em]") {
    const EmModel model = make_em_model(digits("aby", {"000", "1.1", "01."}), "y", with("nb"));
    CHECK(names_of(model.plan.schema) == std::vector<std::string>{"y", "a", "b"});
    CHECK(names_of(model.table.schema()) == std::vector<std::string>{"y", "a", "b"});
    CHECK(model.structure.families ==
          std::vector<Family>{{first, {}}, {second, {first}}, {third, {first}}});
    CHECK(model.rows.factors == model.structure.families);
    // Known are two classes, two rows with class and a, one with class and b.
    CHECK(model.rows.known.counts({first, {}}).values() == std::vector<double>{1, 1});
    CHECK(model.rows.known.counts({second, {first}}).values() == std::vector<double>{1, 0, 0, 1});
    CHECK(model.rows.known.counts({third, {first}}).values() == std::vector<double>{1, 0, 0, 0});
    CHECK(model.columns.counts({second, {}}).values() == std::vector<double>{2, 1});
    CHECK(model.rows.patterns.size() == 2);
    CHECK(model.remarks.empty());
}

TEST_CASE("Model of EM: a hidden variable is a last column without any cell", "[learners][em]") {
    const EmModel model = make_em_model(digits("ab", {"00", "11"}), std::nullopt,
                                        with("H{3 states, hidden} -> a, b"));
    CHECK(names_of(model.table.schema()) == std::vector<std::string>{"a", "b", "H"});
    CHECK(model.hidden == std::vector<std::string>{"H"});
    CHECK(model.is_hidden(third));
    CHECK_FALSE(model.is_hidden(first));
    CHECK(model.table.column(third).missing_cells() == 2);
    REQUIRE(model.rows.patterns.size() == 1);
    CHECK(model.rows.patterns[0].members.hidden_discrete == std::vector<ColumnId>{third});
    CHECK(model.rows.patterns[0].cases() == 2);
    CHECK(model.structure.families ==
          std::vector<Family>{{first, {third}}, {second, {third}}, {third, {}}});
}

TEST_CASE("Model of EM: means and spreads are those of the known values", "[learners][em]") {
    const Dataset data({continuous_column("x", {1.0, not_known, 3.0}),
                        continuous_column("z", {not_known, 5.0, 5.0})});
    const EmModel model = make_em_model(data, std::nullopt, with("x -> z"));
    CHECK(model.spreads[0].mean == 2);
    CHECK(model.spreads[0].variance == 1);
    CHECK(model.spreads[1].mean == 5);
    CHECK(model.spreads[1].variance == 0);
    CHECK(model.spreads[1].largest_variance == 1);
}

TEST_CASE("Model of EM: a feature without any number is left out with a remark", "[learners][em]") {
    std::vector<Column> columns = digits("ya", {"00", "11"}).columns();
    columns.push_back(continuous_column("x", {not_known, not_known}));
    const EmModel model = make_em_model(Dataset(columns), "y", with("nb"));
    CHECK(model.structure.families == std::vector<Family>{{first, {}}, {second, {first}}});
    REQUIRE(model.remarks.size() == 1);
    CHECK_THAT(model.remarks[0], Catch::Contains("'x'") && Catch::Contains("is left out"));
}

TEST_CASE("Model of EM: what it cannot learn is refused, with what would help", "[learners][em]") {
    const Dataset data = digits("yab", {"000", "1.1", "111"});
    const auto make = [&](FitOptions options) { return make_em_model(data, "y", options); };
    CHECK_THROWS_WITH(make(with("tan+select")), Catch::Contains("features are selected by counts"));
    FitOptions options = with("nb");
    options.calibration = Calibration::temperature;
    CHECK_THROWS_WITH(make(options), Catch::Contains("a temperature is learned from counts"));
    options = with("nb");
    options.missing_cells = MissingCells::fill;
    CHECK_NOTHROW(make(options));  // it is EM that was called
    CHECK_THROWS_WITH(make(with("a2de")), Catch::Contains("a2de averages several"));
    CHECK_THROWS_WITH(make_em_model(data.with_weights({0, 0, 0}), std::nullopt, with("a -> b")),
                      Catch::Contains("no row that weighs anything"));
    CHECK_THROWS_AS(make_em_model(digits("ab", {"..", ".."}), std::nullopt, with("a -> b")),
                    ArgumentError);
    options = with("a -> b");
    options.class_prior = UniformPrior{};
    CHECK_THROWS_AS(make_em_model(data, std::nullopt, options), ArgumentError);
}

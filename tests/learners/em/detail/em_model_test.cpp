#include <learners/em/detail/em_model.hpp>

#include <pgm/core/error.hpp>
#include <tests/learners/em/detail/small_models.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners;
using namespace pgm::learners::detail;

namespace {

Fit counted_by(Structure structure) {
    return {.structure = std::move(structure), .smoothing = MaximumLikelihood{}};
}

std::vector<std::string> column_names(const std::vector<Variable>& variables) {
    std::vector<std::string> names;
    for (const Variable& variable : variables) names.push_back(variable.name());
    return names;
}

}  // namespace

TEST_CASE("Model of EM: the class comes first, and rows without a class take part",
          "[learners][em]") {
    const EmModel model =
        make_em_model(digits("aby", {"000", "1.1", "01."}), "y", counted_by("nb"));
    CHECK(column_names(model.plan.schema) == std::vector<std::string>{"y", "a", "b"});
    CHECK(column_names(model.table.schema()) == std::vector<std::string>{"y", "a", "b"});
    CHECK(model.structure.families == std::vector<Family>{{first_column, {}},
                                                          {second_column, {first_column}},
                                                          {third_column, {first_column}}});
    CHECK(model.rows.factors == model.structure.families);
    // Known are two classes, two rows with class and a, one with class and b.
    CHECK(model.rows.known.counts({first_column, {}}).values() == std::vector<double>{1, 1});
    CHECK(model.rows.known.counts({second_column, {first_column}}).values() ==
          std::vector<double>{1, 0, 0, 1});
    CHECK(model.rows.known.counts({third_column, {first_column}}).values() ==
          std::vector<double>{1, 0, 0, 0});
    CHECK(model.columns.counts({second_column, {}}).values() == std::vector<double>{2, 1});
    CHECK(model.rows.patterns.size() == 2);
    CHECK(model.remarks.empty());
}

TEST_CASE("Model of EM: a hidden variable is a last column without any cell", "[learners][em]") {
    const EmModel model = make_em_model(digits("ab", {"00", "11"}), std::nullopt,
                                        counted_by("H{3 states, hidden} -> a, b"));
    CHECK(column_names(model.table.schema()) == std::vector<std::string>{"a", "b", "H"});
    CHECK(model.hidden == std::vector<std::string>{"H"});
    CHECK(model.is_hidden(third_column));
    CHECK_FALSE(model.is_hidden(first_column));
    CHECK(model.table.column(third_column).missing_cells() == 2);
    REQUIRE(model.rows.patterns.size() == 1);
    CHECK(model.rows.patterns[0].members.hidden_discrete == std::vector<ColumnId>{third_column});
    CHECK(model.rows.patterns[0].cases() == 2);
    CHECK(model.structure.families == std::vector<Family>{{first_column, {third_column}},
                                                          {second_column, {third_column}},
                                                          {third_column, {}}});
}

TEST_CASE("Model of EM: means and spreads are those of the known values", "[learners][em]") {
    const Dataset data({continuous_column("x", {1.0, missing_number, 3.0}),
                        continuous_column("z", {missing_number, 5.0, 5.0})});
    const EmModel model = make_em_model(data, std::nullopt, counted_by("x -> z"));
    CHECK(model.spreads[0].mean == 2);
    CHECK(model.spreads[0].variance == 1);
    CHECK(model.spreads[1].mean == 5);
    CHECK(model.spreads[1].variance == 0);
    CHECK(model.spreads[1].largest_variance == 1);
}

TEST_CASE("Model of EM: a feature without any number is left out with a remark", "[learners][em]") {
    std::vector<Column> columns = digits("ya", {"00", "11"}).columns();
    columns.push_back(continuous_column("x", {missing_number, missing_number}));
    const EmModel model = make_em_model(Dataset(columns), "y", counted_by("nb"));
    CHECK(model.structure.families ==
          std::vector<Family>{{first_column, {}}, {second_column, {first_column}}});
    REQUIRE(model.remarks.size() == 1);
    CHECK_THAT(model.remarks[0], Catch::Contains("'x'") && Catch::Contains("is left out"));
}

TEST_CASE("Model of EM: what it cannot learn is refused, with what would help", "[learners][em]") {
    const Dataset data = digits("yab", {"000", "1.1", "111"});
    const auto make = [&](Fit options) { return make_em_model(data, "y", options); };
    CHECK_THROWS_WITH(make(counted_by("tan+select")),
                      Catch::Contains("features are selected by counts"));
    Fit options = counted_by("nb");
    options.calibration = Calibration::temperature;
    CHECK_THROWS_WITH(make(options), Catch::Contains("a temperature is learned from counts"));
    options = counted_by("nb");
    options.missing_cells = MissingCells::fill;
    CHECK_NOTHROW(make(options));  // it is EM that was called
    CHECK_THROWS_WITH(make(counted_by("a2de")), Catch::Contains("a2de averages several"));
    CHECK_THROWS_WITH(
        make_em_model(data.with_weights({0, 0, 0}), std::nullopt, counted_by("a -> b")),
        Catch::Contains("no row that weighs anything"));
    CHECK_THROWS_AS(make_em_model(digits("ab", {"..", ".."}), std::nullopt, counted_by("a -> b")),
                    ArgumentError);
    options = counted_by("a -> b");
    options.class_prior = UniformPrior{};
    CHECK_THROWS_AS(make_em_model(data, std::nullopt, options), ArgumentError);
}

TEST_CASE("Model of EM: the memory of rows that each miss other cells is bounded",
          "[learners][em]") {
    std::vector<std::string> rows;
    for (int row = 0; row < 512; ++row) {
        std::string cells(1, row % 2 == 0 ? '.' : row % 3 == 0 ? '0' : '1');
        for (int bit = 0; bit < 9; ++bit)
            cells += row >> bit & 1 ? '.' : (row + bit) % 2 == 0 ? '0' : '1';
        rows.push_back(cells);
    }
    const Dataset data = digits("yabcdefghi", {rows.begin(), rows.end()});
    Fit options = counted_by("nb");
    options.max_fit_bytes = 1 << 17;
    CHECK_THROWS_WITH(
        make_em_model(data, "y", options),
        Catch::Contains("different sets of cells") && Catch::Contains("Fit::max_fit_bytes"));
    options.max_fit_bytes = 1 << 24;
    CHECK_NOTHROW(make_em_model(data, "y", options));
}

TEST_CASE("Model of EM: a request to stop is heard before the first iteration", "[learners][em]") {
    const Dataset data = digits("yab", {"000", "1.1", "111"});
    const StopToken at_once([] { return true; });
    CHECK_THROWS_AS(make_em_model(data, "y", counted_by("nb"), at_once), Stopped);
    Fit options = counted_by("nb");
    options.stop = at_once;
    CHECK_THROWS_AS(make_em_model(data, "y", options), Stopped);
}

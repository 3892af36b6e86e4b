#include <pgm/data/dataset.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>

using namespace pgm;

namespace {

using Texts = std::vector<std::string_view>;

Dataset fruit() {
    return Dataset({text_column("colour", Texts{"red", "green", "", "red"}),
                    continuous_column("weight", {1.5, std::nan(""), 2, 3}),
                    discrete_column(Variable("kind", {"pear", "apple"}),
                                    Texts{"apple", "pear", "pear", "apple"})});
}

}  // namespace

TEST_CASE("Dataset: cells are states, numbers or missing", "[dataset]") {
    const Dataset data = fruit();
    CHECK(data.rows() == 4);
    CHECK(data.columns().size() == 3);
    CHECK(data.column("colour").variable.states() == std::vector<std::string>{"green", "red"});
    CHECK(data.column("colour").state(0) == StateId{1});
    CHECK(data.column("colour").state(2) == std::nullopt);
    CHECK(data.column("colour").is_missing(2));
    CHECK(data.column("colour").missing_cells() == 1);
    CHECK(data.column("kind").state(0) == StateId{1});
    CHECK(data.column("weight").value(3) == 3);
    CHECK(std::isnan(data.column("weight").value(1)));
    CHECK(data.column("weight").missing_cells() == 1);
    CHECK(data.column("weight").state(0) == std::nullopt);
}

TEST_CASE("Dataset: an unknown column is refused with a suggestion", "[dataset]") {
    CHECK(fruit().id("kind") == ColumnId{2});
    CHECK(fruit().find("sort") == std::nullopt);
    CHECK_THROWS_WITH(fruit().id("color"),
                      "the data have no column 'color' (did you mean 'colour'?)");
}

TEST_CASE("Dataset: codes are as wide as the states and the missing mark need", "[dataset]") {
    CHECK(std::holds_alternative<Codes8>(missing_codes(255, 1)));
    CHECK(std::holds_alternative<Codes16>(missing_codes(256, 1)));
    CHECK(std::holds_alternative<Codes16>(missing_codes(65535, 1)));
    CHECK(std::holds_alternative<Codes32>(missing_codes(65536, 1)));
}

TEST_CASE(
    "Dataset: inferred states are in numeric order when all are numbers, else in the order of "
    "their bytes",
    "[dataset]") {
    CHECK(text_column("x", Texts{"10", "9", "-1", "9.5"}).variable.states() ==
          std::vector<std::string>{"-1", "9", "9.5", "10"});
    CHECK(text_column("x", Texts{"1", "01", "1.0"}).variable.states() ==
          std::vector<std::string>{"01", "1", "1.0"});
    CHECK(text_column("x", Texts{"10", "9", "a"}).variable.states() ==
          std::vector<std::string>{"10", "9", "a"});
}

TEST_CASE("Dataset: rows and columns can be picked, repeated and replaced", "[dataset]") {
    const Dataset data = fruit().with_weights({1, 2, 3, 4});
    CHECK(total_weight(data) == 10);
    CHECK(total_weight(fruit()) == 4);
    const std::vector<std::uint32_t> picked{3, 1, 3};
    const Dataset some = data.select_rows(picked);
    CHECK(some.rows() == 3);
    CHECK(some.column("weight").value(2) == 3);
    CHECK(some.column("colour").state(1) == StateId{0});
    CHECK(std::vector<double>(some.weights().begin(), some.weights().end()) ==
          std::vector<double>{4, 2, 4});
    const std::vector<std::uint32_t> beyond{4};
    CHECK_THROWS_WITH(data.select_rows(beyond), "there is no row 4 in 4 rows");
    CHECK(data.without_column(ColumnId{1}).find("weight") == std::nullopt);
    CHECK(data.without_column(ColumnId{1}).id("kind") == ColumnId{1});
    CHECK(data.with_column(continuous_column("weight", {1, 1, 1, 1})).column("weight").value(1) ==
          1);
    CHECK(data.with_column(continuous_column("size", {1, 1, 1, 1})).id("size") == ColumnId{3});
}

TEST_CASE("Dataset: columns that do not make a table are refused", "[dataset]") {
    const Column a = continuous_column("a", {1, 2}), b = continuous_column("b", {1});
    CHECK_THROWS_WITH(Dataset({a, b}), "column 'b' has 1 row, but column 'a' has 2");
    CHECK_THROWS_WITH(Dataset({a, a}), "two columns are called 'a'");
    CHECK_THROWS_WITH(Dataset({continuous_column("", {1})}), "column number 1 has an empty name");
    CHECK_THROWS_WITH(Dataset({continuous_column("x", {1, INFINITY})}),
                      "row 2 of column 'x' is infinite");
    CHECK_THROWS_WITH(Dataset({Column{Variable("x", {"p", "q"}), Codes8{0, 2}}}),
                      "row 2 of column 'x' has code 2, but there are 2 states");
    CHECK_THROWS_WITH(Dataset({Column{Variable("x", {"p", "p"}), Codes8{0}}}),
                      "column 'x' has two states 'p'");
    CHECK_THROWS_WITH(Dataset({Column{Variable("x", {"p", ""}), Codes8{0}}}),
                      "column 'x' has a state with an empty name");
    CHECK_THROWS_WITH(Dataset({Column{Variable("x"), Codes8{0}}}),
                      "column 'x' has codes but no states");
    CHECK_THROWS_WITH(Dataset({Column{Variable("x", {"p"}), std::vector<double>{1}}}),
                      "column 'x' has states but its cells are numbers");
    CHECK_THROWS_WITH(Dataset({a}, {1}), "there is 1 weight for 2 rows");
    CHECK_THROWS_WITH(Dataset({a}, {1, -1}),
                      "the weight of row 2 is -1 (weights are finite and not negative)");
    CHECK_THROWS_WITH(text_column("x", Texts{"", ""}),
                      "column 'x' has no cell with a value, hence no states");
}

TEST_CASE("Dataset: numbers become states in numeric order", "[dataset]") {
    const Column column = as_discrete(continuous_column("x", {2, std::nan(""), -1, 0.5, 2, -0.0}));
    CHECK(column.variable.states() == std::vector<std::string>{"-1", "0", "0.5", "2"});
    CHECK(column.state(0) == StateId{3});
    CHECK(column.is_missing(1));
    CHECK(column.state(5) == StateId{1});
    CHECK(as_discrete(column) == column);
    CHECK_THROWS_WITH(as_discrete(continuous_column("x", {std::nan("")})),
                      "column 'x' has no cell with a value, hence no states");
    CHECK_THROWS_WITH(as_discrete(continuous_column("x", {1, 2, 3}), 2),
                      "column 'x' has 3 different numbers; the limit of states is 2");
}

TEST_CASE("Dataset: columns and weights may be views of arrays, which are checked in place",
          "[dataset]") {
    const std::int8_t codes[] = {1, -1, 0};  // as of a pandas categorical
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(codes);
    const std::uint32_t wide[] = {0, 1, missing_code<std::uint32_t>};
    const double numbers[] = {0.5, std::nan(""), -2}, weights[] = {1, 0, 2.5};
    const Dataset data({Column{Variable("x", {"p", "q"}), Codes8::view({bytes, 3})},
                        Column{Variable("y", {"p", "q"}), Codes32::view(wide)},
                        continuous_column("z", RealCells::view(numbers))},
                       RealCells::view(weights));
    CHECK(data.column("x").state(0) == StateId{1});
    CHECK(data.column("x").is_missing(1));
    CHECK(data.column("y").is_missing(2));
    CHECK(data.column("z").value(2) == -2);
    const std::vector<ColumnId> chosen = {ColumnId(2), ColumnId(0)};
    for (const Dataset& table : {data, data.select_columns(chosen)}) {
        CHECK(std::get<Codes8>(table.column("x").cells).data() == bytes);
        CHECK(std::get<RealCells>(table.column("z").cells).data() == numbers);
        CHECK(table.weights().data() == weights);
    }
    CHECK(std::get<Codes32>(data.column("y").cells).data() == wide);
    const std::vector<std::uint32_t> all{0, 1, 2};
    CHECK_FALSE(data.select_rows(all).weights().is_view());
    CHECK(data.select_rows(all).column("x") == data.column("x"));
}

TEST_CASE("Dataset: rows next to each other can be viewed", "[dataset]") {
    const Dataset data = fruit().with_weights({1, 2, 3, 4});
    const std::vector<std::uint32_t> last{2, 3};
    const Dataset view = data.view_rows(2, 2);
    CHECK(view == data.select_rows(last));
    CHECK(std::get<RealCells>(view.column("weight").cells).data() ==
          std::get<RealCells>(data.column("weight").cells).data() + 2);
    CHECK(view.weights().data() == data.weights().data() + 2);
    CHECK(data.view_rows(4, 0).rows() == 0);
    CHECK(Dataset(data.columns()).view_rows(1, 2).weights().empty());
    CHECK_THROWS_WITH(data.view_rows(3, 2), "there are no 2 rows from number 3 on in 4");
}

TEST_CASE("Dataset: bad cells of a view are refused by column and row", "[dataset]") {
    const std::uint16_t codes[] = {0, 1, 2};
    CHECK_THROWS_WITH(Dataset({Column{Variable("x", {"p", "q"}), Codes16::view(codes)}}),
                      "row 3 of column 'x' has code 2, but there are 2 states");
    const double numbers[] = {1, -INFINITY};
    CHECK_THROWS_WITH(Dataset({continuous_column("z", RealCells::view(numbers))}),
                      "row 2 of column 'z' is infinite");
    CHECK_THROWS_WITH(Dataset({continuous_column("z", {1, 2})}, RealCells::view(numbers)),
                      "the weight of row 2 is -inf (weights are finite and not negative)");
    alignas(double) const std::byte bytes[24] = {};
    const auto* const odd = reinterpret_cast<const double*>(bytes + 1);
    CHECK_THROWS_WITH(Dataset({continuous_column("z", RealCells::view({odd, 2}))}),
                      "the cells of column 'z' are a view of memory that is not aligned to 8 bytes "
                      "(copy them first)");
    CHECK_THROWS_WITH(Dataset({continuous_column("z", {1, 2})}, RealCells::view({odd, 2})),
                      "the weights are a view of memory that is not aligned to 8 bytes "
                      "(copy them first)");
}

#include <io/data_file.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/all_kinds_table.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;
using Catch::Contains;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

std::string encoded_bytes(const Dataset& data) {
    const TemporaryFolder folder;
    write_encoded(data, folder.file("t.pgmdata"));
    return read_file(folder.file("t.pgmdata"));
}

Dataset decoded(const std::string& bytes, const DataOptions& options = {}) {
    ByteSource source(bytes, "f", options.limits.max_file_bytes);
    return read_data(source, options);
}

std::string error_of(const std::string& bytes, const DataOptions& options = {}) {
    try {
        decoded(bytes, options);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

const ColumnCheck all = [](std::span<const Variable>, std::size_t) { return true; };

}  // namespace

TEST_CASE("Encoded tables: what is written is read back, with missing values and weights") {
    for (const std::size_t rows : {0u, 1u, 15u, 16u, 17u, 1000u}) {
        INFO(rows);
        const Dataset data = table_of_all_kinds(rows);
        CHECK(are_equal(decoded(encoded_bytes(data)), data));
        const Dataset plain = data.with_weights({});
        CHECK(are_equal(decoded(encoded_bytes(plain)), plain));
    }
}

TEST_CASE("Encoded tables: the parts and the blocks of a table are its rows") {
    const TemporaryFolder folder;
    const std::string path = folder.file("t.pgmdata");
    const std::size_t rows = 600'000;  // more than a group
    std::vector<double> numbers;
    for (std::size_t row = 0; row < rows; ++row) numbers.push_back(static_cast<double>(row));
    write_encoded(Dataset({continuous_column("x", numbers)}), path);

    const Rows parts = open_data(path, {}, all);
    CHECK(parts.table() == nullptr);
    CHECK(parts.rows() == rows);
    for (int pass = 0; pass < 2; ++pass) {
        double next = 0;
        parts.pass(1000, [&](const Dataset& part) {
            CHECK(part.rows() <= 1000);
            for (std::size_t row = 0; row < part.rows(); ++row)
                if (part.columns()[0].value(row) != next++) FAIL("another row");
        });
        CHECK(next == rows);
    }

    const ColumnDeclaration wanted{.name = "x", .kind = ColumnDeclaration::Kind::continuous};
    const TableBlocks blocks = open_blocks(path, {}, {&wanted, 1});
    double next = 0;
    while (const std::optional<Dataset> block = blocks.next(7777))
        for (std::size_t row = 0; row < block->rows(); ++row)
            if (block->columns()[0].value(row) != next++) FAIL("another row");
    CHECK(next == rows);
}

TEST_CASE("Encoded tables: a table of CSV in parts is encoded in parts") {
    const TemporaryFolder folder;
    std::ofstream(folder.file("t.csv")) << "a,w,x\nyes,1,0.5\nno,2,?\n?,0,-1e300\n";
    const DataOptions options{.weights = "w"};
    write_encoded(open_data(folder.file("t.csv"), options, all), folder.file("t.pgmdata"));
    CHECK(are_equal(read_data(folder.file("t.pgmdata")), read_data(folder.file("t.csv"), options)));
}

TEST_CASE("Encoded tables: declarations leave columns out and change types") {
    const Dataset data({discrete_column(Variable("a", {"1", "2.5"}),
                                        std::vector<std::string_view>{"1", "2.5", "1"}),
                        continuous_column("x", {1, 2, 1}), continuous_column("w", {1, 0, 3})});
    const std::string bytes = encoded_bytes(data);
    using Kind = ColumnDeclaration::Kind;
    const Dataset changed = decoded(
        bytes,
        {.columns = {{.name = "a", .kind = Kind::continuous}, {.name = "x"}}, .weights = "w"});
    CHECK(changed.columns().size() == 2);
    CHECK(changed.column("a").value(1) == 2.5);
    CHECK(changed.column("x").variable.states() == std::vector<std::string>{"1", "2"});
    CHECK(changed.weights() == RealCells{1, 0, 3});
    CHECK(decoded(bytes, {.columns = {{.name = "a", .kind = Kind::ignored}}}).columns().size() ==
          2);
    CHECK_THAT(error_of(bytes, {.columns = {{.name = "z"}}}), Contains("has no column 'z'"));

    const Dataset words(
        {discrete_column(Variable("a", {"u", "v"}), std::vector<std::string_view>{"u", "v"})});
    CHECK_THAT(
        error_of(encoded_bytes(words), {.columns = {{.name = "a", .kind = Kind::continuous}}}),
        Contains("column 'a' has the state 'u', which is no number"));
}

TEST_CASE("Encoded tables: every cut and every changed bit is an error") {
    const std::string bytes = encoded_bytes(table_of_all_kinds(0).select_columns({{ColumnId(0)}}));
    const std::string rows = encoded_bytes(Dataset(
        {discrete_column(Variable("a", {"n", "y"}), std::vector<std::string_view>{"n", "y", "y"}),
         continuous_column("x", {1, missing, 3})}));
    for (const std::string& text : {bytes, rows}) {
        for (std::size_t cut = 0; cut < text.size(); ++cut)
            if (error_of(text.substr(0, cut)).empty() && cut > 0) FAIL("cut after " << cut);
        for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
            std::string changed = text;
            changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
            if (are_equal(decoded(text), decoded(text)) && error_of(changed).empty())
                FAIL("bit " << bit << " of " << text.size() << " bytes");
        }
        CHECK_THAT(error_of(text + '\0'), Contains("too long"));
    }
    CHECK_THAT(error_of(rows.substr(0, rows.size() - 1)),
               Contains("the encoded table is damaged (it was cut short"));
}

TEST_CASE("Encoded tables: a table that has fewer rows than it announced is not written") {
    const TemporaryFolder folder;
    const Rows shrunk({Variable("x")}, 4, [](std::size_t, const Rows::Visit& visit) {
        visit(Dataset({continuous_column("x", {1, 2, 3})}));
    });
    CHECK_THROWS_WITH(write_encoded(shrunk, folder.file("t.pgmdata")),
                      Contains("the data have changed"));
    CHECK(folder.names().empty());
}

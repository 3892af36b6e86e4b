#include <io/csv/csv.hpp>
#include <io/format/record/archive.hpp>
#include <learners/fit/fit.hpp>
#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <string>

using namespace pgm;

/// A fit of a CSV file that is read in parts, compared with that of the table in memory.
namespace {

/// Columns of states, of which some cells are missing, some quoted and one text comes in one row
/// only; a column of 0 and 1, one of numbers, one of codes to be declared, and weights.
std::string example_text(std::size_t rows) {
    Rng rng(7);
    std::string text = "class,\"a, quoted\",b,yes,x,code,skipped,w\n";
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t kind = rng.below(3);
        const auto noisy = [&] { return rng.below(4) == 0 ? rng.below(3) : kind; };
        text += rng.below(20) == 0 ? "?" : std::string(1, static_cast<char>('p' + kind));
        text += rng.below(15) == 0 ? ",\"\"" : ",\"a " + std::to_string(noisy()) + "\"";
        text += row + 2 == rows ? ",once" : ",b" + std::to_string(noisy());
        text += "," + std::to_string(noisy() % 2);
        text +=
            rng.below(10) == 0 ? ",NA" : "," + std::to_string(noisy() * 10 + rng.below(7)) + ".5";
        text += "," + std::to_string(noisy() + 5);
        text += ",s" + std::to_string(rng.below(9));
        text += "," + std::to_string(rng.below(5)) + (rng.below(3) == 0 ? ".25\n" : "\n");
    }
    return text;
}

io::DataOptions options_of(bool weighted) {
    using Kind = io::ColumnDeclaration::Kind;
    io::DataOptions options{.columns = {{.name = "class", .kind = Kind::discrete},
                                        {.name = "code", .kind = Kind::discrete},
                                        {.name = "skipped", .kind = Kind::ignored}}};
    if (weighted)
        options.weights = "w";
    else
        options.columns.push_back({.name = "w", .kind = Kind::ignored});
    return options;
}

}  // namespace

TEST_CASE("A classifier of a file in parts is that of the table, byte for byte", "[contract]") {
    const bool weighted = GENERATE(false, true);
    const std::string text = example_text(30'000);
    const io::DataOptions options = options_of(weighted);
    io::ByteSource source(text, "t.csv", text.size());
    const Dataset table = io::read_csv(source, options);
    const auto parts = io::csv_rows(source, options);
    REQUIRE(parts);
    CHECK(parts->schema() == table.schema());
    std::size_t count = 0;
    const auto pass = [&](std::size_t, const Rows::Visit& take) {
        count = 0;
        parts->pass(1000, [&](const Dataset& part) { ++count, take(part); });
    };
    const Rows source_of_parts(parts->schema(), parts->rows(), pass);
    for (const auto& [structure, words] :
         std::vector<std::pair<std::string, learners::LearnerWords>>{
             {"nb", {.continuous = "cut:x=8,15"}},
             {"nb", {.smoothing = "backoff", .continuous = "gaussian"}},
             {"nb", {.continuous = "gaussian", .missing_cells = "fill"}},
             {"nb+select", {.continuous = "cut:x=8,15"}},
             {"tan", {.continuous = "gaussian"}},
             {"tan", {.continuous = "cut:x=8,15", .missing_cells = "state"}},
             {"kdb:2", {.continuous = "cut:x=8,15", .calibration = "temperature"}},
             {"aode", {.continuous = "cut:x=8,15"}},
             {"joint", {.continuous = "cut:x=15"}},
             {"chow-liu", {.smoothing = "bdeu:2", .continuous = "cut:x=8,15"}},
             {"lda", {}},
             {"nb", {.continuous = "kde"}},
             {"class -> b, yes; b -> code", {}}}) {
        INFO(structure << " " << words.continuous << " " << weighted);
        learners::Fit common;
        common.keep_statistics = structure == "tan";
        const auto estimator = learners::parse_learner(structure, words, common);
        CHECK_FALSE(learners::needs_table(parts->schema(), "class", estimator));
        const Classifier of_table = learners::fit(table, "class", estimator);
        const Classifier of_parts = learners::fit(source_of_parts, "class", estimator);
        CHECK(count > 1);
        CHECK(io::classifier_archive(of_parts) == io::classifier_archive(of_table));
    }
}

TEST_CASE("What needs all rows at once needs a table", "[contract]") {
    const std::vector<Variable> schema = {{"y", {"a", "b"}}, {"d", {"0", "1"}}, Variable("x")};
    const auto needs = [&](const std::string& structure, const learners::LearnerWords& words = {}) {
        return learners::needs_table(schema, "y", learners::parse_learner(structure, words));
    };
    CHECK(needs("nb"));
    CHECK(needs("tan", {.continuous = "width:3"}));
    CHECK(needs("stack"));
    CHECK(needs("auto"));
    CHECK(needs("nb", {.continuous = "gaussian", .missing_cells = "em"}));
    CHECK(needs("nb", {.continuous = "gaussian", .missing_cells = "auto"}));
    CHECK_FALSE(needs("nb", {.continuous = "gaussian"}));
    CHECK_FALSE(needs("nb", {.continuous = "cut:x=1"}));
    CHECK_FALSE(needs("y -> d"));
    CHECK(learners::needs_table(schema, "x", learners::Fit{}));
    CHECK_THROWS_WITH(learners::needs_table(schema, "z", learners::Fit{}),
                      Catch::Contains("the data have no column 'z' to be the class"));
    std::vector<Variable> many = {schema.front()};
    for (int i = 0; i < 2000; ++i)
        many.emplace_back("d" + std::to_string(i), std::vector<std::string>{"0", "1"});
    CHECK(learners::needs_table(many, "y", learners::parse_learner("tan")));
    CHECK_FALSE(learners::needs_table(many, "y", learners::parse_learner("nb")));
}

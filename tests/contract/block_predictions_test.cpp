#include <io/csv/csv.hpp>
#include <learners/fit/fit.hpp>
#include <pgm/classify/predictions.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;

/// What is predicted of a row does not depend on the block that it is read in.
namespace {

const std::vector<io::ColumnDeclaration> wanted{
    {.name = "shape"},
    {.name = "size", .kind = io::ColumnDeclaration::Kind::continuous},
    {.name = "count", .kind = io::ColumnDeclaration::Kind::continuous}};

std::string training_rows() {
    std::string text = "shape,size,count,class\n";
    for (int i = 0; i < 90; ++i)
        text += std::string(i % 4 == 0   ? "round"
                            : i % 4 == 1 ? "long"
                                         : "flat") +
                "," + std::to_string((i * 37) % 50) + ".5," + std::to_string((i * i) % 23) + "," +
                (i % 3 == 0   ? "a"
                 : i % 5 == 0 ? "b"
                              : "c") +
                "\n";
    return text;
}

/// Rows of the kinds that data have: complete ones, and with `holes` missing values, values
/// unseen in training and words among numbers.
std::string test_rows(bool holes) {
    std::string text = "id,count,shape,size\n";
    for (int i = 0; i < 200; ++i) {
        const bool odd = holes && i % 9 == 4;
        text += std::to_string(i) + "," + (holes && i % 6 == 1 ? "?" : std::to_string(i % 23)) +
                "," +
                (odd          ? "square"
                 : i % 2 == 0 ? "round"
                              : "flat") +
                "," + (holes && i % 17 == 3 ? "big" : std::to_string(i % 41) + ".25") + "\n";
    }
    return text;
}

struct BlockwisePredictions {
    std::vector<double> log_probabilities;
    std::vector<std::string> decisions;
    AlignmentReport report;
};

BlockwisePredictions predicted(const Predictor& predictor, const std::string& text,
                               std::size_t rows) {
    BlockwisePredictions all;
    io::ByteSource source(text, "t.csv", text.size());
    const auto blocks = io::csv_blocks(source, {}, wanted);
    PredictOptions options;
    for (bool is_first = true; const auto data = blocks.next(rows); is_first = false) {
        const Predictions predictions = predictor.predict(*data, options);
        options.first_row += data->rows();
        all.log_probabilities.insert(
            all.log_probabilities.end(), predictions.log_probabilities.data(),
            predictions.log_probabilities.data() + predictions.log_probabilities.size());
        for (const Decision& decision : decide(predictions)) all.decisions.push_back(decision.name);
        if (is_first)
            all.report = predictions.report;
        else
            append(all.report, predictions.report, predictor.classifier().features());
    }
    return all;
}

Predictor predictor_of(const char* structure, const char* continuous) {
    return Predictor(learners::fit(
        io::read_csv(training_rows()), "class",
        {.structure = structure, .continuous = learners::parse_continuous(continuous)}));
}

}  // namespace

TEST_CASE("Blocks of any size give the predictions and the report of the whole table") {
    const bool holes = GENERATE(false, true);
    const auto [structure, continuous] =
        GENERATE(table<const char*, const char*>({{"nb", "gaussian"},
                                                  {"tan", "mdlp"},
                                                  {"kdb:2", "frequency:3"},
                                                  {"aode", "frequency:4"},
                                                  {"nb", "kde"}}));
    CAPTURE(structure, continuous, holes);
    const Predictor predictor = predictor_of(structure, continuous);
    const std::string text = test_rows(holes);
    const BlockwisePredictions whole = predicted(predictor, text, 1000);
    const Predictions plain = predictor.predict(io::read_csv(text));
    REQUIRE(whole.decisions.size() == 200);
    std::vector<std::string> names;
    for (const Decision& decision : decide(plain)) names.push_back(decision.name);
    CHECK(whole.decisions == names);
    CHECK(whole.report.unseen == plain.report.unseen);
    CHECK(whole.report.unseen.size() == (holes ? 2 : 0));
    for (const std::size_t rows : {1, 2, 7}) {
        const BlockwisePredictions parts = predicted(predictor, text, rows);
        CHECK(parts.decisions == whole.decisions);
        CHECK(parts.report == whole.report);
        // Rows with unknown cells may go through another program of the engine in a larger block.
        double largest = 0;
        for (std::size_t i = 0; i < parts.log_probabilities.size(); ++i)
            largest = std::max(largest,
                               std::abs(parts.log_probabilities[i] - whole.log_probabilities[i]));
        CHECK(largest <= (holes ? 1e-13 : 0));
    }
}

TEST_CASE("An unseen value in a late block is reported with its row of the table") {
    const Predictor predictor = predictor_of("nb", "gaussian");
    const Dataset late({discrete_column(Variable("shape", {"flat", "square"}),
                                        std::vector<std::string_view>{"flat", "square"})});
    CHECK(predictor.predict(late, {.first_row = 500}).report.unseen.front().first_row == 501);
    CHECK_THROWS_WITH(predictor.predict(late, {.unseen = UnseenPolicy::error, .first_row = 500}),
                      Catch::Contains("in row 502"));
}

#include <learners/fit/fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>

#include <tests/support/allocation_counter.hpp>
#include <tests/support/catch.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

// What every learner promises, whatever its structure and its distributions. A new learner is one
// line in `learners`.

using namespace pgm;
using namespace pgm::tests;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

struct Learner {
    const char* structure;
    const char* continuous = "gaussian";
    const char* smoothing = "laplace:1";
    const char* missing_cells = "sum";
};

const std::vector<Learner> all_learners = {
    {"nb"},
    {"nb", "gaussian", "mle"},
    {"nb", "gaussian", "floor:1e-6"},
    {"nb", "gaussian:unbiased,smooth=1e-9,floor=0", "bdeu:4"},
    {"nb", "kde"},
    {"nb", "kde:tophat,h=0.7"},
    {"nb", "kde:cv"},
    {"nb", "kde:sj"},
    {"nb", "mixture"},
    {"tan", "mixture:2"},
    {"nb", "cut:height=1.6,1.8;weight=70"},
    {"nb", "mdlp"},
    {"tan", "frequency:3;kde"},
    {"tan"},
    {"tan", "kde"},
    {"fan"},
    {"fan:aic"},
    {"tan:k2"},
    {"kdb:1:k2"},
    {"nb+select", "frequency:3"},
    {"tan+select", "frequency:3", "backoff"},
    {"kdb:1+select", "mdlp", "mle"},
    {"aode+select", "frequency:3"},
    {"kdb:1"},
    {"kdb:2"},
    {"aode"},
    {"a2de"},
    {"a2de", "frequency:3", "backoff"},
    {"joint"},
    {"lda"},
    {"qda", "gaussian:unbiased"},
    {"chow-liu"},
    {"parzen"},
    {"parzen", "kde:tophat,h=3"},
    {"tan", "gaussian", "laplace:1", "fill"},
    {"kdb:1", "cut:height=1.6,1.8;weight=70", "backoff", "fill"},
    {"aode", "frequency:3", "laplace:1", "state"},
    {"nb", "cut:height=1.6,1.8;weight=70", "laplace:1", "state"},
    {"label -> size, height; height -> weight; colour -> size"},
};

learners::Fit options_of(const Learner& learner, std::size_t threads = 1) {
    learners::Fit options;
    options.structure = learner.structure;
    options.continuous = learners::parse_continuous(learner.continuous);
    options.smoothing = learners::parse_smoothing(learner.smoothing);
    options.missing_cells = learners::parse_missing_cells(learner.missing_cells);
    options.threads = threads;
    return options;
}

/// True if features may be left out.
bool selects(const Learner& learner) {
    return std::string(learner.structure).find("+select") != std::string::npos;
}

std::string name_of(const Learner& learner) {
    return std::string(learner.structure) + " " + learner.continuous + " " + learner.smoothing +
           " " + learner.missing_cells;
}

/// Mixed columns that depend on each other, with missing values everywhere but in the class, and
/// values that repeat.
Dataset example(std::size_t rows, std::uint64_t seed = 7) {
    Rng rng(seed);
    std::vector<std::string_view> label, size, colour;
    std::vector<double> height, weight;
    const std::vector<std::string_view> sizes = {"small", "medium", "large"},
                                        colours = {"red", "blue"};
    for (std::size_t i = 0; i < rows; ++i) {
        const std::size_t c = rng.below(2);
        label.push_back(c == 0 ? "no" : "yes");
        size.push_back(rng.below(20) == 0 ? std::string_view() : sizes[(c + rng.below(2)) % 3]);
        colour.push_back(rng.below(20) == 0 ? std::string_view()
                                            : colours[rng.below(3) == 0 ? c : 1 - c]);
        height.push_back(rng.below(20) == 0 ? missing
                                            : 1.5 + 0.1 * static_cast<double>(c) +
                                                  0.01 * static_cast<double>(rng.below(40)));
        weight.push_back(rng.below(20) == 0
                             ? missing
                             : 60 + 7.3 * rng.uniform() + (height.back() > 1.6 ? 9 : 0));
    }
    return Dataset({discrete_column(Variable("size", {"small", "medium", "large"}), size),
                    discrete_column(Variable("label", {"no", "yes"}), label),
                    continuous_column("height", height),
                    discrete_column(Variable("colour", {"red", "blue"}), colour),
                    continuous_column("weight", weight)});
}

std::vector<std::uint32_t> range(std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> rows(end - begin);
    std::iota(rows.begin(), rows.end(), static_cast<std::uint32_t>(begin));
    return rows;
}

Classifier fitted(const Dataset& data, const Learner& learner, std::size_t threads = 1) {
    return learners::fit(data, "label", options_of(learner, threads));
}

bool learns_cuts(const Learner& learner) {
    const std::string words = learner.continuous;
    return words.find("mdlp") != words.npos || words.find("frequency") != words.npos;
}

bool is_parzen(const Learner& learner) {
    return std::string(learner.structure) == "parzen";
}

/// True if it keeps too little to learn from more rows.
bool is_final(const Learner& learner) {
    return is_parzen(learner) || std::string(learner.continuous).starts_with("mixture");
}

/// Hidden variables of its network.
std::size_t most_hidden(const Learner& learner) {
    return is_parzen(learner) ? 1 : is_final(learner) ? 2 : 0;
}

}  // namespace

TEST_CASE("Learners do not mind the order of the rows", "[learners]") {
    const Dataset data = example(120);
    std::vector<std::uint32_t> order = range(0, 120);
    Rng rng(3);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
    for (const Learner& learner : all_learners) {
        INFO(name_of(learner));
        CHECK(fitted(data, learner) == fitted(data.select_rows(order), learner));
    }
}

TEST_CASE("Learners take a row of weight 2 for the row given twice", "[learners]") {
    const Dataset data = example(60);
    std::vector<std::uint32_t> rows = range(0, 60);
    std::vector<double> weights(60, 1);
    for (std::uint32_t row = 0; row < 60; row += 3) {
        rows.push_back(row);
        weights[row] = 2;
    }
    for (const Learner& learner : all_learners) {
        INFO(name_of(learner));
        CHECK(fitted(data.select_rows(rows), learner).model() ==
              fitted(data.with_weights(weights), learner).model());
    }
}

TEST_CASE("Learners fit chunks of the data as they fit the whole", "[learners]") {
    const Dataset data = example(101);
    for (const Learner& learner : all_learners) {
        if (learns_cuts(learner)) continue;
        INFO(name_of(learner));
        const auto parts = [&](std::size_t, const Rows::Visit& take) {
            for (const auto& [begin, end] : {std::pair{0, 40}, {40, 41}, {41, 101}})
                take(data.select_rows(
                    range(static_cast<std::size_t>(begin), static_cast<std::size_t>(end))));
        };
        CHECK(learners::fit(Rows(data.schema(), std::nullopt, parts), "label",
                            options_of(learner)) == fitted(data, learner));
    }
}

TEST_CASE("Learners brought up to date are what all rows together give", "[learners]") {
    const Dataset data = example(120);
    for (const Learner& learner : all_learners) {
        if (std::string(learner.structure) == "kdb:2")
            continue;                        // it may want families that it did not keep
        if (learns_cuts(learner)) continue;  // its cut points stay
        if (std::string(learner.missing_cells) == "fill") continue;  // so do its fillings
        if (is_final(learner)) continue;
        INFO(name_of(learner));
        learners::Fit options = options_of(learner);
        options.keep_statistics = true;
        const Classifier first = learners::fit(data.select_rows(range(0, 80)), "label", options);
        CHECK(learners::update(first, data.select_rows(range(80, 120))) ==
              learners::fit(data, "label", options));
    }
}

TEST_CASE("Learners fit the same networks whether they keep the sums of all pairs, one or none",
          "[learners]") {
    const Dataset data = example(101);
    std::vector<double> weights;
    for (std::size_t row = 0; row < data.rows(); ++row)
        weights.push_back(0.25 + static_cast<double>(row % 3));
    for (const Dataset& rows : {data, data.with_weights(weights)}) {
        for (const Learner& learner : all_learners) {
            INFO(name_of(learner));
            learners::Fit options = options_of(learner);
            const Classifier none = learners::fit(rows, "label", options);
            options.keep_statistics = true;
            const Classifier all = learners::fit(rows, "label", options);
            CHECK(all.networks()->statistics());
            CHECK_FALSE(none.networks()->statistics());
            CHECK(all.model() == none.model());
            CHECK(all.provenance() == none.provenance());
        }
    }
}

TEST_CASE("Learners do not mind the number of threads", "[learners]") {
    const Dataset data = example(500);
    for (const Learner& learner : all_learners) {
        INFO(name_of(learner));
        const Classifier one = fitted(data, learner);
        for (const std::size_t threads : {2u, 3u, 7u}) CHECK(fitted(data, learner, threads) == one);
    }
}

TEST_CASE("Learners fit and predict views of arrays as they do tables of their own, without a copy",
          "[learners]") {
    const Dataset data = example(120).with_weights(std::vector<double>(120, 0.75));
    std::vector<Column> views;
    for (const Column& column : data.columns()) {
        const auto viewed = [](const auto& cells) {
            return ColumnCells(std::decay_t<decltype(cells)>::view(cells));
        };
        views.push_back({column.variable, std::visit(viewed, column.cells)});
    }
    const Dataset view(std::move(views), RealCells::view(data.weights()));
    for (const Learner& learner : all_learners) {
        INFO(name_of(learner));
        std::size_t bytes[2];
        std::optional<Classifier> fits[2];
        Predictions predictions[2];
        for (const bool is_view : {false, true}) {
            const std::size_t before = allocated_bytes();
            fits[is_view] = fitted(is_view ? view : data, learner);
            predictions[is_view] = predict(*fits[is_view], is_view ? view : data);
            bytes[is_view] = allocated_bytes() - before;
        }
        CHECK(fits[0] == fits[1]);
        CHECK(predictions[0].probabilities == predictions[1].probabilities);
        CHECK(bytes[1] <= bytes[0]);
    }
}

TEST_CASE("Learners skip rows without a class and say how many", "[learners]") {
    const Dataset data = example(80);
    Column label = data.column("label");
    auto& codes = std::get<Codes8>(label.cells);
    std::vector<std::uint32_t> labelled;
    for (std::uint32_t row = 0; row < 80; ++row) {
        if (row % 5 == 0) codes[row] = missing_code<std::uint8_t>;
        if (row % 5 != 0) labelled.push_back(row);
    }
    for (const Learner& learner : all_learners) {
        INFO(name_of(learner));
        const Classifier classifier = fitted(data.with_column(label), learner);
        CHECK(classifier.provenance().rows == 64);
        CHECK(classifier.provenance().rows_without_class == 16);
        CHECK(classifier.model() == fitted(data.select_rows(labelled), learner).model());
    }
}

TEST_CASE("Learners refuse data without a row that has a class", "[learners]") {
    const Dataset none = example(10).select_rows(std::vector<std::uint32_t>{});
    for (const Learner& learner : all_learners) {
        INFO(name_of(learner));
        CHECK_THROWS_WITH(fitted(none, learner), "there is no row with a class to learn from");
    }
}

/// The columns that were cut into one interval, which the networks do not have.
std::size_t one_intervals(const Classifier& classifier) {
    std::size_t count = 0;
    for (const auto& [column, cuts] : classifier.networks()->discretisation().columns()) {
        if (cuts.states() > 1) continue;
        CHECK_FALSE(classifier.model().network().find(column));
        ++count;
    }
    return count;
}

TEST_CASE(
    "Learners take a constant column, a class with one state, a state that never occurs and a "
    "lonely row",
    "[learners]") {
    Dataset data = example(50);
    data = data.with_column(continuous_column("height", std::vector<double>(50, 1.75)));
    const Dataset one_class = data.with_column(
        discrete_column(Variable("label", {"yes"}), std::vector<std::string_view>(50, "yes")));
    const Dataset unseen_class = data.with_column(discrete_column(
        Variable("label", {"no", "yes", "never"}), std::vector<std::string_view>(50, "yes")));
    for (const Learner& learner : all_learners) {
        INFO(name_of(learner));
        const Classifier classifier = fitted(data, learner);
        const std::size_t size = classifier.model().network().size(),
                          left_out = one_intervals(classifier);
        CHECK(size <= 5 + most_hidden(learner) - left_out);
        if (!selects(learner)) CHECK(size >= 5 - left_out);
        CHECK(fitted(one_class, learner).class_variable().cardinality() == 1);
        CHECK(fitted(unseen_class, learner).class_variable().cardinality() == 3);
        if (std::string(learner.continuous).find("floor=0") == std::string::npos)
            CHECK(fitted(data.select_rows(range(0, 1)), learner).provenance().rows == 1);
    }
}

TEST_CASE("Learners leave out a column without values and say so", "[learners]") {
    const Dataset data =
        example(50).with_column(continuous_column("height", std::vector<double>(50, missing)));
    for (const Learner& learner : all_learners) {
        INFO(name_of(learner));
        const Classifier classifier = fitted(data, learner);
        const auto& remarks = classifier.provenance().remarks;
        CHECK_FALSE(classifier.model().network().find("height"));
        CHECK(classifier.find("height") != nullptr);
        CHECK(std::find(remarks.begin(), remarks.end(),
                        "'height' has no value at all and is left out") != remarks.end());
    }
}

TEST_CASE("Learners do with one feature, and with none", "[learners]") {
    const Dataset data = example(50);
    const Dataset one =
        data.select_columns(std::vector<ColumnId>{data.id("label"), data.id("size")});
    const Dataset none = data.select_columns(std::vector<ColumnId>{data.id("label")});
    for (const Learner& learner : all_learners) {
        if (std::string(learner.structure).find("->") != std::string::npos ||
            std::string(learner.continuous).starts_with("cut"))
            continue;  // they name columns
        INFO(name_of(learner));
        CHECK(fitted(one, learner).model().network().size() == 2);
        if (const std::string word = learner.structure;
            word.starts_with("aode") || word == "a2de") {
            CHECK_THROWS_WITH(fitted(none, learner),
                              word.substr(0, word.find('+')) +
                                  " needs at least one discrete feature (cut the continuous ones "
                                  "into intervals (mdlp), or choose nb or qda)");
        } else {
            CHECK(fitted(none, learner).model().network().size() == 1);
        }
    }
}

TEST_CASE("Learners find cut points only where they see all rows", "[learners]") {
    const auto nothing = [](std::size_t, const Rows::Visit&) {};
    CHECK_THROWS_WITH(
        learners::fit(Rows(example(1).schema(), 0, nothing), "label", options_of({"nb", "mdlp"})),
        "cut points cannot be learned from data that come in parts (give them, as in "
        "cut:age=30,40, or let numbers be gaussian)");
}

TEST_CASE("Learners say which column is not there", "[learners]") {
    CHECK_THROWS_WITH(learners::fit(example(5), "lable"),
                      "the data have no column 'lable' to be the class (did you mean 'label'?)");
    const auto fit_to = [](const char* structure) {
        return fitted(example(5), {structure, "gaussian"});
    };
    CHECK_THROWS_WITH(
        fit_to("label -> sise"),
        "the structure names 'sise', which is no column of the data (did you mean 'size'?)");
    CHECK_THROWS_WITH(fit_to("size -> colour"), "the structure does not name the class 'label'");
    CHECK_THROWS_WITH(fit_to("label -> size -> colour -> label"),
                      Catch::Contains("the structure has a cycle: "));
}

TEST_CASE("A text that spells a structure is that structure, bit for bit", "[learners]") {
    const Dataset data = example(90);
    const auto model = [&](const Learner& learner) { return fitted(data, learner).model(); };
    CHECK(model({"weight, colour, height, size <- label"}) == model({"nb"}));
    CHECK(model({"label -> size; label -> colour; weight <- label; height <- label", "kde"}) ==
          model({"nb", "kde"}));
    CHECK(model({"kdb:0"}) == model({"nb"}));
}

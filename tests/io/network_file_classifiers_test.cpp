#include <io/format/record/archive.hpp>
#include <io/network_file.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

#include <learners/fit/estimator.hpp>
#include <learners/fit/fit.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/model/network_builder.hpp>

#include <limits>
#include <optional>
#include <sstream>

using namespace pgm;
using namespace pgm::tests;

namespace {

Dataset example() {
    Rng rng(11);
    std::vector<std::string_view> label, size;
    std::vector<double> height, weight;
    for (int i = 0; i < 40; ++i) {
        const bool yes = rng.below(2) == 1;
        label.push_back(yes ? "yes" : "no");
        size.push_back(rng.below(3) == 0 ? "small" : "large");
        height.push_back(1.5 + rng.uniform());
        weight.push_back(rng.uniform() * 1e-200 + (yes ? 1 : -1));
    }
    std::vector<double> weights(40, 0.3);
    return Dataset({discrete_column(Variable("label", {"no", "yes"}), label),
                    discrete_column(Variable("size", {"small", "large"}), size),
                    continuous_column("height", height), continuous_column("weight", weight)},
                   weights);
}

Classifier fitted(const std::string& structure, const std::string& continuous = "gaussian",
                  bool keep_statistics = true) {
    learners::Fit options;
    options.structure = structure;
    options.continuous = learners::parse_continuous(continuous);
    options.keep_statistics = keep_statistics;
    return learners::fit(example(), "label", options);
}

std::string bytes_of(const Classifier& classifier) {
    std::ostringstream out;
    io::write_classifier_archive(classifier, out);
    return std::move(out).str();
}

/// In each of the formats that hold classifiers.
void check_kept(const Classifier& classifier) {
    for (const io::NetworkFormat& format : io::network_formats()) {
        if (!format.classifiers || !format.classifiers->read) continue;
        INFO(format.suffixes[0]);
        std::ostringstream out;
        format.classifiers->write(classifier, out);
        REQUIRE(format.classifiers->recognise(out.view()));
        std::vector<Problem> remarks;
        CHECK(format.classifiers->read(out.view(), {.name = "f"}, remarks) == classifier);
        CHECK(remarks.empty());
    }
}

}  // namespace

TEST_CASE("A classifier reads back as it was written, bit for bit", "[io]") {
    for (const char* structure : {"nb", "tan", "aode", "qda", "lda", "kdb:2", "chow-liu"}) {
        INFO(structure);
        const Classifier classifier = fitted(structure);
        check_kept(classifier);
    }
    for (const char* continuous : {"kde", "kde:tophat", "cut:height=1.7,2", "mdlp"}) {
        INFO(continuous);
        const Classifier classifier = fitted("nb", continuous);
        check_kept(classifier);
    }
    const Classifier light = fitted("nb", "gaussian", false);
    CHECK_FALSE(io::read_classifier_archive(bytes_of(light)).networks()->statistics());
}

TEST_CASE("A stack reads back as it was written, bit for bit", "[io]") {
    learners::Fit common;
    common.smoothing = learners::TunedBackOff{};
    common.calibration = learners::Calibration::temperature;
    learners::Pool pool;
    for (const char* const structure : {"nb", "aode"})
        for (const char* const continuous : {"frequency:2", "frequency:4"}) {
            common.structure = structure;
            common.continuous = learners::parse_continuous(continuous);
            pool.members.emplace_back(common);
        }
    const Classifier stack = learners::fit(example(), "label", pool);
    REQUIRE(stack.ensemble()->classifiers().size() > 1);
    const std::string bytes = bytes_of(stack);
    check_kept(stack);
    CHECK_THROWS_WITH(io::read_archive(bytes, {.name = "f"}), Catch::Contains("not one network"));
    for (std::size_t length = 0; length < bytes.size(); length += 7)
        CHECK_THROWS_AS(io::read_classifier_archive(bytes.substr(0, length)), ParseError);
}

TEST_CASE("What a classifier was chosen from, and how EM went, read back the same", "[io]") {
    learners::Fit tan;
    tan.structure = "tan";
    tan.continuous = learners::parse_continuous("gaussian");
    learners::Fit by_em = tan;
    by_em.missing_cells = learners::MissingCells::em;
    const Classifier fitted_by_em = learners::fit(example(), "label", by_em);
    REQUIRE(fitted_by_em.provenance().em);
    check_kept(fitted_by_em);
    const Classifier chosen =
        learners::fit(example(), "label", learners::parse_learner("tan", {.continuous = "auto"}));
    REQUIRE(chosen.provenance().candidates.value().trials.size() > 1);
    const std::string bytes = bytes_of(chosen);
    check_kept(chosen);
    for (std::size_t length = 0; length < bytes.size(); length += 7)
        CHECK_THROWS_AS(io::read_classifier_archive(bytes.substr(0, length)), ParseError);
}

TEST_CASE("Kept rows with missing values, and with codes that are no text, read back the same",
          "[io]") {
    std::vector<std::string> names;
    for (int i = 0; i < 300; ++i) names.push_back("s" + std::to_string(i));
    std::vector<std::optional<StateId>> label, wide;
    for (std::size_t i = 0; i < 600; ++i) {
        label.emplace_back(StateId(i % 2));
        wide.emplace_back(StateId(i / 2));
        if (i % 7 == 0) wide.back().reset();
    }
    const Dataset data({discrete_column(Variable("label", {"no", "yes"}), label),
                        discrete_column(Variable("wide", names), wide)});
    const Classifier classifier = learners::fit(
        data, "label",
        {.structure = "nb", .smoothing = learners::TunedBackOff{}, .keep_statistics = true});
    REQUIRE(classifier.networks()->training_rows());
    check_kept(classifier);
}

TEST_CASE("A classifier is refused whose temperature is not above 0", "[io]") {
    NetworkClassifierParts parts = fitted("nb").networks()->parts();
    parts.temperature = {0};
    CHECK_THROWS_WITH(NetworkClassifier(parts), Catch::Contains("not above 0"));
}

namespace {

/// The example without some of its sizes and heights.
Dataset example_with_holes() {
    const Dataset whole = example();
    Column size = whole.column("size"), height = whole.column("height");
    std::get<Codes8>(size.cells)[3] = missing_code<std::uint8_t>;
    std::get<RealCells>(height.cells)[5] = std::numeric_limits<double>::quiet_NaN();
    return whole.with_column(size).with_column(height);
}

}  // namespace

TEST_CASE("What missing values become reads back, alone and in a stack, bit for bit", "[io]") {
    learners::Fit options{.structure = "tan", .keep_statistics = true};
    options.continuous = learners::parse_continuous("frequency:2");
    options.smoothing = learners::TunedBackOff{};
    options.calibration = learners::Calibration::temperature;
    for (const char* const treatment : {"fill", "state"}) {
        INFO(treatment);
        options.missing_cells = learners::parse_missing_cells(treatment);
        const Classifier alone = learners::fit(example_with_holes(), "label", options),
                         stack = learners::fit(example_with_holes(), "label",
                                               learners::parse_learner(
                                                   "stack:nb,aode", {.smoothing = "backoff",
                                                                     .continuous = "frequency:2",
                                                                     .calibration = "temperature",
                                                                     .missing_cells = treatment}));
        REQUIRE_FALSE(alone.networks()->replacements().empty());
        for (const Classifier& classifier : {alone, stack}) {
            const std::string bytes = bytes_of(classifier);
            CHECK(io::read_classifier_archive(bytes) == classifier);
            for (std::size_t length = 0; length < bytes.size(); length += 7)
                CHECK_THROWS_AS(io::read_classifier_archive(bytes.substr(0, length)), ParseError);
        }
        CHECK(learners::update(io::read_classifier_archive(bytes_of(alone)), example()) ==
              learners::update(alone, example()));
    }
    options.continuous = learners::parse_continuous("gaussian");
    options.smoothing = learners::Laplace{1};
    options.calibration = learners::Calibration::none;
    options.missing_cells = learners::MissingCells::fill;
    const Classifier with_means = learners::fit(example_with_holes(), "label", options);
    check_kept(with_means);
}

TEST_CASE("A classifier that was read learns from more rows as the one that was written", "[io]") {
    const Classifier classifier = fitted("tan");
    CHECK(learners::update(io::read_classifier_archive(bytes_of(classifier)), example()) ==
          learners::update(classifier, example()));
}

TEST_CASE("A classifier's file read as a network gives its network, unless there are several",
          "[io]") {
    const Classifier classifier = fitted("tan");
    CHECK(io::read_archive(bytes_of(classifier)).network == classifier.model().network());
    learners::Fit aode;
    aode.structure = "aode";
    aode.continuous = learners::parse_continuous("gaussian");
    const Dataset data = example().with_column(
        discrete_column(Variable("taste", {"a", "b"}), std::vector<std::string_view>(40, "a")));
    CHECK_THROWS_WITH(io::read_archive(bytes_of(learners::fit(data, "label", aode)), {.name = "f"}),
                      "f: the file holds a classifier of 2 networks, not one network (it "
                      "answers questions and predicts, but is no network)");
}

TEST_CASE("A network's file is no classifier", "[io]") {
    NetworkBuilder builder = NetworkBuilder::parse("A{a|b}");
    builder.cpt("A").values({0.5, 0.5});
    std::ostringstream out;
    io::write_archive(builder.build(), out);
    CHECK_THROWS_WITH(io::read_classifier_archive(out.view(), {.name = "f"}),
                      "f: the file holds a network, not a classifier (fit a classifier with the "
                      "structure of that network, or query it)");
    CHECK_THROWS_WITH(io::read_classifier_archive("network asia {}", {.name = "f"}),
                      "f: not a native model file (it does not begin with the mark of one)");
}

TEST_CASE("A classifier's file that was cut or changed is refused", "[io]") {
    const std::string bytes = bytes_of(fitted("nb"));
    for (std::size_t length = 0; length < bytes.size(); length += 7)
        CHECK_THROWS_AS(io::read_classifier_archive(bytes.substr(0, length)), ParseError);
    for (std::size_t at = 0; at < bytes.size(); at += 5) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ 4);
        CHECK_THROWS_AS(io::read_classifier_archive(changed), ParseError);
    }
}

TEST_CASE("A classifier is saved to a file by its suffix", "[io]") {
    const TemporaryFolder folder;
    const Classifier classifier = fitted("nb");
    for (const char* name : {"c.pgmodel", "c.pgmodel.gz", "C.PGMODEL", "c.json", "c.json.gz"}) {
        io::write_classifier(classifier, folder.file(name));
        CHECK(io::read_classifier(folder.file(name)) == classifier);
        CHECK(io::read_network(folder.file(name)).network == classifier.model().network());
    }
    CHECK_THROWS_AS(io::write_classifier(classifier, folder.file("c.bif")), IoError);
}

namespace {

/// 100 rows of two columns of 100 states each, whose family with the class has 20,000 cells.
Dataset wide_pairs() {
    std::vector<std::string> names;
    for (int i = 0; i < 100; ++i) names.push_back("s" + std::to_string(100 + i));
    std::vector<std::string_view> label, a, b;
    for (std::size_t i = 0; i < 100; ++i) {
        label.push_back(i % 2 == 0 ? "no" : "yes");
        a.push_back(names[i * 37 % 100]);
        b.push_back(names[i * 7 % 100]);
    }
    return Dataset({discrete_column(Variable("c", {"no", "yes"}), label),
                    discrete_column(Variable("a", names), a),
                    discrete_column(Variable("b", names), b)});
}

}  // namespace

TEST_CASE("Sparse counts are stored by the cells that are not zero, and come back the same") {
    learners::Fit options{.structure = "c -> a; c, a -> b", .keep_statistics = true};
    const Classifier classifier = learners::fit(wide_pairs(), "c", options);
    std::ostringstream with, without;
    io::write_classifier_archive(classifier, with);
    options.keep_statistics = false;
    io::write_classifier_archive(learners::fit(wide_pairs(), "c", options), without);
    // A hundred entries, not 20,000 cells of 16 bytes.
    CHECK(with.view().size() - without.view().size() < 20'000);
    check_kept(classifier);
}

TEST_CASE("A classifier of version 1, which stored every cell, is read and brought up to date") {
    const std::string path = source_file("tests/io/data/pairs_classifier_v1.pgmodel.gz");
    const Classifier old = io::read_classifier(path);
    const Classifier fitted = learners::fit(
        wide_pairs(), "c", {.structure = "c -> a; c, a -> b", .keep_statistics = true});
    CHECK(*old.networks()->statistics() == *fitted.networks()->statistics());
    CHECK(*learners::update(old, wide_pairs()).networks()->statistics() ==
          *learners::update(fitted, wide_pairs()).networks()->statistics());
}

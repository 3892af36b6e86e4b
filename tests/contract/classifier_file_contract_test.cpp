#include <io/format/record/archive.hpp>
#include <io/network_file.hpp>
#include <learners/fit/fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>
#include <tests/support/sealed_file.hpp>

#include <cmath>
#include <sstream>

using namespace pgm;
using namespace pgm::tests;

// A classifier's file is written by us and read from anyone: cut, changed, or forged with a right
// checksum, it is a valid classifier or an error.

namespace {

struct FittedFile {
    const char* structure;
    const char* continuous;
};

/// Together they hold every part that a classifier can have: tables, Gaussians, tied ones, kernels,
/// cut points, several networks, statistics.
const std::vector<FittedFile> fitted_files = {
    {"nb", "gaussian"},         {"tan", "gaussian"}, {"aode", "cut:height=1.7"},
    {"a2de", "cut:height=1.7"}, {"lda", "gaussian"}, {"nb", "kde"},
    {"nb", "kde:tophat,h=0.3"}, {"nb", "mdlp"},      {"nb", "mixture:2"},
};

Dataset few_rows() {
    return Dataset({discrete_column(Variable("label", {"no", "yes"}),
                                    std::vector<std::string_view>{"no", "yes", "no", "yes", "yes"}),
                    continuous_column("height", {1.5, 1.8, 1.6, 1.9, std::nan("")}),
                    discrete_column(Variable("size", {"s", "l"}),
                                    std::vector<std::string_view>{"s", "l", "s", "", "l"})});
}

std::string file_of(const FittedFile& file) {
    learners::Fit options;
    options.structure = file.structure;
    options.continuous = learners::parse_continuous(file.continuous);
    std::ostringstream out;
    io::write_classifier_archive(learners::fit(few_rows(), "label", options), out);
    return std::move(out).str();
}

/// What a valid classifier can do: whatever was read must predict with probabilities and be written
/// again.
void use(const Classifier& classifier) {
    std::ostringstream out;
    io::write_classifier_archive(classifier, out);
    try {
        const Predictions predictions = predict(classifier, few_rows());
        for (std::size_t row = 0; row < predictions.rows(); ++row) {
            for (const double p : predictions.probability(row)) REQUIRE((p >= 0 && p <= 1 + 1e-9));
        }
    } catch (const Error&) {
        // Other names than those of the table.
    }
}

}  // namespace

TEST_CASE("Classifier files: cut at any byte or with any byte changed they are refused",
          "[contract][io]") {
    for (const FittedFile& file : fitted_files) {
        INFO(file.structure << " " << file.continuous);
        const std::string bytes = file_of(file);
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            CHECK_THROWS_AS(io::read_classifier_archive(std::string_view(bytes).substr(0, at)),
                            ParseError);
            for (const int change : {0x01, 0x80, 0xFF}) {
                std::string changed = bytes;
                changed[at] = static_cast<char>(changed[at] ^ change);
                CHECK_THROWS_AS(io::read_classifier_archive(changed), ParseError);
            }
        }
        CHECK_THROWS_AS(io::read_classifier_archive(bytes + '\0'), ParseError);
    }
}

TEST_CASE(
    "Classifier files: changed behind a right checksum they are a classifier that works, or an "
    "error",
    "[contract][io][full]") {
    for (const FittedFile& file : fitted_files) {
        INFO(file.structure << " " << file.continuous);
        const std::string bytes = file_of(file);
        const SealedFile parts = unsealed(bytes);
        std::size_t read = 0;
        for (std::size_t at = 0; at < parts.contents.size(); ++at) {
            for (const int change : {0x01, 0x02, 0x40, 0x7F, 0x80, 0xFF}) {
                std::string contents = parts.contents;
                contents[at] = static_cast<char>(contents[at] ^ change);
                INFO("byte " << at << " changed by " << change);
                try {
                    use(io::read_classifier_archive(
                        sealed_file(parts.version, contents, parts.kind)));
                    ++read;
                } catch (const Error&) {
                    // Refused, whatever the words.
                }
            }
        }
        CHECK(read > 0);  // another letter in a name, the last bits of a number
    }
}

TEST_CASE("Classifier files: contents cut anywhere behind a right checksum are refused",
          "[contract][io]") {
    for (const FittedFile& file : fitted_files) {
        const std::string bytes = file_of(file);
        const SealedFile parts = unsealed(bytes);
        for (std::size_t at = 0; at < parts.contents.size(); ++at)
            CHECK_THROWS_AS(io::read_classifier_archive(sealed_file(
                                parts.version, parts.contents.substr(0, at), parts.kind)),
                            Error);
    }
}

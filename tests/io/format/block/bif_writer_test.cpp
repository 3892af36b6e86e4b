#include <io/format/block/bif.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/random_model.hpp>

#include <io/network_file.hpp>

using namespace pgm;
using namespace pgm::tests;

namespace {

std::string bif_of(const BayesianNetwork& network) {
    return written_by(io::write_bif, network);
}

}  // namespace

TEST_CASE("write_bif: a small network is written in the common spelling", "[io][bif]") {
    CHECK(bif_of(smoke_and_lung()) == smoke_and_lung_bif());
}

TEST_CASE("write_bif: numbers are the shortest that read back as the same double", "[io][bif]") {
    NetworkBuilder builder("n");
    builder.variable("a", {"x", "y", "z"});
    builder.cpt("a").values({1e-300, 0.1, 0.9});
    CHECK(bif_of(builder.build()).find("table 1e-300, 0.1, 0.9;") != std::string::npos);
}

TEST_CASE(
    "write_bif: what is written reads back as an equal network, odd names and annotations included",
    "[io][bif]") {
    const BayesianNetwork network = oddly_named_network();
    const io::ReadResult again = io::read_bif(bif_of(network));
    CHECK(again.network == network);
    CHECK(again.remarks.empty());
}

TEST_CASE("write_bif: random networks read back bit for bit", "[io][bif]") {
    Rng rng(20240501);
    for (int i = 0; i < 300; ++i) {
        const BayesianNetwork network = random_model(rng);
        const io::ReadResult again = io::read_bif(bif_of(network));
        REQUIRE(again.network == network);
        REQUIRE(again.remarks.empty());
    }
}

TEST_CASE("write_bif: ten thousand random networks read back bit for bit", "[io][bif][full]") {
    Rng rng(7);
    for (int i = 0; i < 10'000; ++i) {
        const BayesianNetwork network = random_model(rng);
        REQUIRE(io::read_bif(bif_of(network)).network == network);
    }
}

TEST_CASE("write_bif: reading and writing a reference file again changes nothing",
          "[io][bif][reference]") {
    const std::vector<std::string> files = reference_bif_files(300'000);
    if (files.empty()) WARN("SKIPPED: no reference data");
    for (const std::string& file : files) {
        INFO(file);
        const BayesianNetwork network =
            io::read_network(*reference_file("networks/bif/" + file)).network;
        const std::string text = bif_of(network);
        const BayesianNetwork again = io::read_bif(text).network;
        CHECK(again == network);
        CHECK(bif_of(again) == text);
    }
}

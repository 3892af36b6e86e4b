#include <io/format/record/archive.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/damaged_bytes.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/sealed_file.hpp>

#include <io/network_file.hpp>

using namespace pgm;
using namespace pgm::tests;

namespace {

std::string archive_of(const BayesianNetwork& network) {
    return written_by(io::write_archive, network);
}

}  // namespace

TEST_CASE("Archive: a network comes back bit for bit", "[io][archive]") {
    CHECK(io::read_archive(archive_of(smoke_and_lung())).network == smoke_and_lung());
    CHECK(io::read_archive(archive_of(oddly_named_network())).network == oddly_named_network());
    CHECK(io::read_archive(archive_of(BayesianNetwork{})).network == BayesianNetwork{});
    Rng rng(5);
    for (int i = 0; i < 300; ++i) {
        const BayesianNetwork network = random_model(rng);
        const std::string bytes = archive_of(network);
        const io::ReadResult again = io::read_archive(bytes);
        REQUIRE(again.network == network);
        REQUIRE(again.remarks.empty());
        REQUIRE(archive_of(again.network) == bytes);
    }
}

TEST_CASE("Archive: every flipped bit and every cut is an error", "[io][archive]") {
    const std::string bytes = archive_of(smoke_and_lung());
    for_every_damage(bytes, [](const std::string& damaged) {
        CHECK_THROWS_AS(io::read_archive(damaged), ParseError);
    });
}

TEST_CASE(
    "Archive: contents changed by hand behind a right checksum give a valid network or an error",
    "[io][archive]") {
    const std::string bytes = archive_of(smoke_and_lung());
    const std::string contents = unsealed(bytes).contents;
    std::size_t read = 0;
    for (std::size_t i = 0; i < contents.size(); ++i) {
        for (const char change : {'\x01', '\x02', '\x40', '\x7F', '\xFF'}) {
            std::string forged = contents;
            forged[i] = static_cast<char>(forged[i] ^ change);
            try {
                const BayesianNetwork network = io::read_archive(sealed_file(1, forged)).network;
                ++read;
                CHECK(network.size() == 2);
            } catch (const Error&) {
                // Refused, whatever the words.
            }
        }
    }
    CHECK(read > 0);  // another letter in a name, the last bits of a probability
}

TEST_CASE("Archive: forged counts are refused before memory is asked for", "[io][archive]") {
    const auto number = [](std::uint64_t value) {
        return std::string(reinterpret_cast<const char*>(&value), sizeof value);
    };
    const auto error = [](const std::string& contents) -> std::string {
        try {
            io::read_archive(sealed_file(1, contents), {.name = "f"});
        } catch (const Error& e) {
            return e.what();
        }
        return "";
    };
    const std::string contradiction = "f: the native model file contradicts itself ";
    CHECK(error("") == contradiction + "(a count exceeds what the file holds)");
    for (const std::uint64_t huge : {std::uint64_t{1} << 60, std::uint64_t{1} << 61,
                                     ~std::uint64_t{0}, std::uint64_t{1} << 40}) {
        CHECK(error(number(huge)) == contradiction + "(a count exceeds what the file holds)");
        CHECK(error(number(0) + number(huge)) ==
              contradiction + "(a count exceeds what the file holds)");
        // Columns of right length whose first number, the bytes of the network's name, is huge;
        // then the number of its annotations.
        CHECK(error(number(1) + number(huge) + number(0) + number(0)) ==
              contradiction + "(a name is missing)");
        CHECK(error(number(2) + number(0) + number(huge) + number(0) + number(0)) ==
              contradiction + "(a name is missing)");
    }
    CHECK(error(number(0) + number(0) + number(0)) == contradiction + "(a count is missing)");
    CHECK(error(number(4) + number(0) + number(0) + number(0) + number(7) + number(0) +
                number(0)) == contradiction + "(it holds more than its counts say)");
    CHECK(error(number(0) + number(0) + number(0) + "x") ==
          contradiction + "(it holds more than its counts say)");
}

TEST_CASE("Archive: limits hold for native files too", "[io][archive]") {
    const std::string bytes = archive_of(smoke_and_lung());
    CHECK_THROWS_AS(io::read_archive(bytes, {.name = "f", .limits = {.max_file_bytes = 10}}),
                    TooLargeError);
    CHECK_THROWS_AS(io::read_archive(bytes, {.name = "f", .limits = {.max_variables = 1}}), Error);
    CHECK_THROWS_AS(io::read_archive(bytes, {.name = "f", .limits = {.max_table_cells = 3}}),
                    Error);
}

TEST_CASE("Archive: a file of version 1 is read by every later version", "[io][archive]") {
    CHECK(io::read_archive(read_file(source_file("tests/io/data/smoke_and_lung_v1.pgmodel")))
              .network == smoke_and_lung());
}

TEST_CASE("Archive: a reference network of half a million numbers comes back bit for bit",
          "[io][archive][reference]") {
    const auto file = reference_file("networks/bif/mildew.bif.gz");
    if (!file) {
        WARN("SKIPPED: no reference data");
        return;
    }
    const BayesianNetwork network = io::read_network(*file).network;
    CHECK(io::read_archive(archive_of(network)).network == network);
}

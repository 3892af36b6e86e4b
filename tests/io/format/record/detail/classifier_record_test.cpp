#include <io/format/record/archive.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/sealed_file.hpp>

#include <cstdint>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::tests;

namespace {

constexpr std::uint64_t rows = 0x0123'4567'89AB;

/// A class and a feature whose missing values become its second state.
Classifier with_replacement() {
    NetworkBuilder builder;
    builder.variable("ill", {"no", "yes"}).variable("size", {"s", "l"});
    builder.arc("ill", "size").cpt("ill").values({0.5, 0.5});
    builder.cpt("size").row("ill=no", {0.25, 0.75}).row("ill=yes", {0.5, 0.5});
    NetworkClassifierParts parts{Model(builder.build()),
                                 {Variable("ill", {"no", "yes"}), Variable("size", {"s", "l"})}};
    parts.replacements.add("size", StateId(1));
    parts.provenance.rows = rows;
    return NetworkClassifier(std::move(parts));
}

std::string bytes_of(const std::vector<std::uint64_t>& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof numbers[0]};
}

/// The error for its file with other numbers, which stand there once, under a right checksum.
std::string error_with(const std::vector<std::uint64_t>& numbers,
                       const std::vector<std::uint64_t>& others) {
    SealedFile file = unsealed(io::classifier_archive(with_replacement()));
    const std::string found = bytes_of(numbers);
    const std::size_t at = file.contents.find(found);
    REQUIRE(at != std::string::npos);
    REQUIRE(file.contents.find(found, at + 1) == std::string::npos);
    file.contents.replace(at, found.size(), bytes_of(others));
    try {
        io::read_classifier_archive(sealed_file(file), {.name = "f"});
    } catch (const ParseError& error) {
        return error.hint();
    }
    return "";
}

}  // namespace

TEST_CASE("Classifier record: it comes back the same", "[io][archive]") {
    CHECK(io::read_classifier_archive(io::classifier_archive(with_replacement())) ==
          with_replacement());
    CHECK(error_with({rows}, {rows + 1}).empty());
}

TEST_CASE("Classifier record: numbers of 64 bits are not cut off to 32", "[io][archive]") {
    constexpr std::uint64_t two_to_32 = std::uint64_t{1} << 32;
    const std::uint64_t rules = Provenance{}.version;
    CHECK(error_with({rows, 0, rules}, {rows, 0, two_to_32 + rules}) ==
          "the version of the rules is too large");
    // One column with a replacement, four bytes of its name, the choice of a state, and it.
    CHECK(error_with({1, 4, 0, 1}, {1, 4, 0, two_to_32 + 1}) ==
          "the number of a state is too large");
}

TEST_CASE("Classifier record: a replacement is a state, a number or a state of its own",
          "[io][archive]") {
    CHECK(error_with({1, 4, 0, 1}, {1, 4, 0, 0}).empty());
    CHECK(error_with({1, 4, 0, 1}, {1, 4, 0, 0xFFFF'FFFF}) == "there is no such state");
    for (const std::uint64_t choice : {std::uint64_t{3}, ~std::uint64_t{0}})
        CHECK(error_with({1, 4, 0, 1}, {1, 4, choice, 1}) ==
              "a replacement has a state, a number or an own_state");
}

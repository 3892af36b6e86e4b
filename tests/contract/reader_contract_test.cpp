#include <io/archive.hpp>
#include <io/bif.hpp>
#include <pgm/core/random.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/random_model.hpp>

#include <catch2/catch.hpp>
#include <functional>
#include <sstream>

using namespace pgm;
using namespace pgm::tests;

/// What every format promises. A new one adds one line to `formats`.
namespace {

struct FormatUnderTest {
    std::string name;
    bool is_text;  ///< lines, columns, line ends and byte-order marks mean something
    std::function<io::ReadResult(std::string_view, const io::ReadOptions&)> read;
    std::function<void(const BayesianNetwork&, std::ostream&)> write;
};

const std::vector<FormatUnderTest> formats = {
    {"BIF", true, io::read_bif, io::write_bif},
    {"pgmodel", false, io::read_archive, io::write_archive},
};

std::string text_of(const FormatUnderTest& format, const BayesianNetwork& network) {
    std::ostringstream out;
    format.write(network, out);
    return out.str();
}

/// Whether reading gives a network or one of the errors that a reader may throw, in text formats with a place for each problem. Anything else
/// (another exception, a crash, a sanitizer's report) ends the test.
bool is_allowed(const FormatUnderTest& format, std::string_view text) {
    const auto has_place = [&](const Location& place) { return !format.is_text || (place.file == "f" && place.line > 0 && place.column > 0); };
    try {
        format.read(text, {.name = "f"});
        return true;
    } catch (const ModelError& error) {
        return std::all_of(error.problems().begin(), error.problems().end(), [&](const Problem& problem) { return has_place(problem.location); });
    } catch (const ParseError& error) {
        return has_place(error.location());
    } catch (const TooLargeError& error) {
        return has_place(error.location());
    }
}

/// Cuts the text at every `stride`-th byte.
void check_truncation(const FormatUnderTest& format, const std::string& text, std::size_t stride) {
    for (std::size_t bytes = 0; bytes < text.size(); bytes += stride) {
        INFO(format.name << " cut after " << bytes << " bytes");
        REQUIRE(is_allowed(format, std::string_view(text).substr(0, bytes)));
    }
}

std::string with_line_ends(const std::string& text, const std::string& end) {
    std::string result;
    for (const char c : text) result += c == '\n' ? end : std::string(1, c);
    return result;
}

}  // namespace

TEST_CASE("Readers: what a format writes it reads back as an equal network, bit for bit", "[contract][io]") {
    for (const FormatUnderTest& format : formats) {
        Rng rng(11);
        INFO(format.name);
        for (int i = 0; i < 100; ++i) {
            const BayesianNetwork network = random_model(rng);
            const io::ReadResult again = format.read(text_of(format, network), {});
            REQUIRE(again.network == network);
            REQUIRE(again.remarks.empty());
        }
        CHECK(format.read(text_of(format, oddly_named_network()), {}).network == oddly_named_network());
        CHECK(format.read(text_of(format, BayesianNetwork{}), {}).network == BayesianNetwork{});
    }
}

TEST_CASE("Readers: line ends and a byte-order mark mean nothing", "[contract][io]") {
    for (const FormatUnderTest& format : formats) {
        if (!format.is_text) continue;
        const std::string text = text_of(format, oddly_named_network());
        INFO(format.name);
        CHECK(format.read("\xEF\xBB\xBF" + text, {}).network == oddly_named_network());
        for (const char* end : {"\r\n", "\r", "\n\n"}) CHECK(format.read(with_line_ends(text, end), {}).network == oddly_named_network());
    }
}

TEST_CASE("Readers: a text cut at any byte gives a network or an error with its place", "[contract][io]") {
    for (const FormatUnderTest& format : formats) {
        Rng rng(12);
        check_truncation(format, text_of(format, smoke_and_lung()), 1);
        check_truncation(format, text_of(format, random_model(rng, {.max_variables = 5, .max_assignments = 256})), 1);
        const std::string odd = text_of(format, oddly_named_network());
        check_truncation(format, odd, odd.size() / 200);
    }
}

TEST_CASE("Readers: limits hold", "[contract][io]") {
    for (const FormatUnderTest& format : formats) {
        const std::string text = text_of(format, smoke_and_lung());
        INFO(format.name);
        const auto throws = [&](const Limits& limits) {
            try {
                format.read(text, {.name = "f", .limits = limits});
                return false;
            } catch (const Error&) {
                return true;
            }
        };
        CHECK_FALSE(throws({.max_file_bytes = text.size(),
                            .max_variables = 2,
                            .max_states = 2,
                            .max_parents = 1,
                            .max_name_bytes = 5,
                            .max_table_cells = 4,
                            .max_model_cells = 6}));
        CHECK(throws({.max_file_bytes = text.size() - 1}));
        CHECK(throws({.max_variables = 1}));
        CHECK(throws({.max_states = 1}));
        CHECK(throws({.max_parents = 0}));
        CHECK(throws({.max_name_bytes = 4}));
        CHECK(throws({.max_table_cells = 3}));
        CHECK(throws({.max_model_cells = 5}));
    }
}

TEST_CASE("Readers: the small reference files cut at any byte give a network or an error with its place", "[contract][io][reference]") {
    const std::vector<std::string> files = reference_bif_files(1'200);
    if (files.empty()) WARN("SKIPPED: no reference data");
    for (const std::string& file : files) check_truncation(formats[0], read_file(*reference_file("networks/bif/" + file)), 1);
}

TEST_CASE("Readers: every reference file cut at its bytes gives a network or an error with its place", "[contract][io][reference][full]") {
    // Every byte of the files up to 60 kB; of the others so many places that the work, quadratic in the size, stays bounded.
    const std::vector<std::string> files = reference_bif_files(300'000);
    if (files.empty()) WARN("SKIPPED: no reference data");
    for (const std::string& file : files) {
        const std::string text = read_file(*reference_file("networks/bif/" + file));
        INFO(file);
        check_truncation(formats[0], text, text.size() <= 60'000 ? 1 : text.size() / 2000);
    }
}

#include <io/network_file.hpp>
#include <pgm/core/random.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/kept_by_format.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/reference_data.hpp>
#include <tests/support/temporary_folder.hpp>
#include <tests/support/text_format.hpp>

#include <algorithm>
#include <cctype>
#include <map>

using namespace pgm;
using namespace pgm::tests;

/// What every format of io::network_formats() promises. One that does not hold all of a network has
/// a line in `kept_parts`; docs/adding-a-format.md walks through it.
namespace {

/// By suffix; the other formats hold all of a network.
const std::map<std::string_view, KeptPart> kept_parts = {
    {".bn", without_properties}, {".xdsl", as_in_genie},  {".dsl", as_in_genie},
    {".dne", as_in_netica},      {".dsc", as_in_msbn},    {".net", with_identifiers},
    {".elv", with_identifiers},  {".uai", without_names},
};

struct FormatUnderTest {
    const io::NetworkFormat& row;
    std::string_view name;
    bool is_text;   ///< lines, columns, line ends and byte-order marks mean something
    KeptPart kept;  ///< null where nothing is lost

    /// A text of .bn without rows is a structure, which is a whole text, too.
    BayesianNetwork read(std::string_view text, const Limits& limits = {}) const {
        return result_of(text, limits).network;
    }
    io::ReadResult result_of(std::string_view text, const Limits& limits = {}) const {
        return row.read(
            text, {.name = "f", .limits = limits, .tables_to_learn = io::TablesToLearn::accept});
    }
    BayesianNetwork kept_of(const BayesianNetwork& network, const BayesianNetwork& again) const {
        return kept ? kept(network, again) : network;
    }
};

const std::vector<FormatUnderTest> formats = [] {
    std::vector<FormatUnderTest> all;
    for (const io::NetworkFormat& row : io::network_formats()) {
        if (!row.read) continue;
        const std::string_view name = row.suffixes[0];
        all.push_back({row, name, name != ".pgmodel",
                       kept_parts.contains(name) ? kept_parts.at(name) : nullptr});
    }
    return all;
}();

std::string text_of(const FormatUnderTest& format, const BayesianNetwork& network) {
    return written_by(format.row.write, network);
}

/// True if reading gives a network or a ParseError, in text formats one with line and column.
/// Anything else (another exception, a crash, a sanitizer's report) ends the test.
bool gives_network_or_parse_error(const FormatUnderTest& format, std::string_view text) {
    try {
        format.read(text);
        return true;
    } catch (const ParseError& error) {
        return error.location().file == "f" &&
               (!format.is_text || (error.location().line > 0 && error.location().column > 0));
    } catch (const ModelError& error) {
        // A text of lines that is cut has whole ones, so what is wrong with it is a missing row.
        return format.name == ".bn" && error.location().file == "f" && error.location().line > 0;
    }
}

void check_cut(const FormatUnderTest& format, std::string_view text, std::size_t bytes) {
    INFO(format.name << " cut after " << bytes << " bytes");
    REQUIRE(gives_network_or_parse_error(format, text.substr(0, bytes)));
}

/// Cuts the text at every `stride`-th byte.
void check_cuts(const FormatUnderTest& format, const std::string& text, std::size_t stride) {
    for (std::size_t bytes = 0; bytes < text.size(); bytes += stride)
        check_cut(format, text, bytes);
}

/// Cuts the text at the given places, in random order, until so many bytes have been read.
void check_some_cuts(const FormatUnderTest& format, const std::string& text,
                     std::vector<std::size_t> places, std::size_t most_bytes_read) {
    Rng rng(13);
    for (std::size_t left = places.size(), bytes_read = 0; left > 0 && bytes_read < most_bytes_read;
         --left) {
        std::swap(places[rng.below(left)], places[left - 1]);
        check_cut(format, text, places[left - 1]);
        bytes_read += places[left - 1];
    }
}

/// Just before and just behind every brace: a text cut there holds whole blocks or statements.
std::vector<std::size_t> places_beside_braces(std::string_view text) {
    std::vector<std::size_t> places;
    for (std::size_t at = text.find_first_of("{}"); at != text.npos;
         at = text.find_first_of("{}", at + 1))
        places.insert(places.end(), {at, at + 1});
    return places;
}

/// Wherever one class of bytes (blanks, digits, marks, all others) ends and another begins: between
/// all tokens and inside the numbers.
std::vector<std::size_t> places_between_classes(std::string_view text) {
    const auto class_of = [](char c) {
        return c == ' ' || c == '\n'                                                ? 0
               : c >= '0' && c <= '9'                                               ? 1
               : std::string_view("{}()[]|,;.\"").find(c) != std::string_view::npos ? 2
                                                                                    : 3;
    };
    std::vector<std::size_t> places;
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (class_of(text[at - 1]) != class_of(text[at])) places.push_back(at);
    }
    return places;
}

/// Checks that reference networks of at most that size are equal after each format.
void check_reference_networks(std::size_t max_bytes) {
    const std::vector<std::string> files = reference_network_files(max_bytes);
    if (files.empty()) WARN("SKIPPED: no reference data");
    for (const std::string& file : files) {
        const BayesianNetwork network = io::read_network(file).network;
        for (const FormatUnderTest& format : formats) {
            INFO(file << " as " << format.name);
            const BayesianNetwork kept =
                format.kept_of(network, format.read(text_of(format, network)));
            const BayesianNetwork again = format.read(text_of(format, kept));
            CHECK(again == format.kept_of(kept, again));
        }
    }
}

std::string with_line_ends(const std::string& text, const std::string& end) {
    std::string result;
    for (const char c : text) result += c == '\n' ? end : std::string(1, c);
    return result;
}

}  // namespace

TEST_CASE("Readers: what a format writes it reads back as an equal network, bit for bit",
          "[contract][io]") {
    for (const FormatUnderTest& format : formats) {
        Rng rng(11);
        INFO(format.name);
        for (int i = 0; i < 100; ++i) {
            const BayesianNetwork network = random_model(rng);
            const io::ReadResult again = format.result_of(text_of(format, network));
            REQUIRE(again.network == format.kept_of(network, again.network));
            REQUIRE(again.remarks.empty());
        }
        const BayesianNetwork odd = format.read(text_of(format, oddly_named_network()));
        CHECK(odd == format.kept_of(oddly_named_network(), odd));
        CHECK(format.read(text_of(format, BayesianNetwork{})) == BayesianNetwork{});
    }
}

TEST_CASE("Readers: files are recognised by suffix and by their first bytes", "[contract][io]") {
    const TemporaryFolder folder;
    // Names of variables and states that have no place in a file may be in another one beside it.
    const BayesianNetwork nameless = NetworkBuilder(smoke_and_lung()).set_name("").build();
    for (const FormatUnderTest& format : formats) {
        for (const std::string_view suffix : format.row.suffixes) {
            if (suffix.empty()) continue;
            std::string capitals = "M" + std::string(suffix);
            std::ranges::transform(capitals, capitals.begin(), [](unsigned char c) {
                return static_cast<char>(std::toupper(c));
            });
            for (const std::string& name :
                 {"m" + std::string(suffix), capitals, "m" + std::string(suffix) + ".gz"}) {
                INFO(name);
                io::write_network(smoke_and_lung(), folder.file(name));
                const BayesianNetwork again = io::read_network(folder.file(name)).network;
                CHECK(again == (format.row.beside.read ? nameless
                                                       : format.kept_of(smoke_and_lung(), again)));
            }
        }
        if (!format.row.recognise) continue;
        const std::string text = text_of(format, smoke_and_lung());
        io::ByteSource without_suffix(text, "f", text.size());
        INFO(format.name);
        CHECK(std::get<BayesianNetwork>(io::read_model(without_suffix).model) == format.read(text));
    }
}

TEST_CASE("Readers: a property called like a word of a format is kept, or reported as lost",
          "[contract][io]") {
    const std::vector<std::string> words = {
        "name",  "Name",    "NAME",   "states", "STATES", "data",  "DATA",     "id",
        "ID",    "type",    "TYPE",   "kind",   "KIND",   "probs", "PROBS",    "title",
        "TITLE", "parents", "values", "VALUES", "node",   "label", "position", "POSITION"};
    for (const io::NetworkFormat& format : io::network_formats()) {
        if (!format.read || !format.losses || format.beside.read) continue;
        for (const std::string& word : words) {
            for (const bool of_network : {true, false}) {
                INFO(format.suffixes[0] << ", " << word << (of_network ? " of the network" : ""));
                NetworkBuilder builder("n");
                Variable variable("A", {"no", "yes"});
                if (of_network)
                    builder.annotate(word + " = other");
                else
                    variable.annotate(word + " = other");
                const VariableId a = builder.add_variable(variable);
                builder.set_cpd(TableCpd(Scope({a}, {2}), std::vector<double>{0.25, 0.75}));
                const BayesianNetwork network = builder.build();
                if (!format.losses(network).empty()) continue;
                std::ostringstream out;
                format.write(network, out);
                CHECK(format.read(out.view(), {}).network == network);
            }
        }
    }
}

TEST_CASE("Readers: the small networks of the reference data are equal after every format",
          "[contract][io][reference]") {
    check_reference_networks(20'000);
}

TEST_CASE("Readers: all networks of the reference data are equal after every format",
          "[contract][io][reference][full]") {
    check_reference_networks(std::size_t{1} << 30);
}

TEST_CASE("Readers: line ends and a byte-order mark mean nothing", "[contract][io]") {
    for (const FormatUnderTest& format : formats) {
        if (!format.is_text) continue;
        const std::string text = text_of(format, oddly_named_network());
        const BayesianNetwork expected = format.read(text);
        INFO(format.name);
        CHECK(format.read("\xEF\xBB\xBF" + text) == expected);
        for (const char* end : {"\r\n", "\r", "\n\n"})
            CHECK(format.read(with_line_ends(text, end)) == expected);
    }
}

TEST_CASE("Readers: a text cut at any byte gives a network or an error with its place",
          "[contract][io]") {
    for (const FormatUnderTest& format : formats) {
        Rng rng(12);
        check_cuts(format, text_of(format, smoke_and_lung()), 1);
        check_cuts(format,
                   text_of(format, random_model(rng, {.max_variables = 5, .max_assignments = 256})),
                   1);
        const std::string odd = text_of(format, oddly_named_network());
        check_cuts(format, odd, odd.size() / 200);
    }
}

TEST_CASE("Readers: limits hold", "[contract][io]") {
    for (const FormatUnderTest& format : formats) {
        const std::string text = text_of(format, smoke_and_lung());
        INFO(format.name);
        const auto throws = [&](const Limits& limits) {
            try {
                format.read(text, limits);
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
        if (!format.kept)
            CHECK(throws({.max_name_bytes = 4}));  // a format that loses names makes its own
        CHECK(throws({.max_table_cells = 3}));
        CHECK(throws({.max_model_cells = 5}));
    }
}

TEST_CASE(
    "Readers: the small reference files cut at any byte give a network or an error with its place",
    "[contract][io][reference]") {
    const std::vector<std::string> files = reference_bif_files(1'200);
    if (files.empty()) WARN("SKIPPED: no reference data");
    for (const std::string& file : files)
        check_cuts(formats[0], read_file(*reference_file("networks/bif/" + file)), 1);
}

TEST_CASE("Readers: every reference file cut anywhere gives a network or an error with its place",
          "[contract][io][reference][full]") {
    // Every byte of the files up to 6 kB. The work is quadratic in the size, so the larger ones are
    // cut beside the braces and between some of the tokens.
    constexpr std::size_t most_bytes_read_at_braces = 150'000'000;
    constexpr std::size_t most_bytes_read_at_tokens = 5'000'000;
    const std::vector<std::string> files = reference_bif_files(std::size_t{1} << 30);
    if (files.empty()) WARN("SKIPPED: no reference data");
    for (const std::string& file : files) {
        const std::string text = read_file(*reference_file("networks/bif/" + file));
        INFO(file);
        if (text.size() <= 6'000) {
            check_cuts(formats[0], text, 1);
        } else {
            check_some_cuts(formats[0], text, places_beside_braces(text),
                            most_bytes_read_at_braces);
            check_some_cuts(formats[0], text, places_between_classes(text),
                            most_bytes_read_at_tokens);
        }
    }
}

#include <io/format/block/bif.hpp>
#include <io/format/block/bn.hpp>
#include <io/format/block/detail/dne.hpp>
#include <io/format/block/detail/dsc.hpp>
#include <io/format/block/detail/dsl.hpp>
#include <io/format/block/detail/elv.hpp>
#include <io/format/block/detail/net.hpp>
#include <io/format/detail/plain_name.hpp>
#include <io/format/record/archive.hpp>
#include <io/format/record/detail/json.hpp>
#include <io/format/uai/uai.hpp>
#include <io/format/xml/detail/pgmx.hpp>
#include <io/format/xml/detail/pmml.hpp>
#include <io/format/xml/detail/xbn.hpp>
#include <io/format/xml/detail/xdsl.hpp>
#include <io/format/xml/detail/xmlbif.hpp>
#include <io/network_file.hpp>
#include <io/text/detail/block_lexer.hpp>
#include <pgm/core/random.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/reference_data.hpp>

#include <functional>

using namespace pgm;
using namespace pgm::tests;

/// What every format promises. A new one adds one line to `formats`; docs/adding-a-format.md walks
/// through it.
namespace {

struct FormatUnderTest {
    std::string name;
    bool is_text;  ///< lines, columns, line ends and byte-order marks mean something
    std::function<io::ReadResult(std::string_view, const io::ReadOptions&)> read;
    std::function<void(const BayesianNetwork&, std::ostream&)> write;
    /// What of a network the format can hold; null where nothing is lost.
    std::function<BayesianNetwork(const BayesianNetwork&)> kept = nullptr;
};

BayesianNetwork kept_by(const FormatUnderTest& format, const BayesianNetwork& network) {
    return format.kept ? format.kept(network) : network;
}

/// What formats of bare numbers keep: variables X0, X1, ... with states 0, 1, ..., and the tables.
BayesianNetwork without_names(const BayesianNetwork& network) {
    NetworkBuilder builder;
    for (const Variable& variable : network.variables()) {
        std::vector<std::string> states;
        for (std::size_t s = 0; s < variable.cardinality(); ++s)
            states.push_back(std::to_string(s));
        builder.add_variable(Variable("X" + std::to_string(builder.size()), std::move(states)));
    }
    for (const Cpd& cpd : network.cpds()) builder.set_cpd(cpd);
    return builder.build();
}

/// What a format keeps whose variables have names of letters, digits and underscores only.
struct Kept {
    std::optional<io::detail::FirstByte> states;  ///< of their plain names; null: any name
    bool labels = true;                           ///< of variables whose names are replaced
    bool all_lines = false;  ///< of annotations; otherwise only those that are attributes
};
BayesianNetwork with_plain_names(const BayesianNetwork& network, const Kept& format) {
    const auto is_kept = [&](const std::string& line) {
        return line.starts_with("position = (") ||
               (format.all_lines && line.find('\n') == line.npos);
    };
    // Programs write the name of a variable as its label, too, where it has no other.
    const auto label = [](const std::string& name) {
        return "label = " + io::detail::block_quoted(name);
    };
    NetworkBuilder builder(network.name());
    std::vector<std::string> names;
    for (const Variable& variable : network.variables()) names.push_back(variable.name());
    names = io::detail::plain_names(names, io::detail::FirstByte::letter);
    for (const Variable& variable : network.variables()) {
        const std::string& name = names[builder.size()];
        Variable kept(name, format.states
                                ? io::detail::plain_names(variable.states(), *format.states)
                                : variable.states());
        const bool is_renamed = name != variable.name();
        if (format.labels && is_renamed) kept.annotate(label(variable.name()));
        for (const std::string& line : variable.annotations()) {
            const bool is_label = format.labels && !is_renamed && line.starts_with("label = \"");
            if (is_label ? line != label(name) : is_kept(line)) kept.annotate(line);
        }
        builder.add_variable(std::move(kept));
    }
    for (const std::string& line : network.annotations())
        if (is_kept(line)) builder.annotate(line);
    for (const Cpd& cpd : network.cpds()) builder.set_cpd(cpd);
    return builder.build();
}

/// The network with parents before their children; its distributions are tables.
BayesianNetwork parents_first(const BayesianNetwork& network) {
    NetworkBuilder builder(network.name());
    for (const std::string& line : network.annotations()) builder.annotate(line);
    std::vector<VariableId> moved(network.size());
    const std::vector<VariableId> order = topological_order(network.dag());
    for (const VariableId id : order)
        moved[id.index()] = builder.add_variable(network.variable(id));
    for (const VariableId id : order) {
        const TableCpd& table = *as_table(network.cpd(id));
        std::vector<VariableId> members;
        for (const VariableId member : table.scope().variables())
            members.push_back(moved[member.index()]);
        const std::span<const std::size_t> states = table.cardinalities();
        builder.set_cpd(TableCpd(Scope(members, std::vector(states.begin(), states.end())),
                                 table.table().values()));
    }
    return builder.build();
}

/// What formats keep whose variables have identifiers for names, and GeNIe, where states have
/// them, too, and labels keep the names of variables.
BayesianNetwork with_identifiers(const BayesianNetwork& network) {
    return with_plain_names(network, {.states = std::nullopt, .labels = false});
}
BayesianNetwork as_in_genie(const BayesianNetwork& network) {
    return parents_first(
        with_plain_names(network, {.states = io::detail::FirstByte::letter_or_digit}));
}
BayesianNetwork as_in_netica(const BayesianNetwork& network) {
    return with_plain_names(network, {.states = io::detail::FirstByte::letter});
}
BayesianNetwork as_in_msbn(const BayesianNetwork& network) {
    return with_plain_names(network, {.states = std::nullopt, .all_lines = true});
}

BayesianNetwork without_properties(const BayesianNetwork& network) {
    NetworkBuilder builder(network.name());
    for (const Variable& variable : network.variables())
        builder.add_variable(Variable(variable.name(), variable.states()));
    for (const Cpd& cpd : network.cpds()) builder.set_cpd(cpd);
    return builder.build();
}

/// A text without rows is a structure, which is a whole text, too.
io::ReadResult read_bn_structure(std::string_view text, io::ReadOptions options) {
    options.tables_to_learn = io::TablesToLearn::accept;
    return io::read_bn(text, options);
}

const std::vector<FormatUnderTest> formats = {
    {"BIF", true, io::read_bif, io::write_bif},
    {"BN", true, read_bn_structure, io::write_bn, without_properties},
    {"XMLBIF", true, io::detail::read_xmlbif, io::detail::write_xmlbif},
    {"XDSL", true, io::detail::read_xdsl, io::detail::write_xdsl, as_in_genie},
    {"NET", true, io::detail::read_net, io::detail::write_net, with_identifiers},
    {"JSON", true, io::detail::read_json, io::detail::write_json},
    {"UAI", true, io::read_uai, io::write_uai, without_names},
    {"DSL", true, io::detail::read_dsl, io::detail::write_dsl, as_in_genie},
    {"DNE", true, io::detail::read_dne, io::detail::write_dne, as_in_netica},
    {"DSC", true, io::detail::read_dsc, io::detail::write_dsc, as_in_msbn},
    {"PGMX", true, io::detail::read_pgmx, io::detail::write_pgmx},
    {"ELV", true, io::detail::read_elv, io::detail::write_elv, with_identifiers},
    {"XBN", true, io::detail::read_xbn, io::detail::write_xbn},
    {"PMML", true, io::detail::read_pmml, io::detail::write_pmml},
    {"pgmodel", false, io::read_archive, io::write_archive},
};

std::string text_of(const FormatUnderTest& format, const BayesianNetwork& network) {
    return written_by(format.write, network);
}

/// True if reading gives a network or a ParseError, in text formats one with line and column.
/// Anything else (another exception, a crash, a sanitizer's report) ends the test.
bool gives_network_or_parse_error(const FormatUnderTest& format, std::string_view text) {
    try {
        format.read(text, {.name = "f"});
        return true;
    } catch (const ParseError& error) {
        return error.location().file == "f" &&
               (!format.is_text || (error.location().line > 0 && error.location().column > 0));
    } catch (const ModelError& error) {
        // A text of lines that is cut has whole ones, so what is wrong with it is a missing row.
        return format.name == "BN" && error.location().file == "f" && error.location().line > 0;
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
            const BayesianNetwork kept = kept_by(format, network);
            CHECK(format.read(text_of(format, kept), {}).network == kept_by(format, kept));
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
            const io::ReadResult again = format.read(text_of(format, network), {});
            REQUIRE(again.network == kept_by(format, network));
            REQUIRE(again.remarks.empty());
        }
        CHECK(format.read(text_of(format, oddly_named_network()), {}).network ==
              kept_by(format, oddly_named_network()));
        CHECK(format.read(text_of(format, BayesianNetwork{}), {}).network == BayesianNetwork{});
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
        const BayesianNetwork expected = kept_by(format, oddly_named_network());
        INFO(format.name);
        CHECK(format.read("\xEF\xBB\xBF" + text, {}).network == expected);
        for (const char* end : {"\r\n", "\r", "\n\n"})
            CHECK(format.read(with_line_ends(text, end), {}).network == expected);
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

#include <tests/fuzz/fuzz_target.hpp>

#include <io/network_file.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/hybrid_models.hpp>
#include <tests/support/noisy_networks.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/random_model.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>

namespace pgm::tests {
namespace {

/// A format of networks to be read: a row of io::network_formats().
struct FuzzedFormat {
    std::string name;
    const io::NetworkFormat* row;
    bool has_checksum = false;
    /// True where the inputs are contents of a native file, behind their version in one byte.
    bool is_unsealed = false;

    bool has_names_beside() const { return row->beside.read != nullptr; }
    BayesianNetwork read(std::string_view bytes, const io::ReadOptions& options) const {
        return is_unsealed ? row->read(sealed_contents(bytes, SealedKind::network), options).network
                           : row->read(bytes, options).network;
    }
    std::string written(const BayesianNetwork& network) const {
        const std::string text = written_by(row->write, network);
        return is_unsealed ? contents_with_version(text) : text;
    }
};

/// All that are read, the native one with what guards it against damage and without.
const std::vector<FuzzedFormat>& fuzzed_formats() {
    static const std::vector<FuzzedFormat> formats = [] {
        std::vector<FuzzedFormat> all;
        for (const io::NetworkFormat& row : io::network_formats()) {
            const std::string name(row.suffixes[0].substr(1));
            const bool is_native = name == "pgmodel";
            if (is_native) all.push_back({"envelope", &row, true});
            if (row.read) all.push_back({name, &row, false, is_native});
        }
        return all;
    }();
    return formats;
}

/// To rounding: a row within 8 k eps of 1 is left as it is, hence a certain state may have 1 + eps.
bool is_distribution(std::span<const double> row, RowSums row_sums) {
    double sum = 0;
    for (const double p : row) {
        if (!(p >= 0)) return false;
        sum += p;
    }
    return std::abs(sum - 1) < (row_sums == RowSums::keep ? 1.001e-3 : 1e-9);
}

std::string_view broken_promise(const BayesianNetwork& network) {
    for (std::size_t i = 0; i < network.size(); ++i) {
        if (child_of(network.cpd(VariableId(i))) != VariableId(i))
            return "a distribution belongs to another variable";
        if (network.find(network.variable(VariableId(i)).name()) != VariableId(i))
            return "a name is not found";
        const TableCpd* const table = std::get_if<TableCpd>(&network.cpd(VariableId(i)));
        const bool is_discrete = !is_continuous(network.cpd(VariableId(i)));
        if (network.variable(VariableId(i)).is_discrete() != is_discrete)
            return "a distribution is of the wrong kind";
        if (table == nullptr) continue;
        const TableCpd& cpd = *table;
        for (std::size_t axis = 0; axis < cpd.scope().size(); ++axis) {
            if (network.cardinality(cpd.scope().variables()[axis]) !=
                cpd.scope().cardinalities()[axis])
                return "a table does not fit";
        }
        for (std::size_t row = 0; row < cpd.row_count(); ++row) {
            if (!is_distribution(cpd.row(row), network.row_sums()))
                return "a row is no distribution";
        }
    }
    return {};
}

/// True if every distribution would be small as a table, too.
bool is_small_as_tables(const BayesianNetwork& network) {
    for (const Cpd& cpd : network.cpds()) {
        const NoisyMaxCpd* const noisy = std::get_if<NoisyMaxCpd>(&cpd);
        if (noisy == nullptr) continue;
        std::optional<std::size_t> cells = 1;
        for (const std::size_t cardinality : noisy->cardinalities()) {
            cells = checked_mul(*cells, cardinality);
            if (!cells || *cells > fuzz_limits.max_table_cells) return false;
        }
    }
    return true;
}

/// The first two numbers of a text of numbers, brackets, commas and blanks, "1 2"; the text itself
/// where they are none.
std::string as_position(std::string_view text) {
    std::vector<std::string> numbers;
    std::string word;
    for (const char c : std::string(text) + " ") {
        if (std::string_view(" (),\t\r\n").find(c) == std::string_view::npos) {
            word += c;
        } else if (!word.empty() && numbers.size() < 2) {
            const std::optional<double> number = parse_number(word);
            if (!number) return std::string(text);
            numbers.push_back(to_text(*number));
            word.clear();
        }
    }
    return numbers.size() < 2 ? std::string(text) : numbers[0] + " " + numbers[1];
}

/// Properties in their order, attributes in the one spelling that formats have for them: blanks
/// around '=' and in positions are the format's.
std::vector<std::string> as_properties(std::vector<std::string> lines) {
    for (std::string& line : lines) {
        const std::size_t equals = line.find('=');
        if (equals == line.npos) continue;
        const std::string_view text = line, name = without_blanks_around(text.substr(0, equals));
        const auto is_word = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
        if (!std::ranges::all_of(name, is_word)) continue;
        line =
            std::string(name) + " = " + as_position(without_blanks_around(text.substr(equals + 1)));
    }
    std::ranges::sort(lines);
    return lines;
}

/// The network as another format may have it: a table for every noisy-MAX distribution, properties
/// in another order and spelling.
BayesianNetwork as_elsewhere(const BayesianNetwork& network) {
    NetworkBuilder builder(network.name());
    builder.set_row_sums(network.row_sums());
    for (const std::string& line : as_properties(network.annotations())) builder.annotate(line);
    for (const Variable& variable : network.variables()) {
        Variable plain = variable.is_discrete() ? Variable(variable.name(), variable.states())
                                                : Variable(variable.name());
        for (const std::string& line : as_properties(variable.annotations())) plain.annotate(line);
        builder.add_variable(std::move(plain));
    }
    for (std::size_t v = 0; v < network.size(); ++v) {
        const Cpd& cpd = network.cpd(VariableId(v));
        if (std::holds_alternative<NoisyMaxCpd>(cpd))
            builder.set_cpd(tabulated(network, VariableId(v)));
        else
            builder.set_cpd(cpd);
    }
    return builder.build();
}

/// A network of which nothing is lost has to read back equal, in the format that it was read from
/// exactly so, in another one as_elsewhere().
std::string_view check_written(const FuzzedFormat& format, const BayesianNetwork& network,
                               const std::string& text, bool is_own) {
    // Without the limits: what is written may be longer than what was read.
    const BayesianNetwork again = format.read(text, {});
    if (again == network || (format.row->losses && !format.row->losses(network).empty())) return {};
    if (!is_own && (format.has_names_beside() || as_elsewhere(again) == as_elsewhere(network)))
        return {};
    return is_own ? "what was written reads back as another network"
                  : "what was written in another format reads back as another network";
}

/// In its own format, if that is `among` them, and in all others that hold such networks.
std::string_view check_conversions(const FuzzedFormat& own, const BayesianNetwork& network,
                                   std::span<const FuzzedFormat> among) {
    // No file holds a function, which a naive Bayes model of PMML with a threshold has.
    if (std::ranges::any_of(network.cpds(), [](const Cpd& cpd) {
            return std::holds_alternative<FunctionCpd>(cpd);
        }))
        return {};
    const bool is_small = is_small_as_tables(network);
    for (const FuzzedFormat& format : among) {
        const bool is_own = &format == &own;
        if (!is_own && !is_small) continue;
        std::string text;
        try {
            text = format.written(network);
        } catch (const ArgumentError& error) {
            if (is_own || complaint_about(error) != "") return "what was read cannot be written";
            continue;
        }
        if (const std::string_view wrong = check_written(format, network, text, is_own);
            !wrong.empty())
            return wrong;
    }
    return {};
}

/// One question, with little memory.
std::string_view check_answers(const BayesianNetwork& network) {
    try {
        const InferenceEngine engine(network, {.max_arena_bytes = std::size_t{1} << 20,
                                               .max_multiplications = std::uint64_t{1} << 20});
        const Posterior posterior = engine.marginals();
        for (std::size_t i = 0; i < posterior.size(); ++i) {
            double sum = 0;
            for (const double p : posterior[i]) sum += p;
            if (!(std::abs(sum - 1) < 1e-6)) return "a posterior does not sum to 1";
        }
    } catch (const TooLargeError& error) {
        return complaint_about(error);
    }
    return {};
}

const io::ReadOptions options_of_networks{
    .name = "f", .limits = fuzz_limits, .tables_to_learn = io::TablesToLearn::accept};

std::string_view check_network(const FuzzedFormat& format, std::string_view bytes, bool& accepted) {
    accepted = false;
    if (format.row->check) format.row->check(bytes, options_of_networks);
    BayesianNetwork network;
    try {
        network = format.read(bytes, options_of_networks);
    } catch (const Error& error) {
        return complaint_about(error);
    }
    accepted = true;
    if (const std::string_view broken = broken_promise(network); !broken.empty()) return broken;
    return check_conversions(format, network, std::span(&format, 1));
}

/// What takes longer than reading: every other format, and the engine.
std::string_view check_network_further(const FuzzedFormat& format, std::string_view bytes) {
    const BayesianNetwork network = format.read(bytes, options_of_networks);
    if (const std::string_view wrong = check_conversions(format, network, fuzzed_formats());
        !wrong.empty())
        return wrong;
    return check_answers(network);
}

/// Tables, Gaussians, kernel densities and noisy-MAX distributions.
const std::vector<BayesianNetwork>& sample_networks() {
    static const std::vector<BayesianNetwork> samples = [] {
        Rng rng(99);
        std::vector<BayesianNetwork> networks = {smoke_and_lung(), oddly_named_network()};
        for (int i = 0; i < 12; ++i)
            networks.push_back(random_model(
                rng, {.max_variables = 6, .max_assignments = 300, .max_table_cells = 100}));
        for (int i = 0; i < 3; ++i) {
            networks.push_back(random_hybrid(rng));
            networks.push_back(random_noisy_network(5, 3, rng));
        }
        return networks;
    }();
    return samples;
}

/// The samples that a format can hold and, of BIF, small files of other programs.
std::vector<std::string> written_samples(const FuzzedFormat& format) {
    std::vector<std::string> texts;
    for (const BayesianNetwork& network : sample_networks()) {
        try {
            texts.push_back(format.written(network));
        } catch (const ArgumentError&) {
            // It has a distribution that the format has not.
        }
    }
    if (format.name == "bif") {
        for (const std::string& file : reference_bif_files(6'000))
            texts.push_back(read_file(*reference_file("networks/bif/" + file)));
    }
    return texts;
}

}  // namespace

std::vector<FuzzTarget> network_targets() {
    std::vector<FuzzTarget> targets;
    for (const FuzzedFormat& format : fuzzed_formats()) {
        targets.push_back(
            {.name = format.name,
             .check = [&format](std::string_view bytes,
                                bool& accepted) { return check_network(format, bytes, accepted); },
             .generated_seeds = [&format] { return written_samples(format); },
             .has_checksum = format.has_checksum,
             .check_further =
                 [&format](std::string_view bytes) {
                     return check_network_further(format, bytes);
                 }});
    }
    return targets;
}

}  // namespace pgm::tests

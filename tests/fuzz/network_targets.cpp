#include <tests/fuzz/fuzz_target.hpp>

#include <io/format/block/bif.hpp>
#include <io/format/block/bn.hpp>
#include <io/format/block/detail/dne.hpp>
#include <io/format/block/detail/dsc.hpp>
#include <io/format/block/detail/dsl.hpp>
#include <io/format/block/detail/elv.hpp>
#include <io/format/block/detail/net.hpp>
#include <io/format/detail/annotation.hpp>
#include <io/format/detail/genie_network.hpp>
#include <io/format/detail/network_writing.hpp>
#include <io/format/record/archive.hpp>
#include <io/format/record/detail/envelope.hpp>
#include <io/format/record/detail/json.hpp>
#include <io/format/uai/uai.hpp>
#include <io/format/xml/detail/pgmx.hpp>
#include <io/format/xml/detail/pmml.hpp>
#include <io/format/xml/detail/xbn.hpp>
#include <io/format/xml/detail/xdsl.hpp>
#include <io/format/xml/detail/xmlbif.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/bif_text.hpp>
#include <tests/support/hybrid_models.hpp>
#include <tests/support/noisy_networks.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/random_model.hpp>

#include <array>
#include <cmath>
#include <sstream>

namespace pgm::tests {
namespace {

struct NetworkFormat {
    std::string_view name;
    io::ReadResult (*read)(std::string_view, const io::ReadOptions&);
    void (*write)(const BayesianNetwork&, std::ostream&);
    /// Null where nothing is ever lost.
    std::vector<std::string> (*losses)(const BayesianNetwork&) = nullptr;
    /// Null where the format has no check of its own; else it throws nothing.
    std::vector<Problem> (*check)(std::string_view, const io::ReadOptions&) = nullptr;
    bool has_checksum = false;
    bool has_names_beside = false;  ///< names are in a file of their own
};

io::ReadResult read_network_contents(std::string_view bytes, const io::ReadOptions& options) {
    return io::read_archive(sealed_contents(bytes, io::detail::EnvelopeKind::network), options);
}

void write_network_contents(const BayesianNetwork& network, std::ostream& out) {
    out << contents_with_version(written_by(io::write_archive, network));
}

/// A row per format.
constexpr std::array network_formats = {
    NetworkFormat{"bif", io::read_bif, io::write_bif, io::detail::lost_distributions,
                  io::check_bif},
    NetworkFormat{"bn", io::read_bn, io::write_bn, io::losses_of_bn},
    NetworkFormat{"xmlbif", io::detail::read_xmlbif, io::detail::write_xmlbif,
                  io::detail::lost_distributions},
    NetworkFormat{"xdsl", io::detail::read_xdsl, io::detail::write_xdsl,
                  io::detail::losses_of_xdsl},
    NetworkFormat{"dsl", io::detail::read_dsl, io::detail::write_dsl, io::detail::losses_in_genie},
    NetworkFormat{"dne", io::detail::read_dne, io::detail::write_dne, io::detail::losses_of_dne},
    NetworkFormat{"dsc", io::detail::read_dsc, io::detail::write_dsc, io::detail::losses_of_dsc},
    NetworkFormat{"net", io::detail::read_net, io::detail::write_net, io::detail::losses_of_net},
    NetworkFormat{"pgmx", io::detail::read_pgmx, io::detail::write_pgmx,
                  io::detail::losses_of_pgmx},
    NetworkFormat{"xbn", io::detail::read_xbn, io::detail::write_xbn,
                  io::detail::lost_distributions},
    NetworkFormat{"elv", io::detail::read_elv, io::detail::write_elv, io::detail::losses_of_elv},
    NetworkFormat{"pmml", io::detail::read_pmml, io::detail::write_pmml,
                  io::detail::lost_distributions},
    NetworkFormat{"uai", io::read_uai, io::write_uai, io::losses_of_uai, nullptr, false, true},
    NetworkFormat{"json", io::detail::read_json, io::detail::write_json},
    NetworkFormat{"envelope", io::read_archive, io::write_archive, nullptr, nullptr, true},
    NetworkFormat{"pgmodel", read_network_contents, write_network_contents},
};

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

/// Properties in their order, attributes in the one spelling that formats have for them: blanks
/// around '=' and in positions are the format's.
std::vector<std::string> as_properties(std::vector<std::string> lines) {
    for (std::string& line : lines) {
        const auto attribute = io::detail::attribute_of(line);
        if (!attribute) continue;
        const auto numbers = io::detail::position_of("position = " + attribute->value);
        line = io::detail::attribute_line(
            attribute->name,
            numbers ? to_text(numbers->x) + " " + to_text(numbers->y) : attribute->value);
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
std::string_view check_written(const NetworkFormat& format, const BayesianNetwork& network,
                               const std::string& text, bool is_own) {
    // Without the limits: what is written may be longer than what was read.
    const BayesianNetwork again = format.read(text, {}).network;
    if (again == network || (format.losses && !format.losses(network).empty())) return {};
    if (!is_own && (format.has_names_beside || as_elsewhere(again) == as_elsewhere(network)))
        return {};
    return is_own ? "what was written reads back as another network"
                  : "what was written in another format reads back as another network";
}

/// In its own format, if that is `among` them, and in all others that hold such networks.
std::string_view check_conversions(const NetworkFormat& own, const BayesianNetwork& network,
                                   std::span<const NetworkFormat> among) {
    // No file holds a function, which a naive Bayes model of PMML with a threshold has.
    if (std::ranges::any_of(network.cpds(), [](const Cpd& cpd) {
            return std::holds_alternative<FunctionCpd>(cpd);
        }))
        return {};
    const bool is_small = is_small_as_tables(network);
    for (const NetworkFormat& format : among) {
        const bool is_own = &format == &own;
        if (!is_own && !is_small) continue;
        std::string text;
        try {
            text = written_by(format.write, network);
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

std::string_view check_network(const NetworkFormat& format, std::string_view bytes,
                               bool& accepted) {
    accepted = false;
    if (format.check) format.check(bytes, options_of_networks);
    io::ReadResult result;
    try {
        result = format.read(bytes, options_of_networks);
    } catch (const Error& error) {
        return complaint_about(error);
    }
    accepted = true;
    if (const std::string_view broken = broken_promise(result.network); !broken.empty())
        return broken;
    return check_conversions(format, result.network, std::span(&format, 1));
}

/// What takes longer than reading: every other format, and the engine.
std::string_view check_network_further(const NetworkFormat& format, std::string_view bytes) {
    const BayesianNetwork network = format.read(bytes, options_of_networks).network;
    if (const std::string_view wrong = check_conversions(format, network, network_formats);
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
std::vector<std::string> written_samples(const NetworkFormat& format) {
    std::vector<std::string> texts;
    for (const BayesianNetwork& network : sample_networks()) {
        try {
            texts.push_back(written_by(format.write, network));
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
    for (const NetworkFormat& format : network_formats) {
        targets.push_back(
            {.name = std::string(format.name),
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

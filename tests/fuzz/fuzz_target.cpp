#include <tests/fuzz/fuzz_target.hpp>

#include <io/archive/archive.hpp>
#include <io/archive/detail/envelope.hpp>
#include <io/bif/bif.hpp>
#include <io/elv/detail/elv.hpp>
#include <io/file/detail/gzip.hpp>
#include <io/net/detail/net.hpp>
#include <io/pgmx/detail/pgmx.hpp>
#include <io/pmml/detail/pmml.hpp>
#include <io/xdsl/detail/xdsl.hpp>
#include <io/xmlbif/detail/xmlbif.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace pgm::tests {
namespace {

using Read = io::ReadResult (*)(std::string_view, const io::ReadOptions&);
using Write = void (*)(const BayesianNetwork&, std::ostream&);

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

using Losses = std::vector<std::string> (*)(const BayesianNetwork&);

/// Only a network of which nothing is lost has to read back equal.
std::string_view check_reader(Read read, Write write, std::string_view bytes, bool& read_a_network,
                              Losses losses = nullptr) {
    io::ReadResult result;
    read_a_network = false;
    try {
        result = read(bytes, {.name = "f", .limits = fuzz_limits});
    } catch (const Error& error) {
        return std::string_view(error.what()).empty() ? "an error says nothing" : "";
    }
    read_a_network = true;
    if (const std::string_view broken = broken_promise(result.network); !broken.empty())
        return broken;
    std::ostringstream out;
    write(result.network, out);
    // Without the limits: what is written may be longer than what was read.
    const bool is_kept = losses == nullptr || losses(result.network).empty();
    return read(out.view(), {}).network == result.network || !is_kept
               ? ""
               : "what was written reads back as another network";
}

/// No file holds the densities of naive Bayes models of PMML that have a threshold.
bool is_writable(const BayesianNetwork& network) {
    return std::ranges::none_of(
        network.cpds(), [](const Cpd& cpd) { return std::holds_alternative<FunctionCpd>(cpd); });
}

}  // namespace

std::string_view fuzz_bif(std::string_view bytes, bool& read_a_network) {
    // check_bif() promises to throw nothing.
    io::check_bif(bytes, {.name = "f", .limits = fuzz_limits});
    const Read read = [](std::string_view text, const io::ReadOptions& options) {
        io::ReadOptions accepting = options;
        accepting.tables_to_learn = io::TablesToLearn::accept;
        return io::read_bif(text, accepting);
    };
    return check_reader(read, io::write_bif, bytes, read_a_network);
}

std::string_view fuzz_xmlbif(std::string_view bytes, bool& read_a_network) {
    return check_reader(io::detail::read_xmlbif, io::detail::write_xmlbif, bytes, read_a_network);
}

std::string_view fuzz_xdsl(std::string_view bytes, bool& read_a_network) {
    return check_reader(io::detail::read_xdsl, io::detail::write_xdsl, bytes, read_a_network,
                        io::detail::losses_of_xdsl);
}

std::string_view fuzz_net(std::string_view bytes, bool& read_a_network) {
    return check_reader(io::detail::read_net, io::detail::write_net, bytes, read_a_network,
                        io::detail::losses_of_net);
}

std::string_view fuzz_pgmx(std::string_view bytes, bool& read_a_network) {
    return check_reader(io::detail::read_pgmx, io::detail::write_pgmx, bytes, read_a_network,
                        io::detail::losses_of_pgmx);
}

std::string_view fuzz_elv(std::string_view bytes, bool& read_a_network) {
    return check_reader(io::detail::read_elv, io::detail::write_elv, bytes, read_a_network,
                        io::detail::losses_of_elv);
}

std::string_view fuzz_pmml(std::string_view bytes, bool& read_a_network) {
    const Write write = [](const BayesianNetwork& network, std::ostream& out) {
        io::detail::write_pmml(is_writable(network) ? network : BayesianNetwork(), out);
    };
    const Losses losses = [](const BayesianNetwork& network) {
        std::vector<std::string> lost = io::detail::losses_of_pmml(network);
        if (!is_writable(network)) lost.emplace_back("functions");
        return lost;
    };
    return check_reader(io::detail::read_pmml, write, bytes, read_a_network, losses);
}

std::string_view fuzz_pgmodel(std::string_view bytes, bool& read_a_network) {
    return check_reader(io::read_archive, io::write_archive, bytes, read_a_network);
}

std::string_view fuzz_pgmodel_contents(std::string_view bytes, bool& read_a_network) {
    return fuzz_pgmodel(io::detail::sealed(1, bytes), read_a_network);
}

std::string_view fuzz_gzip(std::string_view bytes, bool& unpacked) {
    unpacked = false;
    try {
        const std::string contents = io::detail::gunzip(bytes, fuzz_limits.max_file_bytes, "f");
        unpacked = true;
        return io::detail::gunzip(io::detail::gzip(contents), fuzz_limits.max_file_bytes, "f") ==
                       contents
                   ? ""
                   : "what was packed unpacks to something else";
    } catch (const Error&) {
        return unpacked ? "what was packed cannot be unpacked" : "";
    }
}

}  // namespace pgm::tests

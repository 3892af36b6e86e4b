#include <io/format/uai/uai.hpp>

#include <io/file/file_bytes.hpp>
#include <io/format/detail/network_writing.hpp>
#include <io/format/uai/detail/uai_names.hpp>
#include <io/text/text_cursor.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <ostream>

namespace pgm::io {
namespace {

/// Rows on lines of their own.
void write_numbers(const TableCpd& cpd, std::ostream& out) {
    std::string line;
    out << "\n" << std::to_string(cpd.table().size()) << "\n";
    for (std::size_t row = 0; row < cpd.row_count(); ++row) {
        line.clear();
        for (const double p : cpd.row(row)) line.append(" ").append(to_text(p));
        out << line << "\n";
    }
}

}  // namespace

UaiModel read_uai_file(const std::string& path, const Limits& limits) {
    FileBytes file(path);
    UaiModel model = read_uai_model(file.read(limits.max_file_bytes),
                                    {.name = source_name(path), .limits = limits});
    model.network = detail::with_names_beside(std::move(model.network), path, limits);
    return model;
}

ReadResult read_uai(std::string_view text, const ReadOptions& options) {
    UaiModel model = read_uai_model(text, options);
    if (model.is_factor_graph)
        model.remarks.push_back({.severity = Problem::Severity::note,
                                 .message = "a factor graph, read as the network that it is when "
                                            "divided by its partition function, ln Z = " +
                                            to_text(model.log_partition, 12),
                                 .location = {.file = options.name}});
    return {std::move(model.network), std::move(model.remarks)};
}

bool is_uai(std::string_view first_bytes) {
    const std::string_view text = without_byte_order_mark(first_bytes);
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == text.npos) return false;
    const std::size_t end = std::min(text.find_first_of(" \t\r\n#", begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    return equals_ignoring_case(word, "bayes") || equals_ignoring_case(word, "markov") ||
           equals_ignoring_case(word, "causal");  // which the reader refuses by name
}

void write_uai(const BayesianNetwork& network, std::ostream& out) {
    detail::require_tables(network, "UAI");
    out << "BAYES\n" << std::to_string(network.size()) << "\n";
    const char* separator = "";
    for (const Variable& variable : network.variables()) {
        out << separator << std::to_string(variable.cardinality());
        separator = " ";
    }
    out << "\n" << std::to_string(network.size()) << "\n";
    for (const Cpd& cpd : network.cpds()) {
        std::string line = std::to_string(parents_of(cpd).size() + 1);
        for (const VariableId parent : parents_of(cpd))
            line.append(" ").append(std::to_string(parent.index()));
        out << line << " " << std::to_string(child_of(cpd).index()) << "\n";
    }
    detail::for_each_table(network, [&](const TableCpd& cpd) { write_numbers(cpd, out); });
}

std::vector<std::string> losses_of_uai(const BayesianNetwork& network) {
    std::vector<std::string> losses = detail::lost_distributions(network);
    if (!network.name().empty()) losses.emplace_back("the name of the network");
    std::vector<std::string> lines = network.annotations();
    for (const Variable& variable : network.variables())
        lines.insert(lines.end(), variable.annotations().begin(), variable.annotations().end());
    detail::add_lost_lines(lines, losses);
    return losses;
}

}  // namespace pgm::io

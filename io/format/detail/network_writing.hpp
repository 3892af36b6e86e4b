#pragma once

#include <pgm/model/network.hpp>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pgm::io::detail {

// What the writers of network formats share.

/// Throws ArgumentError for a decision or a utility, which the format cannot hold.
void require_chance(const BayesianNetwork& network, std::string_view format);

/// Throws ArgumentError for a continuous variable, a decision or a utility, which the format cannot
/// hold.
void require_discrete(const BayesianNetwork& network, std::string_view format);

/// Likewise, and TooLargeError for a distribution that is no table and would make too large a one:
/// before anything is written.
void require_tables(const BayesianNetwork& network, std::string_view format);

/// Likewise for a format that holds linear Gaussian distributions, too: throws ArgumentError for
/// any other of a continuous variable.
void require_tables_or_gaussians(const BayesianNetwork& network, std::string_view format);

/// Throws as require_tables() and require_utf8_names() do.
void require_utf8_tables(const BayesianNetwork& network, std::string_view format);

/// The utilities below others that a format has: none, plain sums of others, or weighted ones.
enum class HeldSums { none, plain, weighted };

/// Throws ArgumentError for a utility that follows from others in a way the format has not.
void require_utilities(const BayesianNetwork& network, std::string_view format, HeldSums held);

/// Throws as require_utf8_tables() does for a format that holds decisions, and utilities as
/// require_utilities() allows them.
void require_utf8_diagram(const BayesianNetwork& network, std::string_view format, HeldSums held);

/// Throws ArgumentError for a name that is not UTF-8, which the format cannot hold.
void require_utf8_names(const BayesianNetwork& network, std::string_view format);

/// Adds the names of variables that are written as other ones to what is lost.
void add_lost_names(const BayesianNetwork& network, const std::vector<std::string>& written,
                    std::vector<std::string>& losses);

/// Adds lines of properties, if there are any, to what is lost: "4 lines of properties: 'a = 1',
/// 'b = 2', 'c = 3' and 1 more".
void add_lost_lines(const std::vector<std::string>& lines, std::vector<std::string>& losses);

/// Adds the lines of the network for which `of_network` is false, and those of the variables for
/// which `of_variable` is.
template <class OfNetwork, class OfVariable>
void add_lost_lines(const BayesianNetwork& network, const OfNetwork& of_network,
                    const OfVariable& of_variable, std::vector<std::string>& losses) {
    std::vector<std::string> lines;
    for (const std::string& line : network.annotations())
        if (!of_network(line)) lines.push_back(line);
    for (const Variable& variable : network.variables())
        for (const std::string& line : variable.annotations())
            if (!of_variable(line)) lines.push_back(line);
    add_lost_lines(lines, losses);
}

/// The losses of a format that has tables and perhaps linear Gaussian distributions: noisy-MAX
/// distributions, that the rows of a Gaussian share parameters, and rows that are kept though they
/// do not sum to 1, as its reader divides them by their sums.
std::vector<std::string> lost_distributions(const BayesianNetwork& network);

/// Likewise for a format that holds those noisy-MAX distributions for which `held` is not null.
std::vector<std::string> lost_distributions(const BayesianNetwork& network,
                                            const NoisyMaxCpd* (*held)(const Cpd&));

/// The names of the variables as plain_names() with a letter at the beginning.
std::vector<std::string> plain_variable_names(const BayesianNetwork& network);

/// The name of the network as plain_names() with a letter at the beginning, or this name for a
/// network without one.
std::string plain_network_name(const BayesianNetwork& network, const std::string& unnamed);

/// The noisy-MAX that a distribution is, or null.
const NoisyMaxCpd* noisy_max(const Cpd& cpd);

/// The net rows of a parent, by its states.
std::vector<double> link_rows(const NoisyMaxCpd& cpd, std::size_t parent);

/// The table of a variable, whatever its distribution is.
TableCpd table_of(const BayesianNetwork& network, VariableId variable);

/// The numbers of a family as formats with tables list them, the last parent fastest: those of the
/// table of a chance variable, its states fastest; of a utility one for each configuration of its
/// parents with states, none where it is a sum of others; none of a decision.
std::vector<double> listed_numbers(const BayesianNetwork& network, VariableId variable);

/// "a, b, c": what `text_of` makes of the elements of a range, with a text between them.
template <class Range, class TextOf>
std::string joined(const Range& range, std::string_view between, const TextOf& text_of) {
    std::string text;
    bool is_first = true;
    for (const auto& element : range)
        text.append(std::exchange(is_first, false) ? "" : between).append(text_of(element));
    return text;
}

/// Numbers that read back as the same doubles, with a text between them.
std::string joined(std::span<const double> numbers, std::string_view between);

/// Calls write(table) for the distribution of each variable, in order of the variables.
template <class Write>
void for_each_table(const BayesianNetwork& network, Write&& write) {
    for (const Cpd& cpd : network.cpds()) {
        if (const TableCpd* const table = as_table(cpd))
            write(*table);
        else
            write(tabulated(network, child_of(cpd)));
    }
}

}  // namespace pgm::io::detail

#include <tests/support/kept_by_format.hpp>

#include <pgm/core/text/characters.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>

#include <algorithm>
#include <cctype>
#include <optional>

namespace pgm::tests {
namespace {

/// What a name of letters, digits and underscores may begin with.
enum class Beginning { letter, letter_or_digit };

/// True for such a name that is no word of BIF.
bool is_plain(const std::string& name, Beginning beginning) {
    const std::vector<std::string_view> words = {"network", "variable", "probability", "property",
                                                 "type",    "discrete", "table",       "default"};
    const auto is_plain_byte = [](unsigned char c) {
        return c < 128 && (std::isalnum(c) != 0 || c == '_');
    };
    const auto first = static_cast<unsigned char>(name.empty() ? ' ' : name[0]);
    return std::ranges::all_of(name, is_plain_byte) &&
           (beginning == Beginning::letter ? std::isalpha(first) : std::isalnum(first)) != 0 &&
           std::ranges::none_of(
               words, [&](std::string_view word) { return equals_ignoring_case(name, word); });
}

/// A plain name stays as it is, and another one becomes a plain one.
std::string plain_name(const std::string& name, const std::string& written, Beginning beginning) {
    REQUIRE(is_plain(written, beginning));
    return is_plain(name, beginning) ? name : written;
}

std::string label_line(const std::string& name) {
    std::string quoted;
    for (const char c : name) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return "label = \"" + quoted + "\"";
}

/// What a format keeps whose variables have plain names.
struct PlainFormat {
    std::optional<Beginning> states;  ///< of their plain names; null: any name
    bool labels = true;               ///< of variables whose names are replaced
    bool all_lines = false;           ///< of annotations; otherwise only those that are attributes
};
BayesianNetwork with_plain_names(const BayesianNetwork& network, const BayesianNetwork& again,
                                 const PlainFormat& format) {
    const auto is_kept = [&](const std::string& line) {
        return line.starts_with("position = (") ||
               (format.all_lines && line.find('\n') == line.npos);
    };
    REQUIRE(again.size() == network.size());
    NetworkBuilder builder(network.name());
    for (const Variable& variable : network.variables()) {
        const Variable& written = again.variables()[builder.size()];
        REQUIRE(written.cardinality() == variable.cardinality());
        const std::string name = plain_name(variable.name(), written.name(), Beginning::letter);
        std::vector<std::string> states = variable.states();
        for (std::size_t s = 0; format.states && s < states.size(); ++s)
            states[s] = plain_name(states[s], written.states()[s], *format.states);
        Variable kept(name, std::move(states));
        // Programs write the name of a variable as its label, too, where it has no other.
        const bool is_renamed = name != variable.name();
        if (format.labels && is_renamed) kept.annotate(label_line(variable.name()));
        for (const std::string& line : variable.annotations()) {
            const bool is_label = format.labels && !is_renamed && line.starts_with("label = \"");
            if (is_label ? line != label_line(name) : is_kept(line)) kept.annotate(line);
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

}  // namespace

BayesianNetwork without_names(const BayesianNetwork& network, const BayesianNetwork&) {
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

BayesianNetwork with_identifiers(const BayesianNetwork& network, const BayesianNetwork& again) {
    return with_plain_names(network, again, {.states = std::nullopt, .labels = false});
}
BayesianNetwork as_in_genie(const BayesianNetwork& network, const BayesianNetwork& again) {
    return with_plain_names(parents_first(network), again, {.states = Beginning::letter_or_digit});
}
BayesianNetwork as_in_netica(const BayesianNetwork& network, const BayesianNetwork& again) {
    return with_plain_names(network, again, {.states = Beginning::letter});
}
BayesianNetwork as_in_msbn(const BayesianNetwork& network, const BayesianNetwork& again) {
    return with_plain_names(network, again, {.states = std::nullopt, .all_lines = true});
}

BayesianNetwork without_properties(const BayesianNetwork& network, const BayesianNetwork&) {
    NetworkBuilder builder(network.name());
    for (const Variable& variable : network.variables())
        builder.add_variable(Variable(variable.name(), variable.states()));
    for (const Cpd& cpd : network.cpds()) builder.set_cpd(cpd);
    return builder.build();
}

}  // namespace pgm::tests

#include <io/format/xml/detail/xml_formats.hpp>

#include <io/format/detail/annotation.hpp>
#include <io/format/detail/utility_families.hpp>
#include <io/format/xml/detail/pgmx_criteria.hpp>
#include <io/format/xml/detail/xml_reader.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace pgm::io::detail {
namespace {

/// True if a text is one of some words in small letters, letter case aside.
template <std::size_t Count>
bool is_one_of(std::string_view text, const std::array<std::string_view, Count>& words) {
    return std::ranges::any_of(
        words, [&](std::string_view word) { return equals_ignoring_case(text, word); });
}

class PgmxReader : XmlReader {
public:
    using XmlReader::XmlReader;

    ReadResult read() {
        const pugi::xml_node root = document.root("ProbModelXML"), net = find_network(root);
        assembly.set_name(named(net));
        std::vector<std::string> lines;
        for (const pugi::xml_node part : net.children()) {
            if (is_element(part, "variables")) {
                collect(part, "variable", variables_);
            } else if (is_element(part, "links")) {
                collect(part, "link", links_);
            } else if (is_element(part, "potentials")) {
                collect(part, "potential", potentials_);
            } else if (!read_description(part, lines) && !is_element(part, "decisioncriteria")) {
                warn_of_unknown(part);
            }
        }
        for (std::string& line : lines) assembly.builder().annotate(std::move(line));
        for (const pugi::xml_node node : variables_) read_variable(node);
        refuse_other_type(net);
        for (const pugi::xml_node node : potentials_) read_potential(node);
        utilities_.finish();
        criteria_.add_net_benefit();
        for (const pugi::xml_node node : links_) read_link(node);
        add_always_known();
        return finish();
    }

private:
    pugi::xml_node find_network(pugi::xml_node root) {
        pugi::xml_node net;
        for (const pugi::xml_node part : root.children()) {
            if (is_element(part, "probnet")) {
                if (net)
                    document.cursor().fail(document.offset(part),
                                           "expected one <ProbNet>, found a second one");
                net = part;
            } else if (part.type() == pugi::node_element &&
                       equals_ignoring_case(std::string_view(part.name()).substr(0, 8),
                                            "evidence")) {
                assembly.leave_in_file(NetworkAssembly::Part::told_contents, "saved case",
                                       document.offset(part));
                assembly.note(document.offset(part),
                              "saved findings of the file are not entered as evidence");
            } else if (is_element(part, "inferenceoptions")) {
                criteria_.read_weights(part);
            } else if (is_element(part, "policies")) {
                for (const pugi::xml_node policy : elements(part, {"potential"}))
                    leave_policy(policy);
            } else {
                warn_of_unknown(part);
            }
        }
        if (!net) document.cursor().fail(document.offset(root), "expected a <ProbNet>, found none");
        return net;
    }

    void collect(pugi::xml_node parent, std::string_view name, std::vector<pugi::xml_node>& found) {
        for (const pugi::xml_node node : parent.children()) {
            if (is_element(node, name))
                found.push_back(node);
            else
                warn_of_unknown(node);
        }
    }

    /// A decision analysis network (DAN) is an influence diagram unless its links have conditions.
    /// Dynamic networks are refused before, by their variables.
    void refuse_other_type(pugi::xml_node net) {
        const std::string type = document.attribute(net, "type");
        constexpr std::array<std::string_view, 3> known = {"bayesiannetwork", "influencediagram",
                                                           "dan"};
        if (type.empty() || is_one_of(type, known)) return;
        throw ModelError("the network is of the type " + shown(type) + ", which cannot be read",
                         document.cursor().locate(document.offset(net)),
                         "the types BayesianNetwork, InfluenceDiagram and DAN can be read");
    }

    /// The parts of a network, a variable or a potential that become annotations.
    bool read_description(pugi::xml_node part, std::vector<std::string>& lines) {
        if (is_element(part, "coordinates")) {
            read_coordinates(part, lines);
        } else if (is_element(part, "additionalproperties")) {
            for (const pugi::xml_node property : part.children())
                if (is_element(property, "property"))
                    lines.push_back(property_line(document.attribute(property, "name"),
                                                  document.attribute(property, "value")));
                else
                    warn_of_unknown(property);
        } else if (is_element(part, "comment") || is_element(part, "unit") ||
                   is_element(part, "precision")) {
            const std::string text = document.text(part).text;
            if (!text.empty()) lines.push_back(property_line(part.name(), text));
        } else {
            return false;
        }
        return true;
    }

    void read_coordinates(pugi::xml_node part, std::vector<std::string>& lines) {
        const std::optional<double> x = parse_number(document.attribute(part, "x")),
                                    y = parse_number(document.attribute(part, "y"));
        if (x && y)
            lines.push_back(position_line({*x, *y}));
        else
            assembly.error(document.offset(part), "expected numbers x and y in <Coordinates>");
    }

    void read_variable(pugi::xml_node node) {
        FileVariable variable{named(node), {}, {}};
        read_kind(node, variable);
        constexpr std::array<std::string_view, 3> known = {"name", "type", "role"};
        for (const pugi::xml_attribute attribute : node.attributes()) {
            if (equals_ignoring_case(attribute.name(), "timeslice"))
                assembly.refuse_kind(variable.name, "time slice");
            const std::string value = document.value(node, attribute);
            const bool is_usual = equals_ignoring_case(attribute.name(), "isinput") &&
                                  equals_ignoring_case(value, "false");
            if (!is_one_of(attribute.name(), known) && !is_usual)
                variable.annotations.push_back(property_line(attribute.name(), value));
        }
        for (const pugi::xml_node part : node.children()) {
            if (is_element(part, "states"))
                read_states(part, variable);
            else if (is_element(part, "alwaysobserved"))
                always_known_.push_back(variable.name);
            else if (variable.kind == Variable::Kind::utility && is_element(part, "criterion"))
                read_criterion(part, variable);
            else if (!read_description(part, variable.annotations))
                warn_of_unknown(part);
        }
        if (variable.kind == Variable::Kind::utility)
            make_utility(variable);
        else
            assembly.require_states(variable, "variable", "each state is a <State> in <States>");
        assembly.add_variable(std::move(variable));
    }

    void read_kind(pugi::xml_node node, FileVariable& variable) {
        const std::string role = document.attribute(node, "role"),
                          type = document.attribute(node, "type");
        if (equals_ignoring_case(role, "utility")) {
            variable.kind = Variable::Kind::utility;
            criteria_.add_utility(variable.name);
            return;
        }
        if (equals_ignoring_case(role, "decision")) {
            variable.kind = Variable::Kind::decision;
            decisions_.push_back(variable.name);
        } else if (!role.empty() && !equals_ignoring_case(role, "chance")) {
            assembly.refuse_kind(variable.name, role);
        }
        constexpr std::array<std::string_view, 2> with_states = {"finitestates", "discretized"};
        if (!type.empty() && !is_one_of(type, with_states))
            assembly.refuse_kind(variable.name, type);
    }

    /// OpenMarkov calls the criterion of a file that has only one "---".
    void read_criterion(pugi::xml_node part, FileVariable& utility) {
        const std::string name = document.attribute(part, "name");
        criteria_.set_criterion(name);
        if (name != "---") utility.annotations.push_back(property_line("Criterion", name));
    }

    void read_states(pugi::xml_node states, FileVariable& variable) {
        for (const pugi::xml_node state : states.children()) {
            if (is_element(state, "state"))
                variable.states.push_back(named(state));
            else
                warn_of_unknown(state);
        }
    }

    void read_link(pugi::xml_node node) {
        if (equals_ignoring_case(document.attribute(node, "directed"), "false"))
            return assembly.error(document.offset(node), "a link without direction cannot be read");
        std::vector<WrittenName> names;
        for (const pugi::xml_node part : elements(node, {"variable"})) names.push_back(named(part));
        if (names.size() != 2)
            return assembly.error(document.offset(node), "a link needs 2 variables, found " +
                                                             std::to_string(names.size()));
        for (const pugi::xml_node part : node.children())
            if (is_element(part, "revelationcondition") || is_element(part, "potential"))
                throw ModelError(
                    "the link of " + shown(names[0].text) + " and " + shown(names[1].text) +
                        " has conditions: what can be decided or observed depends on what was "
                        "before, and such asymmetric problems are not solved",
                    document.cursor().locate(document.offset(part)),
                    "make an influence diagram of it in OpenMarkov, and save the result");
        stated_.emplace(names[0].text, names[1].text);
        assembly.add_arc(names[0], names[1]);
    }

    /// What is always observed is known at every decision.
    void add_always_known() {
        for (const WrittenName& known : always_known_)
            for (const WrittenName& decision : decisions_)
                if (stated_.emplace(known.text, decision.text).second)
                    assembly.add_arc(known, decision);
    }

    /// The elements of a potential.
    struct PotentialParts {
        std::vector<WrittenName> variables;  ///< of a utility its parents
        std::optional<WrittenName> utility;
        pugi::xml_node values, model, links;
        std::vector<std::string> lines;
    };

    /// OpenMarkov writes the list twice where a potential has a <Model>.
    void read_variables(pugi::xml_node list, std::vector<WrittenName>& variables) {
        std::vector<WrittenName> found;
        for (const pugi::xml_node variable : elements(list, {"variable"}))
            found.push_back(named(variable));
        if (variables.empty())
            variables = std::move(found);
        else if (!std::ranges::equal(found, variables, {}, &WrittenName::text, &WrittenName::text))
            assembly.error(document.offset(list),
                           "this second list of variables differs from the first");
    }

    PotentialParts parts_of(pugi::xml_node potential) {
        PotentialParts found;
        for (const pugi::xml_node part : potential.children()) {
            if (is_element(part, "variables")) {
                read_variables(part, found.variables);
            } else if (is_element(part, "utilityvariable")) {
                found.utility = named(part);
            } else if (is_element(part, "values")) {
                found.values = part;
            } else if (is_element(part, "model")) {
                found.model = part;
            } else if (is_element(part, "subpotentials")) {
                found.links = part;
            } else if (!read_description(part, found.lines)) {
                warn_of_unknown(part);
            }
        }
        const auto first = found.variables.begin();
        if (found.utility || first == found.variables.end() ||
            assembly.kind_of(*first) != Variable::Kind::utility)
            return found;
        found.utility = *first;  // since version 1.0
        found.variables.erase(first);
        return found;
    }

    void leave_policy(pugi::xml_node potential) {
        for (const pugi::xml_node decision : elements(potential, {"variables", "variable"}))
            return assembly.leave_policy(named(decision), document.offset(potential));
    }

    void read_potential(pugi::xml_node node) {
        const PotentialParts parts = parts_of(node);
        if (parts.utility) return read_utility(node, parts);
        if (parts.variables.empty())
            return assembly.error(document.offset(node), "this potential has no variables");
        WrittenFamily family{parts.variables.front(),
                             {parts.variables.begin() + 1, parts.variables.end()},
                             document.offset(node)};
        const std::string what = "the potential of " + shown(family.child.text);
        const std::string type = document.attribute(node, "type"),
                          role = document.attribute(node, "role");
        if (assembly.kind_of(family.child) == Variable::Kind::decision)
            return assembly.leave_policy(family.child, family.offset);
        if (!role.empty() && !equals_ignoring_case(role, "conditionalprobability"))
            return assembly.error(family.offset,
                                  what + " has the role " + shown(role) +
                                      ", and only conditional probabilities can be read");
        constexpr std::array<std::string_view, 2> tables = {"table", "probtable"};  // 0.2 and 1.0
        const bool is_table = is_one_of(type, tables);
        if (is_table && !parts.values)
            return assembly.error(family.offset, what + " has no <Values>");
        if (is_table) {
            family.offset = document.offset(parts.values);
            family.distribution =
                WrittenTable{document.numbers(parts.values, what), NumberOrder::first_fastest};
        } else if (equals_ignoring_case(type, "icimodel")) {
            std::optional<WrittenNoisyMaxParts> noisy = read_noisy_max(parts, family, what);
            if (!noisy) return;
            family.distribution = std::move(*noisy);
        } else if (!equals_ignoring_case(type, "uniform")) {
            return assembly.error(
                family.offset, what + " is of the type " + shown(type) + ", which cannot be read",
                "tables, uniform and noisy-MAX potentials can be read");
        }
        assembly.add_family(std::move(family), parts.lines);
    }

    /// A table, or the sum or product of others.
    void read_utility(pugi::xml_node node, const PotentialParts& parts) {
        WrittenFamily family{*parts.utility, parts.variables, document.offset(node)};
        const std::string type = document.attribute(node, "type"),
                          what = "the utility " + shown(family.child.text);
        for (const WrittenName& parent : family.parents) criteria_.add_parent(parent.text);
        constexpr std::array<std::string_view, 3> tables = {"table", "probtable",
                                                            "univariatedistr"};
        if (is_one_of(type, tables) && parts.values) {
            family.offset = document.offset(parts.values);
            family.distribution =
                WrittenUtility{document.numbers(parts.values, what), NumberOrder::first_fastest};
            utilities_.add(std::move(family), UtilityFamilies::UtilityOrigin::numbers, parts.lines);
        } else if (equals_ignoring_case(type, "sum")) {
            utilities_.add(std::move(family), UtilityFamilies::UtilityOrigin::sum, parts.lines);
        } else if (equals_ignoring_case(type, "product")) {
            utilities_.add(std::move(family), UtilityFamilies::UtilityOrigin::product, parts.lines);
        } else {
            assembly.error(family.offset,
                           what + " is of the type " + shown(type) + ", which cannot be read",
                           "tables, sums and products of utilities can be read");
        }
    }

    std::optional<WrittenNoisyMaxParts> read_noisy_max(const PotentialParts& parts,
                                                       const WrittenFamily& family,
                                                       const std::string& what) {
        const auto refuse = [&](std::size_t offset, const std::string& message) {
            assembly.error(offset, what + message);
            return std::nullopt;
        };
        const WrittenName model =
            parts.model ? document.text(parts.model) : WrittenName{"", family.offset};
        const std::optional<Combination> combination = combination_of(model.text);
        if (!combination)
            return refuse(model.offset, " is the model " + shown(model.text) +
                                            ", and only OR / MAX and AND / MIN can be read");
        WrittenNoisyMaxParts noisy{{},
                                   NumberOrder::child_fastest,
                                   combination == Combination::maximum
                                       ? NoisyMaxCpd::Order::absent_first
                                       : NoisyMaxCpd::Order::strongest_first};
        for (const pugi::xml_node node : elements(parts.links, {"potential"})) {
            const PotentialParts link = parts_of(node);
            if (!link.values || link.variables.empty() || link.variables.size() > 2 ||
                link.variables[0].text != family.child.text)
                return refuse(document.offset(node),
                              " needs links that are tables of it and one parent, or of it alone");
            WrittenNoisyMaxParts::Part& part = noisy.parts.emplace_back();
            if (link.variables.size() == 2) part.parent = link.variables[1];
            part.numbers = document.numbers(link.values, what);
        }
        return noisy;
    }

    WrittenName named(pugi::xml_node node) { return XmlReader::named(node, "name"); }

    void warn_of_unknown(pugi::xml_node node) { leave_with_warning(node, "is not known here"); }

    std::vector<pugi::xml_node> variables_, links_, potentials_;
    std::vector<WrittenName> decisions_, always_known_;
    std::set<std::pair<std::string, std::string>> stated_;  ///< links
    PgmxCriteria criteria_{*this};
    UtilityFamilies utilities_{assembly};
};

}  // namespace

ReadResult read_pgmx(std::string_view bytes, const ReadOptions& options) {
    return PgmxReader(bytes, options).read();
}

bool is_pgmx(std::string_view first_bytes) {
    return begins_with_element(first_bytes, "probmodelxml");
}

}  // namespace pgm::io::detail

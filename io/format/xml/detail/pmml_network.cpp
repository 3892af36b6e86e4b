#include <io/format/xml/detail/pmml_derived.hpp>
#include <io/format/xml/detail/pmml_source.hpp>

#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <optional>

namespace pgm::io::detail {
namespace {

class PmmlNetworkReader {
public:
    explicit PmmlNetworkReader(PmmlSource& source)
        : source_(source), states_(source.assembly.builder()) {}

    void read(pugi::xml_node model) {
        std::vector<pugi::xml_node> nodes;
        for (const pugi::xml_node part : elements(model, {"bayesiannetworknodes"}))
            for (const pugi::xml_node node : part.children())
                if (node.type() == pugi::node_element && declare(node)) nodes.push_back(node);
        source_.add_variables();
        for (const pugi::xml_node node : nodes) {
            if (is_element(node, "discretenode"))
                read_discrete(node);
            else
                read_continuous(node);
        }
    }

private:
    const NetworkBuilder& builder() const { return source_.assembly.builder(); }
    void report(std::size_t offset, std::string message) {
        source_.assembly.error(offset, std::move(message));
    }

    /// Finds the field of a node, whose states may be in its first row only.
    bool declare(pugi::xml_node node) {
        const bool is_discrete = is_element(node, "discretenode");
        if (is_element(node, "extension")) return false;
        const WrittenName name = source_.named(node, "name");
        if (!is_discrete && !is_element(node, "continuousnode"))
            source_.assembly.refuse_kind(name, node.name());
        PmmlField* const field = source_.use_field(name);
        if (!field) return false;
        std::vector<WrittenName>& states = field->variable.states;
        if (!is_discrete) {
            states.clear();
        } else if (states.empty()) {
            const pugi::xml_node row = first_row(node);
            for (const pugi::xml_node part : elements(row ? row : node, {"valueprobability"}))
                states.push_back(source_.named(part, "value"));
        }
        if (is_discrete) source_.assembly.require_states({name, states, {}}, "node");
        return true;
    }

    static bool is_row(pugi::xml_node node) {
        return is_element(node, "discreteconditionalprobability") ||
               is_element(node, "continuousconditionalprobability");
    }
    static pugi::xml_node first_row(pugi::xml_node node) {
        for (const pugi::xml_node part : node.children())
            if (is_row(part)) return part;
        return {};
    }

    /// The rows of a node and the states of the parents that they name.
    struct PmmlRows {
        std::vector<pugi::xml_node> nodes;
        WrittenKeys keys;
    };

    /// The first row determines the order of the parents; a node without parents may be its only
    /// row. Null after a report.
    std::optional<PmmlRows> rows_of(pugi::xml_node node, WrittenFamily& family,
                                    const std::string& what) {
        PmmlRows rows;
        for (const pugi::xml_node part : node.children()) {
            if (is_row(part)) rows.nodes.push_back(part);
            if (is_element(part, "derivedfield"))
                source_.refuse(part, what + " has a derived field, which cannot be read");
        }
        if (rows.nodes.empty()) rows.nodes.push_back(node);
        for (const pugi::xml_node part : elements(rows.nodes.front(), {"parentvalue"}))
            family.parents.push_back(source_.named(part, "parent"));
        std::vector<VariableId> parents;
        for (const WrittenName& name : family.parents) {
            const std::optional<VariableId> parent = parent_of(name, what);
            if (!parent) return std::nullopt;
            parents.push_back(*parent);
        }
        for (const pugi::xml_node row : rows.nodes) {
            const auto states = states_of(row, family.parents, parents, what);
            if (!states) return std::nullopt;
            rows.keys.add(source_.document.offset(row), *states);
        }
        return rows;
    }

    /// A parent whose states rows can name; null after a report.
    std::optional<VariableId> parent_of(const WrittenName& name, const std::string& what) {
        const std::optional<VariableId> id = builder().find(name.text);
        if (id && builder().variable(*id).is_discrete()) return id;
        report(name.offset, what + " has the parent " + shown(name.text) +
                                (id ? ", which has no states" : ", which is no node"));
        return std::nullopt;
    }

    /// The states that a row names of the parents, each once; null after a report.
    std::optional<std::vector<std::uint32_t>> states_of(pugi::xml_node row,
                                                        const std::vector<WrittenName>& names,
                                                        std::span<const VariableId> parents,
                                                        const std::string& what) {
        std::vector<std::uint32_t> states(names.size(), WrittenKeys::any_state);
        for (const pugi::xml_node part : elements(row, {"parentvalue"})) {
            const WrittenName parent = source_.named(part, "parent");
            if (!parent_of(parent, what)) return std::nullopt;
            const auto at = static_cast<std::size_t>(
                std::ranges::find(names, parent.text, &WrittenName::text) - names.begin());
            if (at == names.size() || states[at] != WrittenKeys::any_state) {
                report(parent.offset,
                       what + " has a row whose parents are not those of the first row");
                return std::nullopt;
            }
            const auto state = source_.assembly.require_state(
                states_, parents[at], {source_.document.attribute(part, "value"), parent.offset});
            if (!state) return std::nullopt;
            states[at] = *state;
        }
        const auto missing = std::ranges::find(states, WrittenKeys::any_state);
        if (missing == states.end()) return states;
        report(source_.document.offset(row),
               what + " has a row without " +
                   shown(names[static_cast<std::size_t>(missing - states.begin())].text));
        return std::nullopt;
    }

    void read_discrete(pugi::xml_node node) {
        WrittenFamily family{source_.named(node, "name"), {}, source_.document.offset(node)};
        const std::string what = "node " + shown(family.child.text);
        const std::optional<VariableId> child = builder().find(family.child.text);
        auto rows = rows_of(node, family, what);
        if (!rows || !child) return;
        WrittenRows table{.keys = std::move(rows->keys), .numbers = {}, .first_numbers = {}};
        table.numbers.begin = family.offset;
        for (const pugi::xml_node row : rows->nodes) {
            table.first_numbers.push_back(table.numbers.values.size());
            if (!read_row(row, what, *child, table.numbers)) return;
        }
        family.distribution = std::move(table);
        source_.assembly.add_family(std::move(family));
    }

    /// Appends the probabilities of a row in the order of the states.
    bool read_row(pugi::xml_node row, const std::string& what, VariableId child,
                  WrittenNumbers& numbers) {
        const auto refuse = [&](pugi::xml_node at, const std::string& message) {
            report(source_.document.offset(at), what + message);
            return false;
        };
        std::vector<pugi::xml_node> found(builder().variable(child).cardinality());
        for (const pugi::xml_node part : elements(row, {"valueprobability"})) {
            const std::string value = source_.document.attribute(part, "value");
            const auto state = source_.assembly.require_state(
                states_, child, {value, source_.document.offset(part)});
            if (!state) return false;
            if (std::exchange(found[*state], part))
                return refuse(part, " has the probability of " + shown(value) + " twice");
        }
        for (const pugi::xml_node part : found) {
            if (!part) return refuse(row, " has a row without the probability of a state");
            numbers.add(source_.number(part, "probability"), source_.document.offset(part));
        }
        return true;
    }

    void read_continuous(pugi::xml_node node) {
        WrittenFamily family{source_.named(node, "name"), {}, source_.document.offset(node)};
        const std::string what = "node " + shown(family.child.text);
        auto rows = rows_of(node, family, what);
        if (!rows) return;
        WrittenGaussian gaussian;
        gaussian.keys = std::move(rows->keys);
        for (const pugi::xml_node row : rows->nodes)
            gaussian.rows.push_back(read_normal(row, what));
        std::vector<WrittenName> continuous;
        for (const WrittenGaussian::Row& row : gaussian.rows)
            for (const auto& [name, slope] : row.slopes)
                if (std::ranges::find(continuous, name.text, &WrittenName::text) ==
                    continuous.end())
                    continuous.push_back(name);
        family.parents.insert(family.parents.end(), continuous.begin(), continuous.end());
        family.distribution = std::move(gaussian);
        source_.assembly.add_family(std::move(family));
    }

    WrittenGaussian::Row read_normal(pugi::xml_node row, const std::string& what) {
        for (const pugi::xml_node distribution : elements(row, {"continuousdistribution"})) {
            for (const pugi::xml_node kind : distribution.children()) {
                if (kind.type() != pugi::node_element || is_element(kind, "extension")) continue;
                if (!is_element(kind, "normaldistributionforbn"))
                    source_.refuse(kind, what + " is of the kind " + shown(kind.name()) +
                                             ", and only normal distributions can be read");
                return normal(kind, what);
            }
        }
        source_.refuse(row, what + " has no <ContinuousDistribution>");
    }

    WrittenGaussian::Row normal(pugi::xml_node node, const std::string& what) {
        WrittenGaussian::Row row;
        row.offset = source_.document.offset(node);
        bool has_mean = false, has_variance = false;
        for (const pugi::xml_node part : node.children()) {
            if (is_element(part, "mean")) {
                LinearExpression mean = read_linear_expression(source_, part, what);
                row.intercept = mean.constant;
                row.slopes = std::move(mean.slopes);
                has_mean = true;
            } else if (is_element(part, "variance")) {
                const LinearExpression variance = read_linear_expression(source_, part, what);
                if (!variance.slopes.empty())
                    source_.refuse(part, what + " has a variance that is no number");
                row.variance = variance.constant;
                has_variance = true;
            }
        }
        if (!has_mean || !has_variance)
            source_.refuse(node, what + " needs a <Mean> and a <Variance>");
        return row;
    }

    PmmlSource& source_;
    StateFinder states_;
};

}  // namespace

void read_pmml_network(PmmlSource& source, pugi::xml_node model) {
    PmmlNetworkReader(source).read(model);
}

}  // namespace pgm::io::detail

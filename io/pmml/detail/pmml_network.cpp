#include <io/pmml/detail/pmml_derived.hpp>
#include <io/pmml/detail/pmml_source.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/variable.hpp>

#include <algorithm>
#include <optional>

namespace pgm::io::detail {
namespace {

/// Numbers the rows of a node by the states of the parents that each row names; the first row
/// determines the order of the parents.
class RowNumbering {
public:
    RowNumbering(PmmlSource& source, const std::string& what) : source_(source), what_(what) {}

    const std::vector<FileName>& parents() const { return names_; }

    /// Takes the parents of the first row, of so many rows. False, after a report, unless there is
    /// one row for each configuration.
    bool begin(pugi::xml_node first, std::size_t rows) {
        std::optional<std::size_t> needed = 1;
        std::vector<VariableId> ids;
        for (const pugi::xml_node part : first.children()) {
            if (!is_element(part, "parentvalue")) continue;
            FileName parent = source_.name(part, "parent");
            const std::optional<VariableId> id = find(parent);
            if (!id) return false;
            names_.push_back(std::move(parent));
            ids.push_back(*id);
            sizes_.push_back(source_.assembly.builder().variable(*id).cardinality());
            if (needed) needed = checked_mul(*needed, sizes_.back());
        }
        if (needed != rows)
            return refuse(first, " needs " +
                                     (needed ? counted(*needed, "row") : "more than 2^64 rows") +
                                     ", found " + std::to_string(rows));
        for (const VariableId id : ids)
            states_.emplace_back(source_.assembly.builder().variable(id));
        is_given_.assign(rows, 0);
        return true;
    }

    /// The number of a row, the last parent fastest; null, after a report, unless it names each
    /// parent once and is new.
    std::optional<std::size_t> number_of(pugi::xml_node row) {
        std::vector<std::optional<std::size_t>> values(names_.size());
        for (const pugi::xml_node part : row.children()) {
            if (!is_element(part, "parentvalue")) continue;
            const FileName parent = source_.name(part, "parent");
            if (!find(parent)) return std::nullopt;
            const auto at = static_cast<std::size_t>(
                std::ranges::find(names_, parent.text, &FileName::text) - names_.begin());
            if (at == names_.size() || values[at])
                return fail(part, " has a row whose parents are not those of the first row");
            const std::string state = source_.document.attribute(part, "value");
            const std::optional<StateId> found = states_[at].find(state);
            if (!found)
                return fail(part, " has a row of " + shown(parent.text) + " = " + shown(state) +
                                      ", which is no state of it");
            values[at] = found->index();
        }
        std::size_t number = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!values[i]) return fail(row, " has a row without " + shown(names_[i].text));
            number = number * sizes_[i] + *values[i];
        }
        if (is_given_[number]) return fail(row, " has this row twice");
        is_given_[number] = 1;
        return number;
    }

private:
    std::optional<VariableId> find(const FileName& name) {
        const std::optional<VariableId> found = source_.assembly.builder().find(name.text);
        if (!found)
            source_.assembly.report().error(
                name.offset, what_ + " has the parent " + shown(name.text) + ", which is no node");
        return found;
    }
    bool refuse(pugi::xml_node at, const std::string& message) {
        source_.assembly.report().error(source_.document.offset(at), what_ + message);
        return false;
    }
    std::nullopt_t fail(pugi::xml_node at, const std::string& message) {
        refuse(at, message);
        return std::nullopt;
    }

    PmmlSource& source_;
    const std::string& what_;
    std::vector<FileName> names_;
    std::vector<StateIndex> states_;
    std::vector<std::size_t> sizes_;
    std::vector<char> is_given_;
};

class PmmlNetworkReader {
public:
    explicit PmmlNetworkReader(PmmlSource& source) : source_(source) {}

    void read(pugi::xml_node model) {
        std::vector<pugi::xml_node> nodes;
        for (const pugi::xml_node part : model.children()) {
            if (!is_element(part, "bayesiannetworknodes")) continue;
            for (const pugi::xml_node node : part.children())
                if (node.type() == pugi::node_element && declare(node)) nodes.push_back(node);
        }
        source_.add_variables();
        for (const pugi::xml_node node : nodes) {
            if (is_element(node, "discretenode"))
                read_discrete(node);
            else
                read_continuous(node);
        }
    }

private:
    /// Finds the field of a node, whose states may be in its first row only.
    bool declare(pugi::xml_node node) {
        const bool is_discrete = is_element(node, "discretenode");
        if (is_element(node, "extension")) return false;
        const FileName name = source_.name(node, "name");
        if (!is_discrete && !is_element(node, "continuousnode"))
            source_.assembly.refuse_kind(name, node.name());
        PmmlField* const field = source_.use_field(name);
        if (!field) return false;
        std::vector<FileName>& states = field->variable.states;
        if (!is_discrete) {
            states.clear();
        } else if (states.empty()) {
            const pugi::xml_node row = first_row(node);
            for (const pugi::xml_node part : (row ? row : node).children())
                if (is_element(part, "valueprobability"))
                    states.push_back(source_.name(part, "value"));
        }
        if (is_discrete && states.empty())
            source_.assembly.report().error(name.offset,
                                            "node " + shown(name.text) + " has no states");
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

    /// The rows of a node in the order of a table, of which a node without parents has only one.
    /// Null, after a report, unless they are complete.
    std::optional<std::vector<pugi::xml_node>> rows_of(pugi::xml_node node, FileFamily& family,
                                                       const std::string& what) {
        std::vector<pugi::xml_node> rows;
        for (const pugi::xml_node part : node.children()) {
            if (is_row(part)) rows.push_back(part);
            if (is_element(part, "derivedfield"))
                source_.refuse(part, what + " has a derived field, which cannot be read");
        }
        if (rows.empty()) return std::vector{node};
        RowNumbering numbering(source_, what);
        if (!numbering.begin(rows.front(), rows.size())) return std::nullopt;
        family.parents = numbering.parents();
        std::vector<pugi::xml_node> ordered(rows.size());
        for (const pugi::xml_node row : rows) {
            const std::optional<std::size_t> number = numbering.number_of(row);
            if (!number) return std::nullopt;
            ordered[*number] = row;
        }
        return ordered;
    }

    void read_discrete(pugi::xml_node node) {
        FileFamily family{source_.name(node, "name"), {}, source_.document.offset(node)};
        const std::string what = "node " + shown(family.child.text);
        const std::optional<VariableId> child = source_.assembly.builder().find(family.child.text);
        const auto rows = rows_of(node, family, what);
        if (!rows || !child) return;
        const Variable& variable = source_.assembly.builder().variable(*child);
        const StateIndex states(variable);
        FileTable table;
        table.numbers.begin = family.offset;
        for (const pugi::xml_node row : *rows)
            if (!read_row(row, what, states, variable.cardinality(), table.numbers)) return;
        family.distribution = std::move(table);
        source_.assembly.add_family(std::move(family));
    }

    /// Appends the probabilities of a row in the order of the states.
    bool read_row(pugi::xml_node row, const std::string& what, const StateIndex& states,
                  std::size_t count, FileNumbers& numbers) {
        const auto refuse = [&](pugi::xml_node at, const std::string& message) {
            source_.assembly.report().error(source_.document.offset(at), what + message);
            return false;
        };
        std::vector<pugi::xml_node> found(count);
        for (const pugi::xml_node part : row.children()) {
            if (!is_element(part, "valueprobability")) continue;
            const std::string value = source_.document.attribute(part, "value");
            const std::optional<StateId> state = states.find(value);
            if (!state) return refuse(part, " has no state " + shown(value));
            if (std::exchange(found[state->index()], part))
                return refuse(part, " has the probability of " + shown(value) + " twice");
        }
        for (const pugi::xml_node part : found) {
            if (!part) return refuse(row, " has a row without the probability of a state");
            numbers.add(source_.number(part, "probability"), source_.document.offset(part));
        }
        return true;
    }

    void read_continuous(pugi::xml_node node) {
        FileFamily family{source_.name(node, "name"), {}, source_.document.offset(node)};
        const std::string what = "node " + shown(family.child.text);
        const auto rows = rows_of(node, family, what);
        if (!rows) return;
        FileGaussian gaussian;
        for (const pugi::xml_node row : *rows) gaussian.rows.push_back(read_normal(row, what));
        std::vector<FileName> continuous;
        for (const FileGaussian::Row& row : gaussian.rows)
            for (const auto& [name, slope] : row.slopes)
                if (std::ranges::find(continuous, name.text, &FileName::text) == continuous.end())
                    continuous.push_back(name);
        family.parents.insert(family.parents.end(), continuous.begin(), continuous.end());
        family.distribution = std::move(gaussian);
        source_.assembly.add_family(std::move(family));
    }

    FileGaussian::Row read_normal(pugi::xml_node row, const std::string& what) {
        for (const pugi::xml_node distribution : row.children()) {
            if (!is_element(distribution, "continuousdistribution")) continue;
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

    FileGaussian::Row normal(pugi::xml_node node, const std::string& what) {
        FileGaussian::Row row;
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
};

}  // namespace

void read_pmml_network(PmmlSource& source, pugi::xml_node model) {
    PmmlNetworkReader(source).read(model);
}

}  // namespace pgm::io::detail

#include <examples/cases.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/number_text.hpp>
#include <pgm/model/network_builder.hpp>

#include <algorithm>
#include <numeric>

namespace pgm::examples {

namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        parts.emplace_back(trimmed(text.substr(begin, end - begin)));
        begin = end + 1;
    }
    return parts;
}

/// P(child | parents) by relative frequency. `columns` are those of the parents and then the child, as in the scope.
TableCpd frequencies(const CaseTable& cases, const NetworkBuilder& net, Scope scope, const std::vector<std::size_t>& columns) {
    Table counts(scope);
    std::vector<StateId> states(columns.size());
    for (std::size_t row = 0; row < cases.size(); ++row) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            states[i] = net.variable(scope.variables()[i]).state_id(cases.value(row, columns[i]));
        }
        counts.values()[scope.cell(states)] += cases.weight(row);
    }
    const std::size_t length = scope.cardinalities().back();
    for (std::size_t first = 0; first < scope.cells(); first += length) {
        const std::span<double> cells = counts.values().subspan(first, length);
        const double sum = std::accumulate(cells.begin(), cells.end(), 0.0);
        for (double& cell : cells) cell = sum > 0 ? cell / sum : 1.0 / static_cast<double>(length);
    }
    return TableCpd(std::move(counts));
}

}  // namespace

CaseTable::CaseTable(std::string_view text) {
    bool weighted = false;
    for (const std::string& line : split(text, '\n')) {
        if (line.empty()) continue;
        std::vector<std::string> cells = split(line, ',');
        if (columns_.empty()) {
            weighted = cells.back() == "count" || cells.back() == "probability";
            if (weighted) cells.pop_back();
            columns_ = std::move(cells);
            continue;
        }
        if (cells.size() != columns_.size() + weighted) throw ArgumentError("case table: the line '" + line + "' does not have one value per column");
        const std::optional<double> weight = weighted ? parse_number(cells.back()) : 1.0;
        if (!weight) throw ArgumentError("case table: '" + cells.back() + "' is not a number");
        cells.resize(columns_.size());
        values_.push_back(std::move(cells));
        weights_.push_back(*weight);
    }
}

std::vector<std::string> CaseTable::states(std::size_t column) const {
    std::vector<std::string> states;
    for (const auto& row : values_) {
        if (std::find(states.begin(), states.end(), row[column]) == states.end()) states.push_back(row[column]);
    }
    return states;
}

std::size_t CaseTable::column(std::string_view name) const {
    const auto found = std::find(columns_.begin(), columns_.end(), name);
    if (found == columns_.end()) throw ArgumentError("case table: there is no column '" + std::string(name) + "'");
    return static_cast<std::size_t>(found - columns_.begin());
}

double CaseTable::total() const {
    return std::accumulate(weights_.begin(), weights_.end(), 0.0);
}

BayesianNetwork network_from_cases(const CaseTable& cases, const std::vector<Factor>& factors) {
    NetworkBuilder net;
    for (const Factor& factor : factors) net.add_variable(Variable(factor.child, cases.states(cases.column(factor.child))));
    for (const Factor& factor : factors) {
        std::vector<std::string> family = factor.parents;
        family.push_back(factor.child);
        std::vector<VariableId> variables;
        std::vector<std::size_t> cardinalities;
        std::vector<std::size_t> columns;
        for (const std::string& name : family) {
            const std::optional<VariableId> id = net.find(name);
            if (!id) throw ArgumentError("the factors have none for '" + name + "'");
            variables.push_back(*id);
            cardinalities.push_back(net.variable(*id).cardinality());
            columns.push_back(cases.column(name));
        }
        net.set_cpd(frequencies(cases, net, Scope(std::move(variables), std::move(cardinalities)), columns));
    }
    return net.build();
}

}  // namespace pgm::examples

#include <pgm/data/discretisation.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/state_lookup.hpp>

#include <cmath>

namespace pgm {
namespace {

Column recoded(const Column& column, const CutPoints& cuts) {
    const auto& values = std::get<RealCells>(column.cells);
    Column discrete{cuts.variable(column.name()), missing_codes(cuts.states(), values.size())};
    std::visit(
        [&](auto& codes) {
            using Code = typename std::decay_t<decltype(codes)>::value_type;
            Code* const to = codes.data();
            for (std::size_t row = 0; row < values.size(); ++row) {
                if (!std::isnan(values[row]))
                    to[row] = static_cast<Code>(cuts.state(values[row]).value);
            }
        },
        discrete.cells);
    return discrete;
}

[[noreturn]] void fail_discrete(const std::string& name) {
    throw ArgumentError(
        "column '" + printable(name) + "' has states, so it cannot be cut into intervals",
        "only columns of numbers can");
}

}  // namespace

StateId CutPoints::state(double value) const {
    return cut_state(cuts, value);
}

Variable CutPoints::variable(std::string name) const {
    return Variable(std::move(name), cut_state_names(cuts));
}

void Discretisation::add(std::string column, CutPoints cuts) {
    for (std::size_t i = 0; i < cuts.cuts.size(); ++i) {
        if (!std::isfinite(cuts.cuts[i]))
            throw ArgumentError("a cut point of column '" + printable(column) +
                                "' is not a finite number");
        cuts.cuts[i] += 0.0;  // -0 becomes 0, so that equal cuts have equal labels
        if (i > 0 && !(cuts.cuts[i - 1] < cuts.cuts[i])) {
            throw ArgumentError("the cut points of column '" + printable(column) +
                                "' do not increase: " + to_text(cuts.cuts[i]) + " follows " +
                                to_text(cuts.cuts[i - 1]));
        }
    }
    const auto [place, is_new] = columns_.emplace(std::move(column), std::move(cuts));
    if (!is_new)
        throw ArgumentError("column '" + printable(place->first) +
                            "' has been given cut points twice");
}

const CutPoints* Discretisation::find(std::string_view column) const {
    const auto found = columns_.find(column);
    return found == columns_.end() ? nullptr : &found->second;
}

Column Discretisation::apply(const Column& column) const {
    const CutPoints* const cuts = find(column.name());
    if (!cuts) return column;
    if (!column.is_discrete()) return recoded(column, *cuts);
    if (column.variable.states() != cuts->variable("").states()) fail_discrete(column.name());
    return column;
}

Dataset Discretisation::apply(const Dataset& data) const {
    if (empty()) return data;
    std::vector<Column> columns;
    columns.reserve(data.columns().size());
    for (const Column& column : data.columns()) columns.push_back(apply(column));
    return Dataset(std::move(columns), data.weights());
}

std::vector<Variable> Discretisation::apply(std::vector<Variable> schema) const {
    for (Variable& variable : schema) {
        const CutPoints* cuts = find(variable.name());
        if (!cuts) continue;
        Variable discrete = cuts->variable(variable.name());
        if (variable.is_discrete() && variable.states() != discrete.states())
            fail_discrete(variable.name());
        variable = std::move(discrete);
    }
    return schema;
}

}  // namespace pgm

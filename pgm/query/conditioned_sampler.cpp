#include <pgm/query/conditioned_sampler.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/random.hpp>
#include <pgm/query/answer.hpp>

#include <algorithm>
#include <limits>

namespace pgm {
namespace {

/// Fills the column of a variable, which lies in one of the lists.
template <class Cell>
void fill_column(const EvidenceColumns& columns, VariableId variable,
                 std::vector<std::vector<Cell>>& lists, Cell value) {
    const auto& cells = std::get<std::span<const Cell>>(columns.columns[variable.index()].cells);
    for (std::vector<Cell>& list : lists)
        if (list.data() == cells.data()) std::ranges::fill(list, value);
}

void put_cells(const DrawnCells& drawn, std::vector<std::vector<StateId>>& states,
               std::vector<std::vector<double>>& values) {
    const std::size_t v = drawn.variable.index();
    for (std::size_t i = 0; i < drawn.rows.size(); ++i) {
        const std::uint32_t row = drawn.rows[i];
        if (const auto* const codes = std::get_if<std::vector<std::uint32_t>>(&drawn.values))
            states[row][v] = StateId(std::size_t{(*codes)[i]});
        else
            values[row][v] = std::get<std::vector<double>>(drawn.values)[i];
    }
}

}  // namespace

ConditionedSampler::ConditionedSampler(const BayesianNetwork& network, const Given& given)
    : size_(network.size()) {
    ConditionedNetwork conditioned = pgm::conditioned(network, given);
    if (!conditioned.contradictory) {
        engine_.emplace(intervened_network(conditioned.network, conditioned.evidence));
        for (const auto& [variable, finding] : conditioned.evidence) add(variable, finding);
    }
    if (conditioned.contradictory || engine_->log_evidence(evidence_) == -infinity)
        throw ImpossibleEvidenceError("what is given has probability zero: there are no rows");
}

void ConditionedSampler::add(VariableId variable, const Finding& finding) {
    if (const auto* const state = std::get_if<Observed>(&finding)) {
        states_.emplace_back(variable, state->state);
    } else if (const auto* const value = std::get_if<ObservedValue>(&finding)) {
        values_.emplace_back(variable, value->value);
    } else if (std::holds_alternative<Intervened>(finding)) {
        return;  // it is in the network
    } else {
        throw ArgumentError(
            "rows are drawn given states, values and conditions, not soft evidence "
            "or intervals of numbers",
            "such as A=a, B!=b, X=1.5");
    }
    evidence_.add(variable, finding);
}

void ConditionedSampler::sample(std::size_t rows, std::uint64_t seed, const Use& use,
                                const StopToken& stop) const {
    const BayesianNetwork& network = engine_->network();
    constexpr std::size_t block = std::size_t{1} << 14;
    Rng seeds(seed);
    for (std::size_t begin = 0; begin < rows; begin += block) {
        const std::size_t count = std::min(block, rows - begin);
        std::vector<std::vector<StateId>> states(count, std::vector<StateId>(network.size()));
        std::vector<std::vector<double>> values(count, std::vector<double>(network.size()));
        for (const auto& [variable, state] : states_)
            for (auto& row : states) row[variable.index()] = state;
        for (const auto& [variable, value] : values_)
            for (auto& row : values) row[variable.index()] = value;
        for (const DrawnCells& drawn : draw(count, {.seed = seeds(), .stop = stop}))
            put_cells(drawn, states, values);
        for (std::size_t i = 0; i < count; ++i)
            use(std::span(states[i]).first(size_), std::span(values[i]).first(size_));
    }
}

std::vector<DrawnCells> ConditionedSampler::draw(std::size_t rows,
                                                 const MissingDrawOptions& options) const {
    std::vector<std::vector<std::uint32_t>> codes;
    std::vector<std::vector<double>> numbers;
    EvidenceColumns columns{rows, {}};
    const BayesianNetwork& network = engine_->network();
    codes.reserve(network.size());
    numbers.reserve(network.size());
    for (std::size_t v = 0; v < network.size(); ++v) {
        if (network.variables()[v].is_discrete())
            columns.columns.push_back(
                {VariableId(v), codes.emplace_back(rows, missing_cell<std::uint32_t>)});
        else
            columns.columns.push_back(
                {VariableId(v),
                 numbers.emplace_back(rows, std::numeric_limits<double>::quiet_NaN())});
    }
    for (const auto& [variable, state] : states_)
        fill_column(columns, variable, codes, state.value);
    for (const auto& [variable, value] : values_) fill_column(columns, variable, numbers, value);
    return draw_missing_cells(*engine_, columns, options);
}

}  // namespace pgm

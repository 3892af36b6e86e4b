#include <pgm/inference/detail/lanes/missing_sums.hpp>

#include <pgm/graph/ancestry.hpp>

#include <algorithm>
#include <bit>

namespace pgm::detail {
namespace {

/// Calls body(i) for every bit i that is set, ascending.
template <class Body>
void for_each_bit(std::uint64_t bits, Body&& body) {
    for (; bits != 0; bits &= bits - 1) body(static_cast<std::size_t>(std::countr_zero(bits)));
}

constexpr std::uint64_t bit(std::size_t i) {
    return std::uint64_t{1} << i;
}

}  // namespace

MissingSumTables::MissingSumTables(const ContractionGraph& graph, const BayesianNetwork& network,
                                   const BlockProgram& program, double most_multiplications)
    : families_of_(program.columns.size()),
      is_leaf_(program.columns.size(), 1),
      most_multiplications_(most_multiplications) {
    const VariableId target = graph.variables[graph.first_kept];
    all_target_states_ = network.cardinality(target);
    const std::uint32_t* const kept = program.kept_states.data() + program.last_first_state;
    target_states_.assign(kept, kept + program.last_states);
    std::vector<std::uint32_t> column_of(network.size(), none);
    for (std::uint32_t c = 0; c < program.columns.size(); ++c) {
        column_of[program.columns[c].index()] = c;
        states_.push_back(static_cast<std::uint32_t>(network.cardinality(program.columns[c])));
    }
    for (const auto& tables : {std::span(graph.leaves.data(), graph.leaves.size()),
                               std::span(graph.scalars.data(), graph.scalars.size())})
        for (const LeafTable& table : tables)
            add_family(table_of(network.cpds()[table.variable]), column_of, graph);
    std::vector<VariableId> order = topological_order(network.dag());
    for (auto variable = order.rbegin(); variable != order.rend(); ++variable) {
        const std::uint32_t column = column_of[variable->index()];
        if (column != none && !is_leaf(column)) parents_.push_back(column);
    }
}

void MissingSumTables::add_family(const TableCpd& cpd, std::span<const std::uint32_t> column_of,
                                  const ContractionGraph& graph) {
    const VariableId target = graph.variables[graph.first_kept];
    const Scope& scope = cpd.scope();
    const auto number = static_cast<std::uint32_t>(families_.size());
    Family family{cpd.table().values().data(), none, 0, static_cast<std::uint32_t>(members_.size()),
                  0};
    for (std::size_t axis = 0; axis < scope.size(); ++axis) {
        const VariableId variable = scope.variables()[axis];
        const auto stride = static_cast<std::uint32_t>(scope.strides()[axis]);
        if (variable == target) {
            family.target_stride = stride;
            continue;
        }
        // What can have one state only has no column.
        if (const std::uint32_t state = graph.fixed_state[variable.index()];
            state != ContractionGraph::none) {
            family.numbers += std::size_t{state} * stride;
            continue;
        }
        const std::uint32_t column = column_of[variable.index()];
        members_.push_back({column, stride});
        families_of_[column].push_back(number);
        if (axis + 1 == scope.size())
            family.child = column;
        else
            is_leaf_[column] = 0;
    }
    family.members = static_cast<std::uint32_t>(members_.size()) - family.first_member;
    families_.push_back(family);
}

/// The kind of a row's cell in a column; of those that are no leaves after find_missing().
MissingSums::CellState MissingSums::cell(const MissingSumTables& tables, const Codes& codes,
                                         std::uint32_t column) const {
    if (codes[column] < tables.states(column)) return CellState::known;
    return tables.is_leaf(column) ? CellState::barren : cells_[column];
}

bool MissingSums::is_barren(const MissingSumTables& tables, const Codes& codes,
                            std::uint32_t column) const {
    return std::ranges::all_of(tables.families_of(column), [&](std::uint32_t family) {
        const std::uint32_t child = tables.family(family).child;
        return child == column ||
               (child != MissingSumTables::none && cell(tables, codes, child) == CellState::barren);
    });
}

/// Marks the missing cells of the rows of a block, in the columns that are no leaves.
void MissingSums::mark_missing(const MissingSumTables& tables, const BlockMemory& memory) {
    const std::span<const std::uint32_t> columns = tables.parents();
    words_ = (columns.size() + most_missing - 1) / most_missing;
    is_missing_.assign(words_ * memory.rows, 0);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::uint32_t* const codes = memory.codes + std::size_t{columns[i]} * memory.rows;
        const std::uint32_t states = tables.states(columns[i]);
        std::uint64_t* const words = is_missing_.data() + i / most_missing * memory.rows;
        const std::size_t shift = i % most_missing;
        for (std::uint32_t row = 0; row < memory.rows; ++row)
            words[row] |= std::uint64_t{codes[row] >= states} << shift;
    }
    cells_.resize(tables.columns());
    place_.resize(tables.columns());
}

/// Finds the missing values of a row that are not barren.
void MissingSums::find_missing(const MissingSumTables& tables, const Codes& codes,
                               std::size_t row) {
    missing_.clear();
    for (std::size_t word = 0; word < words_; ++word) {
        for_each_bit(is_missing_[word * codes.stride + row], [&](std::size_t i) {
            const std::uint32_t column = tables.parents()[word * most_missing + i];
            cells_[column] =
                is_barren(tables, codes, column) ? CellState::barren : CellState::missing;
            if (cells_[column] == CellState::barren) return;
            place_[column] = static_cast<std::uint32_t>(missing_.size());
            missing_.push_back(column);
        });
    }
}

/// An upper bound of the work: as if every factor met all missing values.
double MissingSums::most_work(const MissingSumTables& tables) const {
    double cells = static_cast<double>(tables.target_states().size()), factors = 0;
    for (const std::uint32_t column : missing_) {
        cells *= tables.states(column);
        factors += static_cast<double>(tables.families_of(column).size() + 1);
    }
    return cells * factors;
}

void MissingSums::add_factor(const MissingSumTables& tables, const Codes& codes,
                             std::uint32_t number) {
    const MissingSumTables::Family& family = tables.family(number);
    MissingFactor factor{family.numbers, family.target_stride,
                         static_cast<std::uint32_t>(strides_.size()), 0};
    strides_.resize(strides_.size() + missing_.size(), 0);
    for (const auto& [column, stride] : tables.members_of(family)) {
        const std::uint32_t code = codes[column];
        if (code < tables.states(column)) {
            factor.numbers += std::size_t{code} * stride;
        } else {
            factor.scope |= bit(place_[column]);
            strides_[factor.first_stride + place_[column]] = stride;
        }
    }
    factors_.push_back(factor);
}

/// The families of the row that mention a missing value, but for those of barren children.
void MissingSums::collect_factors(const MissingSumTables& tables, const Codes& codes) {
    factors_.clear();
    strides_.clear();
    is_collected_.resize(tables.family_count(), 0);
    for (const std::uint32_t column : missing_) {
        for (const std::uint32_t family : tables.families_of(column)) {
            const std::uint32_t child = tables.family(family).child;
            if (is_collected_[family] != 0) continue;
            if (child != MissingSumTables::none && cell(tables, codes, child) == CellState::barren)
                continue;
            is_collected_[family] = 1;
            add_factor(tables, codes, family);
        }
    }
    for (const std::uint32_t column : missing_)
        for (const std::uint32_t family : tables.families_of(column)) is_collected_[family] = 0;
}

std::size_t MissingSums::cells_of(const MissingSumTables& tables, std::uint64_t scope) const {
    std::size_t cells = 1;
    for_each_bit(scope, [&](std::size_t i) { cells *= tables.states(missing_[i]); });
    return cells;
}

/// How many multiplications the sums of the row take.
double MissingSums::work(const MissingSumTables& tables, const Codes& codes) {
    collect_factors(tables, codes);
    double multiplications = 0;
    for (std::size_t i = 0; i < missing_.size(); ++i) {
        const std::uint64_t scope = take_factors_of(i);
        double cells = static_cast<double>(tables.target_states().size());
        for_each_bit(scope, [&](std::size_t j) { cells *= tables.states(missing_[j]); });
        multiplications += cells * static_cast<double>(taken_.size());
        if ((scope & ~bit(i)) != 0) factors_.push_back({nullptr, 0, 0, scope & ~bit(i)});
    }
    return multiplications;
}

/// Moves the factors that mention a missing value to taken_. Returns what they are over.
std::uint64_t MissingSums::take_factors_of(std::size_t missing) {
    taken_.clear();
    std::uint64_t scope = 0;
    std::size_t kept = 0;
    for (const MissingFactor& factor : factors_) {
        if ((factor.scope & bit(missing)) == 0) {
            factors_[kept++] = factor;
            continue;
        }
        scope |= factor.scope;
        taken_.push_back(factor);
    }
    factors_.resize(kept);
    return scope;
}

/// The table that is left when a cell has been summed out: row-major, the target last.
double* MissingSums::message(const MissingSumTables& tables, std::size_t missing,
                             std::uint64_t scope) {
    std::vector<double>& numbers = messages_[missing];
    MissingFactor factor{nullptr, 1, static_cast<std::uint32_t>(strides_.size()), scope};
    strides_.resize(strides_.size() + missing_.size(), 0);
    std::size_t stride = tables.all_target_states();
    for_each_bit(scope, [&](std::size_t i) {
        strides_[factor.first_stride + i] = static_cast<std::uint32_t>(stride);
        stride *= tables.states(missing_[i]);
    });
    numbers.resize(stride);
    factor.numbers = numbers.data();
    factors_.push_back(factor);
    return numbers.data();
}

/// The product of taken_, summed over the states of a missing value: for every assignment of the
/// other cells of the scope one number per state of the target. The first cell runs fastest.
void MissingSums::sum_out(const MissingSumTables& tables, std::size_t missing, std::uint64_t scope,
                          double* out) {
    terms_.resize(tables.states(missing_[missing]));
    offsets_.assign(taken_.size(), 0);
    at_.assign(missing_.size(), 0);
    for (std::size_t left = cells_of(tables, scope); left > 0; --left) {
        for (const std::uint32_t k : tables.target_states()) {
            for (std::size_t f = 0; f < taken_.size(); ++f) {
                const MissingFactor& factor = taken_[f];
                const double* number =
                    factor.numbers + offsets_[f] + std::size_t{k} * factor.target_stride;
                const std::size_t stride = strides_[factor.first_stride + missing];
                for (double& term : terms_) {
                    term = f == 0 ? *number : term * *number;
                    number += stride;
                }
            }
            double sum = 0;
            for (const double term : terms_) sum += term;
            out[k] = sum;
        }
        out += tables.all_target_states();
        for (std::uint64_t open = scope; open != 0; open &= open - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(open));
            const bool wraps = ++at_[i] == tables.states(missing_[i]);
            const std::size_t steps = wraps ? at_[i] - 1 : 1;
            for (std::size_t f = 0; f < taken_.size(); ++f) {
                const std::size_t step = steps * strides_[taken_[f].first_stride + i];
                offsets_[f] = wraps ? offsets_[f] - step : offsets_[f] + step;
            }
            if (!wraps) break;
            at_[i] = 0;
        }
    }
}

void MissingSums::eliminate(const MissingSumTables& tables, std::size_t missing,
                            std::span<double> sums) {
    const std::uint64_t rest = take_factors_of(missing) & ~bit(missing);
    if (rest != 0) return sum_out(tables, missing, rest, message(tables, missing, rest));
    std::vector<double>& numbers = messages_[missing];
    numbers.resize(tables.all_target_states());
    sum_out(tables, missing, rest, numbers.data());
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] *= numbers[tables.target_states()[k]];
}

bool MissingSums::is_too_long(const MissingSumTables& tables, const Codes& codes) {
    const double most = tables.most_multiplications();
    return missing_.size() > most_missing ||
           (most_work(tables) > most && work(tables, codes) > most);
}

void MissingSums::sum_row(const MissingSumTables& tables, const Codes& codes,
                          std::span<double> sums) {
    collect_factors(tables, codes);
    for (std::size_t i = 0; i < missing_.size(); ++i) eliminate(tables, i, sums);
}

const std::vector<std::uint32_t>& MissingSums::write(const MissingSumTables& tables,
                                                     const BlockMemory& memory, double* sums) {
    const std::size_t targets = tables.target_states().size();
    std::fill_n(sums, targets * memory.rows, 1.0);
    row_.resize(targets);
    too_long_.clear();
    mark_missing(tables, memory);
    for (std::uint32_t i = 0; i < memory.used; ++i) {
        const Codes codes{memory.codes + i, memory.rows};
        find_missing(tables, codes, i);
        if (missing_.empty()) continue;
        if (is_too_long(tables, codes)) {
            too_long_.push_back(i);
            continue;
        }
        std::ranges::fill(row_, 1.0);
        sum_row(tables, codes, row_);
        for (std::size_t k = 0; k < targets; ++k) sums[k * memory.rows + i] = row_[k];
    }
    return too_long_;
}

}  // namespace pgm::detail

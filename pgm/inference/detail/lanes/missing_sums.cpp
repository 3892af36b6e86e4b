#include <pgm/inference/detail/lanes/missing_sums.hpp>

#include <pgm/graph/order.hpp>

#include <algorithm>
#include <bit>
#include <limits>

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
                                   const BlockProgram& program)
    : families_of_(program.columns.size()), is_leaf_(program.columns.size(), 1) {
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
            add_family(std::get<TableCpd>(network.cpds()[table.variable]), column_of, target);
    std::vector<VariableId> order = topological_order(network.dag());
    for (auto variable = order.rbegin(); variable != order.rend(); ++variable) {
        const std::uint32_t column = column_of[variable->index()];
        if (column != none && !is_leaf(column)) parents_.push_back(column);
    }
}

void MissingSumTables::add_family(const TableCpd& cpd, std::span<const std::uint32_t> column_of,
                                  VariableId target) {
    const Scope& scope = cpd.scope();
    const auto number = static_cast<std::uint32_t>(families_.size());
    Family family{cpd.table().values().data(), none, 0,
                  static_cast<std::uint32_t>(members_.size()), 0};
    for (std::size_t axis = 0; axis < scope.size(); ++axis) {
        const VariableId variable = scope.variables()[axis];
        const auto stride = static_cast<std::uint32_t>(scope.strides()[axis]);
        if (variable == target) {
            family.target_stride = stride;
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

/// What the cell of a column is to the row; of those that are no leaves after find_missing().
MissingSums::Cell MissingSums::cell(const MissingSumTables& tables, const Codes& codes,
                                    std::uint32_t column) const {
    if (codes[column] < tables.states(column)) return Cell::known;
    return tables.is_leaf(column) ? Cell::barren : cells_[column];
}

bool MissingSums::is_barren(const MissingSumTables& tables, const Codes& codes,
                            std::uint32_t column) const {
    return std::ranges::all_of(tables.families_of(column), [&](std::uint32_t family) {
        const std::uint32_t child = tables.family(family).child;
        return child == column ||
               (child != MissingSumTables::none && cell(tables, codes, child) == Cell::barren);
    });
}

/// False where there are more than most_missing.
bool MissingSums::find_missing(const MissingSumTables& tables, const Codes& codes) {
    missing_.clear();
    cells_.resize(tables.columns());
    place_.resize(tables.columns());
    for (const std::uint32_t column : tables.parents()) {
        if (codes[column] < tables.states(column)) continue;
        cells_[column] = is_barren(tables, codes, column) ? Cell::barren : Cell::missing;
        if (cells_[column] == Cell::barren) continue;
        place_[column] = static_cast<std::uint32_t>(missing_.size());
        missing_.push_back(column);
    }
    return missing_.size() <= most_missing;
}

void MissingSums::add_factor(const MissingSumTables& tables, const Codes& codes,
                             std::uint32_t number) {
    const MissingSumTables::Family& family = tables.family(number);
    Factor factor{family.numbers, family.target_stride,
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

/// The families of the row that mention a missing cell, but for those of barren children.
void MissingSums::collect_factors(const MissingSumTables& tables, const Codes& codes) {
    factors_.clear();
    strides_.clear();
    is_collected_.resize(tables.family_count(), 0);
    for (const std::uint32_t column : missing_) {
        for (const std::uint32_t family : tables.families_of(column)) {
            const std::uint32_t child = tables.family(family).child;
            if (is_collected_[family] != 0) continue;
            if (child != MissingSumTables::none && cell(tables, codes, child) == Cell::barren)
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

double MissingSums::work(const MissingSumTables& tables, const Codes& codes) {
    if (!find_missing(tables, codes)) return std::numeric_limits<double>::infinity();
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

/// Moves the factors that mention a missing cell to taken_. Returns what they are over.
std::uint64_t MissingSums::take_factors_of(std::size_t missing) {
    taken_.clear();
    std::uint64_t scope = 0;
    std::size_t kept = 0;
    for (const Factor& factor : factors_) {
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
    Factor factor{nullptr, 1, static_cast<std::uint32_t>(strides_.size()), scope};
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

/// The product of taken_, summed over the states of a missing cell: for every assignment of the
/// other cells of the scope one number per state of the target. The first cell runs fastest.
void MissingSums::sum_out(const MissingSumTables& tables, std::size_t missing, std::uint64_t scope,
                          double* out) {
    const std::uint32_t states = tables.states(missing_[missing]);
    offsets_.assign(taken_.size(), 0);
    at_.assign(missing_.size(), 0);
    for (std::size_t left = cells_of(tables, scope); left > 0; --left) {
        for (const std::uint32_t k : tables.target_states()) {
            double sum = 0;
            for (std::uint32_t x = 0; x < states; ++x) {
                double product = 1;
                for (std::size_t f = 0; f < taken_.size(); ++f) {
                    const Factor& factor = taken_[f];
                    product *= factor.numbers[offsets_[f] +
                                              std::size_t{k} * factor.target_stride +
                                              std::size_t{x} *
                                                  strides_[factor.first_stride + missing]];
                }
                sum += product;
            }
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

void MissingSums::sum_row(const MissingSumTables& tables, const Codes& codes,
                          std::span<double> sums) {
    std::ranges::fill(sums, 1.0);
    find_missing(tables, codes);
    if (missing_.empty()) return;
    collect_factors(tables, codes);
    for (std::size_t i = 0; i < missing_.size(); ++i) eliminate(tables, i, sums);
}

void MissingSums::write(const MissingSumTables& tables, const BlockMemory& memory, double* sums) {
    const std::size_t targets = tables.target_states().size();
    row_.resize(targets);
    for (std::uint32_t i = 0; i < memory.rows; ++i) {
        // The rows beyond those that are used repeat the last one.
        if (i < memory.used) sum_row(tables, {memory.codes + i, memory.rows}, row_);
        for (std::size_t k = 0; k < targets; ++k) sums[k * memory.rows + i] = row_[k];
    }
}

}  // namespace pgm::detail

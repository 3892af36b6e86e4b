#include <pgm/inference/divergence.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/model/variable_matching.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

namespace pgm {

using namespace detail;

namespace {

const TableCpd& table_of(const BayesianNetwork& network, VariableId variable) {
    const TableCpd* const table = as_table(network.cpd(variable));
    if (table == nullptr)
        throw ArgumentError("the divergence needs a table of '" +
                                printable_word(network.variable(variable).name()) + "'",
                            "it is computed for networks of tables; tabulated() makes one of a "
                            "discrete variable");
    return *table;
}

/// Runs through the cells of a scope of P and says which cell of a table of Q each one is.
class MatchingCells {
public:
    /// Axis i of the scope moves in Q's table by strides[i] per state of Q, and state s of P is
    /// state states[i][s] of Q.
    MatchingCells(std::span<const std::size_t> cardinalities, std::vector<std::size_t> strides,
                  std::vector<std::vector<std::size_t>> states)
        : cardinalities_(cardinalities.begin(), cardinalities.end()),
          offsets_(std::move(states)),
          digits_(cardinalities.size(), 0) {
        for (std::size_t axis = 0; axis < offsets_.size(); ++axis)
            for (std::size_t& offset : offsets_[axis]) offset *= strides[axis];
    }

    std::size_t cell() const {
        std::size_t cell = 0;
        for (std::size_t axis = 0; axis < digits_.size(); ++axis)
            cell += offsets_[axis][digits_[axis]];
        return cell;
    }

    void next() { next_cell(digits_, cardinalities_); }

private:
    std::vector<std::size_t> cardinalities_;
    std::vector<std::vector<std::size_t>> offsets_;  ///< [axis][state of P], in cells of Q's table
    std::vector<std::size_t> digits_;
};

class Divergence {
public:
    Divergence(const InferenceEngine& engine, const BayesianNetwork& q)
        : engine_(engine),
          p_(engine.only_network()),
          q_(q),
          in_p_(match_variables(p_.variables(), q.variables())),
          in_q_(in_p_.size()),
          state_in_q_(in_p_.size()) {
        for (std::size_t v = 0; v < in_p_.size(); ++v) {
            in_q_[in_p_[v].index()] = VariableId(v);
            for (const StateId s : match_states(q.variable(VariableId(v)), p_.variable(in_p_[v])))
                state_in_q_[in_p_[v].index()].push_back(s.index());
            table_of(q_, VariableId(v));
            table_of(p_, in_p_[v]);
        }
    }

    double value() {
        ask_for_families();
        // The last families have the most ancestors: what is out of reach is found out first.
        std::vector<VariableId> order = topological_order(p_.dag());
        std::vector<double> terms(order.size());
        for (const VariableId v : std::views::reverse(order))
            terms[v.index()] = same_parents(v) ? of_one_family(v) : of_two_families(v);
        double sum = 0;
        for (std::size_t v = 0; v < terms.size() && sum < infinity; ++v) sum += terms[v];
        return std::max(0.0, sum);  // rounding may leave a little less than nothing
    }

private:
    bool same_parents(VariableId v) const {
        std::vector<VariableId> of_p = p_.dag().parents(v), of_q;
        for (const VariableId parent : q_.dag().parents(in_q_[v.index()]))
            of_q.push_back(in_p_[parent.index()]);
        std::ranges::sort(of_p);
        std::ranges::sort(of_q);
        return of_p == of_q;
    }

    MatchingCells matching_cells(const Scope& scope, const TableCpd& table) const {
        std::vector<std::size_t> strides;
        std::vector<std::vector<std::size_t>> states;
        for (const VariableId variable : scope.variables()) {
            const VariableId other = in_q_[variable.index()];
            strides.push_back(table.scope().strides()[*table.scope().axis(other)]);
            states.push_back(state_in_q_[variable.index()]);
        }
        return MatchingCells(scope.cardinalities(), std::move(strides), std::move(states));
    }

    /// P of some variables together.
    struct AskedJoint {
        std::vector<VariableId> members;
        JointPosterior posterior;
        /// True if cells that are positive but 0 as doubles are listed.
        bool is_exact = true;
    };

    /// sum over u of P(u) sum over x of P(x | u) log( P(x | u) / Q(x | u) )
    double of_one_family(VariableId v) {
        const TableCpd &of_p = table_of(p_, v), &of_q = table_of(q_, in_q_[v.index()]);
        AskedJoint parents = joint_of(of_p.parents());
        MatchingCells cells = matching_cells(of_p.scope(), of_q);
        double sum = 0;
        for (std::size_t row = 0; row < of_p.row_count(); ++row) {
            double row_sum = 0;
            for (const double p : of_p.row(row)) {
                const double q = of_q.table()[cells.cell()];
                if (p > 0) row_sum += q > 0 ? p * (std::log(p) - std::log(q)) : infinity;
                cells.next();
            }
            sum += weighted(parents, row, row_sum);
        }
        return sum;
    }

    /// E_P[ log P(v | pa_P(v)) ] - E_P[ log Q(v | pa_Q(v)) ]
    double of_two_families(VariableId v) {
        const TableCpd &of_p = table_of(p_, v), &of_q = table_of(q_, in_q_[v.index()]);
        const AskedJoint under_p = joint_of(of_p.scope().variables());
        const Table& table = under_p.posterior.table;
        double sum = 0;
        for (std::size_t cell = 0; cell < table.size(); ++cell)
            if (table[cell] > 0) sum += table[cell] * std::log(of_p.table()[cell]);
        return sum - expected_log_q(of_q);
    }

    /// Minus infinity where something that is possible under P has probability 0.
    double expected_log_q(const TableCpd& of_q) {
        std::vector<VariableId> members;
        for (const VariableId member : of_q.scope().variables())
            members.push_back(in_p_[member.index()]);
        AskedJoint joint = joint_of(members);
        MatchingCells cells = matching_cells(joint.posterior.table.scope(), of_q);
        double sum = 0;
        for (std::size_t cell = 0; cell < joint.posterior.table.size(); ++cell, cells.next())
            sum += weighted(joint, cell, std::log(of_q.table()[cells.cell()]));
        return sum;
    }

    /// The probability of a cell times a term. It may be positive and yet 0 as a double: then what
    /// is finite vanishes, and what is infinite does not.
    double weighted(AskedJoint& joint, std::size_t cell, double term) {
        const double p = joint.posterior.table[cell];
        if (!std::isinf(term)) return p * term;
        if (p > 0) return term;
        if (!std::exchange(joint.is_exact, true))
            joint.posterior = engine_.joint(joint.members, {}, workspace_);
        return std::ranges::binary_search(joint.posterior.too_small, cell) ? term : 0;
    }

    /// The families of P, all by one question. Where that one is out of reach, or their cells are
    /// too many to be kept together, each is asked about by itself.
    void ask_for_families() {
        constexpr std::size_t most_cells = std::size_t{1} << 23;
        std::size_t cells = 0;
        for (std::size_t v = 0; v < p_.size(); ++v)
            cells += table_of(p_, VariableId(v)).table().size();
        if (cells > most_cells) return;
        try {
            families_ = engine_.families({}, workspace_);
        } catch (const TooLargeError&) {
            families_.reset();
        }
    }

    /// A variable of whose family they are a part.
    std::optional<VariableId> owner_of(std::span<const VariableId> members) const {
        const auto degree = [&](VariableId v) { return p_.dag().out_degree(v); };
        const VariableId last = *std::ranges::min_element(members, {}, degree);
        std::vector<VariableId> candidates = p_.dag().children(last);
        candidates.push_back(last);
        const auto has_all = [&](VariableId owner) {
            const Scope& family = table_of(p_, owner).scope();
            return std::ranges::all_of(members,
                                       [&](VariableId v) { return family.axis(v).has_value(); });
        };
        const auto found = std::ranges::find_if(candidates, has_all);
        return found == candidates.end() ? std::nullopt : std::optional(*found);
    }

    AskedJoint part_of_family(VariableId owner, std::span<const VariableId> members) const {
        const Scope& family = table_of(p_, owner).scope();
        std::vector<std::size_t> cardinalities;
        for (const VariableId v : members) cardinalities.push_back(p_.cardinality(v));
        AskedJoint joint{{members.begin(), members.end()}, {}, false};
        joint.posterior.table = Table(Scope(joint.members, std::move(cardinalities)));
        Table& table = joint.posterior.table;
        for (const auto& [cell, probability] : families_->of(owner)) {
            std::size_t to = 0;
            for (std::size_t axis = 0; axis < members.size(); ++axis) {
                const std::size_t from = *family.axis(members[axis]);
                to += cell / family.strides()[from] % family.cardinalities()[from] *
                      table.scope().strides()[axis];
            }
            table[to] += probability;
        }
        return joint;
    }

    /// The joint distribution under P; of no variables, the certain event.
    AskedJoint joint_of(std::span<const VariableId> members) {
        AskedJoint joint{{members.begin(), members.end()}, {}, true};
        if (members.empty()) {
            joint.posterior.table[0] = 1;
            return joint;
        }
        const auto owner = families_ ? owner_of(members) : std::nullopt;
        if (owner) return part_of_family(*owner, members);
        joint.posterior = engine_.joint(members, {}, workspace_);
        return joint;
    }

    const InferenceEngine& engine_;
    const BayesianNetwork& p_;
    const BayesianNetwork& q_;
    std::vector<VariableId> in_p_;                      ///< of each variable of Q
    std::vector<VariableId> in_q_;                      ///< of each variable of P
    std::vector<std::vector<std::size_t>> state_in_q_;  ///< [variable of P][state of P]
    Workspace workspace_;
    std::optional<FamilyPosteriors> families_;
};

}  // namespace

double kullback_leibler_divergence(const InferenceEngine& p, const BayesianNetwork& q) {
    return Divergence(p, q).value();
}

double kullback_leibler_divergence(const BayesianNetwork& p, const BayesianNetwork& q,
                                   const EngineOptions& options) {
    return kullback_leibler_divergence(InferenceEngine(p, options), q);
}

}  // namespace pgm

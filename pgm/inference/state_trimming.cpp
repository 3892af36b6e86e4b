#include <pgm/inference/state_trimming.hpp>

#include <algorithm>

namespace pgm {
namespace {

bool has_zero(const TableCpd& cpd) { return std::ranges::find(cpd.table().values(), 0.0) != cpd.table().values().end(); }

}  // namespace

StateTrimming::StateTrimming(const BayesianNetwork& network) : pattern_of_(network.size(), -1), patterns_with_(network.size()), all_states_(network), prior_(all_states_) {
    for (std::size_t v = 0; v < network.size(); ++v) {
        const TableCpd& cpd = std::get<TableCpd>(network.cpds()[v]);
        if (!has_zero(cpd)) continue;
        Pattern pattern;
        pattern.child = static_cast<std::uint32_t>(v);
        pattern.words_per_row = (cpd.row_length() + 63) / 64;
        pattern.masks.assign(cpd.row_count() * pattern.words_per_row, 0);
        for (std::size_t row = 0; row < cpd.row_count(); ++row) {
            const std::span<const double> cells = cpd.row(row);
            for (std::size_t s = 0; s < cells.size(); ++s) {
                pattern.masks[row * pattern.words_per_row + s / 64] |= std::uint64_t{cells[s] != 0} << (s % 64);
            }
        }
        const auto number = static_cast<std::uint32_t>(patterns_.size());
        for (std::size_t axis = 0; axis + 1 < cpd.scope().size(); ++axis) {
            pattern.parents.push_back(cpd.parents()[axis].value);
            pattern.row_strides.push_back(cpd.scope().strides()[axis] / cpd.row_length());
        }
        for (const VariableId member : cpd.scope().variables()) patterns_with_[member.index()].push_back(number);
        pattern_of_[v] = static_cast<std::int32_t>(number);
        patterns_.push_back(std::move(pattern));
    }

    Scratch scratch;
    prepare(true, scratch);
    propagate(prior_, scratch);
}

void StateTrimming::prepare(bool all_tables, Scratch& scratch) const {
    scratch.queue.clear();
    scratch.queued.assign(patterns_.size(), all_tables);
    scratch.dropped.assign(patterns_.size(), 0);
    for (std::uint32_t i = 0; all_tables && i < patterns_.size(); ++i) scratch.queue.push_back(i);
}

bool StateTrimming::trim(const Evidence& evidence, Start start, Domains& domains, Scratch& scratch) const {
    domains = start == Start::prior ? prior_ : all_states_;
    prepare(start == Start::all_states, scratch);
    for (std::size_t i = 0; i < evidence.size(); ++i) {
        const Finding finding = evidence[i];
        if (finding.kind == FindingKind::intervened && pattern_of_[finding.variable.index()] >= 0) {
            scratch.dropped[static_cast<std::size_t>(pattern_of_[finding.variable.index()])] = 1;
        }
    }
    for (std::size_t i = 0; i < evidence.size(); ++i) {
        const Finding finding = evidence[i];
        if (finding.kind == FindingKind::likelihood) {
            for (std::size_t s = 0; s < finding.likelihood.size(); ++s) {
                if (finding.likelihood[s] == 0) domains.remove(finding.variable, StateId(s));
            }
        } else {
            domains.keep_only(finding.variable, finding.state);
        }
        if (domains.is_empty(finding.variable)) return false;
        enqueue_around(finding.variable.value, scratch);
    }
    return propagate(domains, scratch);
}

void StateTrimming::enqueue_around(std::uint32_t variable, Scratch& scratch) const {
    for (const std::uint32_t pattern : patterns_with_[variable]) {
        if (scratch.queued[pattern] || scratch.dropped[pattern]) continue;
        scratch.queued[pattern] = 1;
        scratch.queue.push_back(pattern);
    }
}

bool StateTrimming::propagate(Domains& domains, Scratch& scratch) const {
    for (std::size_t head = 0; head < scratch.queue.size(); ++head) {
        const std::uint32_t number = scratch.queue[head];
        if (scratch.dropped[number]) continue;
        scratch.changed.clear();
        if (!revise(patterns_[number], domains, scratch)) return false;
        // A table that has just lost its unsupported states is consistent with itself: it stays marked while its neighbours are called.
        for (const std::uint32_t variable : scratch.changed) enqueue_around(variable, scratch);
        scratch.queued[number] = 0;
    }
    return true;
}

bool StateTrimming::revise(const Pattern& pattern, Domains& domains, Scratch& scratch) const {
    const std::size_t parents = pattern.parents.size();
    const std::span<std::uint64_t> child_domain = domains.words(VariableId(pattern.child));

    // Domains as lists of states, supports as bit sets: the child's first, then one per parent.
    std::size_t support_words = child_domain.size();
    scratch.states.clear();
    scratch.first_state.assign(1, 0);
    for (const std::uint32_t parent : pattern.parents) {
        domains.append_states(VariableId(parent), scratch.states);
        if (scratch.states.size() == scratch.first_state.back()) return false;
        scratch.first_state.push_back(scratch.states.size());
        support_words += domains.words(VariableId(parent)).size();
    }
    scratch.support.assign(support_words, 0);
    scratch.odometer.assign(scratch.first_state.begin(), scratch.first_state.begin() + static_cast<std::ptrdiff_t>(parents));

    for (bool more = true; more;) {
        std::size_t row = 0;
        for (std::size_t i = 0; i < parents; ++i) row += scratch.states[scratch.odometer[i]] * pattern.row_strides[i];
        std::uint64_t any = 0;
        for (std::size_t word = 0; word < child_domain.size(); ++word) {
            const std::uint64_t alive = pattern.masks[row * pattern.words_per_row + word] & child_domain[word];
            scratch.support[word] |= alive;
            any |= alive;
        }
        std::size_t word = child_domain.size();
        for (std::size_t i = 0; any && i < parents; ++i) {
            const std::uint32_t state = scratch.states[scratch.odometer[i]];
            scratch.support[word + state / 64] |= std::uint64_t{1} << (state % 64);
            word += domains.words(VariableId(pattern.parents[i])).size();
        }
        more = false;
        for (std::size_t i = parents; i-- > 0 && !more;) {
            more = ++scratch.odometer[i] < scratch.first_state[i + 1];
            if (!more) scratch.odometer[i] = scratch.first_state[i];
        }
    }

    std::size_t word = 0;
    const auto narrow = [&](std::uint32_t variable) {
        bool smaller = false;
        for (std::uint64_t& bits : domains.words(VariableId(variable))) {
            const std::uint64_t kept = bits & scratch.support[word++];
            smaller |= kept != bits;
            bits = kept;
        }
        if (smaller) scratch.changed.push_back(variable);
        return !domains.is_empty(VariableId(variable));
    };
    bool possible = narrow(pattern.child);
    for (const std::uint32_t parent : pattern.parents) possible &= narrow(parent);
    return possible;
}

}  // namespace pgm

#include <pgm/inference/detail/reduce/arc_consistency.hpp>

#include <pgm/core/overloaded.hpp>

#include <algorithm>
#include <bit>

namespace pgm::detail {
namespace {

/// A bit per cell that is not zero, by whole numbers: neither a branch nor a comparison of doubles.
/// From the last to the first, since doubling takes less than shifting to a place that varies.
std::uint64_t nonzero_mask(const double* cells, std::size_t count) {
    std::uint64_t mask = 0;
    for (std::size_t s = count; s-- > 0;)
        mask = 2 * mask + std::uint64_t{std::bit_cast<std::uint64_t>(cells[s]) << 1 != 0};
    return mask;
}

/// Without branches within a block, for most tables have none; a large table that has some has one
/// soon. Of a number without its sign, one less has the top bit where the number has not only for
/// zero.
bool has_zero(std::span<const double> cells) {
    constexpr std::size_t block = 256;
    while (!cells.empty()) {
        std::uint64_t found = 0;
        for (const double cell : cells.first(std::min(block, cells.size()))) {
            const std::uint64_t magnitude = std::bit_cast<std::uint64_t>(cell) << 1;
            found |= (magnitude - 1) & ~magnitude;
        }
        if (found >> 63) return true;
        cells = cells.subspan(std::min(block, cells.size()));
    }
    return false;
}

/// True if each state of the child has support in one row or another while all states of the
/// parents are there. Those always have: no row is empty.
bool supports_all(const TableCpd& cpd) {
    const std::size_t states = cpd.row_length();
    const std::span<const double> cells = cpd.table().values();
    for (std::size_t first = 0; first < states; first += 64) {
        const std::size_t count = std::min<std::size_t>(states - first, 64);
        const std::uint64_t all = ~std::uint64_t{0} >> (64 - count);
        std::uint64_t support = 0;
        for (std::size_t row = first; row < cells.size() && support != all; row += states)
            support |= nonzero_mask(&cells[row], count);
        if (support != all) return false;
    }
    return true;
}

}  // namespace

ArcConsistency::ArcConsistency(const BayesianNetwork& network)
    : network_(network), prior_(network) {
    list_patterns();
    if (!can_remove_states()) return;
    list_patterns_by_variable(network.size());
    if (narrowing_.empty()) return;
    Scratch scratch;
    prepare(Start::all_states, scratch);
    propagate(prior_, scratch);
}

const TableCpd& ArcConsistency::table(std::uint32_t child) const {
    return table_of(network_.cpds()[child]);
}

/// The tables with zeros, and where their parents and masks lie.
void ArcConsistency::list_patterns() {
    std::size_t parents = 0;
    for (std::uint32_t v = 0; v < network_.size(); ++v) {
        const TableCpd& cpd = table(v);
        if (!has_zero(cpd.table().values())) continue;
        if (patterns_.empty()) patterns_.reserve(network_.size() - v);
        if (!supports_all(cpd)) narrowing_.push_back(static_cast<std::uint32_t>(patterns_.size()));
        patterns_.push_back({v, static_cast<std::uint32_t>(parents),
                             static_cast<std::uint32_t>(cpd.parents().size()),
                             static_cast<std::uint32_t>((cpd.row_length() + 63) / 64)});
        parents += cpd.parents().size();
    }
    masks_ = std::vector<StateMasks>(patterns_.size());
    parents_.reserve(parents);
    for (const Pattern& pattern : patterns_) {
        const Scope& scope = table(pattern.child).scope();
        for (std::size_t axis = 0; axis < pattern.parents; ++axis)
            parents_.push_back({scope.variables()[axis].value,
                                scope.strides()[axis] / scope.cardinalities().back()});
    }
}

const std::uint64_t* ArcConsistency::masks_of(std::uint32_t pattern) const {
    return masks_[pattern].get([&] { return make_masks(patterns_[pattern]); }).data();
}

std::vector<std::uint64_t> ArcConsistency::make_masks(const Pattern& pattern) const {
    const TableCpd& cpd = table(pattern.child);
    const std::size_t states = cpd.row_length();
    std::vector<std::uint64_t> words(cpd.row_count() * pattern.words_per_row);
    auto mask = words.begin();
    const double* cells = cpd.table().values().data();
    for (const double* const end = cells + cpd.table().size(); cells != end;) {
        for (std::size_t left = states; left > 0;) {
            const std::size_t count = std::min<std::size_t>(left, 64);
            *mask++ = nonzero_mask(cells, count);
            cells += count;
            left -= count;
        }
    }
    return words;
}

void ArcConsistency::list_patterns_by_variable(std::size_t variables) {
    first_around_.assign(variables + 2, 0);
    for (const Pattern& pattern : patterns_) ++first_around_[pattern.child + 2];
    for (const Parent& parent : parents_) ++first_around_[parent.variable + 2];
    for (std::size_t v = 2; v < first_around_.size(); ++v) first_around_[v] += first_around_[v - 1];
    patterns_around_.resize(patterns_.size() + parents_.size());
    // While it is filled, the start of a variable's list stands one place further on, and moves to
    // where it belongs.
    for (std::uint32_t i = 0; i < patterns_.size(); ++i) {
        patterns_around_[first_around_[patterns_[i].child + 1]++] = i;
        for (std::uint32_t p = 0; p < patterns_[i].parents; ++p)
            patterns_around_[first_around_[parents_[patterns_[i].first_parent + p].variable +
                                           1]++] = i;
    }
}

void ArcConsistency::prepare(Start start, Scratch& scratch) const {
    scratch.queue.clear();
    scratch.queued.assign(patterns_.size(), 0);
    scratch.dropped.assign(patterns_.size(), 0);
    if (start == Start::prior) return;
    scratch.queue.assign(narrowing_.begin(), narrowing_.end());
    for (const std::uint32_t pattern : narrowing_) scratch.queued[pattern] = 1;
}

std::span<const std::uint32_t> ArcConsistency::around(VariableId variable) const {
    if (!can_remove_states()) return {};
    return std::span(patterns_around_)
        .subspan(first_around_[variable.index()],
                 first_around_[variable.index() + 1] - first_around_[variable.index()]);
}

void ArcConsistency::drop_tables_of_interventions(const CheckedEvidence& evidence,
                                                  Scratch& scratch) const {
    if (!evidence.has_intervention()) return;
    for (const auto& [variable, finding] : evidence.findings()) {
        if (!std::holds_alternative<Intervened>(finding)) continue;
        for (const std::uint32_t pattern : around(variable)) {
            if (patterns_[pattern].child == variable.value) scratch.dropped[pattern] = 1;
        }
    }
}

bool ArcConsistency::enforce(const CheckedEvidence& evidence, Start start, Domains& domains,
                             Scratch& scratch) const {
    if (start == Start::prior) {
        domains = prior_;
    } else {
        domains = Domains(network_);
    }
    prepare(start, scratch);
    drop_tables_of_interventions(evidence, scratch);
    for (const auto& [variable, finding] : evidence.findings()) {
        std::visit(Overloaded{[&, v = variable](Likelihood known) {
                                  for (std::size_t s = 0; s < known.values.size(); ++s) {
                                      if (known.values[s] == 0) domains.remove(v, StateId(s));
                                  }
                              },
                              [&, v = variable](auto known) { domains.keep_only(v, known.state); }},
                   finding);
        if (domains.is_empty(variable)) return false;
        enqueue_around(variable, scratch);
    }
    return propagate(domains, scratch);
}

void ArcConsistency::enqueue_around(VariableId variable, Scratch& scratch) const {
    for (const std::uint32_t pattern : around(variable)) {
        if (scratch.queued[pattern] || scratch.dropped[pattern]) continue;
        scratch.queued[pattern] = 1;
        scratch.queue.push_back(pattern);
    }
}

bool ArcConsistency::propagate(Domains& domains, Scratch& scratch) const {
    if (scratch.queue.empty()) return true;
    for (std::size_t head = 0; head < scratch.queue.size(); ++head) {
        const std::uint32_t number = scratch.queue[head];
        if (scratch.dropped[number]) continue;
        scratch.changed.clear();
        if (!revise(number, domains, scratch)) return false;
        // A table that has just lost its unsupported states is consistent with itself: it stays
        // marked while its neighbours are called.
        for (const std::uint32_t variable : scratch.changed)
            enqueue_around(VariableId(variable), scratch);
        scratch.queued[number] = 0;
    }
    return true;
}

/// The states in the parents' domains, and where their supports lie. False when a parent has none.
bool ArcConsistency::list_parent_states(const Pattern& pattern, const Domains& domains,
                                        Scratch& scratch) const {
    scratch.states.clear();
    scratch.first_state.assign(1, 0);
    scratch.first_word.assign(1, domains.words(VariableId(pattern.child)).size());
    for (std::uint32_t p = 0; p < pattern.parents; ++p) {
        const VariableId parent(parents_[pattern.first_parent + p].variable);
        domains.append_states(parent, scratch.states);
        if (scratch.states.size() == scratch.first_state.back()) return false;
        scratch.first_state.push_back(scratch.states.size());
        scratch.first_word.push_back(scratch.first_word.back() + domains.words(parent).size());
    }
    scratch.support.assign(scratch.first_word.back(), 0);
    return true;
}

/// Adds the supports found in the rows that differ in the last parent only, the first of them at
/// `row`.
void ArcConsistency::support_inner_rows(const Pattern& pattern, const std::uint64_t* masks,
                                        std::size_t row,
                                        std::span<const std::uint64_t> child_domain,
                                        Scratch& scratch) const {
    const std::size_t words = pattern.words_per_row, last = pattern.parents - 1;
    const std::size_t stride = parents_[pattern.first_parent + last].row_stride;
    std::uint64_t* const last_support = scratch.support.data() + scratch.first_word[last];
    bool any = false;
    for (std::size_t i = scratch.first_state[last]; i < scratch.first_state[last + 1]; ++i) {
        const std::uint32_t state = scratch.states[i];
        const std::uint64_t* const mask = masks + (row + state * stride) * words;
        std::uint64_t alive = 0;
        for (std::size_t w = 0; w < words; ++w) {
            scratch.support[w] |= mask[w] & child_domain[w];
            alive |= mask[w] & child_domain[w];
        }
        last_support[state / 64] |= std::uint64_t{alive != 0} << (state % 64);
        any |= alive != 0;
    }
    for (std::size_t p = 0; any && p < last; ++p) {
        const std::uint32_t state = scratch.states[scratch.odometer[p]];
        scratch.support[scratch.first_word[p] + state / 64] |= std::uint64_t{1} << (state % 64);
    }
}

bool ArcConsistency::everything_is_supported(const Pattern& pattern, const Domains& domains,
                                             const Scratch& scratch) const {
    if (!std::ranges::equal(std::span(scratch.support).first(scratch.first_word[0]),
                            domains.words(VariableId(pattern.child))))
        return false;
    for (std::uint32_t p = 0; p < pattern.parents; ++p) {
        const std::span support =
            std::span(scratch.support)
                .subspan(scratch.first_word[p], scratch.first_word[p + 1] - scratch.first_word[p]);
        if (!std::ranges::equal(
                support, domains.words(VariableId(parents_[pattern.first_parent + p].variable))))
            return false;
    }
    return true;
}

/// Takes from the domains what found no support. False when nothing is left of one.
bool ArcConsistency::narrow(const Pattern& pattern, Domains& domains, Scratch& scratch) const {
    const std::uint64_t* support = scratch.support.data();
    bool possible = true;
    for (std::uint32_t i = 0; i <= pattern.parents; ++i) {
        const std::uint32_t variable =
            i == 0 ? pattern.child : parents_[pattern.first_parent + i - 1].variable;
        bool smaller = false;
        for (std::uint64_t& bits : domains.words(VariableId(variable))) {
            const std::uint64_t kept = bits & *support++;
            smaller |= kept != bits;
            bits = kept;
        }
        if (smaller) scratch.changed.push_back(variable);
        possible &= !domains.is_empty(VariableId(variable));
    }
    return possible;
}

bool ArcConsistency::revise(std::uint32_t number, Domains& domains, Scratch& scratch) const {
    const Pattern& pattern = patterns_[number];
    if (!list_parent_states(pattern, domains, scratch)) return false;
    const std::span<const std::uint64_t> child_domain = domains.words(VariableId(pattern.child));
    const std::uint64_t* const masks = masks_of(number);
    if (pattern.parents == 0) {
        std::copy_n(masks, pattern.words_per_row, scratch.support.begin());
        return narrow(pattern, domains, scratch);
    }
    const std::size_t outer = pattern.parents - 1;
    scratch.odometer.assign(scratch.first_state.begin(),
                            scratch.first_state.begin() + static_cast<std::ptrdiff_t>(outer));
    for (bool more = true; more;) {
        std::size_t row = 0;
        for (std::size_t p = 0; p < outer; ++p)
            row +=
                scratch.states[scratch.odometer[p]] * parents_[pattern.first_parent + p].row_stride;
        support_inner_rows(pattern, masks, row, child_domain, scratch);
        if (everything_is_supported(pattern, domains, scratch)) return true;
        more = false;
        for (std::size_t p = outer; p-- > 0 && !more;) {
            more = ++scratch.odometer[p] < scratch.first_state[p + 1];
            if (!more) scratch.odometer[p] = scratch.first_state[p];
        }
    }
    return narrow(pattern, domains, scratch);
}

}  // namespace pgm::detail

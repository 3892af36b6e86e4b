#include <learners/search/detail/local_search.hpp>

#include <pgm/core/numbers.hpp>

#include <learners/search/detail/equivalence_search.hpp>
#include <learners/search/detail/structure_score.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::learners::detail {
namespace {

constexpr double impossible = -infinity;

/// Candidates of one call of DecomposableScore::additions(): enough to share the counts of the
/// smaller family, few enough to share the work among threads.
constexpr std::size_t candidates_at_once = 16;

std::uint64_t key_of(std::size_t parent, std::size_t child) {
    return Rng(parent << 32 | child)();
}

struct Additions {
    std::size_t child;
    std::vector<VariableId> candidates;
};

}  // namespace

LocalSearch::LocalSearch(const DecomposableScore& score, const AllowedArcs& allowed,
                         const Dag& start)
    : score_(score),
      allowed_(allowed),
      size_(score.variables()),
      dag_((require_space_for_pairs(size_), start)) {
    families_.resize(size_);
    gains_.assign(size_ * size_, impossible);
    bounds_.assign(size_, impossible);
    unscored_ = BitMatrix(size_);
    removals_unscored_.assign(size_, true);
    require_finite_score(score, start);
    for (std::size_t v = 0; v < size_; ++v) family_changed(v);
    for (const Arc& arc : start.arcs())
        fingerprint_ ^= key_of(arc.parent.index(), arc.child.index());
}

void LocalSearch::family_changed(std::size_t child) {
    families_[child] = score_.family(VariableId(child), members_of(dag_.parents(child)));
    for (std::size_t parent = 0; parent < size_; ++parent) {
        const VariableId from(parent), to(child);
        if (allowed_.allowed(from, to) && !dag_.has_arc(parent, child))
            add_member(unscored_.row(child), parent);
        gain(parent, child) = impossible;
    }
    removals_unscored_[child] = true;
    bounds_[child] = impossible;
}

std::vector<VariableId> LocalSearch::missing_gains(std::size_t child) const {
    if (!has_room(child)) return {};
    std::vector<VariableId> missing;
    const BitRow unscored = unscored_.row(child), below = dag_.descendants(child),
                 children = dag_.children(child);
    for (std::size_t w = 0; w < unscored.size(); ++w)
        for (std::uint64_t word = unscored[w] & (~below[w] | children[w]); word != 0;
             word &= word - 1)
            missing.emplace_back(64 * w + static_cast<std::size_t>(std::countr_zero(word)));
    return missing;
}

bool LocalSearch::refresh(SearchWatch& watch, const SearchProgress& progress) {
    std::vector<Additions> tasks;
    for (std::size_t child = 0; child < size_; ++child) {
        const std::vector<VariableId> missing = missing_gains(child);
        for (std::size_t begin = 0; begin < missing.size(); begin += candidates_at_once) {
            const std::size_t end = std::min(begin + candidates_at_once, missing.size());
            tasks.push_back({child, {missing.data() + begin, missing.data() + end}});
        }
    }
    const std::size_t done = watch.for_each(
        tasks.size(), [&](std::size_t i) { score_additions(tasks[i].child, tasks[i].candidates); },
        [&](std::size_t) { return progress; });
    for (std::size_t i = 0; i < done; ++i) {
        for (const VariableId candidate : tasks[i].candidates)
            remove_member(unscored_.row(tasks[i].child), candidate.index());
    }
    for (std::size_t child = 0; child < size_; ++child)
        if (removals_unscored_[child]) score_removals(child);
    for (std::size_t i = 0; i < done; ++i)
        if (i == 0 || tasks[i].child != tasks[i - 1].child) update_bound(tasks[i].child);
    return done == tasks.size();
}

void LocalSearch::score_additions(std::size_t child, std::span<const VariableId> candidates) {
    std::vector<double> scores(candidates.size());
    score_.additions(VariableId(child), members_of(dag_.parents(child)), candidates, scores);
    for (std::size_t i = 0; i < candidates.size(); ++i)
        gain(candidates[i].index(), child) = scores[i] - families_[child];
}

void LocalSearch::score_removals(std::size_t child) {
    const std::vector<VariableId> parents = members_of(dag_.parents(child));
    std::vector<VariableId> fewer;
    for (const VariableId parent : parents) {
        if (allowed_.required(parent, VariableId(child))) continue;
        fewer = parents;
        std::erase(fewer, parent);
        gain(parent.index(), child) = score_.family(VariableId(child), fewer) - families_[child];
    }
    removals_unscored_[child] = false;
    update_bound(child);
}

void LocalSearch::update_bound(std::size_t child) {
    const std::span<const double> row(gains_.data() + child * size_, size_);
    bounds_[child] = *std::ranges::max_element(row);
}

/// The largest gain of the arcs that may be toggled now; additional arcs elsewhere allow no others.
double LocalSearch::largest_possible_gain(std::size_t child) const {
    double largest = impossible;
    for (std::size_t parent = 0; parent < size_; ++parent)
        if (gain(parent, child) > largest && may_toggle(parent, child))
            largest = gain(parent, child);
    return largest;
}

/// True if an arc whose gain is known may be added, or is there to be removed.
bool LocalSearch::may_toggle(std::size_t parent, std::size_t child) const {
    if (dag_.has_arc(parent, child)) return true;
    return has_room(child) && dag_.may_add(parent, child);
}

bool LocalSearch::may_reverse(std::size_t parent, std::size_t child) const {
    return !allowed_.required(VariableId(parent), VariableId(child)) &&
           allowed_.allowed(VariableId(child), VariableId(parent)) && has_room(parent) &&
           dag_.may_reverse(parent, child);
}

template <class Offer>
void LocalSearch::offer_reversals(const Offer& offer) const {
    for (std::size_t child = 0; child < size_; ++child)
        for_each_member(dag_.parents(child), [&](std::size_t parent) {
            const double both = gain(parent, child) + gain(child, parent);
            offer(Move{Move::Kind::reverse, parent, child, both});
        });
}

std::optional<Move> LocalSearch::best_move(double least, std::span<const std::uint64_t> tabu) {
    std::optional<Move> best;
    const double margin = tolerance();
    double bar = least;
    const auto offer = [&](const Move& move) {
        if (!(move.gain > bar)) return;
        if (move.kind == Move::Kind::toggle ? !may_toggle(move.parent, move.child)
                                            : !may_reverse(move.parent, move.child))
            return;
        if (is_tabu(move, tabu)) return;
        best = move;
        bar = move.gain + margin;
    };
    for (std::size_t child = 0; child < size_; ++child) {
        if (!(bounds_[child] > bar)) continue;
        for (std::size_t parent = 0; parent < size_; ++parent)
            offer(Move{Move::Kind::toggle, parent, child, gain(parent, child)});
        bounds_[child] = largest_possible_gain(child);
    }
    offer_reversals(offer);
    if (!best) return best;
    const std::optional<Move> opposite = as_good_opposite(*best, tabu);
    return opposite ? opposite : best;
}

/// The sum of the variable's gains from single further parents.
double LocalSearch::gain_from_parents(std::size_t child) const {
    double sum = 0;
    for (std::size_t parent = 0; parent < size_; ++parent)
        sum += std::max(0.0, gain(parent, child));
    return sum;
}

/// Both directions may lead to the same class, as they do between variables without parents; later
/// moves can tell. One that gains much from others will have neighbours, and if it is no child of
/// any it can become the parent of all of them without a v-structure.
std::optional<Move> LocalSearch::as_good_opposite(const Move& move,
                                                  std::span<const std::uint64_t> tabu) const {
    if (move.kind == Move::Kind::reverse || dag_.has_arc(move.parent, move.child)) return {};
    const Move opposite{move.kind, move.child, move.parent, gain(move.child, move.parent)};
    const double margin = tolerance();
    if (!(opposite.gain >= move.gain - margin)) return {};
    if (!may_toggle(opposite.parent, opposite.child) || is_tabu(opposite, tabu)) return {};
    if (!(gain_from_parents(opposite.child) < gain_from_parents(move.child) - margin)) return {};
    return opposite;
}

bool LocalSearch::is_tabu(const Move& move, std::span<const std::uint64_t> tabu) const {
    return !tabu.empty() && std::ranges::find(tabu, fingerprint_after(move)) != tabu.end();
}

void LocalSearch::toggle(std::size_t parent, std::size_t child) {
    if (dag_.has_arc(parent, child)) {
        // What is above the arc may get parents now from what is below it.
        for (std::size_t v = 0; v < size_; ++v)
            if (v == parent || contains(dag_.descendants(v), parent)) update_bound(v);
        dag_.remove(parent, child);
    } else {
        dag_.add(parent, child);
    }
    remove_member(unscored_.row(child), parent);
    fingerprint_ ^= key_of(parent, child);
}

void LocalSearch::apply(const Move& move) {
    toggle(move.parent, move.child);
    family_changed(move.child);
    if (move.kind == Move::Kind::toggle) return;
    toggle(move.child, move.parent);
    family_changed(move.parent);
}

void LocalSearch::perturb(std::size_t changes, Rng& rng) {
    constexpr std::size_t tries_per_change = 100;
    for (std::size_t tries = 0; changes > 0 && tries < tries_per_change * size_; ++tries) {
        const std::size_t parent = rng.below(size_), child = rng.below(size_);
        const bool reverse = rng.below(2) == 1, there = dag_.has_arc(parent, child);
        const VariableId from(parent), to(child);
        if (!allowed_.allowed(from, to) || allowed_.required(from, to)) continue;
        const Move move{there && reverse ? Move::Kind::reverse : Move::Kind::toggle, parent, child};
        if (move.kind == Move::Kind::reverse ? !may_reverse(parent, child)
                                             : !may_toggle(parent, child))
            continue;
        apply(move);
        if (std::isfinite(families_[child]) && std::isfinite(families_[parent])) {
            --changes;
        } else {
            apply(move.kind == Move::Kind::reverse ? Move{move.kind, child, parent} : move);
        }
    }
}

double LocalSearch::score() const {
    double sum = 0;
    for (const double family : families_) sum += family;
    return sum;
}

double LocalSearch::tolerance() const {
    return relative_tolerance * std::abs(score());
}

std::uint64_t LocalSearch::fingerprint_after(const Move& move) const {
    const std::uint64_t after = fingerprint_ ^ key_of(move.parent, move.child);
    return move.kind == Move::Kind::toggle ? after : after ^ key_of(move.child, move.parent);
}

void LocalSearch::move_to(const Dag& dag) {
    std::vector<bool> changed(size_, false);
    const auto toggle_all = [&](const Dag& those, const auto& in_other) {
        for (const Arc& arc : those.arcs()) {
            if (in_other(arc)) continue;
            toggle(arc.parent.index(), arc.child.index());
            changed[arc.child.index()] = true;
        }
    };
    // First away with what is too much, so that no cycle arises on the way.
    toggle_all(dag_.dag(), [&](const Arc& arc) { return dag.has_arc(arc.parent, arc.child); });
    toggle_all(dag,
               [&](const Arc& arc) { return dag_.has_arc(arc.parent.index(), arc.child.index()); });
    for (std::size_t child = 0; child < size_; ++child)
        if (changed[child]) family_changed(child);
}

namespace {

/// Several climbs of one search: the best structure of all of them, and when to stop.
class Climber {
public:
    Climber(const DecomposableScore& score, const AllowedArcs& allowed,
            const SearchControl& control, const LocalSearchOptions& options)
        : search_(score, allowed, Dag(score.variables(), allowed.required_arcs())),
          watch_(control),
          classes_(score, allowed, watch_, search_.dag()),
          options_(options),
          rng_(options.seed) {}

    LearnedStructure run() {
        const std::size_t climbs = options_.restarts + 1;
        for (std::size_t i = 0; i < climbs && !watch_.stopped(); ++i) {
            if (i > 0) {
                search_.move_to(best_.dag);
                search_.perturb(changes(), rng_);
            }
            const double fraction = static_cast<double>(i) / static_cast<double>(climbs);
            search_to_the_end(fraction);
        }
        best_.partial = watch_.stopped();
        best_.iterations = iterations_ + classes_.steps();
        return std::move(best_);
    }

private:
    /// Climbs where moves and classes lead, and then beyond, as long as that finds a new best.
    void search_to_the_end(double fraction) {
        climb(fraction, 0);
        do {
            while (is_new_best_ && !watch_.stopped() && improve_class()) climb(fraction, 0);
            if (options_.escapes == 0 || watch_.stopped()) return;
            climb(fraction, options_.escapes);
        } while (is_new_best_);
    }

    /// Moves on to the local optimum and, where escapes are allowed, beyond.
    void climb(double fraction, std::size_t escapes) {
        is_new_best_ = false;
        std::vector<std::uint64_t> tabu;
        double best_of_climb = search_.score();
        std::size_t in_vain = 0;
        for (std::size_t moves = 0;
             search_.refresh(watch_, {fraction, search_.score(), iterations_}); ++moves) {
            const double least = in_vain < escapes ? impossible : search_.tolerance();
            const auto move = search_.best_move(least, tabu);
            if (!move) break;
            if (move->gain <= search_.tolerance()) keep_best();
            if (tabu.size() < options_.tabu_length) {
                tabu.push_back(search_.fingerprint());
            } else if (!tabu.empty()) {
                tabu[moves % tabu.size()] = search_.fingerprint();
            }
            search_.apply(*move);
            ++iterations_;
            const bool improved = search_.score() > best_of_climb + search_.tolerance();
            if (improved) best_of_climb = search_.score();
            in_vain = improved ? 0 : in_vain + 1;
        }
        keep_best();
    }

    void keep_best() {
        if (has_best_ && !(search_.score() > best_.score + search_.tolerance())) return;
        best_ = {.dag = search_.dag(), .score = search_.score()};
        has_best_ = is_new_best_ = true;
    }

    /// Goes over to a better structure that the class of the best one leads to, where there is one:
    /// a DAG without a better neighbour may have an equivalent one that has some.
    bool improve_class() {
        classes_.move_to(best_.dag);
        classes_.improve();
        if (!(classes_.score() > best_.score + search_.tolerance())) return false;
        search_.move_to(classes_.dag());
        return true;
    }

    std::size_t changes() const {
        return options_.perturbations > 0 ? options_.perturbations : search_.size();
    }

    LocalSearch search_;
    SearchWatch watch_;
    EquivalenceSearch classes_;
    LocalSearchOptions options_;
    Rng rng_;
    LearnedStructure best_;
    bool has_best_ = false;
    bool is_new_best_ = false;  ///< found by the latest climb
    std::size_t iterations_ = 0;
};

}  // namespace

LearnedStructure local_search(const DecomposableScore& score, const AllowedArcs& allowed,
                              const SearchControl& control, const LocalSearchOptions& options) {
    return Climber(score, allowed, control, options).run();
}

}  // namespace pgm::learners::detail

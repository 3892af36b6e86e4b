#pragma once

#include <learners/score/decomposable_score.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/detail/changing_dag.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <learners/search/score_search.hpp>
#include <pgm/core/random.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// A change of one arc.
struct Move {
    enum class Kind { toggle, reverse };  ///< toggle: add it, or remove it where it is there

    Kind kind = Kind::toggle;
    std::size_t parent = 0;
    std::size_t child = 0;
    double gain = 0;
};

/// The state of a search that changes one arc at a time: a DAG, the scores of its families, and the
/// gain of adding or removing every arc, kept until the child's family changes.
///
/// A gain is computed when it is first needed: an arc that would close a cycle has none until a
/// removal makes it possible (or its opposite is there and may be reversed). The gain of a reversal
/// is the sum of two others.
class LocalSearch {
public:
    /// Refers to the first two. Throws TooLargeError when there are too many variables for the
    /// gains, and ArgumentError when the score of a family of `start` is not finite.
    LocalSearch(const DecomposableScore& score, const AllowedArcs& allowed, const Dag& start);

    /// Computes the gains that are needed and missing, in parallel over children and candidates.
    /// Returns false when the watch stopped it.
    bool refresh(SearchWatch& watch, const SearchProgress& progress);

    /// The move of the largest gain above `least` that leads to none of the structures with these
    /// fingerprints. Among gains that differ by rounding only the first one is taken: changes come
    /// before reversals, then children and parents by number. An arc that gains as much in either
    /// direction points to the end that gains less from other parents.
    std::optional<Move> best_move(double least, std::span<const std::uint64_t> tabu);

    void apply(const Move& move);
    /// Makes this number of random changes, as far as there are any.
    void perturb(std::size_t changes, Rng& rng);
    /// Goes over to another DAG that obeys the constraints; the gains of unchanged families stay.
    void move_to(const Dag& dag);

    std::size_t size() const { return size_; }
    /// The sum over all families, added in the order of the variables.
    double score() const;
    /// A difference of scores that rounding can explain.
    double tolerance() const;
    /// A hash of the arcs, which depends on nothing else.
    std::uint64_t fingerprint() const { return fingerprint_; }
    std::uint64_t fingerprint_after(const Move& move) const;
    Dag dag() const { return dag_.dag(); }

private:
    double& gain(std::size_t parent, std::size_t child) { return gains_[child * size_ + parent]; }
    double gain(std::size_t parent, std::size_t child) const {
        return gains_[child * size_ + parent];
    }
    bool has_room(std::size_t child) const {
        return dag_.in_degree(child) < allowed_.max_parents();
    }
    std::vector<VariableId> missing_gains(std::size_t child) const;
    void score_removals(std::size_t child);
    void score_additions(std::size_t child, std::span<const VariableId> candidates);
    void update_bound(std::size_t child);
    double largest_possible_gain(std::size_t child) const;
    void toggle(std::size_t parent, std::size_t child);
    bool may_toggle(std::size_t parent, std::size_t child) const;
    double gain_from_parents(std::size_t child) const;
    std::optional<Move> as_good_opposite(const Move& move,
                                         std::span<const std::uint64_t> tabu) const;
    bool is_tabu(const Move& move, std::span<const std::uint64_t> tabu) const;
    bool may_reverse(std::size_t parent, std::size_t child) const;
    void family_changed(std::size_t child);
    template <class Offer>
    void offer_reversals(const Offer& offer) const;

    const DecomposableScore& score_;
    const AllowedArcs& allowed_;
    std::size_t size_;
    ChangingDag dag_;
    std::vector<double> families_;  ///< score of each variable's family
    std::vector<double> gains_;     ///< of toggling parent -> child, at [child * size + parent]
    std::vector<double> bounds_;    ///< per child at least its largest gain of possible moves
    BitMatrix unscored_;            ///< per child the candidates whose gain is not known
    std::vector<bool> removals_unscored_;
    std::uint64_t fingerprint_ = 0;
};

/// How far to go on from a local optimum; hill climbing and tabu search differ in these alone.
struct LocalSearchOptions {
    std::size_t tabu_length = 0;  ///< the last structures that are not visited again
    std::size_t escapes = 0;      ///< moves in a row that need not lead to a new best score
    std::size_t restarts = 0;
    std::size_t perturbations = 0;  ///< random changes at a restart; 0: one per variable
    std::uint64_t seed = 0;
};

/// Climbs from the required arcs alone, then from perturbations of the best structure. Where single
/// arcs do not lead on, an edge of the equivalence class may, and then it climbs on from there.
LearnedStructure local_search(const DecomposableScore& score, const AllowedArcs& allowed,
                              const SearchControl& control, const LocalSearchOptions& options);

}  // namespace pgm::learners::detail

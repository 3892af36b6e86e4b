#pragma once

#include <pgm/core/detail/made_once.hpp>
#include <pgm/inference/detail/reduce/domains.hpp>
#include <pgm/model/detail/checked_evidence.hpp>

#include <cstdint>
#include <vector>

namespace pgm::detail {

/// Removes states that can never occur, by generalised arc consistency (Mackworth 1977) on the
/// zeros of the tables.
///
/// A state of a variable has *support* in a table when some cell with that state is not zero and
/// all states of the cell are still in their domains; a state without support in any one table
/// around it is removed, until nothing changes. Without evidence this finds a-priori impossible
/// states once per network; with evidence it goes on from there. It is sound (a removed state has
/// probability zero) but not complete: it looks at one table at a time. Domains that run empty
/// prove evidence impossible. In networks full of zeros it makes inference 5 to 50 times cheaper.
///
/// Cost: the rows (not the cells) of the tables that hold a zero, a few times; less where every
/// state finds its support among the first rows.
class ArcConsistency {
public:
    /// Refers to the network, which must outlive it.
    explicit ArcConsistency(const BayesianNetwork& network);

    /// True if there is any zero to go by.
    bool can_remove_states() const { return !patterns_.empty(); }

    /// The domains without evidence.
    const Domains& prior() const { return prior_; }

    /// The arrays a call of enforce() needs; kept between calls so that they are allocated once.
    struct Scratch {
        std::vector<std::uint32_t> queue, changed;
        std::vector<char> queued;
        std::vector<char> dropped;           ///< tables that an intervention takes out
        std::vector<std::uint64_t> support;  ///< bit sets: the child's, then one per parent
        std::vector<std::uint32_t> states;   ///< of the parents, those in their domains
        std::vector<std::size_t> first_state, odometer, first_word;  ///< per parent, and one more
    };

    /// The domains to begin with: those without evidence, or, when an intervention sets a state
    /// that never occurs by itself, with all states.
    enum class Start { prior, all_states };

    /// True if every state of every variable may occur without evidence.
    bool prior_is_everything() const { return narrowing_.empty(); }

    /// Finds the domains under the evidence. False when some variable has no state left: the
    /// evidence is impossible.
    bool enforce(const CheckedEvidence& evidence, Start start, Domains& domains,
                 Scratch& scratch) const;

private:
    /// The zero pattern of one table: per row a bit mask of the child's states that are not zero.
    /// Tables without zeros have none.
    struct Pattern {
        std::uint32_t child;
        std::uint32_t first_parent, parents;  ///< in parents_
        std::uint32_t words_per_row;
    };
    struct Parent {
        std::uint32_t variable;
        std::size_t row_stride;
    };
    /// The masks of one pattern, by row: a bit per state that the row gives more than zero.
    using StateMasks = MadeOnce<std::vector<std::uint64_t>>;

    const TableCpd& table(std::uint32_t child) const;
    void list_patterns();
    const std::uint64_t* masks_of(std::uint32_t pattern) const;
    std::vector<std::uint64_t> make_masks(const Pattern& pattern) const;
    void list_patterns_by_variable(std::size_t variables);
    void prepare(Start start, Scratch& scratch) const;
    void drop_tables_of_interventions(const CheckedEvidence& evidence, Scratch& scratch) const;
    std::span<const std::uint32_t> around(VariableId variable) const;
    bool propagate(Domains& domains, Scratch& scratch) const;
    bool revise(std::uint32_t number, Domains& domains, Scratch& scratch) const;
    bool list_parent_states(const Pattern& pattern, const Domains& domains, Scratch& scratch) const;
    void support_inner_rows(const Pattern& pattern, const std::uint64_t* masks, std::size_t row,
                            std::span<const std::uint64_t> child_domain, Scratch& scratch) const;
    bool everything_is_supported(const Pattern& pattern, const Domains& domains,
                                 const Scratch& scratch) const;
    bool narrow(const Pattern& pattern, Domains& domains, Scratch& scratch) const;
    void enqueue_around(VariableId variable, Scratch& scratch) const;

    const BayesianNetwork& network_;
    std::vector<Pattern> patterns_;
    std::vector<Parent> parents_;
    /// The masks by pattern, made when a pattern is first revised, which many never are.
    std::vector<StateMasks> masks_;
    /// The patterns that take states away even when all are there.
    std::vector<std::uint32_t> narrowing_;
    /// Per variable the patterns whose table mentions it.
    std::vector<std::uint32_t> first_around_, patterns_around_;
    Domains prior_;
};

}  // namespace pgm::detail

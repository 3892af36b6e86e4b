#include <pgm/core/error.hpp>
#include <pgm/explain/detail/event_question.hpp>
#include <pgm/explain/findings.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/table/table.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace pgm {

using namespace detail;

namespace {

/// Numbers of findings, ascending.
using FindingSet = std::vector<std::size_t>;

/// Each of the set without one element.
template <class Visit>
bool all_smaller(const FindingSet& set, const Visit& holds) {
    for (std::size_t left_out = 0; left_out < set.size(); ++left_out) {
        FindingSet smaller = set;
        smaller.erase(smaller.begin() + static_cast<std::ptrdiff_t>(left_out));
        if (!holds(smaller)) return false;
    }
    return true;
}

class ChangeSearch {
public:
    ChangeSearch(const Solver& solver, const Query& query, std::size_t most_questions)
        : questions_left_(most_questions) {
        const Query question = event_question(solver, query, workspace_);
        found_.variable = event_of(question).variable;
        given_.emplace(solver, question.given, workspace_);
        const Posterior& posterior = given_->marginals(target(), workspace_);
        if (posterior.impossible()) throw_impossible(query);
        found_.most_probable = mode(posterior[0]);
        for (const auto& [variable, state] : given_->fixed()) {
            const Finding* const finding = given_->evidence().find(variable);
            const bool is_set = finding && std::holds_alternative<Intervened>(*finding);
            if (!is_set && variable != found_.variable) findings_.emplace_back(variable, state);
        }
        found_.findings = findings_.size();
    }

    DecisiveFindings answer() && {
        std::vector<std::vector<VariableId>> sufficient;
        std::set<FindingSet> quiet{{}};  // of the size reached, without effect on the state
        for (std::size_t size = 0; size < findings_.size() && !quiet.empty(); ++size) {
            std::optional<std::set<FindingSet>> larger = larger_quiet(quiet);
            if (!larger) return sorted();
            found_.examined = size + 1;
            add_maximal(quiet, *larger, sufficient);
            quiet = *std::move(larger);
        }
        add_maximal(quiet, {}, sufficient);
        found_.examined = findings_.size();
        found_.sufficient = std::move(sufficient);
        return sorted();
    }

private:
    std::span<const VariableId> target() const { return {&found_.variable, 1}; }

    static StateId mode(std::span<const double> posterior) {
        return StateId(
            static_cast<std::size_t>(std::ranges::max_element(posterior) - posterior.begin()));
    }

    /// The sets of one finding more in which no change has an effect; null where there are not
    /// enough questions left.
    std::optional<std::set<FindingSet>> larger_quiet(const std::set<FindingSet>& quiet) {
        std::set<FindingSet> larger;
        for (const FindingSet& set : quiet) {
            for (std::size_t next = set.empty() ? 0 : set.back() + 1; next < findings_.size();
                 ++next) {
                FindingSet candidate = set;
                candidate.push_back(next);
                if (!all_smaller(candidate, [&](const auto& one) { return quiet.contains(one); }))
                    continue;
                const std::optional<bool> has_effect = try_changes(candidate);
                if (!has_effect) return std::nullopt;
                if (!*has_effect) larger.insert(std::move(candidate));
            }
        }
        return larger;
    }

    /// True if another state is the most probable after a change of all findings of a set.
    std::optional<bool> try_changes(const FindingSet& set) {
        std::vector<std::size_t> others;  // of each finding, the states that it has not
        for (const std::size_t finding : set)
            others.push_back(given_->solver().network().cardinality(findings_[finding].first) - 1);
        if (std::ranges::count(others, 0u) > 0) return false;
        bool has_effect = false;
        std::vector<std::size_t> at(set.size(), 0);
        do {
            if (questions_left_ == 0) return std::nullopt;
            --questions_left_;
            FindingChange change{.to = {}, .most_probable = {}};
            Evidence evidence = given_->evidence();
            for (std::size_t i = 0; i < set.size(); ++i) {
                const auto& [variable, state] = findings_[set[i]];
                change.to.emplace_back(variable, StateId(at[i] + (at[i] < state.index() ? 0 : 1)));
                evidence.observe(variable, change.to.back().second);
            }
            has_effect = take(std::move(change), evidence) || has_effect;
        } while (next_cell(at, others) > 0);
        return has_effect;
    }

    bool take(FindingChange change, const Evidence& evidence) {
        constexpr double least_difference = 1e-12;
        const Posterior& posterior = given_->solver().marginals(target(), evidence, workspace_);
        if (posterior.impossible()) return false;
        change.most_probable = mode(posterior[0]);
        change.probability = posterior[0][change.most_probable.index()];
        const double former = posterior[0][found_.most_probable.index()];
        if (!(change.probability > former + least_difference)) return false;
        if (found_.changes.empty() || found_.changes.front().to.size() == change.to.size())
            found_.changes.push_back(std::move(change));
        return true;
    }

    /// A set suffices where the others can all change without effect, and is minimal where these
    /// are as many as can.
    void add_maximal(std::set<FindingSet> quiet, const std::set<FindingSet>& larger,
                     std::vector<std::vector<VariableId>>& sufficient) const {
        for (const FindingSet& set : larger)
            all_smaller(set, [&](const FindingSet& smaller) { return quiet.erase(smaller) < 2; });
        for (const FindingSet& set : quiet) {
            std::vector<VariableId>& rest = sufficient.emplace_back();
            for (std::size_t i = 0; i < findings_.size(); ++i)
                if (!std::ranges::binary_search(set, i)) rest.push_back(findings_[i].first);
        }
    }

    /// The fewest findings first, and the change with the clearest effect.
    DecisiveFindings sorted() {
        std::ranges::stable_sort(found_.changes, std::greater<>(), &FindingChange::probability);
        if (found_.sufficient)
            std::ranges::stable_sort(*found_.sufficient, {}, &std::vector<VariableId>::size);
        return std::move(found_);
    }

    Workspace workspace_;
    std::size_t questions_left_;
    DecisiveFindings found_{};
    std::optional<ConditionedEngine> given_;
    std::vector<std::pair<VariableId, StateId>> findings_;
};

}  // namespace

DecisiveFindings decisive_findings(const Solver& solver, const Query& query,
                                   std::size_t most_questions) {
    return ChangeSearch(solver, query, most_questions).answer();
}

}  // namespace pgm

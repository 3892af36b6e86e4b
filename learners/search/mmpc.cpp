#include <learners/search/constraint_search.hpp>

#include <learners/search/detail/search_watch.hpp>
#include <learners/search/detail/skeleton_search.hpp>
#include <learners/search/detail/subsets.hpp>

#include <algorithm>
#include <optional>
#include <span>

namespace pgm::learners {
namespace {

/// The candidates of one target.
class TargetSearch {
public:
    TargetSearch(const IndependenceTest& test, const AllowedArcs& allowed, const Mmpc& options,
                 VariableId target, const StopToken& stop)
        : test_(test), options_(options), target_(target), stop_(stop) {
        for (std::size_t v = 0; v < test.variables(); ++v) {
            const VariableId other(v);
            if (allowed.required(other, target) || allowed.required(target, other)) {
                required_.push_back(other);
            } else if (allowed.allowed(other, target) || allowed.allowed(target, other)) {
                outside_.push_back({other});
            }
        }
    }

    /// Ascending; when it is to stop, what is required.
    std::vector<VariableId> run() {
        ask_given({});
        for (const VariableId v : required_) add(v);
        while (!outside_.empty() && !stop_.requested()) {
            const auto strongest = std::ranges::min_element(outside_, stronger_least);
            const VariableId next = strongest->other;
            outside_.erase(strongest);
            add(next);
        }
        if (!stop_.requested()) take_out_separated();
        if (stop_.requested()) members_ = required_;
        std::ranges::sort(members_);
        return std::move(members_);
    }

    std::size_t tests() const { return tests_; }

private:
    /// A variable and its least association with the target so far.
    struct Outside {
        VariableId other;
        double p = 0;
        double statistic = 0;
    };

    static bool stronger_least(const Outside& first, const Outside& second) {
        return detail::stronger({first.other, first.p, first.statistic},
                                {second.other, second.p, second.statistic});
    }

    /// Asks about all variables outside given the set; those that it separates leave.
    void ask_given(std::span<const VariableId> given) {
        std::vector<VariableId> others;
        for (const Outside& outside : outside_) others.push_back(outside.other);
        std::vector<TestResult> results(others.size());
        test_.tests(target_, others, given, results);
        tests_ += others.size();
        for (std::size_t i = 0; i < others.size(); ++i) {
            Outside& outside = outside_[i];
            const Outside now{others[i], results[i].p, results[i].statistic};
            if (given.empty() || stronger_least(outside, now)) outside = now;
        }
        std::erase_if(outside_, [&](const Outside& outside) { return outside.p > options_.alpha; });
    }

    /// Adds a member. The subsets without it have been asked about before.
    void add(VariableId member) {
        const std::size_t before = members_.size();
        for (std::size_t size = 0; size <= before && size < options_.max_conditions; ++size)
            for (Subsets rest(before, size);
                 !rest.at_end() && !outside_.empty() && !stop_.requested(); rest.next())
                ask_given(chosen(rest, member));
        members_.push_back(member);
    }

    using Subsets = detail::Subsets;

    std::vector<VariableId> chosen(const Subsets& subset, std::optional<VariableId> also) const {
        std::vector<VariableId> given;
        for (const std::size_t i : subset.members()) given.push_back(members_[i]);
        if (also) given.push_back(*also);
        std::ranges::sort(given);
        return given;
    }

    /// Members in the order in which they came; each is asked about given the others that are left.
    void take_out_separated() {
        for (std::size_t i = 0; i < members_.size();) {
            const VariableId member = members_[i];
            members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(i));
            const bool is_required = std::ranges::binary_search(required_, member);
            if (!is_required && is_separated(member)) continue;
            members_.insert(members_.begin() + static_cast<std::ptrdiff_t>(i), member);
            ++i;
        }
    }

    bool is_separated(VariableId other) {
        for (std::size_t size = 1; size <= std::min(options_.max_conditions, members_.size());
             ++size)
            for (Subsets subset(members_.size(), size);
                 !subset.at_end() && !stop_.requested(); subset.next()) {
                ++tests_;
                if (test_.test(target_, other, chosen(subset, std::nullopt)).p > options_.alpha)
                    return true;
            }
        return false;
    }

    const IndependenceTest& test_;
    const Mmpc& options_;
    VariableId target_;
    const StopToken& stop_;
    std::vector<VariableId> required_;  ///< ascending
    std::vector<Outside> outside_;
    std::vector<VariableId> members_;  ///< in the order in which they came
    std::size_t tests_ = 0;
};

/// Keeps B in A's list only where A is in B's.
void keep_mutual(std::vector<std::vector<VariableId>>& of) {
    const std::vector<std::vector<VariableId>> all = of;
    for (std::size_t v = 0; v < of.size(); ++v)
        std::erase_if(of[v], [&](VariableId other) {
            return !std::ranges::binary_search(all[other.index()], VariableId(v));
        });
}

}  // namespace

CandidateNeighbours max_min_parents_children(const IndependenceTest& test,
                                             const Constraints& constraints,
                                             const SearchControl& control, const Mmpc& options) {
    detail::require_level(options.alpha);
    const AllowedArcs allowed(test.variables(), constraints);
    detail::SearchWatch watch(control);
    const std::size_t count = test.variables();
    CandidateNeighbours result;
    result.of.resize(count);
    for (const auto& [parent, child] : allowed.required_arcs()) {
        result.of[parent.index()].push_back(child);
        result.of[child.index()].push_back(parent);
    }
    for (std::vector<VariableId>& list : result.of) std::ranges::sort(list);
    std::vector<std::size_t> tests(count, 0);
    watch.for_each(
        count,
        [&](std::size_t v) {
            TargetSearch search(test, allowed, options, VariableId(v), watch.token());
            result.of[v] = search.run();
            tests[v] = search.tests();
        },
        [&](std::size_t done) {
            return SearchProgress{
                .fraction = static_cast<double>(done) / static_cast<double>(count),
                .iterations = done};
        });
    for (const std::size_t asked : tests) result.tests += asked;
    keep_mutual(result.of);
    result.partial = watch.stopped() || watch.token().requested();
    return result;
}

}  // namespace pgm::learners

#include <pgm/inference/detail/conflict_search.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace pgm::detail {
namespace {

class ConflictSearch {
public:
    explicit ConflictSearch(const ConflictQuestion& question) : question_(question) {
        for (std::size_t i = 0; i < question.count; ++i) {
            (question.is_intervention(i) ? interventions_ : observations_).push_back(i);
        }
    }

    std::vector<std::size_t> run() {
        do {
            do {
                shrink(observations_, interventions_);
            } while (shrink(interventions_, observations_));
        } while (leave_out_several());
        return together(observations_, interventions_);
    }

private:
    using Numbers = std::vector<std::size_t>;

    static std::vector<std::size_t> together(std::vector<std::size_t> a,
                                             const std::vector<std::size_t>& b) {
        a.insert(a.end(), b.begin(), b.end());
        std::ranges::sort(a);
        return a;
    }

    /// Leaves out of `some` what `others` and the rest of it are impossible without. Whether
    /// anything was left out.
    bool shrink(std::vector<std::size_t>& some, const std::vector<std::size_t>& others) {
        const std::size_t before = some.size();
        // An impossible set needs an observation, hence the first piece is all of `some` only where
        // the others hold one.
        const bool all_first = &some == &interventions_;
        for (std::size_t piece = all_first ? before : (before + 1) / 2; piece > 0;
             piece = next(piece)) {
            for (std::size_t begin = 0; begin < some.size();) {
                if (!leave_out(some, begin, piece, others)) begin += piece;
            }
        }
        return some.size() < before;
    }

    static std::size_t next(std::size_t piece) { return piece == 1 ? 0 : (piece + 1) / 2; }

    bool leave_out(std::vector<std::size_t>& some, std::size_t begin, std::size_t piece,
                   const std::vector<std::size_t>& others) const {
        const std::size_t end = std::min(begin + piece, some.size());
        std::vector<std::size_t> rest = some;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(begin),
                   rest.begin() + static_cast<std::ptrdiff_t>(end));
        if (!question_.is_impossible(together(rest, others))) return false;
        some = std::move(rest);
        return true;
    }

    /// Finds fewer interventions that the observations contradict as well. False where there are
    /// none. The sets to be searched are told apart by the first intervention that is missing.
    bool leave_out_several() {
        for (std::size_t first = 0; first < interventions_.size(); ++first) {
            const auto missing = interventions_.begin() + static_cast<std::ptrdiff_t>(first);
            const Numbers required(interventions_.begin(), missing);
            if (std::optional<Numbers> fewer =
                    find_between(required, {missing + 1, interventions_.end()})) {
                interventions_ = std::move(*fewer);
                return true;
            }
        }
        return false;
    }

    /// All of `required` and some of `optional`, such that they contradict the observations.
    std::optional<Numbers> find_between(Numbers required, Numbers optional) {
        if (all_are_possible(required, optional)) return std::nullopt;
        if (optional.empty()) return required;
        const std::size_t last = optional.back();
        optional.pop_back();
        if (std::optional<Numbers> without = find_between(required, optional)) return without;
        required.push_back(last);
        return find_between(std::move(required), std::move(optional));
    }

    /// True if no set between contradicts the observations, as far as one question tells.
    bool all_are_possible(const Numbers& required, const Numbers& optional) {
        if (!optional.empty() && !question_.is_impossible_with_seen) return false;
        if (questions_left_ == 0) return true;  // gives up
        --questions_left_;
        const Numbers kept = together(observations_, required);
        return optional.empty() ? !question_.is_impossible(kept)
                                : !question_.is_impossible_with_seen(kept, optional);
    }

    const ConflictQuestion& question_;
    std::vector<std::size_t> observations_, interventions_;
    std::size_t questions_left_ = 4096;  ///< of the search for several at once
};

}  // namespace

std::vector<std::size_t> find_conflict(const ConflictQuestion& question) {
    return ConflictSearch(question).run();
}

}  // namespace pgm::detail

#include <pgm/inference/conflict_search.hpp>

#include <algorithm>

namespace pgm {
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
            shrink(observations_, interventions_);
        } while (shrink(interventions_, observations_));
        return together(observations_, interventions_);
    }

private:
    static std::vector<std::size_t> together(std::vector<std::size_t> a,
                                             const std::vector<std::size_t>& b) {
        a.insert(a.end(), b.begin(), b.end());
        std::ranges::sort(a);
        return a;
    }

    /// Leaves out of `some` what `others` and the rest of it are impossible without. Whether anything
    /// was left out.
    bool shrink(std::vector<std::size_t>& some, const std::vector<std::size_t>& others) {
        const std::size_t before = some.size();
        // An impossible set needs an observation, hence the first piece is all of `some` only where
        // the others hold one.
        const bool all_first = &some == &interventions_;
        for (std::size_t piece = all_first ? before : (before + 1) / 2; piece > 0; piece = next(piece)) {
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

    const ConflictQuestion& question_;
    std::vector<std::size_t> observations_, interventions_;
};

}  // namespace

std::vector<std::size_t> find_conflict(const ConflictQuestion& question) {
    return ConflictSearch(question).run();
}

}  // namespace pgm

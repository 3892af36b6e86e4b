#include <learners/search/detail/order_path.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <bit>
#include <queue>
#include <string>
#include <unordered_map>

namespace pgm::learners::detail {
namespace {

constexpr double nothing = -infinity;

/// Variables of one group: bounds are kept for every subset of it.
constexpr std::size_t largest_group = 16;

double best_score(const ParentSets& sets, std::size_t v, VariableSet among) {
    const ScoredSet* const best = sets.best(v, among);
    return best ? best->score : nothing;
}

/// Upper bounds of the score of the variables of one group that have not been placed.
class GroupBound {
public:
    GroupBound(const ParentSets& sets, std::size_t begin, std::size_t end)
        : begin_(begin), mask_((set_of(end - begin) - 1)), bounds_(mask_ + 1, nothing) {
        const VariableSet all =
            sets.variables() == 64 ? ~VariableSet{0} : set_of(sets.variables()) - 1;
        const VariableSet outside = all & ~(mask_ << begin);
        bounds_[mask_] = 0;
        for (VariableSet placed = mask_; placed-- > 0;)
            for (VariableSet rest = mask_ & ~placed; rest != 0; rest &= rest - 1) {
                const auto v = static_cast<std::size_t>(std::countr_zero(rest));
                const double score = best_score(sets, begin + v, outside | (placed << begin)) +
                                     bounds_[placed | set_of(v)];
                bounds_[placed] = std::max(bounds_[placed], score);
            }
    }

    double of(VariableSet placed) const { return bounds_[placed >> begin_ & mask_]; }

private:
    std::size_t begin_;
    VariableSet mask_;
    std::vector<double> bounds_;
};

std::vector<GroupBound> group_bounds(const ParentSets& sets) {
    const std::size_t variables = sets.variables();
    const std::size_t groups = (variables + largest_group - 1) / largest_group;
    std::vector<GroupBound> bounds;
    for (std::size_t g = 0; g < groups; ++g)
        bounds.emplace_back(sets, g * variables / groups, (g + 1) * variables / groups);
    return bounds;
}

struct Reached {
    double score = nothing;
    std::uint8_t last = 0;
    bool completed = false;
};

class OrderPath {
public:
    OrderPath(const ParentSets& sets, double known, std::size_t max_bytes, SearchWatch& watch)
        : sets_(sets),
          bounds_(group_bounds(sets)),
          known_(known),
          most_sets_(max_bytes / bytes_per_set),
          watch_(watch) {}

    OrderPathResult run() {
        const std::size_t variables = sets_.variables();
        const VariableSet all = variables == 64 ? ~VariableSet{0} : set_of(variables) - 1;
        OrderPathResult result;
        reach(0, 0, 0);
        while (!open_.empty()) {
            const VariableSet placed = open_.top().set;
            open_.pop();
            if (reached_.at(placed).completed) continue;
            if (placed == all) {
                result.dag = dag(all);
                return result;
            }
            constexpr std::size_t sets_between_questions = 1024;
            if (result.sets % sets_between_questions == 0 &&
                !watch_.may_go_on({share(placed), known_, result.sets}))
                return result;
            ++result.sets;
            complete(placed);
        }
        return result;
    }

private:
    /// An entry of the hash table and about one of the queue.
    static constexpr std::size_t bytes_per_set = 96;

    struct Open {
        double bound;
        VariableSet set;

        /// The largest bound is on top; among equal ones that with more variables.
        bool operator<(const Open& other) const {
            if (bound != other.bound) return bound < other.bound;
            const int mine = std::popcount(set), others = std::popcount(other.set);
            return mine != others ? mine < others : set > other.set;
        }
    };

    double share(VariableSet placed) const {
        return static_cast<double>(std::popcount(placed)) / static_cast<double>(sets_.variables());
    }

    void complete(VariableSet placed) {
        Reached& here = reached_.at(placed);
        here.completed = true;
        const double score = here.score;
        for (std::size_t v = 0; v < sets_.variables(); ++v)
            if ((placed & set_of(v)) == 0)
                reach(placed | set_of(v), score + best_score(sets_, v, placed), v);
    }

    void reach(VariableSet placed, double score, std::size_t last) {
        double bound = score;
        for (const GroupBound& group : bounds_) bound += group.of(placed);
        if (!(bound > known_)) return;
        Reached& there = reached_[placed];
        if (there.completed || !(score > there.score)) return;
        if (reached_.size() > most_sets_)
            throw TooLargeError("exact search keeps more than " + std::to_string(most_sets_) +
                                    " sets of variables, which is past its memory limit",
                                {}, "allow fewer parents (max parents 3), or search with boss");
        there.score = score;
        there.last = static_cast<std::uint8_t>(last);
        open_.push({bound, placed});
    }

    Dag dag(VariableSet placed) const {
        std::vector<Arc> arcs;
        while (placed != 0) {
            const std::size_t v = reached_.at(placed).last;
            placed &= ~set_of(v);
            for (const VariableId parent : variables_of(sets_.best(v, placed)->set))
                arcs.push_back({parent, VariableId(v)});
        }
        return Dag(sets_.variables(), arcs);
    }

    const ParentSets& sets_;
    std::vector<GroupBound> bounds_;
    double known_;
    std::size_t most_sets_;
    SearchWatch& watch_;
    std::unordered_map<VariableSet, Reached> reached_;
    std::priority_queue<Open> open_;
};

}  // namespace

OrderPathResult best_order_path(const ParentSets& sets, double known, std::size_t max_bytes,
                                SearchWatch& watch) {
    return OrderPath(sets, known, max_bytes, watch).run();
}

}  // namespace pgm::learners::detail

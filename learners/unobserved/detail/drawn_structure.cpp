#include <learners/unobserved/detail/drawn_structure.hpp>

#include <learners/fit/fit_network.hpp>
#include <learners/independence/data_test.hpp>
#include <learners/search/detail/arc_votes.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <learners/search/determined_columns.hpp>
#include <learners/unobserved/detail/completed_table.hpp>
#include <pgm/core/random.hpp>
#include <pgm/graph/equivalence.hpp>
#include <pgm/graph/partially_directed_graph.hpp>

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

/// The rounds over columns of which none is a function of others.
class Rounds {
public:
    Rounds(const Dataset& data, const StructureLearning& learning,
           const IncompleteLearning& options, const SearchControl& control)
        : data_(data), learning_(learning), options_(options), watch_(control) {}

    LearnedFromIncomplete run() {
        learned_.rows = data_;
        learned_.structure.dag = Dag(data_.columns().size(), learning_.constraints.required);
        Dag dag(data_.columns().size());
        StructureLearning quick = learning_;
        quick.algorithm = with_few_starts(learning_.algorithm);
        try {
            do {
                if (!draw(dag) || !search(quick)) return stopped();
                dag = learned_.structure.dag;
            } while (goes_on());
            if (!(quick.algorithm == learning_.algorithm) && !search(learning_)) return stopped();
        } catch (const Stopped&) {
            return stopped();
        }
        return finished();
    }

private:
    /// Completes the table by a network of these arcs. False if there is no time for it.
    bool draw(const Dag& dag) {
        if (!watch_.may_go_on(progress({}))) return false;
        const bool is_first = learned_.rounds == 0;
        const BayesianNetwork network =
            fit_network(is_first ? data_ : *learned_.rows, dag,
                        {.threads = watch_.threads(), .stop = watch_.token()})
                .network;
        drawn_ = completed(data_, network, *learned_.rows,
                           {.seed = Rng(options_.seed + learned_.rounds)(),
                            .threads = watch_.threads(),
                            .stop = watch_.token()});
        return true;
    }

    /// Learns from the completed table. What was found when the search was stopped is the result
    /// of the first round alone: that of a later one is no better than that of the round before.
    bool search(const StructureLearning& learning) {
        SearchControl rest = watch_.rest();
        if (rest.proceed)
            rest.proceed = [this, proceed = rest.proceed](const SearchProgress& of_search) {
                return proceed(progress(of_search));
            };
        LearnedStructure found = learn_structure(drawn_, learning, rest);
        is_partial_ = found.partial;
        if (found.partial && learned_.rounds > 0) return false;
        learned_.structure = std::move(found);
        learned_.rows = drawn_;
        if (is_partial_) return false;
        ++learned_.rounds;
        const Dag& dag = learned_.structure.dag;
        classes_.push_back(cpdag(dag, mixed_arcs(dag, data_.schema())));
        dags_.push_back(dag);
        if (dags_.size() > voting_rounds) dags_.pop_front();
        return true;
    }

    /// True while the arcs change from round to round, within the limits of rounds.
    bool goes_on() {
        learned_.settled = classes_.size() > 1 && classes_.back() == classes_[classes_.size() - 2];
        // The first search saw cells that were drawn without any arc.
        const std::size_t rounds = learned_.rounds - 1;
        return rounds < options_.most_rounds &&
               !(learned_.settled && rounds >= options_.least_rounds);
    }

    SearchProgress progress(const SearchProgress& of_search) const {
        const auto all = static_cast<double>(options_.most_rounds + 1);
        return {(static_cast<double>(learned_.rounds) + of_search.fraction) / all, of_search.score,
                learned_.rounds};
    }

    LearnedFromIncomplete stopped() {
        learned_.structure.partial = true;
        learned_.settled = false;
        return finished();
    }

    LearnedFromIncomplete finished() {
        ArcVotes votes(data_.schema(), learning_.constraints);
        for (const Dag& dag : dags_) votes.add(dag);
        learned_.confidence = votes.shares();
        return std::move(learned_);
    }

    static constexpr std::size_t voting_rounds = 5;

    const Dataset& data_;
    const StructureLearning& learning_;
    const IncompleteLearning& options_;
    SearchWatch watch_;
    LearnedFromIncomplete learned_{};
    Dataset drawn_;
    bool is_partial_ = false;
    std::vector<Cpdag> classes_;
    std::deque<Dag> dags_;
};

/// The only number of a column that does not vary.
Column constant_column(Column column) {
    RealCells& cells = std::get<RealCells>(column.cells);
    std::size_t known = 0;
    while (column.is_missing(known)) ++known;
    const double number = column.value(known);
    std::ranges::fill(cells, number);
    return column;
}

/// The relations of the columns that were taken out.
std::vector<LinearRelation> relations_of(const DeterminedColumns& determined) {
    std::vector<LinearRelation> relations;
    for (const LinearRelation& relation : determined.relations())
        if (std::ranges::binary_search(determined.taken_out(), relation.column))
            relations.push_back(relation);
    return relations;
}

/// Gives the columns that the rounds did without back to the result.
void restore(const DeterminedColumns& determined, const Dataset& data,
             LearnedFromIncomplete& learned) {
    const Dataset& rows = *learned.rows;
    std::vector<Column> columns = data.columns();
    for (Column& column : columns)
        if (const auto found = rows.find(column.name())) column = rows.column(*found);
    for (const ColumnId id : determined.taken_out())
        if (std::ranges::find(determined.relations(), id, &LinearRelation::column) ==
            determined.relations().end())
            columns[id.index()] = constant_column(columns[id.index()]);
    const Dataset others = determined.others(data);
    ArcConfidence all(columns.size());
    const auto place = [&](std::size_t i) {
        return VariableId(data.id(others.columns()[i].name()).index());
    };
    for (std::size_t a = 0; a < others.columns().size(); ++a)
        for (std::size_t b = 0; b < others.columns().size(); ++b)
            all.set(place(a), place(b), learned.confidence->arc(VariableId(a), VariableId(b)));
    learned.structure.dag = determined.with_determined(learned.structure.dag);
    for (const ColumnId id : determined.taken_out())
        for (const VariableId parent : learned.structure.dag.parents(VariableId(id.index())))
            all.set(parent, VariableId(id.index()), 1);
    learned.confidence = std::move(all);
    learned.rows =
        with_relations(Dataset(std::move(columns), data.weights()), data, relations_of(determined));
}

}  // namespace

SearchAlgorithm with_few_starts(const SearchAlgorithm& algorithm) {
    SearchAlgorithm quick = algorithm;
    if (const auto* const exact = std::get_if<Exact>(&algorithm)) quick = exact->beginning;
    if (auto* const boss = std::get_if<Boss>(&quick); boss && !boss->restarts) boss->restarts = 1;
    return quick;
}

LearnedFromIncomplete drawn_structure(const Dataset& data, const StructureLearning& learning,
                                      const IncompleteLearning& options,
                                      const SearchControl& control) {
    check_constraints(learning.constraints, data);
    const Dataset known = rows_to_draw(data);
    const DeterminedColumns determined = determined_columns(known, learning);
    if (determined.taken_out().empty()) return Rounds(known, learning, options, control).run();
    const Dataset rows = with_relations(known, known, relations_of(determined));
    StructureLearning of_others = learning;
    of_others.constraints = determined.constraints_of_others();
    if (!of_others.test) of_others.test = default_statistic(rows);
    const Dataset others = determined.others(rows);
    LearnedFromIncomplete learned = Rounds(others, of_others, options, control).run();
    restore(determined, rows, learned);
    learned.structure.relations = determined.relations();
    return learned;
}

}  // namespace pgm::learners::detail

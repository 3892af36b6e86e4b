#include <bench/network_table/cost_fit.hpp>
#include <bench/network_table/evidence_sets.hpp>
#include <bench/network_table/samples.hpp>
#include <bench/network_table/table_text.hpp>
#include <io/network_file.hpp>
#include <pgm/inference/detail/cost/cost_model.hpp>
#include <pgm/inference/detail/plan/plan_compiler.hpp>
#include <pgm/inference/detail/plan/plan_memory.hpp>
#include <pgm/inference/detail/plan/plan_run.hpp>
#include <pgm/inference/detail/reduce/arc_consistency.hpp>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace pgm::bench {

using namespace detail;

namespace {

constexpr std::size_t memory_limit = std::size_t{4} << 30;
constexpr double longest_run_seconds = 1;
constexpr std::size_t sets_per_kind = 3;

/// The median of repetitions, at least five and for at least ten milliseconds.
template <class Work>
double seconds_of(Work&& work) {
    Samples samples;
    double spent = 0;
    for (int i = 0; i < 5 || spent < 0.01; ++i) {
        const Duration duration = duration_of(work);
        samples.add(duration);
        spent += duration.wall;
    }
    return samples.median();
}

class Observer {
public:
    Observer(const NetworkFile& file, std::vector<CostObservation>& result)
        : name_(file.name),
          network_(io::read_network(file.path).network),
          arc_consistency_(network_),
          sets_(file.evidence.empty() ? draw_evidence_sets(network_)
                                      : read_evidence_sets(network_, file.evidence)),
          result_(result) {}

    void observe() {
        const std::size_t size = network_.size();
        for (const Task task : {Task::marginals, Task::maximum, Task::evidence}) {
            if (task != Task::evidence)
                observe_plan("none", task, std::vector<Role>(size, Role::free), {});
            observe_plan("any", task, std::vector<Role>(size, Role::likelihood),
                         sets_.fixed.front());
            for (const auto* sets : {&sets_.fixed, &sets_.varying}) {
                for (std::size_t i = 0; i < std::min(sets_per_kind, sets->size()); ++i)
                    observe_observed((*sets)[i], task);
            }
        }
    }

private:
    void observe_observed(const Evidence& evidence, Task task) {
        std::vector<Role> roles(network_.size(), Role::free);
        for (const Evidence::Item& item : evidence) roles[item.variable.index()] = Role::observed;
        observe_plan("observed", task, std::move(roles), evidence);
    }

    void observe_plan(const std::string& question, Task task, std::vector<Role> roles,
                      const Evidence& evidence) {
        PlanRequest request;
        request.task = task;
        request.roles = std::move(roles);
        request.domains = request.prior = &arc_consistency_.prior();
        request.max_arena_bytes = memory_limit;
        for (std::size_t v = 0; v < network_.size() && task != Task::evidence; ++v)
            request.targets.push_back(VariableId(v));
        CostObservation observation{.network = name_, .question = question, .task = task};
        std::shared_ptr<const Plan> plan;
        {
            PlanMemory memory;
            const PlanSketch sketch = sketch_plan(network_, request, SketchEffort::full, &memory);
            if (sketch.run_seconds > longest_run_seconds) return;
            observation.tables = static_cast<double>(sketch.families.size());
            observation.clique_cells = sketch.clique_cells;
            observation.search_seconds = sketch.search_seconds;
            observation.predicted_compile_seconds = sketch.compile_seconds + sketch.search_seconds;
            observation.predicted_run_seconds = sketch.run_seconds;
        }
        observation.compile_seconds = seconds_of([&] {
            PlanMemory memory;
            plan = std::make_shared<const Plan>(compile_plan(
                network_, request, sketch_plan(network_, request, SketchEffort::full, &memory)));
        });
        observation.cost = plan->cost;
        PlanRun run;
        run.bind(plan, network_);
        const CheckedEvidence checked(evidence, network_);
        const PlanRun::RunOptions options{.threads = 1, .task = task};
        if (!run.run(checked, {}, options)) return;
        observation.run_seconds = seconds_of([&] { run.run(checked, {}, options); });
        result_.push_back(observation);
    }

    std::string name_;
    BayesianNetwork network_;
    ArcConsistency arc_consistency_;
    EvidenceSets sets_;
    std::vector<CostObservation>& result_;
};

using Quantity = double (*)(const CostObservation&);

/// The factors with which the quantities come nearest to `measured`, each equation divided by that.
Eigen::VectorXd fit(const std::vector<CostObservation>& observations,
                    const std::vector<Quantity>& quantities, Quantity measured) {
    Eigen::MatrixXd shares(observations.size(), quantities.size());
    for (Eigen::Index row = 0; row < shares.rows(); ++row) {
        const CostObservation& o = observations[static_cast<std::size_t>(row)];
        for (Eigen::Index column = 0; column < shares.cols(); ++column) {
            shares(row, column) = quantities[static_cast<std::size_t>(column)](o) / measured(o);
        }
    }
    return shares.colPivHouseholderQr().solve(Eigen::VectorXd::Ones(shares.rows()));
}

double median_ratio(const std::vector<CostObservation>& observations, Quantity numerator,
                    Quantity denominator) {
    std::vector<double> ratios;
    for (const CostObservation& o : observations) ratios.push_back(numerator(o) / denominator(o));
    return median_of(std::move(ratios));
}

/// Of ratios measured / predicted: the quantiles that tell how far to trust.
Row quality(const std::string& name, const std::vector<CostObservation>& observations,
            Quantity measured, Quantity predicted) {
    std::vector<double> ratios;
    for (const CostObservation& o : observations) ratios.push_back(measured(o) / predicted(o));
    std::ranges::sort(ratios);
    const auto quantile = [&](double share) {
        return digits(
            ratios[static_cast<std::size_t>(share * static_cast<double>(ratios.size() - 1))]);
    };
    const auto within = std::ranges::count_if(ratios, [](double r) { return r > 0.5 && r < 2; });
    return {
        name,
        quantile(0),
        quantile(0.1),
        quantile(0.5),
        quantile(0.9),
        quantile(1),
        digits(100.0 * static_cast<double>(within) / static_cast<double>(ratios.size())) + " %"};
}

double one(const CostObservation&) {
    return 1;
}
double of_multiplications(const CostObservation& o) {
    return o.cost.multiplications + o.cost.cells_loaded;
}
double of_instructions(const CostObservation& o) {
    return static_cast<double>(o.cost.instructions + o.cost.tables_loaded);
}
double of_tables(const CostObservation& o) {
    return o.tables;
}
double of_run(const CostObservation& o) {
    return o.run_seconds;
}
double of_compiling(const CostObservation& o) {
    return o.compile_seconds;
}
/// What is proportional to the plan, not to the search for an order.
double of_compiling_alone(const CostObservation& o) {
    return std::max(o.compile_seconds - o.search_seconds, o.compile_seconds / 2);
}

std::string constants_text(const std::vector<CostObservation>& all) {
    const Eigen::VectorXd run = fit(all, {one, of_multiplications, of_instructions}, of_run);
    const Eigen::VectorXd compile = fit(all, {one, of_tables, of_instructions}, of_compiling_alone);
    const double cells = median_ratio(
        all, [](const CostObservation& o) { return o.cost.multiplications; },
        [](const CostObservation& o) { return cost_model::passes(o.task) * o.clique_cells; });
    const double tables = median_ratio(
        all, [](const CostObservation& o) { return static_cast<double>(o.cost.instructions); },
        [](const CostObservation& o) { return cost_model::passes(o.task) * o.tables; });
    std::vector<Row> rows;
    const auto row = [&](const std::string& name, double now, double best) {
        rows.push_back({name, digits(now), digits(best)});
    };
    row("nanoseconds per question", 1e9 * cost_model::seconds_per_question, 1e9 * run[0]);
    row("per multiplication", 1e9 * cost_model::seconds_per_multiplication, 1e9 * run[1]);
    row("per instruction", 1e9 * cost_model::seconds_per_instruction, 1e9 * run[2]);
    row("compiling: per plan", 1e9 * cost_model::compile_seconds_per_plan, 1e9 * compile[0]);
    row("per table", 1e9 * cost_model::compile_seconds_per_table, 1e9 * compile[1]);
    row("per instruction", 1e9 * cost_model::compile_seconds_per_instruction, 1e9 * compile[2]);
    row("multiplications per cell of the cliques", cost_model::multiplications_per_cell, cells);
    row("instructions per table", cost_model::instructions_per_table, tables);
    return table({"constant", "cost_model.hpp", "best here and now"}, rows);
}

}  // namespace

std::vector<CostObservation> observe_costs(const std::vector<NetworkFile>& files) {
    std::vector<CostObservation> observations;
    for (const NetworkFile& file : files) Observer(file, observations).observe();
    return observations;
}

std::string text_of(const std::vector<CostObservation>& observations) {
    std::string text;
    for (const auto& [task, name] :
         {std::pair{Task::marginals, "all posteriors"}, std::pair{Task::maximum, "explanation"},
          std::pair{Task::evidence, "P(e)"}}) {
        std::vector<CostObservation> some;
        std::ranges::copy_if(observations, std::back_inserter(some),
                             [&](const CostObservation& o) { return o.task == task; });
        if (some.empty()) continue;
        std::vector<Row> rows;
        rows.push_back(quality("compiling", some, of_compiling, [](const CostObservation& o) {
            return o.predicted_compile_seconds;
        }));
        rows.push_back(quality("run, before there is a plan", some, of_run,
                               [](const CostObservation& o) { return o.predicted_run_seconds; }));
        rows.push_back(quality("run, from the plan", some, of_run, [](const CostObservation& o) {
            return cost_model::run_seconds(o.cost);
        }));
        text += std::string(name) + ", " + std::to_string(some.size()) +
                " plans, measured / predicted:\n\n" +
                table({"", "least", "tenth", "median", "nine tenths", "most", "within 2"}, rows) +
                '\n';
    }
    return text + constants_text(observations);
}

}  // namespace pgm::bench

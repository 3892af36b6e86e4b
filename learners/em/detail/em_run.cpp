#include <learners/em/detail/em_run.hpp>

#include <learners/em/detail/m_step.hpp>
#include <learners/search/detail/search_watch.hpp>
#include <pgm/core/error.hpp>

#include <cmath>
#include <utility>

namespace pgm::learners::detail {
namespace {

constexpr std::size_t initialisations_with_hidden_variables = 5;

/// The limits that the caller has set, checked between iterations and in the middle of long ones.
class EmWatch {
public:
    EmWatch(const SearchControl& control, const Fit& options, std::size_t initialisations,
            std::size_t iterations)
        : watch_(control),
          stop_(options.stop),
          initialisations_(static_cast<double>(initialisations)),
          iterations_(static_cast<double>(iterations)) {}

    /// False once the caller or the clock has said so. Throws Stopped where Fit::stop says
    /// it, after which there is no best so far.
    bool proceed() {
        stop_.check();
        return watch_.may_go_on(progress_);
    }
    bool stopped() const { return watch_.stopped(); }

    void at(std::size_t initialisation, std::size_t iteration, double best) {
        const double part = static_cast<double>(iteration) / iterations_;
        progress_ = {(static_cast<double>(initialisation) + part) / initialisations_, best,
                     progress_.iterations + 1};
    }

private:
    SearchWatch watch_;
    const StopToken& stop_;
    double initialisations_, iterations_;
    SearchProgress progress_;
};

class EmRun {
public:
    EmRun(const EmModel& model, const EmOptions& options, EmWatch& watch, const WorkShare& work)
        : model_(model), options_(options), watch_(watch), work_(work) {}

    /// The result if no cell is missing: the sums do not depend on any network.
    EmRunResult complete() const {
        Remarks remarks;
        BayesianNetwork network = maximise(model_, model_.rows.known, remarks);
        EmRunResult result{std::move(network), {}, std::move(remarks)};
        EmReport& report = result.report;
        report.iterations = report.initialisations = 1;
        report.converged = true;
        report.data_log_likelihood = log_likelihood_of_known(model_.rows, result.network);
        report.log_likelihood = {report.data_log_likelihood + log_prior(model_, result.network)};
        return result;
    }

    EmRunResult from_start(std::size_t initialisation) {
        Remarks remarks;
        return from_network(maximise(model_, starting_sums(model_, initialisation, options_.seed),
                                     remarks, Smoothing(Laplace{1})),
                            initialisation);
    }

    EmRunResult from_network(BayesianNetwork start, std::size_t initialisation) {
        Remarks remarks;
        EmRunResult now{std::move(start), {}, {}};
        BayesianNetwork candidate = now.network;
        for (std::size_t i = 0; i < options_.iterations; ++i) {
            watch_.at(initialisation, i,
                      now.report.log_likelihood.empty() ? 0.0 : now.report.log_likelihood.back());
            const auto expectation = expect(
                model_.rows, candidate, model_.plan.options.threads,
                [this] { return watch_.proceed(); }, work_);
            if (!expectation) break;
            if (!take(now, candidate, remarks, expectation->log_likelihood)) break;
            if (i + 1 == options_.iterations) break;
            remarks = {};
            candidate = maximise(model_, expectation->sums, remarks);
        }
        return now;
    }

private:
    /// Takes the network that has just been evaluated. False when EM has converged; a network that
    /// is worse than the one before is not taken. That is rounding, or a rule of estimation that
    /// does not maximise (gaussian:unbiased, floor).
    bool take(EmRunResult& now, const BayesianNetwork& candidate, Remarks& remarks,
              double log_likelihood) const {
        std::vector<double>& trace = now.report.log_likelihood;
        const double value = log_likelihood + log_prior(model_, candidate);
        const bool is_first = trace.empty();
        const double gain = is_first ? 0 : value - trace.back();
        now.report.converged = !is_first && !(gain > options_.tolerance * std::abs(value));
        if (!is_first && !(gain >= 0)) return false;
        trace.push_back(value);
        now.report.iterations = trace.size();
        now.report.data_log_likelihood = log_likelihood;
        now.network = candidate;
        now.remarks = std::move(remarks);
        return !now.report.converged;
    }

    const EmModel& model_;
    const EmOptions& options_;
    EmWatch& watch_;
    const WorkShare& work_;
};

void check(const EmOptions& options) {
    if (options.iterations == 0) throw ArgumentError("EM needs at least one iteration");
    if (!(options.tolerance >= 0) || !std::isfinite(options.tolerance))
        throw ArgumentError("the tolerance of EM must be a number that is not negative");
}

bool is_better(const EmReport& a, const EmReport& b) {
    if (a.log_likelihood.empty()) return false;
    return b.log_likelihood.empty() || a.log_likelihood.back() > b.log_likelihood.back();
}

}  // namespace

EmRunResult run_em(const EmModel& model, const EmOptions& options, const SearchControl& control) {
    check(options);
    const std::size_t usual = model.hidden.empty() ? 1 : initialisations_with_hidden_variables;
    const std::size_t wanted = options.initialisations > 0 ? options.initialisations : usual;
    EmWatch watch(control, model.plan.options, wanted, options.iterations);
    EmRun run(model, options, watch, control.work);
    if (model.rows.patterns.empty()) return run.complete();
    EmRunResult best = run.from_start(0);
    std::size_t made = 1;
    for (; made < wanted && !watch.stopped(); ++made) {
        EmRunResult next = run.from_start(made);
        if (is_better(next.report, best.report)) best = std::move(next);
    }
    best.report.initialisations = made;
    best.report.partial = watch.stopped();
    return best;
}

EmRunResult run_em_from(const EmModel& model, const BayesianNetwork& start,
                        const EmOptions& options, const SearchControl& control) {
    check(options);
    EmWatch watch(control, model.plan.options, 1, options.iterations);
    EmRun run(model, options, watch, control.work);
    EmRunResult result = model.rows.patterns.empty() ? run.complete() : run.from_network(start, 0);
    result.report.initialisations = 1;
    result.report.partial = watch.stopped();
    return result;
}

}  // namespace pgm::learners::detail

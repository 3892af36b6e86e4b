#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/options/interval_choices.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/answer_list.hpp>
#include <apps/pgm/report/density_report.hpp>
#include <apps/pgm/report/network_facts.hpp>
#include <apps/pgm/shell/asking.hpp>
#include <pgm/classify/ensemble_engine.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/interval.hpp>

#include <memory>
#include <optional>
#include <utility>

namespace pgm::apps {
namespace {

struct MarginalsRequest {
    std::string model;
    EvidenceOptions evidence;
    std::string targets;
    std::size_t threads = 1;
    IntervalChoices interval;
};

/// The variables that are asked for, by sort, and how sure their probabilities are.
struct Targets {
    std::vector<VariableId> discrete, continuous;
    bool are_named = false;
    std::optional<IntervalOptions> interval;

    Targets(const BayesianNetwork& network, const MarginalsRequest& request)
        : are_named(!request.targets.empty()), interval(request.interval.read()) {
        if (are_named) {
            for (const VariableId id : parse_variables(network, request.targets))
                (network.variable(id).is_discrete() ? discrete : continuous).push_back(id);
            return;
        }
        discrete = discrete_variables(network);
        for (std::size_t v = 0; v < network.size(); ++v)
            if (!network.variables()[v].is_discrete()) continuous.emplace_back(v);
    }
};

/// The parts of an answer to one set of evidence.
struct AnswerParts {
    const Posterior& posterior;
    std::span<const DensityAnswer> densities;
    ConflictReport conflict;                                      ///< why there is no answer
    std::vector<std::optional<CredibleInterval>> intervals = {};  ///< where they are asked for
};

Report report_of(const BayesianNetwork& network, const AnswerParts& answer, const Given& given) {
    const double log_evidence = answer.posterior.log_evidence();
    Report report{{"log_evidence", log_evidence}};
    if (!given.empty()) report.add(Sentence{evidence_text(log_evidence, has_density(given))});
    report.append(marginals_report(network, answer.posterior, answer.intervals));
    return report.append(densities_report(network, answer.densities));
}

/// The densities come first: the posterior is good until the workspace is used again.
struct MarginalsAnswer {
    std::vector<DensityAnswer> densities;
    const Posterior* posterior = nullptr;

    MarginalsAnswer(const ConditionedEngine& given, const Targets& targets, Workspace& workspace) {
        if (!targets.continuous.empty() && !given.contradictory())
            densities = ask_densities(given.solver(), targets.continuous, given.evidence(),
                                      workspace, targets.are_named);
        posterior = &given.marginals(targets.discrete, workspace);
    }
};

/// The posterior with the class as an ensemble predicts it from the values of a row; null where
/// nothing is predicted, so that the joint posterior is the answer.
std::optional<Posterior> with_prediction(const ModelEngine& engine, const Posterior& joint,
                                         const Given* row) {
    if (row == nullptr || joint.impossible()) return std::nullopt;
    const EnsembleEngine& pool = *engine.predictions();
    const VariableId target = pool.class_variable(),
                     in_joint = engine.network().id(pool.network().variable(target).name());
    if (std::ranges::find(joint.variables(), in_joint) == joint.variables().end())
        return std::nullopt;
    Workspace workspace;
    const Posterior& predicted = pgm::marginals(pool, std::span(&target, 1), *row, workspace);
    if (predicted.impossible()) return std::nullopt;
    PosteriorBuilder builder(engine.network(), joint.variables());
    for (std::size_t i = 0; i < joint.size(); ++i) {
        const VariableId variable = joint.variables()[i];
        builder.set(variable, variable == in_joint ? predicted[0] : joint[i]);
    }
    return std::move(builder).build(joint.log_evidence());
}

AnswerParts parts_of(const ModelEngine& engine, const Targets& targets, const Posterior& posterior,
                     std::span<const DensityAnswer> densities, const Given& given) {
    AnswerParts parts{posterior, densities, {}};
    if (posterior.impossible()) {
        parts.conflict = conflict_report(engine.joint(), given);
    } else if (targets.interval) {
        if (engine.predictions())
            throw ArgumentError("the prediction of several classifiers together has no interval",
                                "fit one structure, such as --structure tan");
        parts.intervals = credible_intervals(
            engine.joint().model(),
            marginals_question({posterior.variables().begin(), posterior.variables().end()}, given),
            engine.joint().options(), *targets.interval);
    }
    return parts;
}

void add_answer(EvidenceAnswers& answers, const BayesianNetwork& network, const AnswerParts& answer,
                const Given& given) {
    if (answer.posterior.impossible()) return answers.add_impossible(answer.conflict);
    answers.add(report_of(network, answer, given));
}

/// Sets of evidence, of an ensemble also as values of features, where they are nothing else.
struct Sets {
    std::vector<Given> joint;
    std::vector<Given> rows;

    const Given* row(std::size_t i) const { return rows.empty() ? nullptr : &rows[i]; }
};

/// One after the other in one workspace: the timings are those of a program that keeps asking.
void answer_in_turn(Session& session, EvidenceAnswers& answers, const ModelEngine& engine,
                    const Sets& sets, const Targets& targets) {
    Workspace workspace;
    const Solver& solver = engine.joint();
    ask_in_turn(
        session, workspace, sets.joint.size(),
        [&](std::size_t i) { return ConditionedEngine(solver, sets.joint[i], workspace); },
        [&](const ConditionedEngine& given) { return MarginalsAnswer(given, targets, workspace); },
        [&](std::size_t i, const MarginalsAnswer& answer) {
            const Posterior& joint = *answer.posterior;
            const std::optional<Posterior> pooled = with_prediction(engine, joint, sets.row(i));
            const Posterior& posterior = pooled ? *pooled : joint;
            add_answer(answers, solver.network(),
                       parts_of(engine, targets, posterior, answer.densities, sets.joint[i]),
                       sets.joint[i]);
        });
}

/// Many at once, a block at a time so that memory does not grow with the number of sets.
void answer_in_parallel(Session& session, EvidenceAnswers& answers, const ModelEngine& engine,
                        const Sets& both, const Targets& targets, std::size_t threads) {
    constexpr std::size_t block = 1024;
    const Solver& solver = engine.joint();
    const std::vector<Given>& sets = both.joint;
    for (std::size_t begin = 0; begin < sets.size(); begin += block) {
        const std::size_t count = std::min(block, sets.size() - begin);
        std::vector<Posterior> posteriors(count);
        std::vector<std::vector<DensityAnswer>> densities(count);
        std::vector<std::optional<AnswerParts>> parts(count);
        std::vector<double> times(count), compile_times(count);
        parallel_for(count, threads, [&](std::size_t first, std::size_t last) {
            Workspace workspace;
            for (std::size_t i = first; i < last; ++i) {
                const Stopwatch watch;
                const ConditionedEngine given(solver, sets[begin + i], workspace);
                MarginalsAnswer answer(given, targets, workspace);
                posteriors[i] = *answer.posterior;
                densities[i] = std::move(answer.densities);
                if (auto pooled = with_prediction(engine, posteriors[i], both.row(begin + i)))
                    posteriors[i] = *std::move(pooled);
                const QuestionTimes took(watch,
                                         given.compile_seconds() + workspace.compile_seconds());
                compile_times[i] = took.compile_ms;
                times[i] = took.run_ms;
                parts[i].emplace(
                    parts_of(engine, targets, posteriors[i], densities[i], sets[begin + i]));
            }
        });
        for (std::size_t i = 0; i < count; ++i) {
            session.timings.add(compile_times[i], times[i]);
            add_answer(answers, solver.network(), *parts[i], sets[begin + i]);
        }
    }
}

int marginals(Session& session, const MarginalsRequest& request, const ModelEngine& engine) {
    const BayesianNetwork& network = engine.network();
    EvidenceFile evidence = request.evidence.read(network);
    std::optional<EvidenceFile> rows = request.evidence.read_rows(engine.predictions());
    const Sets sets{std::move(evidence.sets), rows ? std::move(rows->sets) : std::vector<Given>()};
    const Targets targets(network, request);
    for (const Given& given : sets.joint)
        engine.answer_jointly(session, targets.discrete,
                              variables_set({MostProbableExplanationOf{}, given}));
    EvidenceAnswers answers(session, evidence.is_array);
    if (request.threads == 1 || sets.joint.size() == 1) {
        answer_in_turn(session, answers, engine, sets, targets);
    } else {
        answer_in_parallel(session, answers, engine, sets, targets, request.threads);
    }
    return answers.finish();
}

}  // namespace

Action set_up_marginals(Options& options, Session& session) {
    const auto given = std::make_shared<MarginalsRequest>();
    options.argument("MODEL", given->model, "Model file, or - for standard input");
    given->evidence.add_to(options);
    given->interval.add_to(options);
    options.text("--targets", given->targets, "NAMES",
                 "Only these variables, 'A, B', quoted unless they are plain words; default: all");
    options.count("--threads", given->threads, 0,
                  "Threads for an array of evidence sets, or within one question of a large "
                  "network; 0 is one per core; default: 1");
    add_chance_only(options, session);
    add_question_options(options, session);
    return [given, &session] {
        session.question_threads = given->threads;
        return marginals(session, *given, load_engine(session, given->model));
    };
}

}  // namespace pgm::apps

#include <apps/pgm/report/page/page_work.hpp>

#include <io/network_file.hpp>
#include <learners/fit/fit.hpp>
#include <learners/fit/fit_network.hpp>
#include <learners/search/arc_confidence.hpp>
#include <learners/validate/cross_validation.hpp>
#include <pgm/core/error.hpp>
#include <pgm/data/unusable_columns.hpp>

#include <algorithm>
#include <utility>

namespace pgm::apps {
namespace {

/// Learns again from replicates of the table.
void resample(PageParts& parts, const learners::StructureLearner& learner, const PageTask& task,
              const PageControl& control) {
    if (task.replicates == 0) return;
    learners::BootstrapResult result = learners::bootstrap(
        parts.data, learner, {.replicates = task.replicates, .seed = parts.methods.seed},
        control("of the replicates"));
    if (result.partial) throw Stopped();
    parts.arcs = ArcReport{
        confidence_of_variables(result.confidence, parts.members.front().network, parts.data),
        result.replicates, std::nullopt};
    parts.methods.replicates = result.replicates;
}

void validate(PageParts& parts, const learners::Estimator& estimator, const PageTask& task,
              const PageControl& control) {
    const Column& target = parts.data.column(parts.methods.class_name);
    const std::size_t rows = target.rows() - target.missing_cells(),
                      folds = std::min(task.folds, rows);
    if (folds < 2) return;
    const learners::SearchControl of_folds = control("of the folds");
    learners::ValidationOptions options{.threads = of_folds.threads, .stop = of_folds.stop};
    options.progress = [&](std::size_t done, std::size_t all) {
        if (of_folds.proceed)
            of_folds.proceed({.fraction = static_cast<double>(done) / static_cast<double>(all)});
    };
    const std::uint64_t seed = parts.methods.seed;
    const learners::Validation validation =
        learners::validate(parts.data, parts.methods.class_name, std::vector{estimator},
                           learners::stratified_folds(target, folds, 1, seed), options);
    if (!validation.complete()) throw Stopped();
    const learners::ValidatedStructure& structure = validation.structures.front();
    parts.scored = structure.scored_predictions();
    parts.evaluation = EvaluationReport{.structure = task.label,
                                        .rows = rows,
                                        .folds = folds,
                                        .seed = seed,
                                        .test_sets_done = folds,
                                        .test_sets = folds,
                                        .summary = learners::summary_of(structure)};
    parts.methods.folds = folds;
}

/// True of one structure whose arcs are found from the rows.
bool finds_arcs(const learners::Estimator& estimator) {
    const auto* const fit = std::get_if<learners::Fit>(&estimator);
    if (fit == nullptr) return false;
    return fit->structure.selects_features() ||
           std::visit([]<class Arcs>(const Arcs&) { return learners::DataDrivenStructure<Arcs>; },
                      static_cast<const learners::AnyStructure&>(fit->structure));
}

/// How the words of missing cells are told in a paper.
std::string treatment_text(const std::string& words) {
    if (words == "fill") return "the most frequent state or the mean was filled in";
    if (words == "state") return "to be missing was taken as a state of its own";
    if (words == "em") return "the model was fitted by expectation maximisation";
    return "a table was counted from the rows that have all of its variables, and in predictions "
           "missing cells were summed out";
}

}  // namespace

void require_classes(const Dataset& data, const std::string& class_name) {
    const Column& column = data.column(class_name);
    if (column.missing_cells() == column.rows())
        throw ArgumentError(empty_column_remark(class_name) + ": no row has a class");
    if (const std::optional<std::string> remark = class_remark(as_discrete(column)))
        throw ArgumentError(*remark,
                            "a report without a class is on a network of all columns; 'pgm "
                            "evaluate --target' judges forecasts of numbers");
}

void fit_for_page(PageParts& parts, const learners::Estimator& estimator, const PageTask& task,
                  const PageControl& control) {
    const std::string& class_name = parts.methods.class_name;
    parts.data = parts.data.with_column(as_discrete(parts.data.column(class_name)));
    const learners::SearchControl of_fit = control("of the fit");
    parts.predictor.emplace(learners::fit(parts.data, class_name, estimator, of_fit), task.engine);
    of_fit.stop.check();  // some fits give the best so far
    const Classifier& classifier = parts.predictor->classifier();
    parts.members = io::members_of(classifier);
    parts.methods.missing_cells = treatment_text(classifier.provenance().choices.missing_cells);
    if (parts.members.size() == 1 && finds_arcs(estimator)) {
        learners::Estimator single = estimator;
        for (learners::Fit* const leaf : learners::leaves_of(single)) leaf->threads = 1;
        const auto learn = [&](const Dataset& sample, const learners::SearchControl& of_sample) {
            return learners::LearnedStructure{arcs_between_columns(
                learners::fit(sample, class_name, single, of_sample), parts.data)};
        };
        resample(parts, learn, task, control);
    }
    validate(parts, estimator, task, control);
}

void learn_for_page(PageParts& parts, const PageSearch& search, const PageTask& task,
                    const PageControl& control) {
    const auto learn = [&](const Dataset& data, const learners::SearchControl& of_data) {
        return learners::learn_incomplete(data, search.learning, search.incomplete, of_data);
    };
    const learners::LearnedFromIncomplete learned = learn(parts.data, control("of the search"));
    if (learned.structure.partial) throw Stopped();
    const Dataset& rows = learned.rows ? *learned.rows : parts.data;
    parts.members = {{learners::fit_network(rows, learned.structure.dag, search.fit).network, 1.0}};
    parts.methods.search = learners::format(search.learning.algorithm) + ", score " +
                           learners::format(search.learning.score);
    if (learned.missing_cells)
        parts.methods.missing_cells = "for the structure they were treated by '" +
                                      learners::format(*learned.missing_cells) + "'";
    resample(
        parts,
        [&](const Dataset& sample, const learners::SearchControl& of_sample) {
            return learn(sample, of_sample).structure;
        },
        task, control);
}

void test_for_page(PageParts& parts, const PageControl& control) {
    if (!parts.predictor || !parts.all.find(parts.methods.class_name)) {
        parts.methods.class_name.clear();
        return;
    }
    const Classifier& classifier = parts.predictor->classifier();
    const learners::SearchControl of_rows = control("of the predictions");
    const Predictions predictions =
        parts.predictor->predict(parts.all, {.threads = of_rows.threads, .stop = of_rows.stop});
    of_rows.stop.check();
    ScoredPredictions scored =
        score_predictions(predictions, classifier.class_variable(), parts.all);
    if (scored.rows() == 0 || !(total_weight(scored) > 0)) return;
    const std::string& words = classifier.provenance().choices.structure;
    EvaluationReport report{.structure = words.empty() ? "network" : words, .rows = scored.rows()};
    report.summary = learners::summary_of({report.structure, {scored}});
    parts.evaluation = std::move(report);
    parts.scored = std::move(scored);
    parts.methods.folds = 1;
}

}  // namespace pgm::apps

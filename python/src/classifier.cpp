#include <python/src/detail/columns.hpp>
#include <python/src/detail/fitted_classifier.hpp>
#include <python/src/detail/frame.hpp>
#include <python/src/detail/listening.hpp>

#include <io/format/record/archive.hpp>
#include <io/network_file.hpp>
#include <learners/fit/fit.hpp>
#include <learners/structure/user_defined.hpp>
#include <pgm/classify/decision.hpp>
#include <pgm/classify/weights_of_evidence.hpp>

namespace pgm::python {

FittedClassifier fit(const Rows& rows, const FitTask& task, nb::handle progress) {
    return FittedClassifier(
        listening(task.threads, progress, [&](const learners::SearchControl& control) {
            const learners::Fit common{.keep_statistics = task.keep_statistics,
                                       .threads = control.threads,
                                       .stop = control.stop};
            if (task.structure)
                return learners::fit(
                    rows, task.class_name,
                    learners::parse_learner(*task.structure, words_from(task.words), common),
                    control);
            const learners::DefaultLearner chosen =
                learners::default_learner(rows.schema(), *rows.rows(), task.class_name, common);
            return learners::with_reason(
                learners::fit(rows, task.class_name, chosen.estimator, control), chosen.reason);
        }));
}

namespace {

/// The columns that a structure names which is written out; none of other words.
std::vector<std::string> named_columns(const std::optional<std::string>& structure) {
    const auto given = learners::UserDefined::parse(structure.value_or(""));
    return given ? given->names() : std::vector<std::string>();
}

}  // namespace

NarrowedTable columns_to_fit(const Frame& frame, const std::string& class_name,
                             const std::optional<std::string>& structure,
                             const std::optional<std::vector<std::string>>& kept) {
    if (!kept) return {frame.data(), {}};
    std::vector<std::string> named = named_columns(structure);
    named.push_back(class_name);
    named.insert(named.end(), kept->begin(), kept->end());
    named.insert(named.end(), frame.dates().begin(), frame.dates().end());
    NarrowedTable rest = without_identifiers(frame.data(), named);
    for (std::string& remark : rest.remarks) remark += "; keep_identifiers=True keeps it";
    return rest;
}

namespace {

FittedClassifier fit_frame(const Frame& frame, const std::string& class_name,
                           const std::optional<std::string>& structure, const Words& words,
                           std::size_t threads, bool keep_statistics, nb::handle progress,
                           const std::optional<std::vector<std::string>>& kept) {
    const NarrowedTable rest = columns_to_fit(frame, class_name, structure, kept);
    const FittedClassifier fitted =
        fit(rest.data, {class_name, structure, words, threads, keep_statistics}, progress);
    return FittedClassifier(learners::with_remarks(fitted.classifier(), rest.remarks));
}

/// Remarks on the columns of a table to fit: those that are left out since they identify rows,
/// codes that are taken as numbers, and a class of many numbers. Of a table without a class codes
/// alone.
std::vector<std::string> remarks_on_columns_to_fit(
    const Frame& frame, const std::optional<std::string>& class_name,
    const std::optional<std::string>& structure,
    const std::optional<std::vector<std::string>>& kept) {
    if (!class_name) return remarks_on_codes(frame.data());
    NarrowedTable rest = columns_to_fit(frame, *class_name, structure, kept);
    for (std::string& remark : remarks_on_codes(rest.data, *class_name))
        rest.remarks.push_back(std::move(remark));
    if (const auto remark = class_remark(frame.data().column(*class_name)))
        rest.remarks.push_back(*remark);
    return std::move(rest.remarks);
}

/// True if update() adds rows to what this learner makes of a table of these columns, with the
/// result of one fit of all rows.
bool learns_in_parts(const Frame& frame, const std::string& class_name,
                     const std::optional<std::string>& structure, const Words& words) {
    if (!structure) return false;
    const learners::Estimator estimator =
        learners::parse_learner(*structure, words_from(words), {.keep_statistics = true});
    const auto* const options = std::get_if<learners::Fit>(&estimator);
    if (options == nullptr || options->structure.selects_features()) return false;
    const auto* const dependence = std::get_if<learners::KDependence>(&options->structure);
    return (dependence == nullptr || dependence->k < 2) &&
           !learners::needs_table(frame.data().schema(), class_name, estimator);
}

FittedClassifier updated(const FittedClassifier& old, const Frame& frame, std::size_t threads) {
    const nb::gil_scoped_release release;
    return FittedClassifier(learners::update(old.classifier(), frame.data(), {.threads = threads}));
}

/// Estimators require the columns of the fit. Ignored ones are hence those that it left out, of
/// which its remarks tell.
Predictions predictions_of(const FittedClassifier& fitted, const Frame& frame,
                           const std::string& unseen, std::size_t threads) {
    const UnseenPolicy policy = parse_unseen_policy(unseen);
    Predictions found = listening(threads, nb::none(), [&](const learners::SearchControl& control) {
        return fitted.predictor().predict(
            frame.data(), {.unseen = policy, .threads = control.threads, .stop = control.stop});
    });
    found.report.ignored.clear();
    return found;
}

/// (probabilities, their logarithms, log p(x), what did not match): rows by classes, and rows.
Parts predict(const FittedClassifier& fitted, const Frame& frame, const std::string& unseen,
              std::size_t threads) {
    Predictions found = predictions_of(fitted, frame, unseen, threads);
    const std::size_t rows = found.rows(), classes = found.classes.size();
    return nb::make_tuple(array_of(std::move(found.probabilities), {rows, classes}),
                          array_of(std::move(found.log_probabilities), {rows, classes}),
                          array_of(std::move(found.log_evidence), {rows}),
                          problem_list(remarks_on(found.report, "classifier")));
}

using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

LossMatrix loss_from(const Matrix& losses, const std::vector<std::string>& actions,
                     std::vector<std::string> classes) {
    LossMatrix matrix{actions, std::move(classes), {}};
    matrix.loss =
        Eigen::Map<const RowsByStates>(losses.data(), static_cast<Eigen::Index>(losses.shape(0)),
                                       static_cast<Eigen::Index>(losses.shape(1)));
    check(matrix);
    return matrix;
}

/// (the action of least expected loss in each row, -1 where a row has no posterior; what did not
/// match)
Parts decide(const FittedClassifier& fitted, const Frame& frame, const Matrix& losses,
             const std::vector<std::string>& actions, const std::string& unseen,
             std::size_t threads) {
    const LossMatrix matrix =
        loss_from(losses, actions, fitted.classifier().class_variable().states());
    const Predictions found = predictions_of(fitted, frame, unseen, threads);
    std::vector<double> chosen;
    for (const Decision& decision : pgm::decide(found, matrix))
        chosen.push_back(decision.action ? static_cast<double>(*decision.action) : -1.0);
    const std::size_t rows = chosen.size();
    return nb::make_tuple(array_of(std::move(chosen), {rows}),
                          problem_list(remarks_on(found.report, "classifier")));
}

/// (for each row None, or (class, log odds, prior, interaction or None, {feature: weight}); what
/// did not match)
Parts explain(const FittedClassifier& fitted, const Frame& frame, const std::string& unseen,
              std::size_t threads) {
    const UnseenPolicy policy = parse_unseen_policy(unseen);
    const auto work = [&](const learners::SearchControl& control) {
        const PredictOptions options{
            .unseen = policy, .threads = control.threads, .stop = control.stop};
        const Predictor predictor = fitted.predictor();
        const Predictions predictions = predictor.predict(frame.data(), options);
        control.stop.check();  // before decisions about the first rows only are explained
        return std::pair(
            weights_of_evidence(predictor, frame.data(), pgm::decide(predictions), options),
            predictions.report);
    };
    const auto [found, report] = listening(threads, nb::none(), work);
    nb::list rows;
    for (const std::optional<RowWeights>& row : found.rows) {
        if (!row) {
            rows.append(nb::none());
            continue;
        }
        nb::dict weights;
        for (const CellWeight& cell : row->cells)
            weights[nb::cast(fitted.classifier().features()[cell.feature].name())] = cell.weight;
        rows.append(
            nb::make_tuple(row->class_index, row->log_odds, row->prior, row->interaction, weights));
    }
    return nb::make_tuple(rows, problem_list(remarks_on(report, "classifier")));
}

ListOfParts networks_of(const FittedClassifier& fitted) {
    nb::list members;
    for (const WeightedNetwork& member : all_networks(fitted.classifier()))
        members.append(nb::make_tuple(member.weight, Network(member.network)));
    return ListOfParts(members);
}

FittedClassifier read_classifier_file(const std::string& path) {
    const nb::gil_scoped_release release;
    return FittedClassifier(io::read_classifier(path));
}

}  // namespace

void bind_classifier(nb::module_& module) {
    module.def("remarks_on_columns", [](std::vector<std::string> absent,
                                        std::vector<std::string> ignored) {
        const AlignmentReport report{.absent = std::move(absent), .ignored = std::move(ignored)};
        return problem_list(remarks_on(report, "network"));
    });
    module.def("remarks_on_columns_to_fit", &remarks_on_columns_to_fit, nb::arg("frame"),
               nb::arg("class_name").none() = nb::none(), nb::arg("structure").none() = nb::none(),
               nb::arg("kept").none() = nb::none());
    nb::class_<FittedClassifier>(module, "Classifier")
        .def_static("fit", &fit_frame, nb::arg("frame"), nb::arg("class_name"),
                    nb::arg("structure").none(), nb::arg("words"), nb::arg("threads"),
                    nb::arg("keep_statistics"), nb::arg("progress").none(),
                    nb::arg("kept").none() = nb::none())
        .def_static("read", &read_classifier_file, nb::arg("path"))
        .def("updated", &updated)
        .def("predict", &predict)
        .def("decide", &decide)
        .def("explain", &explain)
        .def_prop_ro("networks", &networks_of)
        .def_prop_ro(
            "remarks",
            [](const FittedClassifier& fitted) { return fitted.classifier().provenance().remarks; })
        .def("__getstate__",
             [](const FittedClassifier& fitted) {
                 const std::string bytes = io::classifier_archive(fitted.classifier());
                 return nb::bytes(bytes.data(), bytes.size());
             })
        .def("__setstate__",
             [](FittedClassifier& fitted, const nb::bytes& bytes) {
                 new (&fitted) FittedClassifier(io::read_classifier_archive(
                     {static_cast<const char*>(bytes.data()), bytes.size()}));
             })
        .def("write",
             [](const FittedClassifier& fitted, const std::string& path) {
                 io::write_classifier(fitted.classifier(), path);
             })
        .def("class_name",
             [](const FittedClassifier& fitted) { return fitted.classifier().class_name(); })
        .def("states",
             [](const FittedClassifier& fitted) {
                 return fitted.classifier().class_variable().states();
             })
        .def("features", [](const FittedClassifier& fitted) {
            std::vector<std::string> names;
            for (const Variable& feature : fitted.classifier().features())
                names.push_back(feature.name());
            return names;
        });
    module.def("learns_in_parts", &learns_in_parts, nb::arg("frame"), nb::arg("class_name"),
               nb::arg("structure").none(), nb::arg("words"));
}

}  // namespace pgm::python

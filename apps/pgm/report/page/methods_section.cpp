#include <apps/pgm/report/page/sections.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/page/page_numbers.hpp>
#include <learners/estimate/missing_cells.hpp>
#include <pgm/core/text/number_text.hpp>

#include <numeric>

namespace pgm::apps {
namespace {

/// Paragraphs, and the works that they name.
struct MethodsText {
    std::vector<std::string> paragraphs, works;
};

std::string missing_text(const PageMethods& methods, const Dataset& data) {
    const std::vector<Column>& columns = data.columns();
    const std::size_t cells = data.rows() * columns.size();
    const std::size_t missing = std::accumulate(
        columns.begin(), columns.end(), std::size_t{0},
        [](std::size_t sum, const Column& column) { return sum + column.missing_cells(); });
    if (missing == 0) return " No cell was missing.";
    return " " + std::to_string(missing) + " of " + counted(cells, "cell") + " (" +
           percent_text(static_cast<double>(missing), static_cast<double>(cells)) +
           " %) were missing" +
           (methods.missing_cells.empty() ? "" : "; " + methods.missing_cells) + ".";
}

void add_table(MethodsText& text, const PageMethods& methods, const Dataset& data) {
    const bool has_class = !methods.class_name.empty();
    text.paragraphs.push_back(
        "The table " + methods.source + " has " + counted(data.rows(), "row") + " and " +
        counted(data.columns().size(), "column") + "." + missing_text(methods, data));
    std::string tests =
        "Numbers are given as mean and standard deviation, or as median and quartiles where their "
        "skewness exceeds 1, and states as counts. ";
    if (has_class)
        tests += "The classes of " + methods.class_name +
                 " were compared by analysis of variance, by the Kruskal-Wallis test of columns "
                 "with a median, and by the likelihood ratio test G2 of states. ";
    text.paragraphs.push_back(
        tests +
        "Every pair of columns was tested for independence (G2 of states, Pearson's r of numbers, "
        "analysis of variance of both); where expected counts were small, p of G2 is that of up to "
        "10,000 random tables. q controls the false discovery rate over all pairs (Benjamini and "
        "Hochberg 1995).");
    text.works.push_back(
        "Benjamini Y, Hochberg Y. Controlling the false discovery rate. J R Stat Soc B 1995; 57: "
        "289-300.");
}

void add_model(MethodsText& text, const PageMethods& methods, const Classifier* classifier) {
    std::string model;
    if (!methods.model.empty()) model = "The model is that of the file " + methods.model + ". ";
    if (classifier != nullptr && classifier->provenance().rows > 0) {
        const Provenance& provenance = classifier->provenance();
        const FitWords& words = provenance.choices;
        model += "A Bayesian network of the structure '" + words.structure + "' with the class " +
                 classifier->class_name() + " was fitted to " + counted(provenance.rows, "row") +
                 " with a class; tables were estimated by '" + words.smoothing +
                 "', numbers were modelled by '" + words.continuous + "'. ";
    }
    if (!methods.search.empty())
        model += "The structure of a Bayesian network was learned from the table (" +
                 methods.search +
                 "), and its distributions were estimated with add-one smoothing. ";
    if (methods.replicates > 0) {
        model += "The confidence of an arc is the share of " +
                 counted(methods.replicates, "bootstrap replicate") +
                 " in which it was found again (Friedman, Goldszmidt and Wyner 1999). ";
        text.works.push_back(
            "Friedman N, Goldszmidt M, Wyner A. Data analysis with Bayesian networks: a bootstrap "
            "approach. UAI 1999: 196-205.");
    }
    model +=
        "Credible intervals are those of the Dirichlet distribution of each row of a table, and of "
        "the normal-inverse-gamma distribution of a regression, given the rows behind it "
        "(Heckerman, Geiger and Chickering 1995).";
    text.works.push_back(
        "Heckerman D, Geiger D, Chickering DM. Learning Bayesian networks: the combination of "
        "knowledge and statistical data. Mach Learn 1995; 20: 197-243.");
    text.paragraphs.push_back(model);
}

void add_validation(MethodsText& text, const PageMethods& methods) {
    if (methods.folds == 0) return;
    text.paragraphs.push_back(
        (methods.folds > 1
             ? "Predictions were validated by stratified " + std::to_string(methods.folds) +
                   "-fold cross-validation (seed " + std::to_string(methods.seed) +
                   "), in which everything, cut points and arcs included, was learned from the "
                   "training rows. "
             : "The predictions are those of the rows of " + methods.source +
                   ", and count as validation only if the model was not fitted to these. ") +
        "Intervals are Wilson's for the accuracy, normal for the mean losses, and Hanley and "
        "McNeil's (1982) for the area under the ROC curve; the Brier score is the sum over all "
        "classes. Contributions of cells are weights of evidence (Robnik-\u0160ikonja and "
        "Kononenko 2008).");
    text.works.push_back(
        "Hanley JA, McNeil BJ. The meaning and use of the area under a receiver operating "
        "characteristic (ROC) curve. Radiology 1982; 143: 29-36.");
    text.works.push_back(
        "Robnik-\u0160ikonja M, Kononenko I. Explaining classifications for individual instances. "
        "IEEE Trans Knowl Data Eng 2008; 20: 589-600.");
}

}  // namespace

Report methods_section(const PageMethods& methods, const Dataset* data,
                       const Classifier* classifier) {
    MethodsText text;
    if (data != nullptr) add_table(text, methods, *data);
    add_model(text, methods, classifier);
    add_validation(text, methods);
    text.paragraphs.push_back("All numbers were computed by " + methods.program +
                              ", a program for Bayesian networks, whose results depend on the "
                              "input, the options and the seed alone.");
    Report report{Heading{"How it was done"}};
    for (const std::string& paragraph : text.paragraphs) report.add(Sentence{paragraph});
    report.add("methods", text.paragraphs);
    report.add("program", "program", methods.program);
    report.add("command", methods.command, Shown{"command", methods.command});
    report.add("seed", "seed", methods.seed);
    if (!methods.date.empty()) report.add("date", "date", methods.date);
    report.add(Heading{"Works", 3});
    for (const std::string& work : text.works) report.add(Sentence{work});
    return report.add("works", text.works);
}

}  // namespace pgm::apps

#include <apps/pgm/report/page/sections.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/page/association_report.hpp>
#include <apps/pgm/report/page/page_numbers.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <memory>

namespace pgm::apps {
namespace {

using learners::Association;

constexpr std::size_t most_pairs_listed = 20;
/// Beyond so many columns only pairs with the class are tested, and no matrix can be read.
constexpr std::size_t most_paired = 200, most_in_picture = 30;

/// A table and its pairs, which rows are made of when they are visited.
struct TestedPairs {
    Dataset data;
    std::vector<Association> pairs;
};

Report pair_row(const TestedPairs& tested, const Association& pair) {
    const auto& result = pair.result;
    return {Shown{"column", shown_name(tested.data.column(pair.first).name())},
            Shown{"and", shown_name(tested.data.column(pair.second).name())},
            Shown{"test", std::string(learners::name_of(pair.test))},
            Shown{"rows", to_text(pair.rows, 12), Align::right},
            Shown{"strength", result ? decimals_text(result->strength, 2) : "-", Align::right},
            Shown{"p", p_text(result ? std::optional(result->p) : std::nullopt), Align::right},
            Shown{"q", p_text(result ? std::optional(result->q) : std::nullopt), Align::right}};
}

/// How many of the pairs are taken as related, and what the table says of them.
std::string findings_text(const TestedPairs& tested) {
    constexpr double level = 0.05;
    const auto found = std::ranges::count_if(tested.pairs, [](const Association& pair) {
        return pair.result && pair.result->q <= level;
    });
    return "Of " + counted(tested.pairs.size(), "pair") + " " + std::to_string(found) +
           (found == 1 ? " is" : " are") +
           " related at a false discovery rate of 5 % (q at most 0.05).";
}

void add_matrix(Report& report, const TestedPairs& tested,
                const learners::AssociationOptions& options) {
    if (tested.data.columns().size() > most_in_picture) {
        report.add(Sentence{"The picture of the strengths is left out, as no one could read " +
                            counted(tested.data.columns().size(), "column") + "."});
        return;
    }
    const io::Scene scene =
        io::association_plot("", strength_matrix(tested.data, options, tested.pairs));
    report.add(Figure{"Strength of association of every pair of columns", scene});
}

}  // namespace

Report associations_section(const PageTable& table) {
    constexpr std::size_t permutations = 10000;
    Report report{Heading{"What is related"}};
    const bool has_class = !table.class_name.empty(),
               is_wide = table.data.columns().size() > most_paired;
    if (table.data.columns().size() < 2 || (is_wide && !has_class))
        return report.add(Sentence{is_wide ? "The pairs of " +
                                                 counted(table.data.columns().size(), "column") +
                                                 " are left out; 'pgm associations' tests them."
                                           : "There are no two columns that could be related."});
    const auto tested = std::make_shared<TestedPairs>(TestedPairs{
        has_class ? table.data.with_column(as_discrete(table.data.column(table.class_name)))
                  : table.data,
        {}});
    learners::AssociationOptions options{
        .permutations = permutations, .seed = table.seed, .threads = table.threads};
    if (is_wide) options.with = tested->data.id(table.class_name);
    try {
        tested->pairs = learners::associations(tested->data, options);
    } catch (const ArgumentError& error) {
        return report.add(Sentence{"There are no tests: " + error.message() + "."});
    }
    const auto for_people = [tested](const ReportRows::Visit& visit) {
        for (const Association* const pair : surest_first(tested->pairs))
            visit(pair_row(*tested, *pair));
    };
    report.add(Sentence{findings_text(*tested)})
        .add("associations", ReportRows([tested](const ReportRows::Visit& visit) {
                 for (const Association& pair : tested->pairs)
                     visit(association_report(tested->data, pair));
             }),
             Section{.title = "", .rows = ReportRows(for_people), .most = most_pairs_listed})
        .add(Sentence{"The surest pairs. Strength is from 0 to 1: Cram\u00E9r's V of g2, |r| of "
                      "pearson, eta of anova."});
    add_matrix(report, *tested, options);
    return report;
}

}  // namespace pgm::apps

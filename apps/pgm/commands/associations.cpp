#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/options/learned_columns.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/evaluation_plots.hpp>
#include <apps/pgm/report/page/association_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <apps/pgm/shell/interruption.hpp>
#include <io/file/output_file.hpp>
#include <io/scene/scene_file.hpp>
#include <learners/independence/test_remarks.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/data/unusable_columns.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pgm::apps {
namespace {

using learners::Association;

struct AssociationsRequest {
    std::string data, columns, with, picture;
    bool ranks = false;
    std::optional<std::size_t> permutations;
    std::size_t seed = 1, threads = 0;
    LearnedColumns learned;
    DataChoices table;
    TimeLimit limit;
};

/// The columns that --columns and --with name.
std::vector<std::string> wanted_columns(const AssociationsRequest& request) {
    std::vector<std::string> names;
    if (!request.columns.empty()) names = split_names(request.columns, "--columns");
    if (!request.with.empty() && std::ranges::find(names, request.with) == names.end())
        names.push_back(request.with);
    return names;
}

/// The columns with values that do not identify rows; those that are named have to be there.
Dataset read_columns(Session& session, const AssociationsRequest& request) {
    DataChoices table = request.table;
    table.threads = request.threads;
    const Dataset all = table.read_to_learn(session, request.data);
    const std::vector<std::string> names = wanted_columns(request);
    for (const std::string& name : names) {
        const Column& column = all.column(name);
        if (column.missing_cells() == column.rows())
            throw ArgumentError(empty_column_remark(name) + ": nothing can be related to it");
    }
    Dataset data = request.learned.narrowed_with_notes(with_values(all), table, names);
    say_codes(CodeColumns(data), table);
    return data;
}

learners::AssociationOptions options_of(const AssociationsRequest& request, const Dataset& data,
                                        const StopToken& stop) {
    learners::AssociationOptions options{.ranks = request.ranks,
                                         .permutations = request.permutations,
                                         .seed = request.seed,
                                         .threads = request.threads,
                                         .stop = stop};
    if (!request.columns.empty())
        for (const std::string& name : split_names(request.columns, "--columns"))
            options.columns.push_back(data.id(name));
    if (!request.with.empty()) options.with = data.id(request.with);
    return options;
}

std::size_t pair_count(const learners::AssociationOptions& options, const Dataset& data) {
    const std::size_t columns =
        options.columns.empty() ? data.columns().size() : options.columns.size();
    if (!options.with) return columns * (columns - 1) / 2;
    const bool is_among =
        options.columns.empty() ||
        std::ranges::find(options.columns, *options.with) != options.columns.end();
    return is_among ? columns - 1 : columns;
}

std::string degrees_text(const learners::AssociationResult& result) {
    const std::string first = number_text(result.degrees_of_freedom);
    if (!result.residual_degrees_of_freedom) return first;
    return first + ", " + number_text(*result.residual_degrees_of_freedom);
}

std::string small_number_text(double p) {
    return p > 0 ? number_text(p) : "< 1e-308";
}

Report text_row(const Dataset& data, const Association& pair) {
    const auto& result = pair.result;
    const auto cell = [&](const char* label, auto text_of) {
        return Fact(Shown{label, result ? text_of(*result) : "-", Align::right});
    };
    using Result = learners::AssociationResult;
    return {Shown{"column", shown_name(data.column(pair.first).name())},
            Shown{"and", shown_name(data.column(pair.second).name())},
            Shown{"test", std::string(learners::name_of(pair.test))},
            cell("statistic", [](const Result& r) { return number_text(r.statistic); }),
            cell("df", degrees_text),
            cell("p", [](const Result& r) { return small_number_text(r.p); }),
            cell("q", [](const Result& r) { return small_number_text(r.q); }),
            cell("strength", [](const Result& r) { return number_text(r.strength); }),
            Shown{"rows", count_text(pair.rows), Align::right}};
}

void write_picture(const AssociationsRequest& request, const io::StrengthMatrix& matrix) {
    const io::Scene scene =
        io::association_plot("Strength of association in " + source_text(request.data), matrix);
    save_picture(request.picture, scene);
}

int associations(Session& session, const AssociationsRequest& request) {
    if (!request.picture.empty() && !io::scene_format_of(request.picture))
        throw UsageError(
            "the picture of a matrix is a file that ends in .svg, .pdf, .tex or "
            ".tikz, not " +
            quoted_name(request.picture));
    refuse_to_overwrite(request.picture, {request.data}, {"the picture", "the table"});
    const Interruption interruption(request.limit.seconds());
    const Dataset data = read_columns(session, request);
    const learners::AssociationOptions options = options_of(request, data, interruption.token());
    const std::vector<Association> pairs =
        timed(session, [&] { return learners::associations(data, options); });
    print_problems(learners::remarks_on_associations(data, pairs));
    if (!request.picture.empty()) write_picture(request, strength_matrix(data, options, pairs));
    const std::vector<const Association*> order = surest_first(pairs);
    Report report{
        {"associations",
         rows_over(pairs, [&](const Association& pair) { return association_report(data, pair); }),
         Section{.title = "",
                 .rows = rows_over(order,
                                   [&](const Association* pair) { return text_row(data, *pair); }),
                 .indent = 0}}};
    if (!request.picture.empty()) report.add("written", "written", request.picture);
    write(session, report);
    const std::size_t wanted = pair_count(options, data);
    if (pairs.size() == wanted) return fine;
    return report_stopped(interruption.reason() + " after " + std::to_string(pairs.size()) +
                              " of " + counted(wanted, "pair"),
                          true);
}

}  // namespace

Action set_up_associations(Options& options, Session& session) {
    const auto given = std::make_shared<AssociationsRequest>();
    DataChoices::add_argument(options, given->data);
    options.text("--columns", given->columns, "NAMES",
                 "Only pairs of these columns, separated by commas; default: all");
    options.text("--with", given->with, "COLUMN", "Only pairs with this column");
    options.flag("--rank", given->ranks,
                 "Tests of ranks: spearman of two numbers, kruskal-wallis of a number and a "
                 "discrete column, instead of pearson and anova");
    options.optional_count("--permutations", given->permutations, 1,
                           "Where counts are small: p by at most so many permutations");
    options.text("-o,--output", given->picture, "FILE",
                 "Picture of the strengths: .svg, .pdf, .tex or .tikz (LaTeX)");
    given->learned.add_to(options);
    given->table.add_to(options);
    options.group("The run");
    options.seed(given->seed, "Seed of the permutations");
    options.threads(given->threads);
    given->limit.add_to(options, "Stop after this time, with the pairs that were tested so far");
    return [given, &session] { return associations(session, *given); };
}

}  // namespace pgm::apps

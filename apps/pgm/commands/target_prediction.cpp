#include <apps/pgm/commands/target_commands.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/report/alignment_report.hpp>
#include <apps/pgm/report/predictions/forecast_table.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/interruption.hpp>
#include <apps/pgm/shell/progress_bar.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace pgm::apps {
namespace {

struct Totals {
    std::size_t rows = 0;
    std::size_t impossible = 0;
    bool is_partial = false;
    AlignmentReport report;

    void add(const Forecasts& forecasts, std::span<const Variable> schema) {
        if (rows == 0)
            report = forecasts.report;
        else
            append(report, forecasts.report, schema);
        rows += forecasts.posterior.status.size();
        impossible += static_cast<std::size_t>(
            std::ranges::count(forecasts.posterior.status, PosteriorStatus::impossible));
    }

    /// Columns that were not read count as ignored; those that are kept do not, nor does the
    /// target.
    void add_skipped(const std::vector<std::string>& skipped, const TargetPrediction& request) {
        report.ignored.insert(report.ignored.end(), skipped.begin(), skipped.end());
        std::erase_if(report.ignored, [&](const std::string& name) {
            return name == request.target.name ||
                   std::ranges::find(request.kept, name) != request.kept.end();
        });
    }
};

/// Reads, forecasts and writes block by block, until it is stopped.
Totals forecast_blocks(Session& session, const TargetPrediction& request,
                       const Forecaster& forecaster, const io::TableBlocks& blocks,
                       const StopToken& stop, RowOutput& output) {
    const ForecastTable table{.schema = forecaster.schema(), .kept = request.kept};
    const std::size_t rows = rows_of_block(forecaster);
    Totals totals;
    double milliseconds = 0;
    ProgressBar bar("row");
    for (std::optional<Dataset> data;
         !totals.is_partial && (data = next_block(session, blocks, rows));
         totals.is_partial = stop.requested()) {
        const Stopwatch watch;
        const Forecasts forecasts = forecaster(*data, request.threads, totals.rows, request.unseen);
        milliseconds += watch.milliseconds();
        totals.add(forecasts, forecaster.schema());
        table.write(*data, forecasts.posterior, output);
        if (!output.is_on_terminal()) bar.count(totals.rows);
    }
    session.timings.add(0, milliseconds);
    return totals;
}

}  // namespace

int predict_target(Session& session, const TargetPrediction& request) {
    const Interruption interruption(request.limit.seconds());
    const ModelEngine engine = load_engine(session, request.model);
    engine.answer_jointly(session);
    const Forecaster forecaster(engine.joint(), request.target, Forecaster::Truth::ignored);
    const io::TableBlocks blocks =
        request.table.blocks(request.data, forecaster.schema(), request.kept);
    check_kept(request.kept, ForecastTable::own_columns(), blocks.names);
    const ForecastTable table{.schema = forecaster.schema(), .kept = request.kept};
    RowOutput output(session, request.output, table.columns());
    Totals totals =
        forecast_blocks(session, request, forecaster, blocks, interruption.token(), output);
    totals.add_skipped(blocks.skipped, request);
    print_report(totals.report, "network");
    if (totals.impossible > 0)
        print_note("no forecast of " + std::to_string(totals.impossible) + " of " +
                   counted(totals.rows, "row") + ": their values are impossible in the network");
    output.finish(totals.rows, totals.is_partial, {{"impossible", totals.impossible}},
                  totals.report);
    return totals.is_partial
               ? report_stopped_rows(request.output, totals.rows, interruption.reason())
               : int{fine};
}

}  // namespace pgm::apps

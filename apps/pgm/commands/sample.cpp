#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/report/csv_writer.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <io/file/output_file.hpp>
#include <pgm/core/random.hpp>
#include <pgm/model/model.hpp>

#include <memory>

namespace pgm::apps {
namespace {

struct SampleRequest {
    std::string model;
    std::size_t rows = 0;
    std::size_t seed = 1;
    std::string path = "-";
};

/// Calls use(states, values) for every row.
template <class Use>
void for_each_sample(const Model& model, const SampleRequest& request, Use&& use) {
    const ModelSampler sampler(model);
    const BayesianNetwork& network = model.network();
    Rng rng(request.seed);
    std::vector<StateId> row(network.size());
    std::vector<double> values(network.size());
    for (std::size_t i = 0; i < request.rows; ++i) {
        try {
            sampler.sample(rng, row, values);
        } catch (const ArgumentError& error) {
            throw ArgumentError("row " + std::to_string(i + 1) + ": " + error.message(),
                                error.hint());
        }
        use(row, values);
    }
}

void write_csv(const Model& model, const SampleRequest& request, const CsvWriter::Sink& sink) {
    CsvWriter csv(model.network(), sink, separator_for(request.path));
    for_each_sample(model, request,
                    [&csv](const auto& row, const auto& values) { csv.add(row, values); });
    csv.finish();
}

/// {"rows":[{"A":"a","height":1.8}, ..]}, a piece at a time.
void write_json_rows(Session& session, const Model& model, const SampleRequest& request) {
    const BayesianNetwork& network = model.network();
    write(session, {{"rows", ReportRows([&](const ReportRows::Visit& visit) {
                         for_each_sample(
                             model, request, [&](const auto& states, const auto& values) {
                                 Report row;
                                 for (std::size_t i = 0; i < network.size(); ++i) {
                                     const Variable& variable = network.variables()[i];
                                     row.add(variable.name(), variable.is_discrete()
                                                                  ? Value(variable.state(states[i]))
                                                                  : Value(values[i]));
                                 }
                                 visit(row);
                             });
                     })}});
}

void write_file(Session& session, const Model& model, const SampleRequest& request) {
    io::OutputFile file(request.path);
    write_csv(model, request, [&file](std::string_view text) { file.write(text); });
    file.commit();
    if (session.json) write(session, {{"written", request.path}, {"rows", request.rows}});
}

int sample(Session& session, const SampleRequest& request) {
    refuse_to_overwrite(request.path, {request.model}, {"the samples", "they are drawn from"});
    require_table_name(request.path, "samples");
    const Model model(networks_of(session, request.model, load_model(session, request.model)));
    const Stopwatch watch;
    if (!is_standard_output(request.path)) {
        write_file(session, model, request);
    } else if (session.json) {
        write_json_rows(session, model, request);
    } else {
        write_csv(model, request, [&session](std::string_view text) { session.out.write(text); });
    }
    session.timings.add(0, watch.milliseconds());
    return fine;
}

}  // namespace

Action set_up_sample(Options& options, Session& session) {
    const auto given = std::make_shared<SampleRequest>();
    options.argument("MODEL", given->model,
                     "Model file, or - for standard input; of a classifier that averages networks, "
                     "each row is one of them, chosen by its weight");
    options.required_count("-n,--rows", given->rows, 0, "Number of rows");
    options.seed(given->seed, "Seed of the random numbers: the same seed gives the same rows");
    options.text(
        "-o,--output", given->path, "FILE",
        "CSV file to write (.csv, .tsv, .txt), compressed if its name ends in .gz or .zst; "
        "default: standard output");
    return [given, &session] { return sample(session, *given); };
}

}  // namespace pgm::apps

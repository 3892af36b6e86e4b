#include <apps/pgm/commands.hpp>
#include <apps/pgm/csv_writer.hpp>
#include <apps/pgm/errors.hpp>
#include <apps/pgm/exit_status.hpp>
#include <apps/pgm/output_path.hpp>
#include <io/file/output_file.hpp>
#include <pgm/core/random.hpp>
#include <pgm/model/sampling.hpp>

#include <memory>

namespace pgm::apps {
namespace {

struct SampleRequest {
    std::string model;
    std::size_t rows = 0;
    std::size_t seed = 1;
    std::string path = "-";
};

void write_rows(const BayesianNetwork& network, const SampleRequest& request, const CsvWriter::Sink& sink) {
    const ForwardSampler sampler(network);
    CsvWriter csv(network, sink);
    Rng rng(request.seed);
    std::vector<StateId> row(network.size());
    std::vector<double> values(network.size());
    for (std::size_t i = 0; i < request.rows; ++i) {
        sampler.sample(rng, row, values);
        csv.add(row, values);
    }
    csv.finish();
}

int sample(Session& session, const SampleRequest& request) {
    refuse_to_overwrite(request.path, {request.model}, {"the samples", "they are drawn from"});
    const BayesianNetwork network = load_model(session, request.model);
    const Stopwatch watch;
    if (request.path == "-") {
        write_rows(network, request, [&session](std::string_view text) { session.out.write(text); });
    } else {
        io::OutputFile file(request.path);
        write_rows(network, request, [&file](std::string_view text) { file.write(text); });
        file.commit();
    }
    session.timings.add(0, watch.milliseconds());
    return fine;
}

}  // namespace

Action set_up_sample(Options& options, Session& session) {
    const auto given = std::make_shared<SampleRequest>();
    options.argument("MODEL", given->model, "Model file, or - for standard input");
    options.required_count("-n,--rows", given->rows, 0, "How many rows");
    options.count("--seed", given->seed, 0, "Seed of the random numbers, 1 without it: the same seed gives the same rows");
    options.text("-o,--output", given->path, "FILE",
                 "CSV file to write, packed when its name ends in .gz; standard output without it");
    return [given, &session] { return sample(session, *given); };
}

}  // namespace pgm::apps

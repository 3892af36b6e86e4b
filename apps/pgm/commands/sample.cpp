#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/csv_writer.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <io/file/output_file.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/model/model.hpp>
#include <pgm/query/conditioned_sampler.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <optional>

namespace pgm::apps {
namespace {

struct SampleRequest {
    std::string model;
    EvidenceOptions evidence;
    std::string missing;
    std::size_t rows = 0;
    std::size_t seed = 1;
    std::string path = "-";
};

/// Takes the states of discrete variables and the values of continuous ones, as CsvWriter does.
using UseSample = ConditionedSampler::Use;
/// Calls `use` for every row.
using Samples = std::function<void(const UseSample& use)>;

/// Rows of the joint distribution.
Samples samples_of(const Model& model, const SampleRequest& request) {
    return [model, rows = request.rows, seed = request.seed](const UseSample& use) {
        const ModelSampler sampler(model);
        Rng rng(seed);
        std::vector<StateId> row(model.network().size());
        std::vector<double> values(row.size());
        for (std::size_t i = 0; i < rows; ++i) {
            try {
                sampler.sample(rng, row, values);
            } catch (const ArgumentError& error) {
                throw ArgumentError("row " + std::to_string(i + 1) + ": " + error.message(),
                                    error.hint());
            }
            use(row, values);
        }
    };
}

/// The share of missing cells by variable: "smoke=0.2, xray=1".
std::vector<double> missing_shares(const BayesianNetwork& network, const std::string& text) {
    std::vector<double> shares(network.size(), 0.0);
    if (text.empty()) return shares;
    for (const std::string& part : split_names(text, "--missing")) {
        const std::size_t equals = part.rfind('=');
        const std::string name = part.substr(0, std::min(equals, part.size()));
        if (equals == part.npos)
            throw UsageError("--missing takes shares of variables", "--missing 'A=0.2, B=0.1'");
        shares[network.id(name).index()] =
            parse_number_option("--missing", part.substr(equals + 1), "a share from 0 to 1", 0, 1);
    }
    return shares;
}

/// Leaves out cells at random, by numbers of their own, so that the others stay as they are.
Samples with_missing(Samples samples, std::vector<double> shares, const BayesianNetwork& network,
                     std::uint64_t seed) {
    if (std::ranges::all_of(shares, [](double share) { return share == 0; })) return samples;
    return [samples, shares, &network, seed](const UseSample& use) {
        Rng rng(~seed);
        samples([&](std::span<StateId> states, std::span<double> values) {
            for (std::size_t v = 0; v < shares.size(); ++v) {
                if (shares[v] == 0 || rng.uniform() >= shares[v]) continue;
                states[v] = StateId(network.cardinality(VariableId(v)));
                values[v] = std::numeric_limits<double>::quiet_NaN();
            }
            use(states, values);
        });
    };
}

void write_csv(const BayesianNetwork& network, const Samples& samples, const std::string& path,
               const CsvWriter::Sink& sink) {
    CsvWriter csv(network, sink, separator_for(path));
    samples([&csv](const auto& row, const auto& values) { csv.add(row, values); });
    csv.finish();
}

/// {"rows":[{"A":"a","height":1.8}, ..]}, a piece at a time.
void write_json_rows(Session& session, const BayesianNetwork& network, const Samples& samples) {
    write(session, {{"rows", ReportRows([&](const ReportRows::Visit& visit) {
                         samples([&](const auto& states, const auto& values) {
                             Report row;
                             for (std::size_t i = 0; i < network.size(); ++i) {
                                 const Variable& variable = network.variables()[i];
                                 const bool is_missing =
                                     variable.is_discrete() &&
                                     states[i].index() == variable.cardinality();
                                 row.add(variable.name(), is_missing ? Value()
                                                          : variable.is_discrete()
                                                              ? Value(variable.state(states[i]))
                                                              : Value(values[i]));
                             }
                             visit(row);
                         });
                     })}});
}

int sample(Session& session, const SampleRequest& request) {
    refuse_to_overwrite(request.path, {request.model}, {"the samples", "they are drawn from"});
    require_table_name(request.path, "samples");
    const Model model(networks_of(session, request.model, load_model(session, request.model)));
    const BayesianNetwork& network = model.network();
    if (request.evidence.given() && model.is_mixture())
        throw averages_networks(request.model, model.members().size(), "rows of its own");
    const Samples samples =
        with_missing(request.evidence.given()
                         ? Samples([&request, sampler = std::make_shared<ConditionedSampler>(
                                                  network, request.evidence.read_one(network))](
                                       const UseSample& use) {
                               sampler->sample(request.rows, request.seed, use);
                           })
                         : samples_of(model, request),
                     missing_shares(network, request.missing), network, request.seed);
    const Stopwatch watch;
    if (!is_standard_output(request.path)) {
        io::OutputFile file(request.path);
        write_csv(network, samples, request.path,
                  [&file](std::string_view text) { file.write(text); });
        file.commit();
        if (session.json) write(session, {{"written", request.path}, {"rows", request.rows}});
    } else if (session.json) {
        write_json_rows(session, network, samples);
    } else {
        write_csv(network, samples, request.path,
                  [&session](std::string_view text) { session.out.write(text); });
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
    given->evidence.add_to(options);
    options.text("--missing", given->missing, "SHARES",
                 "Leave out cells at random, this share of each variable's: 'smoke=0.2, xray=0.1'");
    options.seed(given->seed, "Seed of the random numbers: the same seed gives the same rows");
    options.text(
        "-o,--output", given->path, "FILE",
        "CSV file to write (.csv, .tsv, .txt), compressed if its name ends in .gz or .zst; "
        "default: standard output");
    add_chance_only(options, session);
    return [given, &session] { return sample(session, *given); };
}

}  // namespace pgm::apps
